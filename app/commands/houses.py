"""Opening a house for a command."""

from app.commands.faults import spoken
from app.factory import build_house
from app.service.house import House
from app.service.log import Log
from app.settings import Settings


def open_house(settings: Settings, log: Log | None = None) -> House:
    """The house of these settings; whatever is wrong with them is said in one sentence."""
    with spoken():
        return build_house(settings, log=log)
