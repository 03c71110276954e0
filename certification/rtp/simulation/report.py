"""The answer as JSON-ready fields: the same for the same plan, to the last digit."""

from certification.rtp.exact.analysis import Analysis
from certification.rtp.exact.fields import net_key
from certification.rtp.simulation.estimates import Z_95, Z_99, Estimate, Estimates
from certification.rtp.simulation.plan import Plan, Seeds
from config.loader import ShoePolicy

Fields = dict[str, object]

Z_AGAINST = "fresh shoe"  # also of rounds to the cut, whose mean is another
CUT_EFFECT_AGAINST = "the exact value of the fresh shoe, which has no error: no second run"


def answer_fields(plan: Plan, found: Estimates, exact: Analysis) -> Fields:
    """Figures in opening stakes; `exact` is the analysis of the same strategy, fresh shoe."""
    return {
        "rules_id": plan.file.rules.id,
        "rules_sha256": plan.file.sha256,
        "strategy": plan.strategy.name,
        "shoe": "fresh" if plan.shoe is ShoePolicy.FRESH else "cut",
        "reshuffle_after": plan.shuffle_after,
        "seeds": "round" if plan.seeds is Seeds.ROUND else "block",
        "seed": plan.seed.hex(),
        "rounds": found.rounds,
        "shoes": found.shoes,
        "mean": found.mean.value,
        **_error(found.mean),
        "sd": found.sd,
        "house_edge": -found.mean.value,
        "stake_mean": found.stake_mean.value,
        "stake_mean_standard_error": found.stake_mean.standard_error,
        "rtp": found.rtp.value,
        "rtp_standard_error": found.rtp.standard_error,
        "rtp_interval_95": found.rtp.interval(Z_95),
        "rtp_interval_99": found.rtp.interval(Z_99),
        "net": {net_key(net): count for net, count in found.net.items()},
        **_against(plan, found, exact),
    }


def _against(plan: Plan, found: Estimates, exact: Analysis) -> Fields:
    mean = -exact.figures.house_edge
    figures: Fields = {
        "exact": {
            "mean": mean,
            "sd": exact.figures.sd,
            "stake_mean": exact.figures.stake_mean,
            "rtp": exact.figures.rtp,
            "net": {net_key(net): chance for net, chance in exact.net.items()},
        },
        "z": found.mean.z_against(mean),
        "z_against": Z_AGAINST,
    }
    if plan.shuffle_after:
        effect = found.mean.less(mean)
        value = {"value": effect.value, **_error(effect), "against": CUT_EFFECT_AGAINST}
        figures["cut_card_effect"] = value
    return figures


def _error(estimate: Estimate) -> Fields:
    return {
        "standard_error": estimate.standard_error,
        "interval_95": estimate.interval(Z_95),
        "interval_99": estimate.interval(Z_99),
    }
