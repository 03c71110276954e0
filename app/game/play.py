"""A round from its opening to its end: `open_round`, `act`, `void_round`, `replay`.

Loading a live round and judging an old one are the same call, `replay`; it gives the state or
a refusal, never a repair.
"""

from dataclasses import dataclass

from app.game.cards import Card, CardAt
from app.game.choices import IllegalAction
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.stakes import require_stake
from app.game.state import RoundState
from app.game.step import Step
from config.rules import Rules


@dataclass(frozen=True, slots=True)
class Record:
    """What decides a round beside its cards. Inputs only: all else follows from them."""

    rules: Rules
    stake: Pence
    actions: tuple[Action, ...]


class BadRecord(ValueError):
    """A record whose action at `index` could not have been taken."""

    def __init__(self, index: int, illegal: IllegalAction) -> None:
        super().__init__(f"action {index}: {illegal}")
        self.index = index
        self.illegal = illegal


class RoundEnded(ValueError):
    """A round that has ended cannot be made void."""


def open_round(rules: Rules, stake: Pence, card_at: CardAt) -> RoundState:
    """R4 to R6: the stake taken, four cards dealt, the dealer's peek. Raises `BadStake`."""
    require_stake(stake, rules)
    step = Step(rules, stake, card_at)
    step.open()
    return step.state()


def act(state: RoundState, action: Action, card_at: CardAt) -> RoundState:
    """The state after a legal action, the dealer's play included. Raises `IllegalAction`."""
    if state.ended:
        raise IllegalAction(action, (), "the round has ended")
    step = Step.after(state, card_at)
    step.act(action)
    return step.state()


def void_round(state: RoundState) -> RoundState:
    """R3: a round that cannot be finished. Raises `RoundEnded`."""
    if state.ended:
        raise RoundEnded("the round has ended: it is settled, not void")
    step = Step.after(state, _no_card)
    step.void()
    return step.state()


def replay(record: Record, card_at: CardAt) -> RoundState:
    """The state that the record leads to. Raises `BadStake` or `BadRecord`."""
    require_stake(record.stake, record.rules)
    step = Step(record.rules, record.stake, card_at)
    step.open()
    for index, action in enumerate(record.actions):
        try:
            step.act(action)
        except IllegalAction as illegal:
            raise BadRecord(index, illegal) from illegal
    return step.state()


def _no_card(position: int) -> Card:
    raise RoundEnded(f"a void round deals no card, and was asked for card {position}")
