"""The fields of a rules file: name, type and range of each, as the command line names them.

What the fields mean together (a shoe that could run out, odds that split a penny) is checked in
``config.loader``.
"""

from dataclasses import dataclass
from functools import reduce
from typing import Generic, TypeVar

from config.documents import Document, nearest
from config.rules import (
    DealerRules,
    Interrupted,
    InterruptedFinish,
    Pays,
    PlayerRules,
    PontoonAfterSplit,
    Rules,
    ShoeRules,
    Soft17,
    StakeRules,
)
from config.shapes import Choice, Odds, Spelled, Text, WholeNumber, YesNo

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)

# Pence; ten million pounds, far above any table and far below what a database column holds.
STAKE_PENCE_MAX = 1_000_000_000
# A changed set of rules has "+" in its id, which no file can claim.
ID = Text(r"[a-z0-9]+(-[a-z0-9]+)*/[1-9][0-9]{0,5}", 'an id such as "casino-8-deck/1"')


@dataclass(frozen=True, slots=True)
class Field(Generic[T_co]):
    """One field: its dotted name, which is also its attribute path in ``Rules``."""

    key: str
    shape: Spelled[T_co]

    def value_in(self, rules: Rules) -> object:
        """The value that these rules have in this field."""
        start: object = rules
        return reduce(getattr, self.key.split("."), start)


_PENCE = WholeNumber(1, STAKE_PENCE_MAX)

PACKS = Field("shoe.packs", WholeNumber(1, 8))
RESHUFFLE_AFTER = Field("shoe.reshuffle_after", WholeNumber(0, 416))
SOFT_17 = Field("dealer.soft_17", Choice(Soft17))
DEALER_TRICK = Field("dealer.five_card_trick", YesNo())
STICK_MIN = Field("player.stick_min", WholeNumber(2, 21))
TWIST_ON_21 = Field("player.twist_on_21", YesNo())
BUYS = Field("player.buys_per_hand", WholeNumber(0, 1))
HANDS_MAX = Field("player.hands_max", WholeNumber(1, 4))
ONE_CARD_TO_ACES = Field("player.one_card_to_split_aces", YesNo())
AFTER_SPLIT = Field("player.pontoon_after_split", Choice(PontoonAfterSplit))
PAYS_WIN = Field("pays.win", Odds())
PAYS_PONTOON = Field("pays.pontoon", Odds())
PAYS_TRICK = Field("pays.five_card_trick", Odds())
STAKE_MIN = Field("stakes.min_pence", _PENCE)
STAKE_MAX = Field("stakes.max_pence", _PENCE)
STAKE_STEP = Field("stakes.step_pence", _PENCE)
FINISH = Field("interrupted.finish", Choice(InterruptedFinish))

FIELDS: tuple[Field[object], ...] = (
    *(PACKS, RESHUFFLE_AFTER),
    *(SOFT_17, DEALER_TRICK),
    *(STICK_MIN, TWIST_ON_21, BUYS, HANDS_MAX, ONE_CARD_TO_ACES, AFTER_SPLIT),
    *(PAYS_WIN, PAYS_PONTOON, PAYS_TRICK),
    *(STAKE_MIN, STAKE_MAX, STAKE_STEP),
    FINISH,
)


def known_keys() -> tuple[str, ...]:
    """Every key of a rules file, the id first, then the fields in the order of the design."""
    return ("id", *(field.key for field in FIELDS))


def field_named(key: str, place: Document) -> Field[object]:
    """The field of this name; the refusal of another brings the nearest names to mind."""
    for field in FIELDS:
        if field.key == key:
            return field
    names = tuple(field.key for field in FIELDS)
    raise place.refuse(key, nearest(key, names), f"the unknown key {key}")


def build_rules(document: Document, rules_id: str) -> Rules:
    """The rules of a document under this id, each field of its type and within its range."""

    def value(field: Field[T]) -> T:
        return document.read(field.key, field.shape)

    return Rules(
        id=rules_id,
        shoe=ShoeRules(value(PACKS), value(RESHUFFLE_AFTER)),
        dealer=DealerRules(value(SOFT_17), value(DEALER_TRICK)),
        player=PlayerRules(
            stick_min=value(STICK_MIN),
            twist_on_21=value(TWIST_ON_21),
            buys_per_hand=value(BUYS),
            hands_max=value(HANDS_MAX),
            one_card_to_split_aces=value(ONE_CARD_TO_ACES),
            pontoon_after_split=value(AFTER_SPLIT),
        ),
        pays=Pays(value(PAYS_WIN), value(PAYS_PONTOON), value(PAYS_TRICK)),
        stakes=StakeRules(value(STAKE_MIN), value(STAKE_MAX), value(STAKE_STEP)),
        interrupted=Interrupted(value(FINISH)),
    )
