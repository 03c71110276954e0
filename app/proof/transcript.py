"""A round told as the game is: cards as `9H`, totals, what was done, what was paid and why.

Told from the round as it was played again (`Verdict.state`), not from what the proof states: what
differs is in the findings. Plain text, no colours.
"""

from app.game.cards import Card
from app.game.choices import legal_actions
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
from app.game.outcomes import DealerResult, HandState, Outcome
from app.game.state import RoundState
from app.proof.document import Proof
from config.rules import PontoonAfterSplit
from config.words import money, odds


def transcript(proof: Proof, state: RoundState | None) -> str:
    """The round in lines of text; `state` is None when no card of it follows."""
    lines = _heading(proof)
    if state is None:
        lines.append("No card follows from it." if proof.cards else "No card was dealt.")
        return "\n".join(lines)
    teller = _Teller(proof, state)
    lines.extend(line for event in state.events for line in teller.tell(event))
    lines.append(_ending(proof, state))
    return "\n".join(lines)


def _heading(proof: Proof) -> list[str]:
    lines = [f"Round {proof.number:,} of seat {proof.seat_id}, rules {proof.rules_id}"]
    opened = "" if proof.opened_at is None else f"opened {proof.opened_at}, "
    line = f"{opened}{proof.status} {proof.settled_at}"
    lines.append(line[0].upper() + line[1:])
    if proof.reason is not None:
        lines.append(f"Reason: {proof.reason}")
    return [*lines, ""]


def _ending(proof: Proof, state: RoundState) -> str:
    if state.returned is None or state.net is None:
        legal = " or ".join(action.value for action in legal_actions(state))
        return f"Here the round stops: you may {legal}."
    sums = (state.staked, state.returned, state.net)
    staked, returned, net = (money(pence, proof.currency) for pence in sums)
    return f"Staked {staked}, returned {returned}, net {net}."


