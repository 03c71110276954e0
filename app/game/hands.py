"""What a few cards are worth (R2, R6). How a hand is played or paid is not here."""

from dataclasses import dataclass

from app.game.cards import POINTS, SUITS, Card

TWENTY_ONE = 21
TRICK_CARDS = 5
PONTOON_CARDS = 2
_ACE_AS_ELEVEN = 10
_NOT_AN_ACE = len(SUITS)  # the first card number after the four aces


@dataclass(frozen=True, slots=True)
class Total:
    """The best total of a hand; soft while an ace counts as 11."""

    points: int
    soft: bool

    @property
    def bust(self) -> bool:
        """R12."""
        return self.points > TWENTY_ONE


def total_of(cards: tuple[Card, ...]) -> Total:
    """R2: an ace counts 11 unless that would pass 21; nobody chooses."""
    points = 0
    lowest = _NOT_AN_ACE
    for card in cards:
        number = card.number
        points += POINTS[number]
        if number < lowest:  # quicker than min(), and this is where replay spends its time
            lowest = number
    if lowest < _NOT_AN_ACE and points + _ACE_AS_ELEVEN <= TWENTY_ONE:
        return Total(points + _ACE_AS_ELEVEN, soft=True)
    return Total(points, soft=False)


def is_pontoon(cards: tuple[Card, ...]) -> bool:
    """R6: an ace and a ten-point card, and no third card."""
    return len(cards) == PONTOON_CARDS and total_of(cards).points == TWENTY_ONE
