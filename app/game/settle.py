"""The dealer's play (R13) and what each hand comes to (R11, R12, R14, R15)."""

from app.game.cards import Card
from app.game.hands import TRICK_CARDS, TWENTY_ONE, total_of
from app.game.money import Pence, winnings
from app.game.outcomes import DealerResult, HandState, Outcome
from app.game.state import Hand
from config.rules import Rules, Soft17

_DEALER_STICKS_FROM = 17


def dealer_result(cards: tuple[Card, ...], rules: Rules) -> DealerResult | None:
    """How the dealer's played hand ended, or None while R13 asks for another card."""
    total = total_of(cards)
    if total.bust:
        return DealerResult.BUST
    if len(cards) >= TRICK_CARDS and rules.dealer.five_card_trick:
        return DealerResult.FIVE_CARD_TRICK
    if total.points < _DEALER_STICKS_FROM:
        return None
    if total.points == _DEALER_STICKS_FROM and total.soft:
        return DealerResult.STUCK if rules.dealer.soft_17 is Soft17.STICK else None
    return DealerResult.STUCK


def outcome_of(hand: Hand, dealer: tuple[Card, ...], result: DealerResult) -> Outcome:
    """R14: pontoon, five-card trick, then the total; every tie goes to the dealer."""
    if result is DealerResult.PONTOON:
        return Outcome.LOSE
    match hand.state:
        case HandState.BUST:
            return Outcome.BUST
        case HandState.PONTOON:
            return Outcome.PONTOON
        case HandState.FIVE_CARD_TRICK:
            if result is DealerResult.FIVE_CARD_TRICK:
                return Outcome.LOSE
            return Outcome.FIVE_CARD_TRICK
        case _:
            return _by_total(hand, dealer, result)


def _by_total(hand: Hand, dealer: tuple[Card, ...], result: DealerResult) -> Outcome:
    if result is DealerResult.FIVE_CARD_TRICK:
        return Outcome.LOSE
    points = total_of(dealer).points
    if points > TWENTY_ONE or hand.total.points > points:
        return Outcome.WIN
    return Outcome.LOSE


def returned(stake: Pence, outcome: Outcome, rules: Rules) -> Pence:
    """What goes back to the player, the stake included; a void hand has its whole stake (R3)."""
    match outcome:
        case Outcome.LOSE | Outcome.BUST:
            return Pence(0)
        case Outcome.VOID:
            return stake
        case Outcome.WIN:
            return Pence(stake + winnings(stake, rules.pays.win))
        case Outcome.PONTOON:
            return Pence(stake + winnings(stake, rules.pays.pontoon))
        case Outcome.FIVE_CARD_TRICK:
            return Pence(stake + winnings(stake, rules.pays.five_card_trick))
