"""The kernel that plays rounds does what `app.game` does, on the same cards."""

import numpy as np

from app.commands.rng_deal import chosen
from app.game.cards import DECK
from app.game.money import Pence
from app.game.outcomes import DealerResult, HandState
from app.game.play import act, open_round
from app.game.state import RoundState
from certification.cards import play
from certification.cards.dealer import CardNumbers
from certification.cards.fixed_play import moves, strategy
from config.loader import load_rules

ROUNDS = 3_000


def _by_the_game(cards: list[int]) -> RoundState:
    rules = load_rules().rules

    def card_at(position: int):  # type: ignore[no-untyped-def] # a card of the list
        return DECK[cards[position]]

    state = open_round(rules, Pence(200), card_at)
    while not state.ended:
        state = act(state, chosen(state, strategy()), card_at)
    return state


def _cards() -> CardNumbers:
    """Rounds from whole shoes, and more from shoes of few ranks, where splits and tricks abound."""
    rng = np.random.default_rng(11)
    shoe = np.repeat(np.arange(52, dtype=np.uint8), 8)
    low = np.repeat(np.arange(0, 12, dtype=np.uint8), 8)
    eights = np.repeat(np.arange(24, 36, dtype=np.uint8), 8)
    rows = [rng.permutation(kind)[:20] for kind in (shoe, low, eights) for _ in range(ROUNDS // 3)]
    return np.array(rows, np.uint8)


def test_kernel_plays_as_the_game_does() -> None:
    cards = _cards()
    fixed = moves()
    told = play.play_rounds(cards, fixed.actions, fixed.pairs)
    seen = set()
    for row, facts in zip(cards.tolist(), told.tolist(), strict=True):
        state = _by_the_game(row)
        assert facts[play.USED] == state.cards_dealt
        assert facts[play.NET] == (state.net or 0) // 200
        seen.add((facts[play.HANDS], facts[play.DEALER]))
        if facts[play.DEALER] == play.DEALER_PONTOON:
            assert state.dealer.result is DealerResult.PONTOON
            continue
        states = [hand.state for hand in state.hands]
        assert facts[play.HANDS] == len(states)
        assert facts[play.PONTOONS] == states.count(HandState.PONTOON)
        assert facts[play.TRICKS] == states.count(HandState.FIVE_CARD_TRICK)
        assert facts[play.BUSTS] == states.count(HandState.BUST)
    assert {hands for hands, _ in seen} == {0, 1, 2, 3}
    assert {dealer for _, dealer in seen} == set(range(8))
