"""The laws that statistics are held against, checked by counting or by another derivation."""

from fractions import Fraction
from itertools import permutations, product
from math import comb, fsum, isclose, prod

import numpy as np
import pytest

from certification.cards import coverage, duplicates, game_events, moments, patterns, runs
from certification.cards.classes import CLASSES, Classes, View
from certification.cards.fixed_play import laws
from certification.cards.outcome import EXPECTED_LEAST, Subject, goodness_of_fit

SMALL_SHOE = (0, 0, 1, 1, 2, 2)  # three kinds, two of each


def _mean_and_variance(values: list[int]) -> tuple[Fraction, Fraction]:
    mean = Fraction(sum(values), len(values))
    return mean, Fraction(sum(value**2 for value in values), len(values)) - mean**2


@pytest.mark.parametrize(("cards", "lag"), [(6, 1), (6, 2), (4, 1), (3, 2), (5, 3)])
def test_moments_of_matches_are_those_of_all_orders_of_a_small_shoe(cards: int, lag: int) -> None:
    values = [
        sum(order[t] == order[t + lag] for t in range(cards - lag))
        for order in permutations(SMALL_SHOE)
    ]
    law = moments.matches(cards, lag, kinds=3, copies=2)
    assert (law.mean, law.variance) == _mean_and_variance(values)


@pytest.mark.parametrize(("cards", "lag"), [(6, 1), (6, 2), (4, 1), (5, 3)])
def test_moments_of_products_are_those_of_all_orders_of_a_small_shoe(cards: int, lag: int) -> None:
    scores = (-5, -1, 0, 1, 2, 3)
    values = [
        sum(order[t] * order[t + lag] for t in range(cards - lag)) for order in permutations(scores)
    ]
    law = moments.products(cards, lag, scores)
    assert (law.mean, law.variance) == _mean_and_variance(values)


def test_scores_that_do_not_add_up_to_nothing_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to 0"):
        moments.products(6, 1, (1, 2, 3, 4, 5, 6))


def test_covariance_of_positions_is_the_one_of_drawing_without_replacement() -> None:
    # The docstring's (a E - b J) (x) S against the covariance over all orders of a small shoe.
    kinds, n, positions = 3, len(SMALL_SHOE), 4
    orders = np.array(list(permutations(SMALL_SHOE)))[:, :positions]
    indicators = (orders[:, :, None] == np.arange(kinds)).reshape(len(orders), -1).astype(float)
    measured = np.cov(indicators.T, bias=True)
    p = np.full(kinds, 1 / kinds)
    a, b = n / (n - 1), 1 / (n - 1)
    positions_part = a * np.eye(positions) - b * np.ones((positions, positions))
    assert np.allclose(measured, np.kron(positions_part, np.diag(p) - np.outer(p, p)))


@pytest.mark.parametrize(
    ("total", "shares"),
    [
        (500, [1] * 5_000),  # a tenth each, which no plain sum of 500 makes 50
        (1_000, [1] * 3_000),
        (2_000, [2_000 - at for at in range(2_000)]),
        (900, [1, 800, 3] * 300),
        (60, [1] * 100),
        (40, [1] * 100),
    ],
)
def test_rare_cells_are_put_together_until_they_are_expected_often_enough(
    total: int, shares: list[int]
) -> None:
    observed = np.zeros(len(shares), np.int64)
    observed[0] = total
    chances = [share / sum(shares) for share in shares]
    subject = Subject("test", "name", total, "cells", "law")
    fit = goodness_of_fit(subject, observed, chances)
    assert fit.degrees == max(0, _cells([chance * total for chance in chances]) - 1)


def _cells(means: list[float]) -> int:
    found = sum(mean >= EXPECTED_LEAST for mean in means)
    group: list[float] = []
    for mean in means:
        if mean < EXPECTED_LEAST:
            group.append(mean)
            if fsum(group) >= EXPECTED_LEAST:
                found, group = found + 1, []
    return found or int(bool(group))


