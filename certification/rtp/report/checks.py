"""What must agree before a return is displayed, each with what was expected and what was found."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.rtp.certify import cell_of_pair
from certification.rtp.exact.analysis import Analysis
from certification.rtp.stakes import in_whole_pence, stakes_of
from config.certified import Certified, NotCertified, load_certified
from config.loader import DEFAULT_RULES_ID, RulesFile
from config.rules import Rules

AGREES_WITHIN: Final = 1e-9  # of the certified file, which prints twelve digits
CERTIFIED: Final = ("house_edge", "rtp", "stake_mean", "sd", "variance", "rtp_sd")
# Computed apart from this project by independent programs that agree; half a unit of the last digit
# printed.
KNOWN: Final = (
    ("house edge", "house_edge", 0.0042742, 0.5e-7),
    ("standard deviation", "sd", 1.43896, 0.5e-5),
    ("mean stake", "stake_mean", 1.17243, 0.5e-5),
    ("return to player", "rtp", 0.9963544, 0.5e-7),
)


class Outcome(StrEnum):
    """What a comparison came to."""

    PASS = "pass"
    REPEAT = "repeat"  # a simulation that does not fit: it is repeated once, and that decides
    REJECT = "reject"


@dataclass(frozen=True, slots=True)
class Check:
    """One comparison."""

    name: str
    expected: str
    found: str
    outcome: Outcome

    @property
    def passed(self) -> bool:
        """Whether it lets the report pass."""
        return self.outcome is not Outcome.REJECT


def checks(file: RulesFile, analysis: Analysis) -> Iterator[Check]:
    """Those that apply to these rules; the simulated ones are in `agreement`."""
    yield _stakes(file.rules)
    if file.rules.id == DEFAULT_RULES_ID:
        for name, figure, known, within in KNOWN:
            found = getattr(analysis.figures, figure)
            digits = f"{known:.7f}".rstrip("0")
            agrees = abs(found - known) <= within
            yield _check(f"{name}, by independent programs", digits, f"{found:.9f}", agrees)
    try:
        certified = load_certified(file.rules.id)
    except NotCertified:
        return
    yield of_figures(certified, file, analysis)
    yield of_play(certified, analysis)


def of_figures(certified: Certified, file: RulesFile, analysis: Analysis) -> Check:
    """The figures and the law that the table shows, and of which rules they are."""
    pairs = [(getattr(certified, f), getattr(analysis.figures, f)) for f in CERTIFIED]
    law = {Fraction(row.net): row.probability for row in certified.net_law}
    pairs += [(law.get(net, 0.0), analysis.net.get(net, 0.0)) for net in law.keys() | analysis.net]
    off = max(abs(shown - exact) for shown, exact in pairs)
    agrees = off < AGREES_WITHIN and certified.rules_sha256 == file.sha256
    name = "certified figures and law that the table shows"
    return _check(name, f"within {AGREES_WITHIN:g}", f"off by {off:.1e}", agrees)


def of_play(certified: Certified, analysis: Analysis) -> Check:
    """The play that the table shows: every cell and every pair."""
    strategy = analysis.advice.strategy
    shown = {(c.cards, c.soft, c.total, c.bought): c.action.value for c in certified.cells}
    best = {(c.cards, c.soft, c.total, c.bought): a.value for c, a in strategy.cells.items()}
    shown_pairs = {pair.rank: pair.action.value for pair in certified.pairs}
    best_pairs = {
        rank: (Action.SPLIT if split else strategy.cells[cell_of_pair(rank)]).value
        for rank, split in zip(RANKS, strategy.pairs, strict=True)
    }
    others = len(dict(shown.items() ^ best.items()))
    others += len(dict(shown_pairs.items() ^ best_pairs.items()))
    same = len(best) + len(best_pairs)
    name = "certified play that the table shows"
    return _check(name, f"the same in {same} cells and pairs", f"{others} differ", others == 0)


def _check(name: str, expected: str, found: str, agrees: bool) -> Check:
    return Check(name, expected, found, Outcome.PASS if agrees else Outcome.REJECT)


def _stakes(rules: Rules) -> Check:
    stakes, whole = len(stakes_of(rules)), in_whole_pence(rules)
    return _check(
        "stakes at which every payout is whole pence, so that all have one return",
        f"all {stakes:,}",
        f"{whole:,}",
        whole == stakes,
    )
