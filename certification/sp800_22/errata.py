"""Where SP 800-22 Rev. 1a or NIST's C program 2.1.2 is wrong, and what is done here.

A table that a report prints. Each line has its tests; right values are in the known answers.
"""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Erratum:
    """Clause of the standard or name of the program, what is wrong there, and what stands here."""

    where: str
    fault: str
    here: str


STS = "NIST's C 2.1.2"

ERRATA: tuple[Erratum, ...] = (
    Erratum(
        "2.6.4, 2.6.8",
        "N1 printed as 4 and 46 (p .029523, .168669)",
        "any transform gives 5 and 48 (p .468160, .646355), NIST's C too",
    ),
    Erratum(
        "2.6.4",
        "the variance n .95 .05 / 4 of N1 is about 7 % low: a slight excess of small p-values over "
        "thousands of streams",
        "kept, as it is the standard's; older programs use .95 .05 / 2 and the threshold sqrt(3n)",
    ),
    Erratum(
        f"2.8.8, {STS}",
        "the class probabilities of 3.8 are overwritten at run time by the compound Poisson ones "
        "(.367879 ...)",
        "exact by whole numbers for any m and M (.364091 ... for 9 and 1032); compat has the old",
    ),
    Erratum(
        "2.8.4",
        "block 2 is miscounted, and igamc(5/2, 3.167729/2) is .674145, not .274932",
        ".642474 by exact probabilities, .409635 by the approximate ones",
    ),
    Erratum(
        "2.8.7",
        "N = 968 blocks of M = 1032 are 998,976 bits, fewer than the 1,000,000 asked for",
        "1,000,000 are asked for; N is the number of whole blocks",
    ),
    Erratum(
        "2.4.8",
        "chi2 4.882605 is by probabilities of four digits, the p-value .180609 by exact ones",
        "chi2 4.882457, p .180609",
    ),
    Erratum(
        "2.4.2, 2.4.4",
        "the text has 16, 49 or 75 blocks; the chances for M = 10,000 (.0882 ...) are rounded",
        "all whole blocks, as NIST's C; exact probabilities (.086632 ...); compat has the rounded",
    ),
    Erratum(
        "2.5.4",
        "the example takes the probabilities of large matrices for 3 x 3 (p .741948)",
        "exact for any side (p .820962)",
    ),
    Erratum(
        "2.9.4",
        "the example leaves c / sqrt K out of sigma (p .767189)",
        "the formula of step 5 (p .063454); L is the largest whose least n is reached",
    ),
    Erratum(
        f"2.10.8, {STS}",
        "probability of the lowest class .01047 for 1/96 = .010417",
        "exact probabilities; compat has the misprint",
    ),
    Erratum(
        "2.11.4",
        "step 5 prints .9057 and .8805",
        ".808792, .670320, as 2.11.6; m < floor(log2 n) - 2 is enforced, which NIST's C does not",
    ),
    Erratum("2.12.4", "chi2 printed as .502193", "10.043859; the p-value .261961 is right"),
    Erratum(
        "2.13.4",
        "the ranges of the sums do not say how to divide",
        "towards zero as NIST's C, which alone gives the printed .4116588 at n = 10",
    ),
    Erratum(
        "2.14.4, 2.14.8",
        "chi2 4.333033 (p .502529); states +1 to +4 of e as .778616 .365752 .790853 .792378",
        "4.333333 (p .502488); .786868 .440912 .797854 .778186, as Appendix B",
    ),
    Erratum(
        "2.14.4",
        "step 2 appends a zero even to a walk that ends on zero, which would count one cycle more",
        "such a walk has no further cycle",
    ),
    Erratum(
        "2.3.4, 2.14.4",
        "a test that is not applicable is given the p-value 0",
        "it is not applicable and has no p-value; compat keeps the 0 of the runs test",
    ),
    Erratum(
        f"4.2, {STS}",
        "bins expect a whole number of streams; p-values are read back with six decimals; small "
        "ones are taken for not applicable; a test without output passes 100 of 100",
        "none of it is copied",
    ),
    Erratum("Lempel-Ziv", "withdrawn by Rev. 1 in 2008", "not offered"),
    Erratum(
        "2.7.8, 2.9.8",
        "made by a G-SHA-1 stream of 2^20 bits that was never published whole",
        "cannot be repeated; the constants of Appendix B take their place",
    ),
)
