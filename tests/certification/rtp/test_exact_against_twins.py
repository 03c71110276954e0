"""The exact analysis against full enumeration: the whole law of a round, splits included."""

import random
from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction

import numpy as np
import pytest

from certification.rtp.exact.best import best_table
from certification.rtp.exact.contraction import pack
from certification.rtp.exact.game import Game, game_of
from certification.rtp.exact.joint import Family, beside
from certification.rtp.exact.law import RoundLaw, round_law
from certification.rtp.exact.play import as_strategy, as_table, play, round_worth
from certification.rtp.named import NEVER_BUY_OR_SPLIT, OPTIMAL, options_of
from certification.rtp.strategy import Strategy
from config.loader import ShoePolicy, load_rules
from config.rules import Rules
from tests.certification.rtp.pack_twin import PackTwin
from tests.certification.rtp.twin import Law, exact_law

# Opening stakes and chances. The twin is exact; what differs is rounding.
AGREE = 1e-12

# Cards of each rank, ace to king. Few ranks, so that every play of 20 to 25 cards can be tried.
ACES_EIGHTS_JACKS = (5, 0, 0, 0, 0, 0, 0, 10, 0, 0, 5, 0, 0)
TWOS_EIGHTS_TENS = (0, 5, 0, 0, 0, 0, 0, 9, 0, 6, 0, 0, 0)
EIGHTS_NINES_COURTS = (0, 0, 0, 0, 0, 0, 0, 8, 6, 0, 5, 0, 5)
SEVENS_SIXES_KINGS = (0, 0, 0, 0, 0, 8, 8, 0, 0, 0, 0, 0, 8)
ACES_THREES_COURTS_16 = (4, 0, 6, 0, 0, 0, 0, 0, 0, 0, 4, 0, 2)
PACK = (4,) * 13
FEW_VALUES = (4, 0, 0, 4, 0, 4, 0, 4, 0, 4, 4, 4, 4)  # a pack of aces, fours, sixes, eights, tens
FOUR_HANDS_25 = (5, 0, 0, 0, 0, 0, 0, 13, 0, 0, 0, 7, 0)


def rules_of(*changes: str) -> Rules:
    return load_rules(changes=changes, shoe=ShoePolicy.FRESH).rules


def random_strategy(rules: Rules, seed: int) -> Strategy:
    draw = random.Random(seed)
    options = options_of(OPTIMAL, rules)
    cells = {cell: draw.choice(actions) for cell, actions in options.cells.items()}
    return Strategy(f"random {seed}", cells, tuple(draw.random() < 0.7 for _ in range(13)))


def assert_same(law: RoundLaw, twin: Law, game: Game, worth: float) -> None:
    results: defaultdict[tuple[int, ...], float] = defaultdict(float)
    hands: defaultdict[tuple[int, ...], float] = defaultdict(float)
    for (net, stake, *ends), chance in twin.items():
        results[int(net / law.unit), stake] += float(chance)
        if ends[-1]:
            hands[tuple(ends)] += float(chance)
    assert_close(law.results, results)
    assert_close(law.hands, hands)
    assert sum(twin.values()) == 1
    mean = sum(net * chance for (net, *_), chance in twin.items())
    assert worth == pytest.approx(float(mean), abs=AGREE), game.rules.id


def assert_close(
    found: Mapping[tuple[int, ...], float], expected: Mapping[tuple[int, ...], float]
) -> None:
    assert set(found) == set(expected)
    for key, chance in expected.items():
        # The rarest results too, to a relative 1e-9: the highest win is one of them.
        assert found[key] == pytest.approx(chance, abs=AGREE * chance**0.5, rel=1e-9), key


@pytest.mark.parametrize(
    ("shoe", "changes"),
    [
        (ACES_EIGHTS_JACKS, ()),
        (TWOS_EIGHTS_TENS, ()),
        (EIGHTS_NINES_COURTS, ()),
        (SEVENS_SIXES_KINGS, ()),
        (ACES_THREES_COURTS_16, ("player.hands_max=2",)),
        (FOUR_HANDS_25, ("player.hands_max=4",)),
    ],
)
def test_the_best_table_is_worth_what_full_enumeration_says(
    shoe: tuple[int, ...], changes: tuple[str, ...]
) -> None:
    rules = rules_of(*changes)
    game = game_of(rules, shoe)
    table = best_table(game, options_of(OPTIMAL, rules))
    twin = exact_law(rules, as_strategy(game, table, OPTIMAL), shoe)
    worth = round_worth(game, table, play(game, table))
    assert_same(round_law(game, table), twin, game, worth)