def test_the_quadratic_form_is_the_one_with_the_pseudo_inverse() -> None:
    from certification.cards.total_distribution import by_position, in_sum

    classes: Classes = CLASSES[View.SUIT]
    table = np.array([[260, 240, 255, 245], [250, 251, 249, 250], [230, 270, 262, 238]])
    p = classes.sizes / 416
    a, b = 416 / 415, 1 / 415
    one = np.diag(p) - np.outer(p, p)
    covariance = 1_000 * np.kron(a * np.eye(3) - b * np.ones((3, 3)), one)
    d = (table - 1_000 * p).ravel()
    assert isclose(by_position(table, classes, 1_000)[0], d @ np.linalg.pinv(covariance) @ d)
    summed = (table - 1_000 * p).sum(axis=0)
    spread = 1_000 * 3 * (416 - 3) / 415 * one
    assert isclose(in_sum(table, classes, 1_000)[0], summed @ np.linalg.pinv(spread) @ summed)


@pytest.mark.parametrize("kinds", [13, 52])
def test_laws_of_waiting_add_up_to_one(kinds: int) -> None:
    assert isclose(sum(coverage.coupon_law(kinds)), 1)
    assert isclose(sum(coverage.gap_law(kinds)), 1)


def test_mean_gap_is_the_negative_hypergeometric_one() -> None:
    # 31 of the 415 others are alike: the first of them comes after (415 + 1) / (31 + 1) cards.
    assert isclose(sum(gap * chance for gap, chance in enumerate(coverage.gap_law(13))), 416 / 32)


def test_laws_of_runs_add_up_to_one_and_have_the_known_mean() -> None:
    law = runs.number_law()
    assert isclose(sum(law), 1)
    assert isclose(sum(n * chance for n, chance in enumerate(law)), 1 + 2 * 208 * 208 / 416)
    assert isclose(sum(runs.longest_law()), 1)


def test_longest_runs_are_those_that_a_plain_loop_finds() -> None:
    rows = np.random.default_rng(5).random((50, 40)) < 0.6
    plain = [max(map(len, "".join("01"[int(x)] for x in row).split("0"))) for row in rows]
    assert runs.longest(rows).tolist() == plain


@pytest.mark.parametrize("view", [View.RANK, View.SUIT])
def test_poker_law_adds_up_to_one(view: View) -> None:
    assert isclose(sum(patterns.poker_law(view)), 1)


def test_chance_of_five_different_ranks() -> None:
    expected = comb(13, 5) * 32**5 / comb(416, 5)
    assert isclose(patterns.poker_law(View.RANK)[0], expected)


def test_chance_that_two_openings_are_alike_is_the_sum_over_all_of_them() -> None:
    # Two cards: the same card twice, or two different ones.
    twice = 52 * (8 * 7 / (416 * 415)) ** 2
    different = 52 * 51 * (8 * 8 / (416 * 415)) ** 2
    assert isclose(duplicates.pair_chance(2), twice + different)


def test_equal_pieces_are_counted_in_pairs() -> None:
    pieces = [b"a" * 20, b"b" * 20, b"a" * 20, b"a" * 8 + b"c" * 12, b"a" * 20]
    assert duplicates.equal_pairs(b"".join(pieces), 20) == 3


def test_law_of_the_opening_is_that_of_all_ranks_of_four_cards() -> None:
    law = [0.0] * 6
    for ranks in product(range(13), repeat=4):
        counts = [ranks[:k].count(rank) for k, rank in enumerate(ranks)]
        chance = prod((32 - gone) / (416 - k) for k, gone in enumerate(counts))
        player, dealer = sorted(ranks[0::2]), sorted(ranks[1::2])
        own = 2 if _pontoon(player) else int(player[0] == player[1])
        law[own + 3 * _pontoon(dealer)] += chance
    assert np.allclose(law, game_events.opening_law(), atol=1e-12)


def test_laws_of_the_fixed_play_add_up_to_one() -> None:
    exact = laws()
    for law in (exact.dealer, exact.net.values(), exact.hands.values()):
        assert isclose(sum(law), 1, abs_tol=1e-9)


def _pontoon(two: list[int]) -> bool:
    return two[0] == 0 and two[1] >= 9
