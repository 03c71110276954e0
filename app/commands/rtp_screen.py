"""How an analysis looks in a terminal: figures, the law of results, the strategy in colour."""

from typing import Final

from rich.columns import Columns
from rich.console import Console, Group
from rich.table import Table
from rich.text import Text

from app.game.cards import RANKS
from app.game.outcomes import Action
from certification.rtp.exact.analysis import Advice, Analysis
from certification.rtp.strategy import Cell, Strategy
from config.loader import RulesFile
from rng.shoe import Shoe

_LOOK: Final = {
    Action.STICK: ("S", "bold white on red"),
    Action.TWIST: ("T", "bold black on green"),
    Action.BUY: ("B", "bold black on yellow"),
}
_SPLIT: Final = ("split", "bold white on blue")
_COLUMNS: Final = ((4, False), (3, False), (2, False), (4, True), (3, True))
_HEADS: Final = ("4 cards", "3 cards", "2 cards", "4 bought", "3 bought")


def show_analysis(analysis: Analysis, file: RulesFile, shoe: Shoe) -> None:
    """Figures and laws, then the table that they rest on."""
    console = Console()
    console.print(f"[bold]{analysis.rules_id}[/bold]  {shoe.remaining} cards in the shoe")
    console.print(f"{analysis.method}; rules sha256 {file.sha256}", style="dim", soft_wrap=True)
    console.print(Columns([_figures(analysis), Group(_net(analysis), _dealer(analysis))]))
    console.print(_strategy(analysis.advice.strategy))


def show_advice(advice: Advice, file: RulesFile) -> None:
    """The table alone."""
    console = Console()
    edge = f"house edge {advice.edge:.5%} of the opening stake"
    console.print(f"[bold]{file.rules.id}[/bold]  {edge}")
    console.print(_strategy(advice.strategy))
    console.print("What each action brings: --json or --csv.", style="dim")


def _figures(analysis: Analysis) -> Table:
    figures, chances = analysis.figures, analysis.chances
    table = Table(title=f"Return, strategy {analysis.advice.strategy.name}", show_header=False)
    table.add_column()
    table.add_column(justify="right")
    for name, text in (
        ("RTP (won / staked)", f"{figures.rtp:.5%}"),
        ("house edge, of the opening stake", f"{figures.house_edge:.5%}"),
        ("house edge, of all staked", f"{figures.element_of_risk:.5%}"),
        ("staked in all, opening stakes", f"{figures.stake_mean:.5f}"),
        ("standard deviation, opening stakes", f"{figures.sd:.5f}"),
        ("standard deviation of RTP, one round", f"{figures.rtp_sd:.5f}"),
        ("variance of net result", f"{figures.variance:.6f}"),
        ("variance of stake", f"{figures.stake_variance:.6f}"),
        ("covariance of the two", f"{figures.net_stake_covariance:.6f}"),
        ("rounds that win", f"{chances.net_positive:.4%}"),
        ("rounds that return anything", f"{chances.returned_positive:.4%}"),
        ("rounds with a pontoon", f"{chances.pontoon:.4%}"),
        ("rounds with a five-card trick", f"{chances.five_card_trick:.4%}"),
        ("rounds with a bust hand", f"{chances.bust:.4%}"),
        ("rounds with a split", f"{chances.split:.4%}"),
    ):
        table.add_row(name, text)
    return table


def _net(analysis: Analysis) -> Table:
    table = Table("net", "chance", title="Net result, opening stakes")
    for column in table.columns:
        column.justify = "right"
    for net, chance in analysis.net.items():
        sign = "+" if net > 0 else ""
        table.add_row(f"{sign}{net}", f"{chance:.6%}" if chance >= 1e-6 else f"{chance:.3e}")
    return table


def _dealer(analysis: Analysis) -> Table:
    table = Table("dealer", "chance", title="Dealer's hand")
    table.columns[1].justify = "right"
    for result, chance in analysis.dealer.items():
        table.add_row(result.replace("_", " "), f"{chance:.4%}")
    return table


def _strategy(strategy: Strategy) -> Group:
    legend = Text("S stick   T twist   B buy; a hand that was bought has columns of its own")
    tables = [_totals(strategy, soft) for soft in (False, True)]
    return Group(Columns([*tables, _pairs(strategy)]), legend)


def _totals(strategy: Strategy, soft: bool) -> Table:
    table = Table("total", *_HEADS, title="Soft" if soft else "Hard")
    for column in table.columns:
        column.justify = "center"
    totals = {cell.total for cell in strategy.cells if cell.soft == soft}
    for total in sorted(totals, reverse=True):
        cells = [Cell(cards, soft, total, bought) for cards, bought in _COLUMNS]
        table.add_row(str(total), *(_letter(strategy, cell) for cell in cells))
    return table


def _letter(strategy: Strategy, cell: Cell) -> Text:
    if cell not in strategy.cells:
        return Text("-", style="dim")
    letter, style = _LOOK[strategy.cells[cell]]
    return Text(f" {letter} ", style=style)


def _pairs(strategy: Strategy) -> Table:
    table = Table("pair", "", title="Pairs")
    for rank, split in zip(RANKS, strategy.pairs, strict=True):
        table.add_row(rank + rank, Text(*_SPLIT) if split else Text("keep", style="dim"))
    return table
