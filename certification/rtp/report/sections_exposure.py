"""The section on what a player takes who reads the counts: the operator's risk."""

from collections.abc import Iterator
from math import ceil

from app.game.cards import RANKS
from certification.report.blocks import (
    Block,
    Column,
    Heading,
    Picture,
    Points,
    Section,
    Table,
    Text,
    right,
)
from certification.rtp.exposure.exposure import FEW_SHOES, Exposure
from certification.rtp.exposure.gain import Gain
from certification.rtp.exposure.true_count import CountRow
from certification.rtp.report.facts import Facts
from certification.rtp.report.figures import EXPOSURE
from certification.rtp.report.words import percent, pounds, pounds_with_error, signed
from config.words import money, ordinal

ROUNDS = 100


def exposure(facts: Facts) -> Section:
    """Effects of removal, the count, gains by when the shoe is made whole, assumptions."""
    found = facts.exposure
    return Section(
        "exposure",
        "What a player takes who reads the counts",
        (
            *_summary(found),
            Picture(
                EXPOSURE,
                "Left: the expectation of a round by the true count at its beginning (dots, with "
                "the standard deviation among shoes of that count), and how many rounds begin so "
                "(bars). Right: the gain of a player in 100 rounds, by when the shoe is made "
                "whole.",
                "The expectation rises with the count; the gain falls to nothing as the shoe is "
                "made whole earlier",
            ),
            _gains(found),
            *((Text(FEW_SHOES),) if found.few else ()),
            _spreads(found),
            Heading("Where it comes from"),
            *_effects(found),
            *_counts(found),
            Heading("How it was computed, and for whom"),
            _method(found),
        ),
    )


def _summary(found: Exposure) -> Iterator[Block]:
    stakes = found.file.rules.stakes
    low, high = money(stakes.min_pence), money(stakes.max_pence)
    first, leaves = found.gains.exact[0], found.gains.leaving[0].gain
    if not first.reshuffle_after:
        yield Text(
            "The shoe is made whole before every round, so its counts say nothing: "
            f"{_always(found)}."
        )
        return
    yield Text(
        "The shoe is public between rounds, and dealt to its "
        f"{ordinal(first.reshuffle_after)} card, so a player can know when the coming round is "
        f"worth more than nothing. One who then stakes {high}, and else {low}, {_verb(first)} "
        f"{pounds_with_error(first.gain)} a round by exact counts "
        f"({pounds(first.gain.value * ROUNDS)} in {ROUNDS} rounds); a player who also leaves bad "
        f"shoes for whole ones {_verb(leaves)} {pounds_with_error(leaves.gain)} a round. What "
        "takes this away is a shoe that is made whole earlier, `shoe.reshuffle_after`, or a "
        f"smaller span of stakes; made whole before every round (0), {_always(found)}."
    )


def _always(found: Exposure) -> str:
    if found.effects.fresh < 0:
        return "the house keeps its edge against everybody"
    return "the counts are of no use, but these rules favour the player anyway"


def _verb(gain: Gain) -> str:
    return "gains" if gain.gain.value > 0 else "loses"


def _gains(found: Exposure) -> Table:
    gains = found.gains
    rows = zip(gains.counting, gains.exact, gains.best, gains.leaving, strict=True)
    return Table(
        f"Gain in {ROUNDS} rounds, by after how many cards the shoe is made whole (± standard "
        "error). Counting: stakes by effects of removal. Exact: stakes by the exact worth of the "
        "shoe; in units of the least stake too, with the standard deviation of luck in as many "
        "rounds, which takes the variance of a whole shoe for every shoe. Best play: also the best "
        "table for each shoe. Leaves: exact, and a bad shoe is left for a whole one.",
        (
            right("made whole after", 2),
            right("high stakes", 2),
            right("counting", 3),
            right("exact", 3),
            right("units", 2),
            right("luck, sd", 2),
            right("best play", 3),
            right("leaves", 3),
        ),
        tuple(_gain_row(found, c, e, best, leaves.gain) for c, e, best, leaves in rows),
    )


def _gain_row(
    found: Exposure, counting: Gain, exact: Gain, best: Gain, leaves: Gain
) -> tuple[str, ...]:
    stakes = found.file.rules.stakes
    luck = exact.sd(found.analysis.figures.variance, stakes) * ROUNDS**0.5
    return (
        str(exact.reshuffle_after),
        percent(exact.raised, 1),
        pounds_with_error(counting.gain, ROUNDS),
        pounds_with_error(exact.gain, ROUNDS),
        f"{exact.gain.value * ROUNDS / stakes.min_pence:,.1f}",
        pounds(luck),
        pounds_with_error(best.gain, ROUNDS),
        pounds_with_error(leaves.gain, ROUNDS),
    )


