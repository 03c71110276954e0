"""Opening a house for a command: its keys closed to others, its public key put beside them."""

from app.commands.faults import spoken
from app.commands.options import keys_folder
from app.factory import build_house
from app.service.house import House
from app.service.key_rights import require_private
from app.service.log import Log
from app.service.published import write_public_key
from app.settings import Settings
from app.store.engine import open_engine, sqlite_file


def open_house(settings: Settings, log: Log | None = None) -> House:
    """The house of these settings; whatever is wrong with them is said in one sentence."""
    with spoken():
        engine = open_engine(settings.database)
        folder = keys_folder(settings.keys, sqlite_file(engine))
        engine.dispose()
        if folder is not None:
            require_private(folder)
        house = build_house(settings, log=log)
        if folder is not None:
            write_public_key(house.keys.signing.public, folder)
    return house
