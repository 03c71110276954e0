"""All that a report on the return says, computed: `gather`. How it is said is in `sections`."""

import platform
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from importlib.metadata import version
from typing import Final

from certification.rtp.declared import CUT, EXPOSURE, FRESH, FRESH_AGAIN, declared_seed
from certification.rtp.exact.analysis import Analysis, analyse
from certification.rtp.exact.composition import gain_by_composition
from certification.rtp.exposure.exposure import EXACT, SHOES, Exposure, Sizes, exposure
from certification.rtp.named import NAMES, OPTIMAL, options_of
from certification.rtp.report.agreement import agreements, fits
from certification.rtp.report.checks import Check, checks
from certification.rtp.report.convergence import Simulated, simulated
from certification.rtp.simulation.plan import Plan, Seeds
from certification.rtp.tolerances import Tolerance, tolerances
from config.loader import RulesFile, ShoePolicy
from rng.shoe import Shoe

ROUNDS: Final = 1_000_000_000
LIBRARIES: Final = ("numpy", "scipy", "numba", "matplotlib", "typst", "cryptography")

Noted = Callable[[str, int, int], None]  # what is done, how much of it, of how much


@dataclass(frozen=True, slots=True)
class Extent:
    """How much is played: rounds of whole shoes and as many to the cut, and the exposure."""

    rounds: int
    exposure: Sizes
    processes: int


@dataclass(frozen=True, slots=True)
class Made:
    """By what, when and with which command."""

    version: str
    at: datetime
    command: str
    system: str
    python: str
    libraries: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Facts:
    """`analyses` are by the name of their strategy; the first is the one that the report is on.

    `fresh_again` is empty, or the one repetition of `fresh`, which then did not fit the analysis.
    """

    made: Made
    file: RulesFile
    analyses: tuple[Analysis, ...]
    by_composition: float  # what playing by the cards of a hand adds to the table
    tolerances: tuple[Tolerance, ...]
    fresh: Simulated
    fresh_again: tuple[Simulated, ...]
    cut: Simulated
    exposure: Exposure
    checks: tuple[Check, ...]

    @property
    def analysis(self) -> Analysis:
        """Of the strategy that the displayed return rests on."""
        return self.analyses[0]

    @property
    def rtp_displayed(self) -> float:
        """The lower of a whole shoe's and the cut's."""
        return min(self.analysis.figures.rtp, self.cut.estimates.rtp.value)

    @property
    def trial(self) -> bool:
        """Whether less was played than a report that is kept asks for."""
        found = self.exposure
        few = found.shoes < SHOES or found.sample < EXACT
        return few or self.fresh.plan.rounds < ROUNDS

    @property
    def agrees(self) -> bool:
        """Whether every check came out."""
        return all(check.passed for check in self.checks)


def gather(
    file: RulesFile, extent: Extent, at: datetime, command: str, noted: Noted = lambda *_: None
) -> Facts:
    """Everything, with the declared seeds of these rules."""
    analyses = _analyses(file, noted)
    runs = fresh_runs(file, analyses[0], extent, noted)
    cut = _simulated(file, analyses[0], CUT, extent, noted)
    seed = declared_seed(EXPOSURE, file)
    return Facts(
        made=_made(at, command),
        file=file,
        analyses=analyses,
        by_composition=gain_by_composition(
            file.rules, Shoe.whole(file.rules.shoe.packs), analyses[0].advice
        ),
        tolerances=tolerances(analyses[0].figures),
        fresh=runs[0],
        fresh_again=runs[1:],
        cut=cut,
        exposure=exposure(file, analyses[0], seed, extent.exposure, noted),
        checks=(
            *agreements(analyses[0], [run.estimates for run in runs]),
            *checks(file, analyses[0]),
        ),
    )


def fresh_runs(
    file: RulesFile, analysis: Analysis, extent: Extent, noted: Noted
) -> tuple[Simulated, ...]:
    """Rounds of whole shoes; and once more, by a second declared seed, if they do not fit."""
    first = _simulated(file, analysis, FRESH, extent, noted)
    if fits(analysis, first.estimates):
        return (first,)
    return first, _simulated(file, analysis, FRESH_AGAIN, extent, noted)


def _analyses(file: RulesFile, noted: Noted) -> tuple[Analysis, ...]:
    shoe = Shoe.whole(file.rules.shoe.packs)
    found = []
    for done, name in enumerate(sorted(NAMES, key=lambda name: name != OPTIMAL), start=1):
        found.append(analyse(file.rules, shoe, options_of(name, file.rules)))
        noted("strategies analysed", done, len(NAMES))
    return tuple(found)


def _simulated(
    file: RulesFile, analysis: Analysis, purpose: str, extent: Extent, noted: Noted
) -> Simulated:
    shoe = ShoePolicy.PLAYED if purpose == CUT else ShoePolicy.FRESH
    seed = declared_seed(purpose, file)
    plan = Plan(file, analysis.advice.strategy, extent.rounds, seed, shoe, Seeds.BLOCK)
    return simulated(
        plan,
        extent.processes,
        lambda done: noted(f"rounds simulated, {purpose} shoe", done, extent.rounds),
    )


def _made(at: datetime, command: str) -> Made:
    return Made(
        version=version("pontoon"),
        at=at,
        command=command,
        system=f"{platform.system()} {platform.machine()}",
        python=platform.python_version(),
        libraries=tuple((name, version(name)) for name in LIBRARIES),
    )
