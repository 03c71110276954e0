"""Rounds gone through one by one, so that none that is broken stands in the way of the others.

Only what `Diverged` says of a round freezes it. A fault on the way may be ours: it is told with
its place, and the round is left as it was.
"""

from collections.abc import Callable, Iterable

from app.service.chance import MALFORMED, place_of
from app.service.closing import StillInPlay
from app.service.house import House
from app.service.playing import freeze
from app.service.refusals import Refusal
from app.service.transferring import readable_account
from app.store.engine import database_errors
from app.store.forms import Diverged
from app.store.ids import RoundId

NOT_GONE_ON = "a round was not gone on with"


def each_by_itself(
    house: House, round_ids: Iterable[RoundId], go_on: Callable[[House, RoundId], None]
) -> None:
    """Go on with each. One that is malformed is frozen; one that is refused is left for later."""
    for round_id in round_ids:
        try:
            with readable_account(house):
                go_on(house, round_id)
        except Refusal:
            continue  # such as a stake that is still at the wallet: the next turn finds it again
        except Diverged as found:
            _freeze(house, found)
        except StillInPlay:
            _freeze(house, Diverged(round_id, "it cannot be gone on with"))
        except MALFORMED as fault:
            house.log.critical(NOT_GONE_ON, round_id=round_id, kind=place_of(fault))
        except database_errors(house.engine) as refused:
            # The text could quote a row: only its kind is told.
            kind = type(refused).__name__
            house.log.error(NOT_GONE_ON, round_id=round_id, kind=kind)


def _freeze(house: House, found: Diverged) -> None:
    errors = MALFORMED + database_errors(house.engine)
    try:
        freeze(house, found)
    except errors as refused:
        kind = type(refused).__name__
        house.log.critical("a round cannot be frozen", round_id=found.round_id, kind=kind)
