"""Everything is wired here: the house that the service functions are handed, and its application.

Nothing is decided here beyond what refuses to start: missing keys, a database that is behind, and a
rules file that was edited after it had been played.
"""

from contextlib import ExitStack, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Engine

from app.proof.instants import stamp
from app.service.clock import Clock, SystemClock
from app.service.house import House, Terms
from app.service.key_rights import require_private
from app.service.keys import (
    Keys,
    KeysMissing,
    make_missing_keys,
    read_keys,
    require_keys,
    write_public_key,
)
from app.service.log import Log, json_log
from app.service.restored import watch
from app.service.resuming import resume_all
from app.service.sessions import known_sessions
from app.service.starting import require_playable
from app.service.sweeping import keep_sweeping
from app.settings import Settings, keys_folder, settings_from_environment
from app.store.engine import open_engine, reading, sqlite_file, writing
from app.store.marks import try_write
from app.store.rounds import any_rounds, sealing_keys_needed
from app.store.rules_seen import remember_rules
from app.store.schema import SchemaBehind, behind, migrate
from app.wallet.wallet import InternalWallet, Wallet
from config.loader import RulesFile, load_rules
from config.table import load_table
from rng.entropy import EntropySource
from rng.source import RandomSource

if TYPE_CHECKING:
    # Flask is loaded by those who ask for an application, not by all who open a house.
    from apiflask import APIFlask


def build_house(
    settings: Settings,
    *,
    clock: Clock | None = None,
    source: RandomSource | None = None,
    wallet: Wallet | None = None,
    rules_file: RulesFile | None = None,
    log: Log | None = None,
) -> House:
    """The house that these settings describe; the rest is for tests to bring their own.

    Its keys are closed to others, and its public key stands beside them. Raises `KeysMissing`,
    `KeysOpen`, `BadKeyFile`, `SchemaBehind`, `SchemaUnknown`, and what `require_playable`,
    `open_engine` and `load_rules` raise.
    """
    played = rules_file or load_rules(settings.rules_id)
    time, chance = clock or SystemClock(), source or RandomSource(EntropySource())
    engine, keys = _open_database(settings, chance, played, stamp(time.now()))
    table = load_table()
    return House(
        engine=engine,
        terms=Terms(played, wallet or InternalWallet(), table.currency),
        table=table,
        source=chance,
        keys=keys,
        clock=time,
        demo=settings.demo,
        software=software(),
        log=log or json_log(),
        session_of=known_sessions(engine),
    )


def house_at_work(settings: Settings) -> House:
    """The house that these settings describe, and what it does by itself until it is closed.

    It first goes on with what a wallet still owes an answer for, and from then on does so every so
    often, and finishes the rounds that their players left. Raises `MarkMissing`, and what
    `build_house` raises.
    """
    house = build_house(settings)
    with ExitStack() as on_refusal:
        on_refusal.callback(house.close)
        watch(house)
        resume_all(house)
        house.work.callback(keep_sweeping(house))
        on_refusal.pop_all()
    return house


def create_app(settings: Settings, house: House | None = None) -> "APIFlask":
    """The application that speaks for this house, by default one at work with these settings."""
    from app.api.app import build_api
    from app.api.clients import counted
    from app.api.origins import require_origins

    require_origins(settings.allow_origins)
    app = build_api(house or house_at_work(settings), settings.allow_origins)
    app.wsgi_app = counted(app.wsgi_app)  # type: ignore[assignment]  # as Flask's guide has it
    return app


def wsgi() -> "APIFlask":
    """For other servers: `gunicorn 'app.factory:wsgi()'`, with places from the environment."""
    from app.api.responses import take_broken_bodies

    app = create_app(settings_from_environment())
    with suppress(ImportError):  # another server, which says it in its own way
        from gunicorn.http.errors import ParseException

        take_broken_bodies(app, ParseException)
    return app


def software() -> str:
    """`pontoon <version>`, as proofs name what settled them."""
    try:
        return f"pontoon {version('pontoon')}"
    except PackageNotFoundError:
        return "pontoon unreleased"


def _open_database(
    settings: Settings, chance: RandomSource, played: RulesFile, at: str
) -> tuple[Engine, Keys]:
    """The database and the keys to its secrets, if it can be served by these rules."""
    with ExitStack() as on_refusal:
        engine = open_engine(settings.database)
        on_refusal.callback(engine.dispose)
        folder = keys_folder(settings.keys, sqlite_file(engine))
        if folder is not None:
            require_private(folder)  # before anything is made
        _bring_up_to_date(engine)
        keys = _open_keys(folder, engine, chance)
        with writing(engine) as tx:
            try_write(tx)
            require_playable(tx, played)
            remember_rules(tx, played.rules.id, played.sha256, at)
        on_refusal.pop_all()
    return engine, keys


def _bring_up_to_date(engine: Engine) -> None:
    file = sqlite_file(engine)
    if file is not None:
        file.parent.mkdir(parents=True, exist_ok=True)
    if not behind(engine):
        return
    if file is None:
        address = engine.url.render_as_string(hide_password=True)
        raise SchemaBehind(
            "the database is not at this version's schema: run pontoon migrate --database"
            f" {address}"
        )
    migrate(engine)


def _open_keys(folder: Path | None, engine: Engine, chance: RandomSource) -> Keys:
    if folder is None:
        raise KeysMissing("PostgreSQL has no folder beside it: name the folder of keys with --keys")
    with reading(engine) as tx:
        new, needed = not any_rounds(tx), sealing_keys_needed(tx)
    if new:
        make_missing_keys(folder, chance)
    keys = read_keys(folder)
    require_keys(keys, needed, folder)
    write_public_key(keys.signing.public, folder)
    return keys
