"""Writes the certified figures of the shipped rules: `python -m certification.rtp.certify`.

`config.certified` reads them, and the table shows them. One figure is simulated, `rtp_cut`: it is
kept as it stands in the file unless `--cut` asks for its billion rounds to be played again, which
give the same figure.
"""

import sys
from collections.abc import Iterator
from importlib.resources import as_file
from pathlib import Path
from typing import Final

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.rtp.declared import CUT, declared_seed
from certification.rtp.exact.analysis import Analysis, analyse
from certification.rtp.named import OPTIMAL, options_of
from certification.rtp.simulation.estimates import Estimates, estimate
from certification.rtp.simulation.payouts import Payouts
from certification.rtp.simulation.plan import Plan, Seeds
from certification.rtp.simulation.simulate import Where, simulate
from certification.rtp.strategy import Cell
from config.certified import NotCertified, load_certified
from config.documents import resource
from config.loader import RulesFile, ShoePolicy, load_rules
from rng.shoe import Shoe

CUT_ROUNDS: Final = 1_000_000_000
CUT_OPTION: Final = "--cut"

_HEAD = """\
# Written by `python -m certification.rtp.certify`; a test fails when the exact analysis disagrees.
# Opening stakes and fractions of 1, from a whole shoe, by the strategy below.
"""


def certified_analysis(file: RulesFile) -> Analysis:
    """The analysis that the figures of these rules are taken from."""
    shoe = Shoe.whole(file.rules.shoe.packs)
    return analyse(file.rules, shoe, options_of(OPTIMAL, file.rules))


def certified_text(file: RulesFile, analysis: Analysis, rtp_cut: float | None) -> str:
    """The file's text. Net results must be whole opening stakes."""
    return "\n".join([_HEAD, *_figures(file, analysis, rtp_cut), *_tables(analysis)]) + "\n"


def cell_of_pair(rank: str) -> Cell:
    """How a pair that is kept is played."""
    points = min(RANKS.index(rank) + 1, 10)
    return Cell(2, rank == "A", 12 if rank == "A" else 2 * points, False)


def cut_plan(file: RulesFile, analysis: Analysis, rounds: int = CUT_ROUNDS) -> Plan:
    """The rounds that `rtp_cut` comes from: their seed is declared."""
    seed = declared_seed(CUT, file)
    return Plan(file, analysis.advice.strategy, rounds, seed, ShoePolicy.PLAYED, Seeds.BLOCK)


def played(plan: Plan, processes: int = 1) -> Estimates:
    """What a plan comes to."""
    return estimate(simulate(plan, Where(processes)), Payouts.of(plan.file.rules).unit)


def write_certified(folder: Path, *, play_cut: bool = False) -> Path:
    """Analyse the shipped rules and write their file into `folder`."""
    file = load_rules()
    analysis = certified_analysis(file)
    path = folder / (file.rules.id.replace("/", "-") + ".toml")
    cut = played(cut_plan(file, analysis)).rtp.value if play_cut else _measured(file)
    path.write_text(certified_text(file, analysis, cut), "utf-8")
    return path


def _measured(file: RulesFile) -> float | None:
    try:
        return load_certified(file.rules.id).rtp_cut
    except NotCertified:
        return None


def _figures(file: RulesFile, analysis: Analysis, rtp_cut: float | None) -> Iterator[str]:
    figures = analysis.figures
    yield f'rules_id = "{file.rules.id}"'
    yield f'rules_sha256 = "{file.sha256}"'
    yield f'method = "{analysis.method}"'
    yield f'strategy = "{analysis.advice.strategy.name}"'
    for name in ("house_edge", "rtp", "stake_mean", "sd", "variance", "rtp_sd"):
        yield f"{name} = {getattr(figures, name):.12f}"
    if rtp_cut is not None:
        seed = declared_seed(CUT, file).hex()
        yield f"# Simulated to the cut: {CUT_ROUNDS:,} rounds, seed"
        yield f"# {seed}"
        yield f"rtp_cut = {rtp_cut:.12f}"


def _tables(analysis: Analysis) -> Iterator[str]:
    strategy = analysis.advice.strategy
    for cell, action in strategy.cells.items():
        yield f"\n[[cells]]\ncards = {cell.cards}\nsoft = {str(cell.soft).lower()}"
        yield f"total = {cell.total}\nbought = {str(cell.bought).lower()}"
        yield f'action = "{action.value}"'
    for rank, split in zip(RANKS, strategy.pairs, strict=True):
        kept = strategy.cells[cell_of_pair(rank)]
        yield f'\n[[pairs]]\nrank = "{rank}"\naction = "{(Action.SPLIT if split else kept).value}"'
    for net, chance in analysis.net.items():
        if net.denominator != 1:
            raise ValueError(f"a net result of {net} opening stakes is not whole")
        yield f"\n[[net_law]]\nnet = {net.numerator}\nprobability = {chance:.12e}"


if __name__ == "__main__":
    with as_file(resource("rules")) as rules_folder:
        folder = rules_folder.with_name("certified")
        folder.mkdir(exist_ok=True)
        sys.stdout.write(f"{write_certified(folder, play_cut=CUT_OPTION in sys.argv[1:])}\n")
