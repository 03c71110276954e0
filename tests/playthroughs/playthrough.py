"""Golden playthroughs: rounds written down as they are seen at the table.

A file of `games/` reads like the game:

    Three eights, three hands            the title
    What the round is kept to show.      one or more lines

    rules: player.hands_max=2            fields changed, if any
    stake: £10
    cards: 8C 6D 8H TD ...               in dealing order: player, dealer, player, dealer, ...

    > deal                               what is done ...
    Hand 1  8C 8H  16  £10  active       ... and what the table says then
    Dealer  ?? ??
    You may twist, stick, buy, split.

Actions are `twist`, `stick`, `buy`, `split`; `house` is what the house does for a player who
left, `void` ends a round that cannot be finished. The rounds themselves are played by
`test_playthroughs`; `EXAMPLES` is the list for whoever wants to show them.
"""

from dataclasses import dataclass
from pathlib import Path

from app.game.cards import CardAt
from app.game.choices import house_action
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import act, open_round, void_round
from app.game.state import RoundState
from config.rules import Rules
from tests.game.table import deal, house

_GAMES = Path(__file__).parent / "games"
_PENCE_IN_POUND = 100


class BadPlaythrough(ValueError):
    """A file that is not written as a playthrough."""


@dataclass(frozen=True, slots=True)
class Turn:
    """Something done at the table, and what the table said then."""

    done: str
    said: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Playthrough:
    """One file."""

    name: str
    title: str
    about: str
    changes: tuple[str, ...]
    stake: Pence
    cards: tuple[str, ...]
    turns: tuple[Turn, ...]

    @property
    def rules(self) -> Rules:
        """The shipped rules, or those with the fields of this game."""
        return house(*self.changes)

    @property
    def card_at(self) -> CardAt:
        """The cards of this game and no more."""
        return deal(" ".join(self.cards))

    @property
    def actions(self) -> tuple[str, ...]:
        """What was done after the deal."""
        return tuple(turn.done for turn in self.turns[1:])

    def states(self) -> tuple[RoundState, ...]:
        """The state after each turn."""
        states = [open_round(self.rules, self.stake, self.card_at)]
        for done in self.actions:
            states.append(_after(states[-1], done, self.card_at))
        return tuple(states)


def _after(state: RoundState, done: str, card_at: CardAt) -> RoundState:
    if done == "void":
        return void_round(state)
    return act(state, house_action(state) if done == "house" else Action(done), card_at)


def parse(name: str, text: str) -> Playthrough:
    """The playthrough written in `text`. Raises `BadPlaythrough`."""
    head, *played = text.strip().split("\n\n> ")
    title, *lines = head.splitlines()
    about = [line for line in lines if line and ": " not in line]
    facts = dict(line.split(": ", 1) for line in lines if ": " in line)
    if (
        not title
        or not about
        or not {"stake", "cards"} <= set(facts) <= {"rules", "stake", "cards"}
    ):
        raise BadPlaythrough(f"{name}: wants a title, what it shows, a stake and its cards")
    turns = tuple(_turn(block) for block in played)
    if not turns or turns[0].done != "deal":
        raise BadPlaythrough(f"{name}: the first thing done is the deal")
    return Playthrough(
        name=name,
        title=title,
        about=" ".join(about),
        changes=tuple(facts.get("rules", "").split()),
        stake=_pounds(name, facts["stake"]),
        cards=tuple(facts["cards"].split()),
        turns=turns,
    )


def _turn(block: str) -> Turn:
    done, *said = block.strip().splitlines()
    return Turn(done.strip(), tuple(said))


def _pounds(name: str, text: str) -> Pence:
    pounds = text.removeprefix("£")
    if not text.startswith("£") or not pounds.isdecimal():
        raise BadPlaythrough(f"{name}: a stake is written £10, and this is {text}")
    return Pence(_PENCE_IN_POUND * int(pounds))


EXAMPLES: tuple[Playthrough, ...] = tuple(
    parse(file.stem, file.read_text(encoding="utf-8")) for file in sorted(_GAMES.glob("*.txt"))
)
