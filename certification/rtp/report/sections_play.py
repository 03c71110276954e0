"""Sections on how is played and what comes of it: strategy, law of results, simulation, stakes."""

from fractions import Fraction

from certification.report.blocks import Column, Heading, Picture, Section, Table, Text, facts, right
from certification.rtp.exact.analysis import Analysis
from certification.rtp.report.convergence import Simulated
from certification.rtp.report.facts import Facts
from certification.rtp.report.figures import CONVERGENCE, LAW, STRATEGY
from certification.rtp.report.grid import grids
from certification.rtp.report.words import between, percent
from certification.rtp.simulation.estimates import Z_95, Z_99
from certification.rtp.stakes import stakes_of
from certification.rtp.tolerances import Tolerance
from config.words import money

ROUNDING = 1e-10  # opening stakes: what double precision cannot tell from nothing
DEALER_WORDS = {"five_card_trick": "five-card trick"}


def strategy(found: Facts) -> Section:
    """The table in colour, and what each hand is worth."""
    return Section(
        "strategy",
        "The play that the return rests on",
        (
            Text(
                "A hand is looked up by how many cards it has, hard or soft, its total, and "
                "whether it was bought; the hands of a split by the same table. Both cards of the "
                "dealer lie face down, so nothing of his is in it. No change of one place of the "
                "table, or of one pair, makes it better; looking at the cards of a hand and not at "
                f"its total alone adds {_gain(found.by_composition)}."
            ),
            *grids(found.analysis.advice.strategy),
            Picture(
                STRATEGY,
                "What a hand that has not been bought is worth when it is played so, in opening "
                "stakes, the dealer having no pontoon; for pairs the better of keeping and "
                "splitting.",
                "Heat map of the expected net result by total and number of cards",
            ),
        ),
    )


def _gain(gain: float) -> str:
    """A gain as a number, and whether it is more than rounding."""
    number = f"{gain:.1e} opening stakes"
    return number if gain > ROUNDING else f"nothing ({number}: the rounding of double precision)"


def law(found: Facts) -> Section:
    """Each net result with its chance; chances of hands; the dealer's law."""
    analysis = found.analysis
    return Section(
        "law",
        "Law of results",
        (
            Picture(
                LAW,
                "The chance of each net result of a round; the scale is logarithmic.",
                "Bars of the exact chances and dots of the simulated shares, which lie on them",
            ),
            Table(
                "Net result in opening stakes. Exact, whole shoe; beside it the share of "
                f"{found.fresh.estimates.rounds:,} simulated rounds.",
                tuple(
                    right(head, 2)
                    for head in ("net", "chance", "one round in", "rounds simulated", "share")
                ),
                tuple(_law_row(found, net) for net in sorted(analysis.net)),
            ),
            _chances(analysis),
            _dealer(analysis),
        ),
    )


def _dealer(analysis: Analysis) -> Table:
    return Table(
        "The dealer's hand, played to its end from the whole shoe; exact.",
        (Column("result", 3), right("chance", 1)),
        tuple(
            (DEALER_WORDS.get(name, name), percent(chance, 5))
            for name, chance in analysis.dealer.items()
        ),
    )


def _chances(analysis: Analysis) -> Table:
    chances = analysis.chances
    best = max(analysis.net)
    named = (
        ("The player wins (net above 0)", chances.net_positive),
        ("Something is returned", chances.returned_positive),
        ("A pontoon", chances.pontoon),
        ("A five-card trick", chances.five_card_trick),
        ("A hand is bust", chances.bust),
        ("A pair is split", chances.split),
        ("The dealer does not play", chances.dealer_not_played),
        (f"The highest win, +{best}", analysis.net[best]),
    )
    return Table(
        "Exact chances of a round.",
        (Column("", 3), right("chance", 1), right("one round in", 1)),
        tuple((name, percent(c, 5), f"{1 / c:,.1f}") for name, c in named if c),
    )


def _law_row(found: Facts, net: Fraction) -> tuple[str, ...]:
    chance = found.analysis.net[net]
    fresh = found.fresh.estimates
    count = fresh.net.get(net, 0)
    return (
        f"+{net}" if net > 0 else str(net),
        f"{100 * chance:.7f} %",
        f"{1 / chance:,.1f}",
        f"{count:,}",
        f"{100 * count / fresh.rounds:.7f} %",
    )