def _spreads(found: Exposure) -> Table:
    stakes, edge = found.file.rules.stakes, found.analysis.figures.stake_mean
    rows = []
    for each in found.gains.spreads:
        gain = each.gain
        rows.append(
            (
                f"{money(stakes.min_pence)} to {money(each.max_pence)}",
                pounds(gain.stake),
                pounds_with_error(gain.gain, ROUNDS),
                percent(1 + gain.gain.value / (gain.stake * edge), 2),
            )
        )
    return Table(
        "The same player, by exact counts, under other table limits; shoes to the cut. The last "
        "column is the return of this player.",
        (
            Column("stakes", 2),
            right("mean opening stake", 2),
            right(f"gain in {ROUNDS} rounds", 2),
            right("return", 2),
        ),
        tuple(rows),
    )


def _effects(found: Exposure) -> Iterator[Block]:
    effects, count = found.effects.by_rank, found.count
    yield Table(
        "Effect of removing one card of a rank from a whole shoe: the change of the expectation, "
        "in percent of the opening stake; exact. Below, the tag of a count made from it, which "
        f"agrees with the effects to a correlation of {count.correlation:.4f}.",
        (Column("", 2), *(right(rank, 2) for rank in RANKS)),
        (
            ("effect", *(f"{100 * effect:+.4f}" for effect in effects)),
            ("tag", *(f"{tag:+d}" if tag else "0" for tag in count.tags)),
        ),
    )


def _counts(found: Exposure) -> Iterator[Block]:
    rows = found.by_count
    last = len(rows) - 1
    yield Table(
        "The expectation of a round by the true count at its beginning: the sum of the tags of the "
        "cards gone, over the packs left, rounded.",
        (
            Column("true count", 2),
            right("rounds", 2),
            right("exact, mean", 2),
            right("of so many shoes", 2),
            right("all rounds, estimated", 2),
            right("sd among shoes", 2),
        ),
        tuple(_count_row(at, row, last) for at, row in enumerate(rows)),
    )


def _count_row(at: int, row: CountRow, last: int) -> tuple[str, ...]:
    beyond = " or less" if at == 0 else " or more" if at == last else ""
    name = f"{row.true_count:+d}" if row.true_count else "0"
    return (
        name + beyond,
        percent(row.share, 1),
        signed(row.exact, 3),
        f"{row.exact_shoes:,}",
        signed(row.worth, 3),
        percent(row.sd, 3),
    )


def _method(found: Exposure) -> Points:
    return Points((*_computed(found), *_assumed(found)))


def _computed(found: Exposure) -> Iterator[str]:
    linear, curve, best = found.accuracy.linear, found.accuracy.curve, found.best_play
    yield (
        f"{found.rounds:,} rounds of {found.shoes:,} shoes were dealt by the production draw and "
        "played by the table above; what is left of each rank was read before each round. The "
        "worth of a round varies with a standard deviation of "
        f"{percent(found.accuracy.spread, 3)} of the opening stake."
    )
    yield (
        f"{found.sample:,} of these shoes, spread evenly over all, were valued exactly. On the "
        "half that nothing was fitted to, effects of removal alone are off by "
        f"{percent(linear.sd, 3)} (standard deviation; mean {signed(linear.mean, 4)}, at most "
        f"{percent(linear.largest, 3)}), with a curve of second order fitted to the other half by "
        f"{percent(curve.sd, 4)} (at most {percent(curve.largest, 4)}). Gains take the curve for "
        "all rounds, and the exact shoes correct what it misses; both errors are in the standard "
        "errors."
    )
    yield (
        f"The best table of each shoe adds {percent(best.value, 4)} ± "
        f"{100 * best.standard_error:.4f} of the opening stake to the fixed table, on the average "
        "of all shoes."
    )


def _assumed(found: Exposure) -> Iterator[str]:
    gain = found.gains.exact[0]
    luck = gain.sd(found.analysis.figures.variance, found.file.rules.stakes)
    yield (
        "The player knows the counts exactly: the API tells them, as anybody at the table could "
        "count them. Stakes follow the coming round alone."
    )
    if gain.gain.value > 0:
        yield (
            f"After {ceil((luck / gain.gain.value) ** 2):,} rounds the gain by exact counts is as "
            "large as one standard deviation of luck."
        )
    yield (
        "Leaving: a seat keeps its shoe, so a whole one takes another account, or a seat that the "
        "operator closes and opens again. Here that is free, at once, and always open, and a shoe "
        "is left as soon as its worth is below one level, the best of a row of levels (chosen on "
        "half of the shoes, judged on the other half). In truth it costs more; a rule that changes "
        "with the depth of the shoe may gain a little more."
    )
    yield (
        "Nobody is refused, limited or watched; table limits that players set themselves (R18) are "
        "not used; rounds are counted, not hours."
    )
