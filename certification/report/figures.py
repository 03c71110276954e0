"""The figures of a report, drawn by matplotlib as SVG: the same run gives the same bytes.

Every figure shows a deviation from what a fair dealer gives, in units that need no table.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from numpy.typing import NDArray

from app.game.cards import DECK, RANKS
from certification.cards.dealer import CARDS, PACKS, SHOE_CARDS
from certification.judgement.results import Kind, RunResult, TestResult
from certification.sp800_22.result import Test

BINS: Final = 20
WIDTH_INCHES: Final = 7.2
DEVIATIONS_SHOWN: Final = 4.0  # standard deviations at which the colours end
INK: Final = "#1f3a5f"
PALE: Final = "#9fb4cc"
WARN: Final = "#b3261e"

# Any: matplotlib types each key by a literal of its own.
_STYLE: Final[dict[Any, Any]] = {
    "font.family": "DejaVu Sans",
    "font.size": 7.5,
    "axes.titlesize": 8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.fonttype": "path",
    "svg.hashsalt": "pontoon",
    "axes.linewidth": 0.6,
    "xtick.major.width": 0.6,
    "ytick.major.width": 0.6,
}


@dataclass(frozen=True, slots=True)
class Drawing:
    """A figure's file, and whether the run has what it needs."""

    file: str
    draw: Callable[[RunResult], Figure]
    possible: Callable[[RunResult], bool]


def draw_all(run: RunResult, folder: Path) -> tuple[str, ...]:
    """Draw what the run has data for; the names of the files."""
    folder.mkdir(parents=True, exist_ok=True)
    drawn = []
    with mpl.rc_context(_STYLE):
        for drawing in DRAWINGS:
            if drawing.possible(run):
                figure = drawing.draw(run)
                figure.savefig(folder / drawing.file, format="svg", metadata={"Date": None})
                drawn.append(drawing.file)
    return tuple(drawn)


def p_values_by_test(run: RunResult) -> Figure:
    """Of all streams, one small histogram for each of the fifteen tests."""
    figure = Figure(figsize=(WIDTH_INCHES, 6.6), layout="constrained")
    grid = figure.subplots(5, 3, sharex=True).ravel()
    for axes, test in zip(grid, Test, strict=True):
        values = [p for r in _bits(run) if r.test == test.value for p in r.p_values]
        axes.set_title(f"{test.value}  ({len(values):,})", loc="left")
        axes.set_xlim(0, 1)
        axes.set_yticks([])
        axes.spines["left"].set_visible(False)
        if values:
            axes.hist(values, bins=BINS, range=(0, 1), color=PALE, edgecolor="white", linewidth=0.4)
            axes.axhline(len(values) / BINS, color=INK, linewidth=0.9)
        else:
            axes.text(0.5, 0.5, "applicable to no stream", ha="center", transform=axes.transAxes)
    return figure


def p_values_of_family(run: RunResult) -> Figure:
    """The tests of stage 1: a histogram, and the sorted p-values against a straight line."""
    spread = sorted(r.p_value for r in run.stages[0].results if r.degrees or _is_spread(r))
    figure = Figure(figsize=(WIDTH_INCHES, 2.7), layout="constrained")
    left, right = figure.subplots(1, 2)
    left.hist(spread, bins=BINS, range=(0, 1), color=PALE, edgecolor="white", linewidth=0.4)
    left.axhline(len(spread) / BINS, color=INK, linewidth=0.9)
    left.set(xlabel="p-value", ylabel="tests", xlim=(0, 1))
    places = (np.arange(len(spread)) + 0.5) / max(1, len(spread))
    right.plot([0, 1], [0, 1], color=INK, linewidth=0.9)
    right.plot(places, spread, ".", color=WARN, markersize=2.5)
    right.set(xlabel="share of the tests", ylabel="p-value", xlim=(0, 1), ylim=(0, 1))
    return figure


def card_by_position(run: RunResult) -> Figure:
    """Each card at each place of a round: deviations of its count, in standard deviations."""
    counts = np.array(run.figures.card_by_position, dtype=np.float64)
    if counts.shape[0] != CARDS:
        counts = counts.T
    rounds = counts[:, 0].sum()
    share = PACKS / SHOE_CARDS
    deviations = (counts - rounds * share) / np.sqrt(rounds * share * (1 - share))
    figure = Figure(figsize=(WIDTH_INCHES, 3.4), layout="constrained")
    axes = figure.subplots()
    _heat(figure, axes, deviations.T)
    axes.set_xticks(range(CARDS), [str(card) for card in DECK], rotation=90, fontsize=5.5)
    places = range(0, deviations.shape[1], 2)
    axes.set_yticks(places, [str(place + 1) for place in places])
    axes.set(xlabel="card", ylabel="place in the round")
    return figure


