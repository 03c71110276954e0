"""From a stake to the cards it pays for: one way on, for a new request and for a resumed one.

`begin` asks the wallet; `go_on` follows a confirmed stake, whenever that is known. A step that
costs nothing goes straight to `take_step`.
"""

from dataclasses import dataclass

from sqlalchemy import Connection

from app.game.money import Pence
from app.game.outcomes import Action
from app.ledger.entries import stake_entry
from app.service.closing import Closed, close
from app.service.house import House
from app.service.playing import OpenRound, add_action, deal_cards
from app.service.transferring import Ask, transfer
from app.store.entries import post
from app.store.forms import Diverged
from app.store.rows import BoundRow, RoundRow, TransferRow
from app.store.statuses import Actor, TransferKind


@dataclass(frozen=True, slots=True)
class Stepped:
    """The round after a step, and how it was closed if that was its last."""

    after: OpenRound
    closed: Closed | None

    @property
    def owed(self) -> TransferRow | None:
        """A payment that the wallet still has to be asked for."""
        return None if self.closed is None else self.closed.owed


def begin(house: House, tx: Connection, ask: Ask, at: str) -> TransferRow:
    """Ask the wallet for a stake: confirmed, refused, or pending until it has been asked."""
    return transfer(house, tx, TransferKind.DEBIT, ask, at)


def go_on(
    house: House, tx: Connection, before: RoundRow | OpenRound, paid: TransferRow, at: str
) -> Stepped:
    """The stake is there: enter it, then deal the bound round, or take the action it was for.

    Raises `Diverged`.
    """
    enter_stake(tx, paid, at)
    match before, paid.action:
        case RoundRow(bound=BoundRow() as bound) as row, None:
            after = deal_cards(house, tx, row, bound)
        case OpenRound() as opened, Action() as action:
            after = add_action(tx, opened, action, Actor.PLAYER, at)
        case _:
            raise Diverged(paid.round_id, "a stake of it is for another step than the next one")
    return _stepped(house, tx, after, at)


def take_step(house: House, tx: Connection, before: OpenRound, action: Action, at: str) -> Stepped:
    """A legal action of the player whose price, if it has one, is entered."""
    return _stepped(house, tx, add_action(tx, before, action, Actor.PLAYER, at), at)


def enter_stake(tx: Connection, paid: TransferRow, at: str) -> None:
    """A confirmed stake in the books."""
    post(tx, stake_entry(paid.player_id, paid.round_id, Pence(paid.amount)), at)


def _stepped(house: House, tx: Connection, after: OpenRound, at: str) -> Stepped:
    return Stepped(after, close(house, tx, after, at) if after.state.ended else None)
