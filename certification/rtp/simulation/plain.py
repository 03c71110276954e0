"""The slow twin of the kernel: whole cards from the words of a block, played by `app.game`.

Nothing is shared with the kernel but the words, so where both come to the same cards and the same
money, both do what the rules say or both are wrong in the same way.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from struct import Struct
from typing import Final

from app.game.cards import DECK, Card, CardAt
from app.game.money import Pence
from app.game.outcomes import Action, HandState
from app.game.play import act, open_round
from app.game.state import RoundState
from certification.rtp.simulation.plan import Block, Plan, block_entropy
from certification.rtp.strategy import Cell, Strategy
from config.rules import CARDS_IN_PACK
from rng.ctr_drbg import REQUEST_BYTES_MAX, CtrDrbg
from rng.integers import scale
from rng.shoe import Shoe

_REQUEST: Final = Struct(f">{REQUEST_BYTES_MAX // 2}H")


@dataclass(frozen=True, slots=True)
class PlainRound:
    """Card numbers in dealing order, net and stake in opening stakes, whether the shoe ended."""

    cards: tuple[int, ...]
    net: Fraction
    stake: int
    last_of_shoe: bool


class Dealer:
    """Steps 7 and 8 of section 5, word by word, over 52 counts."""

    def __init__(self, words: Iterator[int], packs: int) -> None:
        self._words = words
        self._whole = Shoe.whole(packs)
        self.counts = list(self._whole.counts)

    def card_number(self) -> int:
        """Deal one card."""
        left = sum(self.counts)
        place = next(j for word in self._words if (j := scale(word, left)) is not None)
        for number, count in enumerate(self.counts):
            if place < count:
                self.counts[number] -= 1
                return number
            place -= count
        raise AssertionError("a place beyond the last card")

    def make_whole(self) -> None:
        """R3."""
        self.counts = list(self._whole.counts)


def plain_rounds(plan: Plan, block: Block) -> Iterator[PlainRound]:
    """The rounds of a block, one by one."""
    rules = plan.file.rules
    dealer = Dealer(block_words(plan.seed, block.index), rules.shoe.packs)
    for _ in range(block.rounds):
        dealt: list[Card] = []

        def card_at(k: int, dealt: list[Card] = dealt) -> Card:
            while len(dealt) <= k:
                dealt.append(DECK[dealer.card_number()])
            return dealt[k]

        state = play_out(plan, card_at)
        whole = CARDS_IN_PACK * rules.shoe.packs
        last = whole - sum(dealer.counts) >= plan.shuffle_after
        if last:
            dealer.make_whole()
        yield PlainRound(
            tuple(card.number for card in dealt),
            Fraction(state.net or 0, state.stake),
            state.staked // state.stake,
            last,
        )


def block_words(seed: bytes, index: int) -> Iterator[int]:
    """The words of a block's generator."""
    drbg = CtrDrbg.instantiate(block_entropy(seed, index))
    while True:  # bounded by its reader
        yield from _REQUEST.unpack(drbg.generate(REQUEST_BYTES_MAX))


def play_out(plan: Plan, card_at: CardAt) -> RoundState:
    """A round by the rules and the strategy of the plan, at the least stake."""
    rules = plan.file.rules
    state = open_round(rules, Pence(rules.stakes.min_pence), card_at)
    while not state.ended:  # every action deals a card or ends a hand
        state = act(state, choice(plan.strategy, state), card_at)
    return state


def choice(strategy: Strategy, state: RoundState) -> Action:
    """What the strategy does with the hand whose turn it is."""
    hand = next(hand for hand in state.hands if hand.state is HandState.ACTIVE)
    ranks = [card.rank for card in hand.cards]
    may_split = len(state.hands) < state.rules.player.hands_max
    if may_split and len(ranks) == 2 and ranks[0] == ranks[1] and strategy.pairs[ranks[0]]:
        return Action.SPLIT
    cell = Cell(len(ranks), hand.total.soft, hand.total.points, hand.buys > 0)
    return strategy.cells[cell]
