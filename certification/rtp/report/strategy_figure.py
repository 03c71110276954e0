"""The strategy as a heat map: what each hand is worth when it is played best, and how."""

from typing import Final

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import TwoSlopeNorm
from matplotlib.figure import Figure

from app.game.cards import RANKS
from certification.rtp.exact.analysis import Advice
from certification.rtp.exposure.effects import Floats
from certification.rtp.report.grid import Letter, letter_of
from certification.rtp.report.look import WIDTH_INCHES
from certification.rtp.strategy import TOTAL_MAX, Cell

TOTAL_MIN: Final = 4
COLUMNS: Final = ((False, 4), (False, 3), (False, 2), (True, 4), (True, 3), (True, 2))
_DARK: Final = 0.7  # of the scale; beyond it letters are white


def strategy_figure(advice: Advice) -> Figure:
    """Hands by total and cards, and pairs; opening stakes, given that the dealer has no pontoon."""
    totals = range(TOTAL_MAX, TOTAL_MIN - 1, -1)
    cells = [[Cell(cards, soft, total, False) for soft, cards in COLUMNS] for total in totals]
    worth = np.array([[_worth(advice, cell) for cell in row] for row in cells])
    letters = [[letter_of(advice.strategy, cell).value for cell in row] for row in cells]
    pairs = np.array([[max(both) for both in advice.pairs]])
    high = max(float(np.nanmax(worth)), float(pairs.max()))
    low = min(float(np.nanmin(worth)), float(pairs.min()), -0.01)
    norm = TwoSlopeNorm(0.0, low, high)
    figure = Figure(figsize=(WIDTH_INCHES, 5.4), layout="constrained")
    upper, lower = figure.subplots(2, 1, height_ratios=(len(totals), 1.9))
    heat = upper.imshow(worth, cmap="RdYlGn", norm=norm, aspect="auto")
    _write(upper, worth, letters, (low, high), "  ")
    lower.imshow(pairs, cmap="RdYlGn", norm=norm, aspect="auto")
    _write(lower, pairs, [_pair_letters(advice)], (low, high), "\n")
    bar = figure.colorbar(heat, ax=[upper, lower], fraction=0.03, pad=0.015)
    bar.set_ticks([*np.linspace(low, 0, 3), *np.linspace(0, high, 5)[1:]])
    bar.ax.yaxis.set_major_formatter("{x:+.1f}")
    bar.set_label("expected net result, opening stakes")
    _name(upper, lower, totals)
    return figure


def _name(upper: Axes, lower: Axes, totals: range) -> None:
    upper.set_yticks(range(len(totals)), [str(total) for total in totals])
    heads = [f"{'soft' if soft else 'hard'}, {cards} cards" for soft, cards in COLUMNS]
    upper.set_xticks(range(len(COLUMNS)), heads)
    upper.xaxis.tick_top()
    upper.set_ylabel("total")
    lower.set_xticks(range(len(RANKS)), [2 * rank for rank in RANKS])
    lower.set_yticks([0], ["pair"])
    for axes in (upper, lower):
        axes.tick_params(length=0)
        axes.spines[:].set_visible(False)


def _worth(advice: Advice, cell: Cell) -> float:
    known = advice.cells.get(cell, {})
    return known[advice.strategy.cells[cell]] if known else np.nan


def _pair_letters(advice: Advice) -> list[str]:
    letters = []
    for rank, split in enumerate(advice.strategy.pairs):
        total = 12 if rank == 0 else 2 * min(rank + 1, 10)
        kept = letter_of(advice.strategy, Cell(2, rank == 0, total, False))
        letters.append((Letter.SPLIT if split else kept).value)
    return letters


def _write(
    axes: Axes,
    worth: Floats,
    letters: list[list[str]],
    scale: tuple[float, float],
    between: str,
) -> None:
    low, high = scale
    for (y, x), value in np.ndenumerate(worth):
        if not np.isnan(value):
            far = value / (high if value > 0 else low)
            axes.text(
                x,
                y,
                f"{letters[y][x]}{between}{value:+.2f}",
                ha="center",
                va="center",
                color="white" if far > _DARK else "black",
                fontsize=6.8,
            )
