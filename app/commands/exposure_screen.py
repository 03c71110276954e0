"""How the exposure looks in a terminal: effects, counts, gains."""

from rich.console import Console
from rich.table import Table

from app.game.cards import RANKS
from certification.rtp.exposure.exposure import FEW_SHOES, Exposure
from certification.rtp.exposure.gain import Gain
from config.table import load_table
from config.words import PENCE_IN_POUND, money, units

ROUNDS = 100


def show(found: Exposure) -> None:
    """All tables, and what they come from."""
    console = Console()
    stakes, currency = found.file.rules.stakes, load_table().currency
    console.print(
        f"[bold]{found.file.rules.id}[/bold]  {found.shoes:,} shoes, {found.rounds:,} rounds, "
        f"{found.sample:,} of them valued exactly"
    )
    console.print(f"seed {found.seed.hex()}", style="dim", soft_wrap=True)
    console.print(_effects(found))
    console.print(_counts(found))
    console.print(_gains(found, units(currency)))
    if found.few:
        console.print(FEW_SHOES, style="bold yellow")
    console.print(
        f"A player stakes {money(stakes.max_pence, currency)} where a shoe is worth more than "
        f"nothing, else {money(stakes.min_pence, currency)}. counting: by removals, off by "
        f"{found.accuracy.linear.sd:.3%} of a stake; exact: by the exact worth; best play: also by "
        "the best table of each shoe; leaves: exact, and leaves bad shoes for whole ones, free.",
        style="dim",
    )


def _effects(found: Exposure) -> Table:
    table = Table(title="Removing a card, % of the opening stake (exact), and its tag")
    for head in ("rank", "effect", "tag"):
        table.add_column(head, justify="right")
    for rank, effect, tag in zip(RANKS, found.effects.by_rank, found.count.tags, strict=True):
        table.add_row(rank, f"{100 * effect:+.4f}", f"{tag:+d}" if tag else "0")
    return table


def _counts(found: Exposure) -> Table:
    table = Table(title="Expectation by true count, % of the opening stake")
    for head in ("true count", "rounds, %", "exact", "shoes", "estimated", "sd"):
        table.add_column(head, justify="right")
    for row in found.by_count:
        table.add_row(
            f"{row.true_count:+d}" if row.true_count else "0",
            f"{100 * row.share:.1f}",
            f"{100 * row.exact:+.3f}",
            f"{row.exact_shoes:,}",
            f"{100 * row.worth:+.3f}",
            f"{100 * row.sd:.3f}",
        )
    table.caption = "the outermost rows hold all beyond"
    return table


def _gains(found: Exposure, unit: str) -> Table:
    gains = found.gains
    table = Table(title=f"Gain in {ROUNDS} rounds, {unit}, by when the shoe is made whole")
    for head in ("cards", "high, %", "counting", "exact", "best play", "leaves"):
        table.add_column(head, justify="right")
    for counting, exact, best, leaves in zip(
        gains.counting, gains.exact, gains.best, gains.leaving, strict=True
    ):
        row = (_gained(each) for each in (counting, exact, best, leaves.gain))
        table.add_row(str(exact.reshuffle_after), f"{100 * exact.raised:.1f}", *row)
    return table


def _gained(gain: Gain) -> str:
    times = ROUNDS / PENCE_IN_POUND
    return f"{gain.gain.value * times:,.1f} ± {gain.gain.standard_error * times:,.1f}"
