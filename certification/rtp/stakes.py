"""The opening stakes of a game, and at how many of them nothing is ever rounded."""

from fractions import Fraction

from config.rules import Rules


def stakes_of(rules: Rules) -> range:
    """Every opening stake, in pence."""
    stakes = rules.stakes
    return range(stakes.min_pence, stakes.max_pence + 1, stakes.step_pence)


def in_whole_pence(rules: Rules) -> int:
    """At how many of them every payout is whole pence; if at all, they have one return."""
    pays = (rules.pays.win, rules.pays.pontoon, rules.pays.five_card_trick)
    return sum(
        all((Fraction(stake) * odds).denominator == 1 for odds in pays)
        for stake in stakes_of(rules)
    )
