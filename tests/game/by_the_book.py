"""The rules once more, slow and obvious, from the cards on the table: a twin for the engine.

Written from R2 and R7 to R15 alone; it shares no function with the code that it judges.
"""

from dataclasses import dataclass
from itertools import product

from app.game.cards import Card
from app.game.events import (
    Bought,
    Bust,
    CardDealt,
    DealerPeeked,
    DealerRevealed,
    Event,
    HandSettled,
    Split,
    StakeTaken,
    Stuck,
)
from app.game.outcomes import Action, Outcome
from config.rules import PontoonAfterSplit, Rules, Soft17


@dataclass(slots=True)
class SeenHand:
    """A hand as a reader of the events alone has it before them."""

    cards: list[Card]
    stake: int
    from_split: bool = False
    buys: int = 0
    closed: str = ""
    outcome: Outcome | None = None
    returned: int | None = None


@dataclass(slots=True)
class Seen:
    """The table as a reader of the events alone has it before them; face-down cards are None."""

    hands: list[SeenHand]
    dealer: list[Card | None]


def best_total(cards: list[Card]) -> tuple[int, bool]:
    """R2 by trying every value of every ace: the best total, and whether an ace counts 11."""
    values = [(1, 11) if str(card)[0] == "A" else (pips(card),) for card in cards]
    sums = [(sum(choice), 11 in choice) for choice in product(*values)]
    held = [found for found in sums if found[0] <= 21]
    return max(held) if held else min(sums)


def pips(card: Card) -> int:
    """R2 for anything but an ace."""
    name = str(card)[0]
    return 10 if name in "TJQK" else int(name)


def is_natural(cards: list[Card]) -> bool:
    """R6."""
    return len(cards) == 2 and best_total(cards)[0] == 21


def counts_as_pontoon(hand: SeenHand, rules: Rules) -> bool:
    """R6, and `player.pontoon_after_split`."""
    after_split = rules.player.pontoon_after_split is PontoonAfterSplit.PONTOON
    return is_natural(hand.cards) and (after_split or not hand.from_split)


def read(events: tuple[Event, ...], rules: Rules) -> Seen:
    """What the events tell, one after the other."""
    seen = Seen([], [])
    for event in events:
        _see(seen, event)
    for hand in seen.hands:
        if not hand.closed and counts_as_pontoon(hand, rules):
            hand.closed = "pontoon"
        elif not hand.closed and len(hand.cards) == 5:
            hand.closed = "five_card_trick"
    return seen


def _see(seen: Seen, event: Event) -> None:
    match event:
        case StakeTaken(hand, stake):
            seen.hands.insert(hand, SeenHand([], stake))
        case CardDealt(None, card):
            seen.dealer.append(card)
        case CardDealt(int(to), Card() as card):
            seen.hands[to].cards.append(card)
        case DealerPeeked(True):
            seen.hands[0].closed = "" if is_natural(seen.hands[0].cards) else "stuck"
        case Bought(hand, stake):
            seen.hands[hand].stake += stake
            seen.hands[hand].buys += 1
        case Split(hand, stake):
            seen.hands[hand].from_split = True
            second = seen.hands[hand].cards.pop()
            seen.hands.insert(hand + 1, SeenHand([second], stake, from_split=True))
        case Stuck(hand):
            seen.hands[hand].closed = "stuck"
        case Bust(hand):
            seen.hands[hand].closed = "bust"
        case DealerRevealed(cards):
            seen.dealer[:2] = cards
        case HandSettled(hand, outcome, returned):
            seen.hands[hand].outcome = outcome
            seen.hands[hand].returned = returned


def allowed(hand: SeenHand, hands: int, rules: Rules) -> set[Action]:
    """R7 to R10 for the hand whose turn it is."""
    total, _ = best_total(hand.cards)
    may: set[Action] = set()
    if total < 21 or rules.player.twist_on_21:
        may.add(Action.TWIST)
        if hand.buys < rules.player.buys_per_hand:
            may.add(Action.BUY)
    if total >= rules.player.stick_min:
        may.add(Action.STICK)
    ranks = [str(card)[0] for card in hand.cards]
    if len(ranks) == 2 and ranks[0] == ranks[1] and hands < rules.player.hands_max:
        may.add(Action.SPLIT)
    return may


def dealer_twists(cards: list[Card], rules: Rules) -> bool:
    """R13 for a dealer who has somebody to play against."""
    total, soft = best_total(cards)
    if rules.dealer.five_card_trick and len(cards) == 5:
        return False
    return total <= 16 or (total == 17 and soft and rules.dealer.soft_17 is Soft17.TWIST)


def dealer_cards(given: list[Card], hands: list[SeenHand], rules: Rules) -> list[Card]:
    """R13: what the dealer ends with, of two cards and those that come next."""
    cards = given[:2]
    live = any(hand.closed in {"stuck", "five_card_trick"} for hand in hands)
    while live and not is_natural(cards) and dealer_twists(cards, rules):
        cards.append(given[len(cards)])
    return cards


def paid(hand: SeenHand, dealer: list[Card], rules: Rules) -> int:
    """R5, R11, R12, R14, R15: what goes back, by ranks that are compared."""
    mine = _rank(hand.cards, counts_as_pontoon(hand, rules), five_card_trick=True)
    theirs = _rank(dealer, is_natural(dealer), five_card_trick=rules.dealer.five_card_trick)
    if mine < (0, 0) or mine <= theirs:
        return 0
    odds = {2: rules.pays.pontoon, 1: rules.pays.five_card_trick, 0: rules.pays.win}[mine[0]]
    won = hand.stake * odds
    assert won.denominator == 1
    return hand.stake + int(won)


def _rank(cards: list[Card], pontoon: bool, *, five_card_trick: bool) -> tuple[int, int]:
    total, _ = best_total(cards)
    if total > 21:
        return (-1, 0)
    if pontoon:
        return (2, 0)
    if five_card_trick and len(cards) == 5:
        return (1, 0)
    return (0, total)