class _Teller:
    """Follows the events with the cards on the table."""

    def __init__(self, proof: Proof, state: RoundState) -> None:
        self._proof = proof
        self._state = state
        self._hands: list[tuple[Card, ...]] = [()]
        self._dealer: tuple[Card, ...] = ()
        self._opened = False
        self._doing = ""
        self._acted = 0
        self._ended = False

    def tell(self, event: Event) -> tuple[str, ...]:
        """The lines for one event; none while a deal or an action is not complete."""
        match event:
            case StakeTaken(_, stake):
                return (f"You stake {self._money(stake)}.",)
            case CardDealt(to, card):
                return self._dealer_card(card) if to is None else self._player_card(to, card)
            case DealerPeeked(pontoon):
                return self._peeked(pontoon)
            case DealerRevealed(cards):
                self._dealer = cards
                return (f"Dealer turns over {_cards(cards)} ({total_of(cards).points}).",)
            case HandSettled(hand, outcome, returned):
                return (*self._dealer_ends(), self._settled(hand, outcome, returned))
            case Bust(_):
                return ()  # said with the card
            case _:
                return self._action(event)

    def _action(self, event: Twisted | Bought | Split | Stuck) -> tuple[str, ...]:
        match event:
            case Twisted(_):
                return self._act("twist")
            case Bought(_, stake):
                return self._act("buy", f" for {self._money(stake)} more")
            case Split(hand, stake):
                return self._split(hand, stake)
            case Stuck(hand):
                return self._stuck(hand)

    def _after(self, cards: tuple[Card, ...]) -> str:
        total = total_of(cards)
        if total.bust:
            return f"{total.points}: bust"
        if is_pontoon(cards) and not self._only_twenty_one():
            return "a pontoon"
        if len(cards) == TRICK_CARDS:
            return f"{total.points}: a five-card trick"
        return f"{'soft ' if total.soft else ''}{total.points}"

    def _only_twenty_one(self) -> bool:
        # An ace and a ten after a split, where `player.pontoon_after_split` makes no pontoon of it.
        after_split = self._state.rules.player.pontoon_after_split
        return len(self._hands) > 1 and after_split is PontoonAfterSplit.TWENTY_ONE

    def _money(self, pence: int) -> str:
        return money(pence, self._proof.currency)

    def _label(self, hand: int) -> str:
        return f"Hand {hand + 1}: " if len(self._hands) > 1 else ""

    def _line(self, hand: int, text: str) -> str:
        label = self._label(hand)
        return label + text if label else text[0].upper() + text[1:]

    def _act(self, verb: str, more: str = "") -> tuple[str, ...]:
        """Remember what the next card is for; say so when the house takes over."""
        house_from = self._proof.house_played_from
        by_house = house_from is not None and self._acted >= house_from
        self._doing = f"the house {verb}s{more}" if by_house else f"you {verb}{more}"
        self._acted += 1
        if self._acted - 1 == house_from:
            return ("The player left: from here the house plays the hand out.",)
        return ()

    def _dealer_card(self, card: Card | None) -> tuple[str, ...]:
        if card is None:
            return ()
        self._dealer += (card,)
        return (f"Dealer draws {card}: {total_of(self._dealer).points}.",)

    def _player_card(self, hand: int, card: Card | None) -> tuple[str, ...]:
        self._hands[hand] += () if card is None else (card,)
        cards = self._hands[hand]
        if not self._opened:
            return ()
        after = self._after(cards)
        if self._doing:
            return (self._line(hand, f"{self._doing}: {card}, {after}."),)
        return (self._line(hand, f"{_cards(cards)}, {after}."),)

    def _peeked(self, pontoon: bool) -> tuple[str, ...]:
        self._opened = True
        cards = self._hands[0]
        looks = "a pontoon" if pontoon else "no pontoon"
        return (
            f"You have {_cards(cards)}, {self._after(cards)}.",
            f"Dealer has ?? ?? and looks at them: {looks}.",
        )

    def _split(self, hand: int, stake: int) -> tuple[str, ...]:
        first, second = self._hands[hand]
        lines = self._act("split")
        line = self._line(hand, f"{self._doing} for {self._money(stake)} more.")
        self._doing = ""
        self._hands[hand : hand + 1] = [(first,), (second,)]
        return (*lines, line)

    def _stuck(self, hand: int) -> tuple[str, ...]:
        cards = self._hands[hand]
        split_ace = len(self._hands) > 1 and cards[0].is_ace
        if split_ace and self._state.rules.player.one_card_to_split_aces:
            return (self._line(hand, "a split ace gets one card only."),)
        lines = self._act("stick")
        return (*lines, self._line(hand, f"{self._doing} on {total_of(cards).points}."))

    def _dealer_ends(self) -> tuple[str, ...]:
        if self._ended:
            return ()
        self._ended = True
        points = total_of(self._dealer).points
        match self._state.dealer.result:
            case DealerResult.STUCK:
                return (f"Dealer sticks on {points}.",)
            case DealerResult.BUST:
                return (f"Dealer is bust at {points}.",)
            case DealerResult.FIVE_CARD_TRICK:
                return (f"Dealer has a five-card trick, {points}.",)
            case DealerResult.PONTOON | DealerResult.NOT_PLAYED | None:
                return ()

    def _settled(self, hand: int, outcome: Outcome, returned: int) -> str:
        stake = self._state.hands[hand].stake
        text = self._why(hand, outcome)
        if returned == 0:
            return f"{self._label(hand)}{text}: {self._money(stake)} lost."
        if outcome is Outcome.VOID:
            return f"{self._label(hand)}{text}: {self._money(returned)} back."
        return f"{self._label(hand)}{text}: {self._money(returned - stake)}."

    def _why(self, hand: int, outcome: Outcome) -> str:
        pays = self._state.rules.pays
        points = self._state.hands[hand].total.points
        match outcome:
            case Outcome.PONTOON:
                return f"Pontoon pays {odds(pays.pontoon)}"
            case Outcome.FIVE_CARD_TRICK:
                return f"Five-card trick pays {odds(pays.five_card_trick)}"
            case Outcome.WIN if self._state.dealer.result is DealerResult.BUST:
                return f"{points} wins, the dealer is bust: pays {odds(pays.win)}"
            case Outcome.WIN:
                beaten = total_of(self._dealer).points
                return f"{points} beats {beaten}: pays {odds(pays.win)}"
            case Outcome.BUST:
                return f"Bust at {points}"
            case Outcome.VOID:
                return "Void"
            case Outcome.LOSE:
                return self._why_lost(hand)

    def _why_lost(self, hand: int) -> str:
        lost = self._state.hands[hand]
        dealer = total_of(self._dealer).points
        match self._state.dealer.result:
            case DealerResult.PONTOON:
                pontoons = (
                    "Pontoon against pontoon" if lost.state is HandState.PONTOON else "Pontoon"
                )
                return f"{pontoons}: dealer wins"
            case DealerResult.FIVE_CARD_TRICK if lost.state is HandState.FIVE_CARD_TRICK:
                return "Five-card trick against five-card trick: dealer wins"
            case DealerResult.FIVE_CARD_TRICK:
                return f"Five-card trick beats {lost.total.points}: dealer wins"
            case _:
                tie = dealer == lost.total.points
                return (
                    f"Tie at {dealer}: dealer wins"
                    if tie
                    else f"{dealer} beats {lost.total.points}: dealer wins"
                )


def _cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(str, cards))