@pytest.mark.parametrize(
    ("seed", "changes"),
    [
        (1, ()),
        (2, ()),
        (2, ("dealer.soft_17=stick", "player.stick_min=12")),
        (1, ("dealer.five_card_trick=false", "pays.five_card_trick=3:1")),
        (2, ("player.pontoon_after_split=21", "player.stick_min=17", "pays.pontoon=3:2")),
        (1, ("player.one_card_to_split_aces=true",)),
        (2, ("player.one_card_to_split_aces=true", "player.pontoon_after_split=21")),
        (1, ("player.twist_on_21=false", "player.hands_max=2", "player.stick_min=2")),
        (1, ("player.buys_per_hand=0", "pays.win=3:2", "player.stick_min=21")),
        (2, ("player.hands_max=1", "player.pontoon_after_split=21")),
    ],
    ids=str,
)
def test_any_table_under_any_rules_is_worth_what_full_enumeration_says(
    seed: int, changes: tuple[str, ...]
) -> None:
    rules = rules_of(*changes)
    game = game_of(rules, ACES_EIGHTS_JACKS)
    strategy = random_strategy(rules, seed)
    table = as_table(game, strategy)
    worth = round_worth(game, table, play(game, table))
    assert_same(round_law(game, table), exact_law(rules, strategy, ACES_EIGHTS_JACKS), game, worth)


@pytest.mark.parametrize(
    ("ranks", "changes"),
    [
        (PACK, ()),
        (PACK, ("dealer.five_card_trick=false", "dealer.soft_17=stick")),
        (FEW_VALUES, ("player.twist_on_21=false", "player.stick_min=12")),
        (FEW_VALUES, ("player.stick_min=18", "dealer.soft_17=stick")),
        (FEW_VALUES, ("player.buys_per_hand=0", "pays.pontoon=3:2")),
        (FEW_VALUES, ("pays.pontoon=3:2", "pays.five_card_trick=7:4")),
    ],
    ids=str,
)
def test_a_pack_without_splits_is_worth_what_a_card_by_card_analyser_says(
    ranks: tuple[int, ...], changes: tuple[str, ...]
) -> None:
    rules = rules_of("shoe.packs=1", "shoe.reshuffle_after=0", *changes)
    game = game_of(rules, ranks)
    options = options_of(NEVER_BUY_OR_SPLIT, rules)
    buying = options_of(OPTIMAL, rules)
    table = best_table(game, type(options)("no splits", buying.cells, options.pairs))
    strategy = as_strategy(game, table, "no splits")
    twin = PackTwin(rules, strategy).law((*ranks[:9], sum(ranks[9:])))
    law = round_law(game, table)
    assert_close(law.results, {(units(net, law), stake): p for (net, stake), p in twin.items()})


def test_a_net_result_that_is_no_whole_unit_is_not_rounded() -> None:
    quarters = RoundLaw(Fraction(1, 4), {}, {})
    assert units(1.75, quarters) == 7
    with pytest.raises(AssertionError):
        units(1.8, quarters)


def units(net: float, law: RoundLaw) -> int:
    """A net result in opening stakes as the law has it; it must be a whole number of units."""
    found = Fraction(net) / law.unit
    assert found.denominator == 1, net
    return found.numerator


def test_sums_of_hands_find_their_place_however_many_they_are() -> None:
    draw = random.Random(5)
    some, one = (one_of_each(draw, 400) for _ in range(2))
    both = beside(some, one)
    assert len(both.keys) > 2**16  # more than there is room for at first
    assert (both.keys[both.row] == some.keys[:, None] + one.keys).all()
    assert len(set(both.keys.tolist())) == len(both.keys)


def one_of_each(draw: random.Random, count: int) -> Family:
    vectors = np.array([[draw.randrange(3) for _ in range(10)] for _ in range(count)])
    keys = np.unique(pack(vectors))
    return Family(keys, ((0,),), ())
