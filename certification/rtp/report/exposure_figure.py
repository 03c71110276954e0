"""The operator's risk in one figure: what the count is worth, and what shuffling earlier leaves."""

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from certification.rtp.exposure.exposure import Exposure
from certification.rtp.report.look import AMBER, GREEN, GREY, INK, PALE, WIDTH_INCHES

PENCE_IN_POUND = 100
ROUNDS_SHOWN = 100


def exposure_figure(found: Exposure) -> Figure:
    """Left the expectation by true count, right the gain by when the shoe is made whole."""
    figure = Figure(figsize=(WIDTH_INCHES, 3.0), layout="constrained")
    left, right = figure.subplots(1, 2)
    _by_count(left, found)
    _by_reshuffle(right, found)
    return figure


def _by_count(axes: Axes, found: Exposure) -> None:
    rows = found.by_count
    at = [row.true_count for row in rows]
    shares = axes.twinx()
    shares.bar(at, [100 * row.share for row in rows], color=PALE, width=0.8)
    shares.set_ylabel("rounds, %", color=GREY)
    shares.tick_params(axis="y", colors=GREY)
    shares.set_ylim(0, 200 * max(row.share for row in rows))
    axes.set_zorder(shares.get_zorder() + 1)
    axes.patch.set_visible(False)
    axes.axhline(0, color=INK, linewidth=0.7)
    axes.errorbar(
        at,
        [100 * row.exact for row in rows],
        yerr=[100 * row.sd for row in rows],
        fmt="o",
        color=AMBER,
        markersize=4,
        linewidth=0.9,
        capsize=2,
    )
    names = [str(count) if count < 0 else f"+{count}" if count else "0" for count in at]
    names[0], names[-1] = f"{names[0]}\nor less", f"{names[-1]}\nor more"
    axes.set_xticks(at, names)
    axes.set(xlabel="true count", ylabel="expectation, % of the opening stake")
    axes.set_title("expectation by true count, and how often", loc="left")


def _by_reshuffle(axes: Axes, found: Exposure) -> None:
    gains = found.gains
    lines = (
        ("leaves bad shoes", [each.gain for each in gains.leaving], AMBER, "s"),
        ("best play too", gains.best, GREEN, "^"),
        ("exact counts", gains.exact, INK, "o"),
    )
    pounds = ROUNDS_SHOWN / PENCE_IN_POUND
    for name, points, colour, mark in lines:
        axes.errorbar(
            [point.reshuffle_after for point in points],
            [point.gain.value * pounds for point in points],
            yerr=[point.gain.standard_error * pounds for point in points],
            color=colour,
            marker=mark,
            markersize=3.2,
            linewidth=0.9,
            label=name,
        )
    axes.axhline(0, color=INK, linewidth=0.7)
    axes.set(xlabel="shoe.reshuffle_after, cards", ylabel=f"£ in {ROUNDS_SHOWN} rounds")
    axes.set_title("gain of a player, £2 to £1,000", loc="left")
    axes.legend(frameon=False, loc="upper left")
