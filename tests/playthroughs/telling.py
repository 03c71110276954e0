"""What the table says of a state: the lines that a playthrough has under each thing done."""

from app.game.cards import FACE_DOWN
from app.game.choices import legal_actions
from app.game.hands import Total
from app.game.money import Pence
from app.game.outcomes import DealerResult, HandState
from app.game.state import Hand, RoundState

_PENCE_IN_POUND = 100

_RESULTS = {
    DealerResult.NOT_PLAYED: "does not draw",
    DealerResult.STUCK: "sticks",
    DealerResult.BUST: "busts",
    DealerResult.PONTOON: "has a pontoon",
    DealerResult.FIVE_CARD_TRICK: "has a five-card trick",
}


def tell(state: RoundState) -> tuple[str, ...]:
    """One line for each hand, the dealer's, and either what may be done or how it was paid."""
    hands = [_hand(number, hand) for number, hand in enumerate(state.hands, start=1)]
    return (*hands, _dealer(state), _last(state))


def pounds(pence: Pence) -> str:
    """`£10`, `£2.50`."""
    whole, rest = divmod(abs(pence), _PENCE_IN_POUND)
    return f"£{whole}.{rest:02}" if rest else f"£{whole}"


def _hand(number: int, hand: Hand) -> str:
    cards = " ".join(map(str, hand.cards))
    line = f"Hand {number}  {cards}  {_total(hand.total)}  {pounds(hand.stake)}  {_words(hand)}"
    if hand.outcome is None or hand.returned is None:
        return line
    return f"{line} -> {hand.outcome.value.replace('_', '-')}, {pounds(hand.returned)} back"


def _words(hand: Hand) -> str:
    return "five-card trick" if hand.state is HandState.FIVE_CARD_TRICK else hand.state.value


def _total(total: Total) -> str:
    return f"soft {total.points}" if total.soft else str(total.points)


def _dealer(state: RoundState) -> str:
    if state.dealer.result is None:
        return f"Dealer  {FACE_DOWN} {FACE_DOWN}"
    cards = " ".join(map(str, state.dealer.cards))
    return f"Dealer  {cards}  {_total(state.dealer.total)}  {_RESULTS[state.dealer.result]}"


def _last(state: RoundState) -> str:
    if state.returned is None or state.net is None:
        return f"You may {', '.join(action.value for action in legal_actions(state))}."
    if state.net == 0:
        ending = "nothing won or lost"
    else:
        ending = f"{'won' if state.net > 0 else 'lost'} {pounds(state.net)}"
    return f"Staked {pounds(state.staked)}, {pounds(state.returned)} back: {ending}."
