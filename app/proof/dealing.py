"""From a draw to the cards of the game, and from the shoe of one round to that of the next (R3).

Whoever deals, serves or judges does it here; what the numbers mean is in `rng` and `app.game`.
"""

from app.game.cards import DECK, Card, CardAt
from app.game.shoe import made_whole
from config.rules import Rules
from rng.draw import RoundDraw
from rng.shoe import CARDS, Shoe


def cards_of(draw: RoundDraw) -> CardAt:
    """The card at each position of a round, dealt when it is asked for."""
    number = draw.card_number

    def card_at(position: int) -> Card:
        return DECK[number(position)]

    return card_at


def dealt_from(shoe: Shoe, rules: Rules) -> int:
    """How many cards a shoe lacks of its whole packs."""
    return CARDS * rules.shoe.packs - shoe.remaining


def is_made_whole(left: Shoe, rules: Rules) -> bool:
    """R3: whether the shoe that a round has left is made whole at the end of that round."""
    return made_whole(dealt_from(left, rules), rules)


def shoe_after(left: Shoe, rules: Rules) -> Shoe:
    """R3: the shoe announced after a round that has left this one."""
    return Shoe.whole(rules.shoe.packs) if is_made_whole(left, rules) else left