def words(run: RunResult) -> Figure:
    """How often the high byte of a word had each value: deviations in standard deviations."""
    counts = np.array(run.figures.high_bytes, dtype=np.float64)
    mean = counts.sum() / len(counts)
    deviations = (counts - mean) / np.sqrt(mean * (1 - 1 / len(counts)))
    figure = Figure(figsize=(WIDTH_INCHES, 2.2), layout="constrained")
    axes = figure.subplots()
    axes.bar(range(len(counts)), deviations, width=1.0, color=INK)
    for level in (-DEVIATIONS_SHOWN, DEVIATIONS_SHOWN):
        axes.axhline(level, color=WARN, linewidth=0.7, linestyle="--")
    high = max(DEVIATIONS_SHOWN + 1, float(np.abs(deviations).max()) + 0.5)
    axes.set(xlim=(-1, len(counts)), ylim=(-high, high))
    axes.set(xlabel="high byte of a word", ylabel="standard deviations")
    return figure


def serial_pairs(run: RunResult) -> Figure:
    """The player's two cards by rank, and every serial correlation of the run."""
    figure = Figure(figsize=(WIDTH_INCHES, 3.0), layout="constrained")
    left, right = figure.subplots(1, 2, width_ratios=(1, 1.1))
    counts = np.array(run.figures.rank_pairs, dtype=np.float64)
    expected = counts.sum() * _pair_chances()
    _heat(figure, left, (counts - expected) / np.sqrt(expected))
    for axis in (left.set_xticks, left.set_yticks):
        axis(range(len(RANKS)), list(RANKS))
    left.set(xlabel="player's second card", ylabel="player's first card")
    lags = [r for r in run.stages[0].results if r.test == "serial_correlation"]
    names = [r.name.partition(".")[2].replace("_", " ").replace(".", " ") for r in lags]
    right.axvline(0, color=INK, linewidth=0.8)
    right.plot([r.value for r in lags], range(len(lags)), "o", color=INK, markersize=3)
    right.set_yticks(range(len(lags)), names, fontsize=6.5)
    high = max(DEVIATIONS_SHOWN + 1, *(abs(r.value) + 0.5 for r in lags)) if lags else 1.0
    right.set(xlabel="serial correlation, standard deviations", xlim=(-high, high))
    for level in (-DEVIATIONS_SHOWN, DEVIATIONS_SHOWN):
        right.axvline(level, color=WARN, linewidth=0.7, linestyle="--")
    right.invert_yaxis()
    return figure


DRAWINGS: Final = (
    Drawing("p_values_by_test.svg", p_values_by_test, lambda run: any(_bits(run))),
    Drawing("p_values_of_family.svg", p_values_of_family, lambda _run: True),
    Drawing("words.svg", words, lambda run: bool(run.figures.high_bytes)),
    Drawing(
        "card_by_position.svg", card_by_position, lambda run: bool(run.figures.card_by_position)
    ),
    Drawing("serial.svg", serial_pairs, lambda run: bool(run.figures.rank_pairs)),
)


def _heat(figure: Figure, axes: Axes, deviations: NDArray[np.float64]) -> None:
    picture = axes.imshow(
        deviations,
        cmap="RdBu_r",
        vmin=-DEVIATIONS_SHOWN,
        vmax=DEVIATIONS_SHOWN,
        aspect="auto",
        interpolation="nearest",
    )
    bar = figure.colorbar(picture, ax=axes, fraction=0.046, pad=0.015)
    bar.set_label("standard deviations")


def _pair_chances() -> NDArray[np.float64]:
    """Of two ranks from a whole shoe, without replacement."""
    ranks = len(RANKS)
    of_rank = SHOE_CARDS // ranks
    ways = np.full((ranks, ranks), float(of_rank * of_rank))
    np.fill_diagonal(ways, float(of_rank * (of_rank - 1)))
    return ways / (SHOE_CARDS * (SHOE_CARDS - 1))


def _bits(run: RunResult) -> Iterator[TestResult]:
    return (r for r in run.stages[0].results if r.kind is Kind.BITS)


def _is_spread(result: TestResult) -> bool:
    """A p-value that can be anything; those of coincidences are nearly always 1."""
    return result.applicable and result.statistic in {"z", "KS distance"}