def simulation(found: Facts) -> Section:
    """The production generator's rounds beside the exact figures; what the cut does."""
    return Section(
        "simulation",
        "Simulation beside exact",
        (
            Text(
                "Rounds are dealt by the draw of the production generator, bit for bit, from seeds "
                "that were declared beforehand: each is the SHA-384 of a line that says what it is "
                "for and of the hash of the rules (`certification/rtp/declared.py`). Errors come "
                "from shoes, not from rounds, since rounds of one shoe depend on each other."
            ),
            _runs(found),
            Picture(
                CONVERGENCE,
                "The simulated return as rounds are added, in standard errors from the exact "
                "return of a whole shoe, with the bands that hold 95 and 99 % of runs. The cut has "
                "a return of its own, so its line may leave the middle.",
                "Two lines, one for whole shoes within its band, one for shoes with the cut",
            ),
            Heading("What the cut does"),
            _cut(found),
        ),
    )


def _cut(found: Facts) -> Text:
    effect = found.cut.estimates.mean.less(-found.analysis.figures.house_edge)
    low, high = effect.interval(Z_95)
    other = found.exposure.cut_effect
    return Text(
        f"Playing shoes to the cut changes the mean net result by {effect.value:+.6f} opening "
        f"stakes, standard error {effect.standard_error:.6f}, 95 % interval {low:+.6f} to "
        f"{high:+.6f}, against the exact value of a whole shoe. Valuing each shoe by its counts "
        f"instead of playing it out, in section [[#exposure]], gives {other.value:+.6f}, standard "
        f"error {other.standard_error:.6f}. The n-th round of a shoe has the return of the "
        "first; but a shoe is left after a number of cards, and how many rounds those make "
        "depends on which cards they are."
    )


def _runs(found: Facts) -> Table:
    return Table(
        "The runs; z: how many standard errors the mean lies above the exact one of a whole shoe.",
        (
            Column("shoe", 2),
            right("rounds"),
            right("shoes"),
            right("return"),
            right("95 % interval"),
            right("z"),
        ),
        (
            _run("whole for every round", found, found.fresh),
            *(_run("the same, repeated", found, run) for run in found.fresh_again),
            _run("to the cut", found, found.cut),
        ),
    )


def _run(name: str, found: Facts, run: Simulated) -> tuple[str, ...]:
    estimates = run.estimates
    return (
        name,
        f"{estimates.rounds:,}",
        f"{estimates.shoes:,}",
        percent(estimates.rtp.value),
        between(estimates.rtp.interval(Z_95)),
        f"{estimates.mean.z_against(-found.analysis.figures.house_edge):+.2f}",
    )


def tolerance_table(found: Facts) -> Section:
    """Between which returns so many rounds must lie."""
    figures = found.analysis.figures
    return Section(
        "tolerances",
        "Tolerances",
        (
            Text(
                "Only for rounds that were all played by the table of section [[#strategy]], each "
                "from a whole shoe; for shoes to the cut add the shift that section "
                "[[#simulation]] measures. A machine that counts what was staked and won in such "
                "rounds can be held to these: of n rounds the "
                f"return lies within R ± z SD / sqrt n, with z = {Z_95:.2f} for 95 % and "
                f"{Z_99:.3f} for 99 %, R = {percent(figures.rtp, 5)} and SD = "
                f"{figures.rtp_sd:.5f}. With stakes that differ, use as n the square of the sum of "
                "the opening stakes over the sum of their squares."
            ),
            Table(
                "Return of so many rounds of one opening stake.",
                (
                    right("rounds", 2),
                    right("standard error", 2),
                    right("95 %", 3),
                    right("99 %", 3),
                ),
                tuple(_tolerance_row(row) for row in found.tolerances),
            ),
        ),
    )


def _tolerance_row(row: Tolerance) -> tuple[str, ...]:
    error = percent(row.standard_error)
    return f"{row.rounds:,}", error, between(row.interval_95), between(row.interval_99)


def stakes(found: Facts) -> Section:
    """Every stake has the same return."""
    rules = found.file.rules
    low, high = rules.stakes.min_pence, rules.stakes.max_pence
    edge = found.analysis.figures.house_edge
    return Section(
        "stakes",
        "Every stake has the same return",
        (
            Text(
                f"There are {len(stakes_of(rules)):,} opening stakes, {money(low)} to "
                f"{money(high)} in steps of {money(rules.stakes.step_pence)}, and a payout is the "
                "stake times a fixed number. At each of the stakes every winning was computed, and "
                "is a whole number of pence. So nothing is ever rounded, a bigger stake buys no "
                "better and no worse odds, and one return holds for all. Buying and splitting "
                "stake as much again as the hand has, so they scale too. A stake below the least "
                "is raised to it before the round (R17); the return is that of the stake in force."
            ),
            facts(
                "Expected loss of a round.",
                tuple(
                    (money(stake), f"{stake * edge:.4f}p, {percent(edge, 5)} of the stake")
                    for stake in (low, min(50 * low, high), high)
                ),
            ),
        ),
    )
