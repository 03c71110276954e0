"""The working copy of a round during one step: made from a state, turned into the next one.

Private to `play`; it never outlives the call that made it.
"""

from app.game.cards import Card, CardAt
from app.game.choices import require_legal
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
    Twisted,
)
from app.game.hands import TRICK_CARDS, is_pontoon, total_of
from app.game.money import Pence
from app.game.outcomes import Action, DealerResult, HandState, Outcome
from app.game.settle import dealer_result, outcome_of, returned
from app.game.state import Dealer, Hand, RoundState
from config.rules import PontoonAfterSplit, Rules

_LIVE = (HandState.STUCK, HandState.FIVE_CARD_TRICK)


class Step:
    """Lists where the state has tuples, and the card function at the position reached."""

    def __init__(self, rules: Rules, stake: Pence, card_at: CardAt) -> None:
        self._rules = rules
        self._stake = stake
        self._card_at = card_at
        self._hands: list[Hand] = []
        self._dealer: tuple[Card, ...] = ()
        self._result: DealerResult | None = None
        self._cards: list[Card] = []
        self._events: list[Event] = []

    @staticmethod
    def after(state: RoundState, card_at: CardAt) -> "Step":
        """A working copy that goes on from `state`."""
        step = Step(state.rules, state.stake, card_at)
        step._hands.extend(state.hands)
        step._dealer = state.dealer.cards
        step._cards.extend(state.cards)
        step._events.extend(state.events)
        return step

    def state(self) -> RoundState:
        """The state reached."""
        return RoundState(
            rules=self._rules,
            stake=self._stake,
            hands=tuple(self._hands),
            dealer=Dealer(self._dealer, self._result),
            cards=tuple(self._cards),
            events=tuple(self._events),
        )

    def open(self) -> None:
        """R4 to R6: deal, peek, and end at once what a pontoon ends."""
        self._events.append(StakeTaken(0, self._stake))
        self._hands.append(Hand((), self._stake, HandState.WAITING))
        for _ in range(2):
            self._deal_to(0)
            self._dealer += (self._next_card(),)
            self._events.append(CardDealt(None, None))
        peeked = is_pontoon(self._dealer)
        self._events.append(DealerPeeked(peeked))
        hand = self._hands[0]
        if is_pontoon(hand.cards):
            self._close(0, HandState.PONTOON)
        elif peeked:
            self._close(0, HandState.STUCK)
        self._go_on()

    def act(self, action: Action) -> None:
        """An action on the active hand, and all that follows without another.

        Raises `IllegalAction`, with nothing changed.
        """
        index = require_legal(self._hands, self._rules, action)
        match action:
            case Action.STICK:
                self._stick(index)
            case Action.TWIST:
                self._events.append(Twisted(index))
                self._draw(index)
            case Action.BUY:
                self._buy(index)
            case Action.SPLIT:
                self._split(index)
        self._go_on()

    def void(self) -> None:
        """R3: whole stakes back, a pontoon its winnings; hands keep their states."""
        self._events.append(DealerRevealed(self._dealer))
        self._pay(
            DealerResult.NOT_PLAYED,
            [
                Outcome.PONTOON if hand.state is HandState.PONTOON else Outcome.VOID
                for hand in self._hands
            ],
        )

    def _next_card(self) -> Card:
        card = self._card_at(len(self._cards))
        self._cards.append(card)
        return card

    def _deal_to(self, index: int) -> None:
        hand = self._hands[index]
        card = self._next_card()
        self._events.append(CardDealt(index, card))
        self._hands[index] = Hand((*hand.cards, card), hand.stake, hand.state, hand.buys)

    def _close(self, index: int, state: HandState) -> None:
        hand = self._hands[index]
        self._hands[index] = Hand(hand.cards, hand.stake, state, hand.buys)

    def _stick(self, index: int) -> None:
        self._events.append(Stuck(index))
        self._close(index, HandState.STUCK)

    def _draw(self, index: int) -> None:
        self._deal_to(index)
        cards = self._hands[index].cards
        if total_of(cards).bust:
            self._events.append(Bust(index))
            self._close(index, HandState.BUST)
        elif len(cards) == TRICK_CARDS:
            self._close(index, HandState.FIVE_CARD_TRICK)

    def _buy(self, index: int) -> None:
        hand = self._hands[index]
        self._events.append(Bought(index, hand.stake))
        self._hands[index] = Hand(hand.cards, Pence(2 * hand.stake), hand.state, hand.buys + 1)
        self._draw(index)

    def _split(self, index: int) -> None:
        hand = self._hands[index]
        first, second = hand.cards
        self._events.append(Split(index, hand.stake))
        self._hands[index] = Hand((first,), hand.stake, HandState.ACTIVE)
        self._hands.insert(index + 1, Hand((second,), hand.stake, HandState.WAITING))
        self._deal_to(index)
        self._deal_to(index + 1)
        self._end_if_split_ends(index)
        self._end_if_split_ends(index + 1)

    def _end_if_split_ends(self, index: int) -> None:
        cards = self._hands[index].cards
        player = self._rules.player
        if is_pontoon(cards) and player.pontoon_after_split is PontoonAfterSplit.PONTOON:
            self._close(index, HandState.PONTOON)
        elif cards[0].is_ace and player.one_card_to_split_aces:
            self._stick(index)

    def _go_on(self) -> None:
        """Give the turn to the next waiting hand, or let the dealer end the round."""
        for index, hand in enumerate(self._hands):
            if hand.state is HandState.ACTIVE:
                return
            if hand.state is HandState.WAITING:
                self._close(index, HandState.ACTIVE)
                return
        if is_pontoon(self._dealer):
            self._settle(DealerResult.PONTOON)
        elif any(hand.state in _LIVE for hand in self._hands):
            self._settle(None)
        else:
            self._settle(DealerResult.NOT_PLAYED)

    def _settle(self, result: DealerResult | None) -> None:
        self._events.append(DealerRevealed(self._dealer))
        while result is None:
            result = dealer_result(self._dealer, self._rules)
            if result is None:
                card = self._next_card()
                self._dealer += (card,)
                self._events.append(CardDealt(None, card))
        self._pay(result, [outcome_of(hand, self._dealer, result) for hand in self._hands])

    def _pay(self, result: DealerResult, outcomes: list[Outcome]) -> None:
        self._result = result
        for index, outcome in enumerate(outcomes):
            hand = self._hands[index]
            paid = returned(hand.stake, outcome, self._rules)
            self._events.append(HandSettled(index, outcome, paid))
            self._hands[index] = Hand(hand.cards, hand.stake, hand.state, hand.buys, outcome, paid)
