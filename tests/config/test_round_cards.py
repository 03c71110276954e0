"""How many cards one round can take: each way the dealer's cards can fall is tried, and played."""

from collections import Counter
from functools import cache

import pytest

from app.game.cards import Card
from app.game.money import Pence
from app.game.outcomes import Action
from app.game.play import Record, replay
from app.game.settle import dealer_result
from config.loader import BadRules, ShoePolicy, load_rules
from config.rules import Rules

RANKS = "T98765432A"
"""By what they count; suits and court cards change nothing of it."""
OF_EACH = 4
TENS = 16
PLAYER = "33344"
"""A five-card trick: the dealer plays, and the aces and twos are left for that."""


def _rules(packs: int, *changes: str) -> Rules:
    fixed = (f"shoe.packs={packs}", "dealer.five_card_trick=false", "player.hands_max=1")
    return load_rules(changes=(*fixed, *changes), shoe=ShoePolicy.FRESH).rules


def _card(rank: str) -> Card:
    return Card.parse(f"{rank}C")


def _longest(rules: Rules) -> str:
    """The ranks of the longest hand of the dealer that the packs can deal, by trying all."""

    @cache
    def further(held: str) -> str:
        best = ""
        if dealer_result(tuple(map(_card, held)), rules) is not None:
            return best
        for rank in RANKS:
            most = rules.shoe.packs * (TENS if rank == "T" else OF_EACH)
            if held.count(rank) < most:
                # The order of the cards held decides nothing, so one order stands for all.
                way = rank + further("".join(sorted(held + rank)))
                best = max(best, way, key=len)
        return best

    return further("")


def _played(dealer: str, rules: Rules) -> int:
    order = f"{PLAYER[0]}{dealer[0]}{PLAYER[1]}{dealer[1]}{PLAYER[2:]}{dealer[2:]}"
    record = Record(rules, Pence(200), (Action.TWIST,) * 3)
    state = replay(record, lambda position: _card(order[position]))
    assert state.ended
    return state.cards_dealt


@pytest.mark.parametrize("soft_17", ["twist", "stick"])
@pytest.mark.parametrize("packs", range(1, 9))
def test_a_dealer_without_a_five_card_trick_takes_what_is_kept_ready_and_no_more(
    packs: int, soft_17: str
) -> None:
    rules = _rules(packs, f"dealer.soft_17={soft_17}")
    dealer = _longest(rules)
    assert len(PLAYER) + len(dealer) == rules.round_cards_max
    assert _played(dealer, rules) == rules.round_cards_max
    used = Counter(PLAYER + dealer)
    assert all(used[rank] <= packs * OF_EACH for rank in RANKS[1:])


@pytest.mark.parametrize("hands", range(1, 5))
def test_with_a_five_card_trick_every_hand_and_the_dealer_end_with_five(hands: int) -> None:
    rules = load_rules(changes=[f"player.hands_max={hands}"]).rules
    assert rules.round_cards_max == rules.cards_max == 5 * (hands + 1)


def test_a_long_dealer_leaves_fewer_cards_to_play_before_the_shoe_is_whole_again() -> None:
    changes = ["shoe.packs=1", "player.hands_max=1", "dealer.five_card_trick=false"]
    # 52 - (38 - 1) = 15 = 5 for the hand, 10 for the dealer
    assert load_rules(changes=[*changes, "shoe.reshuffle_after=38"]).rules.round_cards_max == 15
    with pytest.raises(BadRules, match="at most 38"):
        load_rules(changes=[*changes, "shoe.reshuffle_after=39"])


def test_one_whole_shoe_for_analysis_is_judged_by_five_cards_for_each_hand() -> None:
    rules = _rules(1, "shoe.reshuffle_after=43")
    assert (rules.cards_max, rules.round_cards_max) == (10, 15)
