"""Effects, estimates and gains against the exact analysis, and against what must hold anyway."""

import json

import numpy as np
import pytest
from click.testing import CliRunner

from app.commands.exposure import command
from certification.rtp.exact.analysis import Analysis, advise, ranks_of
from certification.rtp.exposure.effects import Effects, best_count
from certification.rtp.exposure.exposure import Exposure
from certification.rtp.exposure.fields import exposure_fields
from certification.rtp.exposure.gain import Sample, mean_of
from certification.rtp.exposure.shoes import Starts
from certification.rtp.exposure.worths import worths
from certification.rtp.named import OPTIMAL, fixed, options_of
from config.loader import RulesFile
from rng.shoe import Shoe

LESS_AN_ACE = Shoe.whole(8).without((0,))


def test_an_effect_of_removal_is_what_the_exact_analysis_says_of_that_shoe(
    found: Exposure, analysis: Analysis, rules_file: RulesFile
) -> None:
    advice = advise(rules_file.rules, LESS_AN_ACE, fixed(analysis.advice.strategy))
    assert found.effects.fresh == pytest.approx(-0.0042742354, abs=1e-10)
    assert found.effects.by_rank[0] == pytest.approx(-advice.edge - found.effects.fresh, abs=1e-12)


def test_effects_of_removal_add_up_to_nothing(found: Exposure) -> None:
    # A card dealt face down changes no expectation.
    assert sum(found.effects.by_rank) == pytest.approx(0, abs=1e-9)


def test_the_linear_estimate_is_exact_for_a_whole_shoe_and_one_card_less(found: Exposure) -> None:
    counts = np.array([[32] * 13, ranks_of(LESS_AN_ACE)], dtype=np.int16)
    effects = found.effects
    expected = [effects.fresh, effects.fresh + effects.by_rank[0]]
    assert effects.linear(counts) == pytest.approx(expected, abs=1e-12)


def test_effects_of_removal_reproduce_other_shoes_within_their_stated_error(
    found: Exposure, starts: Starts, rules_file: RulesFile, analysis: Analysis
) -> None:
    counts = starts.counts[20::40]
    known = worths(rules_file.rules, analysis.advice.strategy, counts)
    off = found.effects.linear(counts) - known.by_strategy
    stated = found.accuracy.linear
    assert np.abs(off.mean()) < 4 * stated.sd / len(off) ** 0.5 + abs(stated.mean)
    assert off.std() < 2 * stated.sd
    assert stated.sd < 0.1 * found.accuracy.spread
    assert found.accuracy.curve.sd < 0.5 * stated.sd


