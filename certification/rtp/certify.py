"""Writes the certified figures of the shipped rules: `python -m certification.rtp.certify`.

`config.certified` reads them, and the table shows them. A figure that simulation has measured
(`rtp_cut`) is kept as it stands in the file.
"""

import sys
from collections.abc import Iterator
from importlib.resources import as_file
from pathlib import Path

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.rtp.exact.analysis import Analysis, analyse
from certification.rtp.named import OPTIMAL, options_of
from certification.rtp.strategy import Cell
from config.certified import NotCertified, load_certified
from config.documents import resource
from config.loader import RulesFile, load_rules
from rng.shoe import Shoe

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


def write_certified(folder: Path) -> Path:
    """Analyse the shipped rules and write their file into `folder`."""
    file = load_rules()
    path = folder / (file.rules.id.replace("/", "-") + ".toml")
    path.write_text(certified_text(file, certified_analysis(file), _measured(file)), "utf-8")
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
        yield f"rtp_cut = {rtp_cut!r}"


def _tables(analysis: Analysis) -> Iterator[str]:
    strategy = analysis.advice.strategy
    for cell, action in strategy.cells.items():
        yield f"\n[[cells]]\ncards = {cell.cards}\nsoft = {str(cell.soft).lower()}"
        yield f"total = {cell.total}\nbought = {str(cell.bought).lower()}"
        yield f'action = "{action.value}"'
    for rank, split in zip(RANKS, strategy.pairs, strict=True):
        kept = strategy.cells[_cell_of_pair(rank)]
        yield f'\n[[pairs]]\nrank = "{rank}"\naction = "{(Action.SPLIT if split else kept).value}"'
    for net, chance in analysis.net.items():
        if net.denominator != 1:
            raise ValueError(f"a net result of {net} opening stakes is not whole")
        yield f"\n[[net_law]]\nnet = {net.numerator}\nprobability = {chance:.12e}"


def _cell_of_pair(rank: str) -> Cell:
    """How a pair that is kept is played."""
    points = min(RANKS.index(rank) + 1, 10)
    return Cell(2, rank == "A", 12 if rank == "A" else 2 * points, False)


if __name__ == "__main__":
    with as_file(resource("rules")) as rules_folder:
        folder = rules_folder.with_name("certified")
        folder.mkdir(exist_ok=True)
        sys.stdout.write(f"{write_certified(folder)}\n")
