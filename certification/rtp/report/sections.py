"""The sections of a report on the return, in their order; the first ones are here."""

from collections.abc import Iterator

from certification.report.blocks import Column, Section, Table, Text, facts, right
from certification.rtp.exact.analysis import Analysis, Figures
from certification.rtp.report import sections_exposure, sections_origin, sections_play
from certification.rtp.report.agreement import FALSE_REJECTION, LEVEL
from certification.rtp.report.facts import Facts
from certification.rtp.report.words import percent, percent_cut_off
from certification.rtp.simulation.estimates import Estimate
from config.table import load_table
from config.texts import rules_text

METHODS = {
    "optimal": "the best table of play",
    "published": "the published table; after a buy the best",
    "mimic-dealer": "as the dealer plays, no buy, no split",
    "never-buy-or-split": "the best play without buying or splitting",
}


def sections(found: Facts) -> tuple[Section, ...]:
    """All of them."""
    return (
        result(found),
        game(found),
        sections_play.strategy(found),
        figures(found),
        sections_play.law(found),
        sections_play.simulation(found),
        sections_play.tolerance_table(found),
        sections_play.stakes(found),
        sections_exposure.exposure(found),
        sections_origin.limits(found),
        sections_origin.repeating(found),
    )


def displayed(found: Facts) -> str:
    """The return that may be shown to players: two digits, never rounded up."""
    return percent_cut_off(found.rtp_displayed)


def result(found: Facts) -> Section:
    """What came out, in a few lines, and what was compared."""
    return Section(
        "result",
        "Result",
        (
            Text(
                f"The game returns {displayed(found)} of what is staked, played by the table in "
                f"section [[#strategy]]. {_rule(found)}"
            ),
            _results(found),
            Text(_false_rejection(found)),
            Table(
                "Comparisons, fixed before the simulation was run.",
                (Column("what", 5), Column("expected", 3), Column("found", 5), Column("", 0)),
                tuple(
                    (check.name, check.expected, check.found, check.outcome.value)
                    for check in found.checks
                ),
            ),
        ),
    )


def _false_rejection(found: Facts) -> str:
    """How often a right analysis is rejected, and what is done about it."""
    repeated = "That was done here." if found.fresh_again else "That was not needed here."
    return (
        "Mean, variance and law of the simulated rounds are compared with the exact ones, and the "
        f"three p-values are judged together by Holm's correction at {LEVEL:g}. A simulation that "
        "does not fit is repeated once, with a second declared seed, and the repetition decides. "
        f"{repeated} So a right analysis is rejected with a chance of at most "
        f"{FALSE_REJECTION:g}."
    )


def _rule(found: Facts) -> str:
    """How the displayed return is chosen, and how sure it is."""
    exact, cut = found.analysis.figures.rtp, found.cut.estimates.rtp
    error = f"{100 * cut.standard_error:.4f}"
    chosen = (
        f"that of a whole shoe, which has no error (the cut's has {error} percentage points)"
        if found.rtp_displayed == exact
        else f"that of the cut, whose standard error is {error} percentage points"
    )
    return (
        "The rule: of the exact return of a whole shoe and the one simulated to the cut, as it was "
        f"found and without a margin for its error, the lower is displayed. Here it is {chosen}. "
        "Digits are cut off, not rounded."
    )


def _results(found: Facts) -> Table:
    figures_of, cut = found.analysis.figures, found.cut.estimates.rtp
    rows = (
        ("Return displayed, the lower of the next two", displayed(found)),
        ("Whole shoe, exact", percent(figures_of.rtp, 5)),
        ("Shoes to the cut, simulated", f"{percent(cut.value)} ± {100 * cut.standard_error:.4f}"),
        ("House edge", f"{percent(figures_of.house_edge, 5)} of the opening stake"),
        ("Standard deviation", f"{figures_of.sd:.5f} opening stakes a round"),
        ("Standard deviation of the return", f"{figures_of.rtp_sd:.5f}, of one round"),
        ("Highest win", _top(found.analysis)),
        ("All comparisons agree", "yes" if found.agrees else "no"),
    )
    return facts("After ±, here and below: the standard error.", rows)


