"""How a round ends: secret published, stakes paid where they belong, the next number announced.

One that was dealt is settled, or void for a reason; one that never was gives back what is held.
"""

from dataclasses import dataclass, replace

from sqlalchemy import Connection

from app.game.money import Pence
from app.ledger.entries import EntryKind, closing_entry
from app.service.announcing import announce_round, round_after
from app.service.chance import secret_or_reason
from app.service.house import House
from app.service.playing import OpenRound
from app.service.results import Result
from app.service.showing import dealer_of, hand_views
from app.service.transferring import Ask, transfer
from app.store.entries import post, stakes_held
from app.store.rounds import end
from app.store.rows import AnnouncedRow, EndedRow, RoundRow, TransferRow
from app.store.statuses import RoundStatus, TransferKind, TransferState

UNPLAYED_VERSION = 2
"""Of a void round without a card: 1 when it was bound, one more when it was made void."""


class StillInPlay(Exception):
    """The round has not ended, so nothing can be paid for it."""


@dataclass(frozen=True, slots=True)
class Closed:
    """The ended round, what was announced after it, and a payment that its wallet still owes.

    `coming` is None where the source refuses: then the settlement stands, and nothing is announced.
    """

    row: RoundRow
    ended: EndedRow
    coming: AnnouncedRow | None
    owed: TransferRow | None


def close(
    house: House, tx: Connection, over: OpenRound, at: str, reason: str | None = None
) -> Closed:
    """Settle a round that was played out, or void it for `reason`. Raises `StillInPlay`."""
    ended = _ended_row(house, over, at, reason)
    kind = EntryKind.SETTLEMENT if reason is None else EntryKind.VOID
    return _close(house, tx, over.row, ended, kind, over.steps, at)


def close_unplayed(house: House, tx: Connection, row: RoundRow, at: str, reason: str) -> Closed:
    """Make a bound round void that was never dealt: exactly the stakes held for it go back."""
    announced, bound = row.announced, row.bound
    held = stakes_held(tx, announced.round_id)
    secret, reason = secret_or_reason(house, announced, reason)
    ended = EndedRow(
        status=RoundStatus.VOID,
        version=UNPLAYED_VERSION,
        server_secret=secret,
        reason=reason,
        staked=held,
        returned=held,
        house_played_from=None,
        result=None,
        software=house.software,
        ended_at=at if bound is None else max(at, bound.opened_at),
    )
    return _close(house, tx, row, ended, EntryKind.VOID, 0, at)


def _close(
    house: House,
    tx: Connection,
    row: RoundRow,
    ended: EndedRow,
    kind: EntryKind,
    step: int,
    at: str,
) -> Closed:
    announced, staked, returned = row.announced, Pence(ended.staked), Pence(ended.returned)
    if row.status is RoundStatus.FROZEN:  # to be frozen was shown as a version of its own
        ended = replace(ended, version=ended.version + 1)
    end(tx, announced.round_id, row.status, ended)
    if staked:
        player_id, round_id = announced.player_id, announced.round_id
        post(tx, closing_entry(kind, player_id, round_id, staked, returned), at)
    owed = None
    if returned:
        paid = transfer(house, tx, TransferKind.CREDIT, Ask(announced, step, returned), at)
        owed = paid if paid.state is TransferState.PENDING else None
    over = replace(row, status=ended.status, ended=ended)
    return Closed(over, ended, announce_round(house, tx, round_after(house, over)), owed)


def _ended_row(house: House, over: OpenRound, at: str, reason: str | None) -> EndedRow:
    state = over.state
    if state.returned is None:
        raise StillInPlay(f"round {over.announced.round_id} has not ended")
    result = Result(
        actions=tuple(action.value for action in over.actions),
        cards=tuple(map(str, state.cards)),
        words_passed_over=over.deal.draw.words_passed_over(state.cards_dealt),
        hands=hand_views(state),
        dealer=dealer_of(state),
    )
    return EndedRow(
        status=RoundStatus.SETTLED if reason is None else RoundStatus.VOID,
        version=over.version,
        server_secret=over.deal.secret.hex(),
        reason=reason,
        staked=state.staked,
        returned=state.returned,
        house_played_from=over.house_played_from,
        result=result.to_json(),
        software=house.software,
        ended_at=max(at, over.bound.opened_at),  # the clock may have been set back since
    )
