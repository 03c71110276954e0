"""The figures of a report on the return, drawn by matplotlib as SVG: same facts, same bytes."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, Final

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

from certification.rtp.report.convergence import Simulated
from certification.rtp.report.exposure_figure import exposure_figure
from certification.rtp.report.facts import Facts
from certification.rtp.report.look import AMBER, GREEN, GREY, INK, PALE, STYLE, WIDTH_INCHES
from certification.rtp.report.strategy_figure import strategy_figure
from certification.rtp.simulation.estimates import Z_95, Z_99

LAW: Final = "law.svg"
CONVERGENCE: Final = "convergence.svg"
STRATEGY: Final = "strategy.svg"
EXPOSURE: Final = "exposure.svg"


def draw_all(facts: Facts, folder: Path) -> None:
    """Draw every figure into the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with mpl.rc_context(STYLE):
        for file, draw in DRAWINGS.items():
            draw(facts).savefig(folder / file, format="svg", metadata={"Date": None})


def law_figure(facts: Facts) -> Figure:
    """The chance of each net result: exact bars, simulated dots."""
    exact = {float(net): chance for net, chance in facts.analysis.net.items()}
    fresh = facts.fresh.estimates
    figure = Figure(figsize=(WIDTH_INCHES, 2.9), layout="constrained")
    axes = figure.subplots()
    colours = [GREEN if net > 0 else GREY if net == 0 else INK for net in exact]
    axes.bar(list(exact), list(exact.values()), width=0.72, color=colours)
    seen = {float(net): count / fresh.rounds for net, count in fresh.net.items()}
    axes.plot(
        list(seen),
        list(seen.values()),
        "o",
        color=AMBER,
        markersize=3.4,
        markeredgecolor="white",
        markeredgewidth=0.5,
        label=f"simulated, {fresh.rounds:,} rounds",
    )
    axes.bar([0], [0], color=INK, label="exact, a loss")
    axes.bar([0], [0], color=GREEN, label="exact, a win")
    axes.set_yscale("log")
    low = min(chance for chance in (*exact.values(), *seen.values()) if chance > 0)
    axes.set_ylim(10 ** np.floor(np.log10(low)), 1)
    axes.set_xticks(list(exact), [f"{net:+g}" if net else "0" for net in exact])
    axes.set(xlabel="net result, opening stakes", ylabel="chance of a round")
    axes.grid(axis="y", color=PALE, linewidth=0.4)
    axes.set_axisbelow(True)
    axes.legend(frameon=False, loc="upper right")
    return figure


def convergence_figure(facts: Facts) -> Figure:
    """The simulated return as rounds are added, and the band that exact figures foresee."""
    figure = Figure(figsize=(WIDTH_INCHES, 3.0), layout="constrained")
    left, right = figure.subplots(1, 2, sharey=True)
    _converges(left, facts, facts.fresh, "a whole shoe for every round")
    _converges(right, facts, facts.cut, "shoes played to the cut")
    left.set_ylabel("standard errors from the exact return")
    left.legend(frameon=False, loc="lower left", ncols=3, columnspacing=1.0)
    return figure


def _converges(axes: Axes, facts: Facts, run: Simulated, title: str) -> None:
    exact, sd = facts.analysis.figures.rtp, facts.analysis.figures.rtp_sd
    rounds = np.array([point.rounds for point in run.points], dtype=np.float64)
    errors = (np.array([point.rtp for point in run.points]) - exact) * np.sqrt(rounds) / sd
    for z, colour, label in ((Z_99, "#e3eaf2", "99 %"), (Z_95, "#c3d1e1", "95 %")):
        axes.axhspan(-z, z, color=colour, linewidth=0, label=label)
    axes.axhline(0, color=INK, linewidth=0.7)
    axes.plot(rounds, errors, color=AMBER, linewidth=1.0)
    axes.plot(rounds, errors, ".", color=AMBER, markersize=3.5, label="simulated")
    high = max(4.0, float(np.abs(errors).max()) + 0.5)
    axes.set(xscale="log", ylim=(-high, high), xlabel="rounds")
    axes.set_title(title, loc="left")
    axes.xaxis.set_major_locator(LogLocator(10))
    axes.xaxis.set_major_formatter(FuncFormatter(_short))
    axes.xaxis.set_minor_formatter(NullFormatter())
    last = run.points[-1]
    found = f"{last.rtp:.4%} ± {last.standard_error:.4%} after {last.rounds:,} rounds"
    axes.text(0.03, 0.95, found, transform=axes.transAxes, color=INK, va="top")


def _short(rounds: float, _place: int) -> str:
    for size, word in ((1e9, "bn"), (1e6, "M"), (1e3, "k")):
        if rounds >= size:
            return f"{rounds / size:g}{word}"
    return f"{rounds:g}"


DRAWINGS: Final[Mapping[str, Callable[[Facts], Any]]] = {
    LAW: law_figure,
    CONVERGENCE: convergence_figure,
    STRATEGY: lambda facts: strategy_figure(facts.analysis.advice),
    EXPOSURE: lambda facts: exposure_figure(facts.exposure),
}