def test_the_best_table_of_a_shoe_is_never_worse_than_the_fixed_one(
    rules_file: RulesFile, analysis: Analysis, starts: Starts
) -> None:
    counts = starts.counts[20:25]
    known = worths(rules_file.rules, analysis.advice.strategy, counts)
    assert (known.by_best >= known.by_strategy - 1e-12).all()
    shoe = Shoe(tuple(int(n) // 4 + (s < int(n) % 4) for n in counts[0] for s in range(4)))
    best = advise(rules_file.rules, shoe, options_of(OPTIMAL, rules_file.rules))
    assert known.by_best[0] == pytest.approx(-best.edge, abs=1e-12)


def test_processes_do_not_change_what_shoes_are_worth(
    rules_file: RulesFile, analysis: Analysis, starts: Starts
) -> None:
    strategy, counts = analysis.advice.strategy, starts.counts[:4]
    alone = worths(rules_file.rules, strategy, counts)
    together = worths(rules_file.rules, strategy, counts, processes=2)
    assert (alone.by_strategy == together.by_strategy).all()
    assert (alone.by_best == together.by_best).all()


def test_a_shoe_made_whole_before_every_round_gives_the_counter_nothing(found: Exposure) -> None:
    loss = 200 * found.effects.fresh
    gains = found.gains
    for last in (gains.counting[-1], gains.exact[-1], gains.best[-1], gains.leaving[-1].gain):
        assert last.reshuffle_after == 0
        assert last.raised == 0
        assert last.rounds_a_shoe == 1
        assert last.gain.value == pytest.approx(loss, abs=1e-6)


def test_a_counter_gains_more_the_later_the_shoe_is_made_whole(found: Exposure) -> None:
    for gains in (found.gains.counting, found.gains.exact, found.gains.best):
        values = [gain.gain.value for gain in gains]
        assert values == sorted(values, reverse=True)
        assert gains[0].gain.value > 10 * gains[0].gain.standard_error
        assert gains[0].reshuffle_after == 139


def test_a_miss_that_no_valued_round_shows_has_the_error_of_one_shoe(starts: Starts) -> None:
    values = np.zeros(len(starts.dealt))
    sample = Sample(np.flatnonzero(starts.dealt == 0)[:4], np.array([1.0, -1.0, 1.0, -1.0]))
    expected = np.std(sample.known, ddof=1)
    assert mean_of(values, sample, starts, starts.dealt > 0).standard_error == expected
    assert mean_of(values, sample, starts, starts.dealt == 0).standard_error == 0


def test_leaving_bad_shoes_gains_more_than_staying(found: Exposure) -> None:
    left, stayed = found.gains.leaving[0].gain, found.gains.exact[0]
    assert left.gain.value > stayed.gain.value + 3 * left.gain.standard_error
    assert left.rounds_a_shoe < stayed.rounds_a_shoe


def test_one_stake_alone_leaves_the_counter_with_the_return_of_the_cut(found: Exposure) -> None:
    flat = found.gains.spreads[0]
    assert flat.max_pence == 200
    mean = found.effects.fresh + found.cut_effect.value
    assert flat.gain.gain.value == pytest.approx(200 * mean, abs=1e-9)


def test_the_expectation_rises_with_the_true_count(found: Exposure) -> None:
    worth = [row.exact for row in found.by_count]
    assert worth == sorted(worth)
    assert sum(row.share for row in found.by_count) == pytest.approx(1)
    assert sum(row.exact_shoes for row in found.by_count) == found.sample


def test_the_count_of_the_shipped_rules_is_balanced_and_close_to_the_effects(
    found: Exposure,
) -> None:
    assert found.count.tags == (-6, -2, -1, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1)
    assert found.count.correlation > 0.99


def test_a_count_is_found_for_any_effects() -> None:
    effects = Effects(8, 0.0, (0.003, -0.001, *(0.0,) * 11))
    count = best_count(effects)
    assert count.tags[0] > 0 > count.tags[1]
    whole = np.full((1, 13), 32, dtype=np.int16)
    assert count.true_count(whole, 8).tolist() == [0.0]


def test_the_json_has_all_of_it_and_is_the_same_twice(found: Exposure) -> None:
    fields = exposure_fields(found)
    assert json.loads(json.dumps(fields)) == json.loads(json.dumps(exposure_fields(found)))
    assert set(fields) >= {"effects_of_removal", "expectation_by_true_count", "accuracy", "gains"}


def test_the_command_tells_what_a_counter_takes() -> None:
    asked = ["--shoes", "64", "--exact", "40", "--processes", "1"]
    done = CliRunner().invoke(command, [*asked, "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert answer["shoes"] == 64
    assert answer["exact_shoes"] == 40
    assert answer["effects_of_removal"]["A"] == pytest.approx(-0.0038223, abs=1e-7)
    assert answer["gains"]["exact"][-1]["raised_share"] == 0


def test_rules_with_a_whole_shoe_for_every_round_expose_nothing() -> None:
    asked = ["--set", "shoe.reshuffle_after=0", "--shoes", "64", "--exact", "40"]
    done = CliRunner().invoke(command, [*asked, "--processes", "1", "--json"])
    assert done.exit_code == 0, done.output
    answer = json.loads(done.stdout)
    assert answer["rounds"] == answer["shoes"] == 64
    assert answer["accuracy"]["spread"] == 0
    assert [gain["reshuffle_after"] for gain in answer["gains"]["exact"]] == [0]
    assert answer["gains"]["exact"][0]["gain_pence"] == pytest.approx(-0.8548, abs=1e-4)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--seed", "12"], "96 hex digits"),
        (["--rules", "nowhere"], "nowhere"),
        (["--set", "dealer.soft_17=jump"], "dealer.soft_17"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_a_sentence(options: list[str], said: str) -> None:
    done = CliRunner().invoke(command, options)
    assert done.exit_code == 2
    assert said in done.output
