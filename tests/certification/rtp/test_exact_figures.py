"""The exact analysis of the shipped rules: known figures, the published table, nothing better."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest

from app.game.money import Pence, winnings
from app.game.outcomes import Action
from certification.rtp.certify import certified_analysis, certified_text
from certification.rtp.exact.analysis import Analysis, advise, analyse, ranks_of
from certification.rtp.exact.best import best_table
from certification.rtp.exact.composition import worth_by_composition
from certification.rtp.exact.game import Game, ImpossibleShoe, game_of
from certification.rtp.exact.play import ORDER, Table, play, round_worth
from certification.rtp.exact.splitting import Term, terms
from certification.rtp.named import (
    NAMES,
    OPTIMAL,
    PUBLISHED,
    Options,
    fixed,
    options_of,
    published_cells,
    published_pairs,
)
from certification.rtp.strategy import legal
from config.certified import load_certified, read_certified
from config.loader import ShoePolicy, load_rules
from config.rules import Rules
from rng.shoe import Shoe

FILE = load_rules()
RULES = FILE.rules
WHOLE = Shoe.whole(8)
# Opening stakes: what double precision leaves of a sum of some thousand terms, with room.
EXACT = 1e-13


@pytest.fixture(scope="module")
def analysis() -> Analysis:
    return certified_analysis(FILE)


@pytest.fixture(scope="module")
def game() -> Game:
    return game_of(RULES, ranks_of(WHOLE))


@pytest.fixture(scope="module")
def best(game: Game) -> Table:
    return best_table(game, options_of(OPTIMAL, RULES))


def worth(game: Game, table: Table) -> float:
    return round_worth(game, table, play(game, table))


def test_the_known_values_of_the_design_are_met_to_their_last_digit(analysis: Analysis) -> None:
    figures = analysis.figures
    assert round(100 * figures.house_edge, 5) == 0.42742
    assert round(figures.sd, 5) == 1.43896
    assert round(figures.stake_mean, 5) == 1.17243
    assert round(100 * figures.rtp, 5) == 99.63544


def test_the_best_play_is_the_published_table_cell_for_cell(analysis: Analysis) -> None:
    strategy = analysis.advice.strategy
    found = {cell: action for cell, action in strategy.cells.items() if not cell.bought}
    assert found == published_cells()
    assert strategy.pairs == published_pairs()


def test_certified_figures_are_those_of_the_exact_analysis(analysis: Analysis) -> None:
    certified = load_certified(RULES.id)
    assert certified.rules_sha256 == FILE.sha256
    assert certified.method == analysis.method
    assert certified.strategy == analysis.advice.strategy.name
    for name in ("house_edge", "rtp", "stake_mean", "sd", "variance", "rtp_sd"):
        assert getattr(certified, name) == pytest.approx(getattr(analysis.figures, name), abs=1e-12)
    law = {Fraction(row.net): row.probability for row in certified.net_law}
    assert law == pytest.approx(analysis.net, rel=1e-9)
    cells = {(c.cards, c.soft, c.total, c.bought): c.action.value for c in certified.cells}
    assert cells == {
        (c.cards, c.soft, c.total, c.bought): action.value
        for c, action in analysis.advice.strategy.cells.items()
    }
    splits = tuple(pair.action.value == "split" for pair in certified.pairs)
    assert splits == analysis.advice.strategy.pairs


def test_the_certified_file_is_written_so_that_its_reader_takes_it(
    analysis: Analysis, tmp_path: Path
) -> None:
    path = tmp_path / "written.toml"
    path.write_text(certified_text(FILE, analysis, 0.996), "utf-8")
    assert read_certified(path).rtp_cut == 0.996


def test_the_laws_agree_with_the_figures(analysis: Analysis) -> None:
    figures, net = analysis.figures, analysis.net
    assert sum(net.values()) == pytest.approx(1, abs=EXACT)
    assert sum(analysis.dealer.values()) == pytest.approx(1, abs=EXACT)
    assert sum(float(n) * p for n, p in net.items()) == pytest.approx(
        -analysis.advice.edge, abs=EXACT
    )
    assert figures.variance == pytest.approx(
        sum(float(n) ** 2 * p for n, p in net.items()) - figures.house_edge**2, abs=1e-12
    )
    assert max(net) == 12
    assert min(net) == -6
    assert 11 not in net


@pytest.mark.parametrize(
    "changes",
    [(), ("shoe.packs=1", "shoe.reshuffle_after=0"), ("player.pontoon_after_split=21",)],
    ids=" ".join,
)
def test_no_change_of_one_cell_or_one_pair_is_better(changes: tuple[str, ...]) -> None:
    rules = load_rules(changes=changes, shoe=ShoePolicy.FRESH).rules
    game = game_of(rules, ranks_of(Shoe.whole(rules.shoe.packs)))
    best = best_table(game, options_of(OPTIMAL, rules))
    top = worth(game, best)
    for at, cell in enumerate(game.cells):
        for action in legal(cell, rules):
            actions = best.actions.copy()
            actions[at] = ORDER.index(action)
            assert worth(game, replace(best, actions=actions)) <= top + EXACT, (cell, action)
    for rank in range(13):
        pairs = tuple(split != (at == rank) for at, split in enumerate(best.pairs))
        assert worth(game, replace(best, pairs=pairs)) <= top + EXACT, rank


def test_the_named_strategies_are_worth_less_the_less_they_may_choose(analysis: Analysis) -> None:
    edge = {name: advise(RULES, WHOLE, options_of(name, RULES)).edge for name in NAMES}
    assert edge[OPTIMAL] == pytest.approx(analysis.figures.house_edge, abs=EXACT)
    assert edge[PUBLISHED] == pytest.approx(edge[OPTIMAL], abs=EXACT)
    assert edge["optimal"] < edge["never-buy-or-split"] < edge["mimic-dealer"]


def test_a_given_table_is_worth_what_the_best_is_when_it_is_the_best(analysis: Analysis) -> None:
    again = advise(RULES, WHOLE, fixed(analysis.advice.strategy))
    assert again.edge == pytest.approx(analysis.advice.edge, abs=EXACT)


def test_playing_by_composition_gains_less_than_a_millionth(game: Game, best: Table) -> None:
    # By the cards of the hand itself; the hands beside it in a split round are not looked at.
    gain = worth_by_composition(game, best) - worth(game, best)
    assert -EXACT < gain < 1e-6


def test_composition_matters_in_one_pack() -> None:
    rules = load_rules(changes=["shoe.packs=1"], shoe=ShoePolicy.FRESH).rules
    game = game_of(rules, (4,) * 13)
    table = best_table(game, options_of(OPTIMAL, rules))
    assert 1e-6 < worth_by_composition(game, table) - worth(game, table) < 1e-4


def test_every_stake_has_the_same_return_because_every_payout_is_whole_pence() -> None:
    stakes = RULES.stakes
    for stake in range(stakes.min_pence, stakes.max_pence + 1, stakes.step_pence):
        for whole in (stake, 2 * stake):  # not bought, bought
            for odds in (RULES.pays.win, RULES.pays.pontoon, RULES.pays.five_card_trick):
                assert winnings(Pence(whole), odds) == odds * whole


def test_the_true_expectation_of_a_dealt_shoe_differs_from_that_of_a_whole_one() -> None:
    few_fives = Shoe(tuple(2 if 16 <= number < 20 else 8 for number in range(52)))
    options = options_of(OPTIMAL, RULES)
    whole, dealt = advise(RULES, WHOLE, options), advise(RULES, few_fives, options)
    assert abs(whole.edge - dealt.edge) > 1e-3


def test_expectations_are_of_legal_actions_and_the_best_is_played(analysis: Analysis) -> None:
    advice = analysis.advice
    for cell, worths in advice.cells.items():
        assert set(worths) == set(legal(cell, RULES)), cell
        assert worths[advice.strategy.cells[cell]] == max(worths.values()), cell
    for split, (keep, apart) in zip(advice.strategy.pairs, advice.pairs, strict=True):
        assert split == (apart > keep)


@pytest.mark.parametrize(
    ("ranks", "refusal"),
    [
        ((1,) * 13, "the shoe has 13 cards and a round may need 20"),
        ((16, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1), None),
        ((32, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0), None),
    ],
)
def test_a_shoe_too_small_for_a_round_is_refused(
    ranks: tuple[int, ...], refusal: str | None
) -> None:
    if refusal is None:
        game_of(RULES, ranks)
    else:
        with pytest.raises(ImpossibleShoe, match=refusal):
            game_of(RULES, ranks)


def test_a_shoe_that_can_run_out_under_the_dealer_is_refused() -> None:
    rules: Rules = load_rules(
        changes=["dealer.five_card_trick=false", "player.hands_max=1"], shoe=ShoePolicy.FRESH
    ).rules
    with pytest.raises(ImpossibleShoe, match="run out"):
        advise(rules, Shoe((4, 4, 2, *(0,) * 49)), options_of(OPTIMAL, rules))


def test_rounds_with_a_split_are_terms_that_add_up_to_one_round() -> None:
    assert terms(2, True) == (Term(2, 0, 1),)
    assert terms(4, False) == (Term(2, 0, 1),)
    for hands_max in (2, 3, 4):
        # With a second card that is never of the rank, only two hands of anything remain.
        whole = [term for term in terms(hands_max, True) if term.cards_out == 2]
        assert whole == [Term(2, 0, 1)]


def test_options_without_choice_are_played_as_they_are(game: Game) -> None:
    stay = options_of("mimic-dealer", RULES)
    table = best_table(game, Options("same", stay.cells, stay.pairs))
    codes = [ORDER.index(stay.cells[cell][0]) for cell in game.cells]
    assert np.array_equal(table.actions, codes)
    assert Action.BUY not in {ORDER[code] for code in codes}


def test_a_whole_analysis_of_a_small_shoe_reports_every_figure() -> None:
    rules = load_rules(changes=["player.hands_max=1"]).rules
    small = analyse(rules, Shoe((1,) * 52), options_of(OPTIMAL, rules))
    assert small.chances.split == 0
    assert small.figures.rtp == pytest.approx(
        1 - small.figures.house_edge / small.figures.stake_mean
    )
