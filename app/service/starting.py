"""What a database may not be served for: rules and events of its open rounds unknown here.

Nothing is changed by looking. `app.factory` refuses to start with it; `pontoon doctor` says it.
"""

from sqlalchemy import Connection

from app.game.events import FORMATS
from app.store.rounds import rules_in_play
from app.store.rules_seen import require_unchanged
from app.store.steps import formats_in_play
from config.loader import RulesFile, UnknownRules, rules_by_hash


class EventsUnknown(Exception):
    """Rounds are open whose events a newer version of this program wrote."""


class RulesGone(Exception):
    """Rounds are open whose rules file is not here."""


def require_playable(tx: Connection, played: RulesFile) -> None:
    """That rounds can go on, and new ones begin by these rules.

    Raises `RulesChanged`, `RulesGone` and `EventsUnknown`, each with its remedy.
    """
    require_unchanged(tx, played.rules.id, played.sha256)
    gone = [sha256 for sha256 in rules_in_play(tx) if not _known(sha256, played)]
    if gone:
        raise RulesGone(
            f"rounds are in play under rules with the hash {', '.join(gone)}, which this version"
            " does not have: serve the database with the version that dealt them"
        )
    unknown = sorted(set(formats_in_play(tx)) - FORMATS.keys())
    if unknown:
        raise EventsUnknown(
            f"rounds are in play whose events are of the format {', '.join(unknown)}, which this"
            " version does not know: serve the database with the version that wrote them"
        )


def _known(sha256: str, played: RulesFile) -> bool:
    if sha256 == played.sha256:
        return True
    try:
        rules_by_hash(sha256)
    except UnknownRules:
        return False
    return True
