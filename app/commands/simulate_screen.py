"""How a simulation looks in a terminal: its bar, and its answer beside the exact one."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fractions import Fraction
from time import monotonic
from typing import Final

from rich.console import Console
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn
from rich.table import Table

from certification.rtp.exact.analysis import Analysis
from certification.rtp.simulation.estimates import Z_95, Z_99, Estimate, Estimates
from certification.rtp.simulation.plan import Plan
from config.loader import ShoePolicy

BAR_AFTER_SECONDS: Final = 2.0
LAW_ROWS_MAX: Final = 30


@contextmanager
def bar(rounds: int) -> Iterator[Callable[[int], None]]:
    """A bar on the error stream, shown once the work has taken two seconds."""
    columns = (
        TextColumn("{task.completed:,} of {task.total:,} rounds"),
        BarColumn(),
        TaskProgressColumn(),
        TimeRemainingColumn(),
    )
    progress = Progress(*columns, console=Console(stderr=True), transient=True)
    task = progress.add_task("", total=rounds)
    began = monotonic()

    def noted(played: int) -> None:
        progress.advance(task, played)
        if monotonic() - began > BAR_AFTER_SECONDS and not progress.live.is_started:
            progress.start()

    try:
        yield noted
    finally:
        progress.stop()


def show(plan: Plan, found: Estimates, exact: Analysis) -> None:
    """Figures with their errors, and the law of results beside the exact one."""
    console = Console()
    whole = "before every round" if plan.shoe is ShoePolicy.FRESH else "after the cut"
    console.print(
        f"[bold]{plan.file.rules.id}[/bold]  {found.rounds:,} rounds, {found.shoes:,} shoes, "
        f"whole {whole}; words from {plan.seeds.value}"
    )
    console.print(f"seed {plan.seed.hex()}", style="dim", soft_wrap=True)
    console.print(_figures(plan, found, exact))
    console.print(_law(found, exact))


def _figures(plan: Plan, found: Estimates, exact: Analysis) -> Table:
    table = Table(title=f"Return, strategy {plan.strategy.name}")
    table.add_column("")
    for head in ("simulated", "standard error", "95 % interval", "99 % interval", "exact, fresh"):
        table.add_column(head, justify="right")
    figures = exact.figures
    table.add_row(*_row("net result, mean", found.mean, ".6f"), f"{-figures.house_edge:.6f}")
    table.add_row("net result, sd", f"{found.sd:.5f}", "", "", "", f"{figures.sd:.5f}")
    table.add_row(*_row("staked, mean", found.stake_mean, ".5f"), f"{figures.stake_mean:.5f}")
    table.add_row(*_row("RTP (won / staked)", found.rtp, ".4%"), f"{figures.rtp:.4%}")
    if plan.shuffle_after:
        effect = found.mean.less(-figures.house_edge)
        table.add_row(*_row("cut-card effect", effect, ".6f"), "")
    table.caption = (
        f"{found.mean.z_against(-figures.house_edge):+.2f} errors from exact, fresh shoe"
    )
    return table


def _row(name: str, estimate: Estimate, form: str) -> tuple[str, ...]:
    intervals = (
        f"{low:{form}} to {high:{form}}" for low, high in map(estimate.interval, (Z_95, Z_99))
    )
    error = f"{estimate.standard_error:{form}}"
    return name, f"{estimate.value:{form}}", error, *intervals


def _law(found: Estimates, exact: Analysis) -> Table:
    table = Table(title="Net result, opening stakes")
    for head in ("net", "rounds", "share", "exact, fresh"):
        table.add_column(head, justify="right")
    for net in sorted(found.net.keys() | exact.net.keys())[:LAW_ROWS_MAX]:
        count = found.net.get(net, 0)
        share, chance = count / found.rounds, exact.net.get(net, 0.0)
        table.add_row(_signed(net), f"{count:,}", f"{share:.6%}", f"{chance:.6%}")
    return table


def _signed(net: Fraction) -> str:
    return f"+{net}" if net > 0 else str(net)