def game(found: Facts) -> Section:
    """The rules, from the file that is played."""
    file = found.file
    return Section(
        "game",
        "The game",
        (
            Text(
                "Casino Pontoon, one player against the dealer. The texts are made from the rules "
                "file that decides the game."
            ),
            facts(
                "",
                (("Rules", f"`{file.rules.id}`"), ("SHA-256 of the file", f"`{file.sha256}`")),
            ),
            Table(
                "",
                (Column("rule"), Column("text", 1)),
                tuple((rule.number, rule.text) for rule in rules_text(file.rules, load_table())),
            ),
        ),
    )


def figures(found: Facts) -> Section:
    """Every figure with its method and error."""
    return Section(
        "figures",
        "Figures, their method and their error",
        (
            Text(
                "The exact figures are sums over every hand that can be dealt from the whole shoe, "
                "without replacement, with the dealer's look at his two cards: nothing is sampled, "
                "cut off or fitted, and double precision leaves them exact to 1e-9. Rounds with "
                "split hands are summed over the joint law of their hands, which share a shoe and "
                "a dealer. What is simulated has its standard error after ±."
            ),
            _table(found),
            Table(
                "The same game by other strategies, whole shoe, exact.",
                (Column("strategy", 3), Column("", 5), right("house edge", 2), right("return", 2)),
                tuple(_strategy_row(analysis) for analysis in found.analyses),
            ),
        ),
    )


def _table(found: Facts) -> Table:
    return Table(
        "Of one round. N is its net result, W its stake, R = 1 + E N / E W the return; the "
        "standard deviation of the return is sqrt(Var N + 2 (1 - R) Cov(N, W) + (1 - R)² Var W) "
        "/ E W.",
        (
            Column("in opening stakes", 4),
            right("exact, whole shoe", 3),
            right("simulated, whole shoe", 3),
            right("simulated, cut", 3),
        ),
        (*_simulated_rows(found), *_exact_rows(found.analysis.figures)),
    )


def _simulated_rows(found: Facts) -> Iterator[tuple[str, ...]]:
    exact, fresh, cut = found.analysis.figures, found.fresh.estimates, found.cut.estimates
    yield "mean net result", f"{-exact.house_edge:+.9f}", _stakes(fresh.mean), _stakes(cut.mean)
    yield (
        "mean stake in all",
        f"{exact.stake_mean:.9f}",
        _stakes(fresh.stake_mean),
        _stakes(cut.stake_mean),
    )
    both = (f"{percent(e.value)} ± {100 * e.standard_error:.4f}" for e in (fresh.rtp, cut.rtp))
    yield "return, won / staked", percent(exact.rtp, 7), *both
    yield "standard deviation, net", f"{exact.sd:.9f}", f"{fresh.sd:.6f}", f"{cut.sd:.6f}"


def _exact_rows(exact: Figures) -> Iterator[tuple[str, ...]]:
    yield "standard deviation of the return", f"{exact.rtp_sd:.9f}", "", ""
    yield "loss of all staked (element of risk)", percent(exact.element_of_risk, 7), "", ""
    yield "variance, net", f"{exact.variance:.9f}", "", ""
    yield "variance, stake", f"{exact.stake_variance:.9f}", "", ""
    yield "covariance of net and stake", f"{exact.net_stake_covariance:.9f}", "", ""


def _stakes(estimate: Estimate) -> str:
    return f"{estimate.value:.6f} ± {estimate.standard_error:.6f}"


def _strategy_row(analysis: Analysis) -> tuple[str, ...]:
    name = analysis.advice.strategy.name
    edge, rtp = analysis.figures.house_edge, analysis.figures.rtp
    return f"`{name}`", METHODS.get(name, ""), percent(edge, 5), percent(rtp, 5)


def _top(analysis: Analysis) -> str:
    best = max(analysis.net)
    return f"+{best} opening stakes, once in {1 / analysis.net[best]:,.0f} rounds"
