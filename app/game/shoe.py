"""R3 by numbers: when the shoe is made whole, and which shoes a round may be announced with.

What a shoe holds is in `rng.shoe`; here only how many of its cards have been dealt.
"""

from config.rules import Rules


def made_whole(dealt: int, rules: Rules) -> bool:
    """R3, at the end of a round: whether the shoe is made whole for the next one."""
    return dealt >= rules.shoe.reshuffle_after


def can_be_announced(dealt: int, rules: Rules) -> bool:
    """Whether a coming round may start from a shoe that lacks so many cards."""
    return dealt == 0 or not made_whole(dealt, rules)
