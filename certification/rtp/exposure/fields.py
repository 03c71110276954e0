"""The exposure as JSON-ready fields. Worths in opening stakes, gains in pence; nothing rounded."""

from dataclasses import asdict

from app.game.cards import RANKS
from certification.rtp.exposure.exposure import Exposure
from certification.rtp.exposure.gain import Gain
from certification.rtp.simulation.estimates import Z_95

Fields = dict[str, object]

ROUNDS = 100


def exposure_fields(found: Exposure) -> Fields:
    """All figures, with the seed and sizes that give them again."""
    return {
        "rules_id": found.file.rules.id,
        "rules_sha256": found.file.sha256,
        "strategy": found.analysis.advice.strategy.name,
        "seed": found.seed.hex(),
        "shoes": found.shoes,
        "rounds": found.rounds,
        "exact_shoes": found.sample,
        "expectation_fresh": found.effects.fresh,
        "effects_of_removal": dict(zip(RANKS, found.effects.by_rank, strict=True)),
        "count": {"tags": dict(zip(RANKS, found.count.tags, strict=True))}
        | {"correlation": found.count.correlation},
        "expectation_by_true_count": [asdict(row) for row in found.by_count],
        "accuracy": asdict(found.accuracy),
        "cut_effect": asdict(found.cut_effect),
        "best_play": asdict(found.best_play),
        "gains": _gains(found),
    }


def _gains(found: Exposure) -> Fields:
    gains = found.gains
    return {
        "counting": [_gain(found, each) for each in gains.counting],
        "exact": [_gain(found, each) for each in gains.exact],
        "exact_and_best_play": [_gain(found, each) for each in gains.best],
        "exact_and_leaving": [
            {"level": each.level, **_gain(found, each.gain)} for each in gains.leaving
        ],
        "by_highest_stake": [
            {"max_pence": each.max_pence, **_gain(found, each.gain)} for each in gains.spreads
        ],
    }


def _gain(found: Exposure, gain: Gain) -> Fields:
    stakes, figures = found.file.rules.stakes, found.analysis.figures
    pence = gain.gain
    return {
        "reshuffle_after": gain.reshuffle_after,
        "rounds_a_shoe": gain.rounds_a_shoe,
        "raised_share": gain.raised,
        "stake_pence": gain.stake,
        "gain_pence": pence.value,
        "standard_error_pence": pence.standard_error,
        "interval_95_pence": pence.interval(Z_95),
        f"gain_pence_{ROUNDS}_rounds": ROUNDS * pence.value,
        "gain_in_least_stakes": pence.value / stakes.min_pence,
        "rtp_of_player": 1 + pence.value / (gain.stake * figures.stake_mean),
    }
