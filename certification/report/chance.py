"""Sections on how chance is made: generator, seeding, scaling and dealing.

Texts alone: they follow section by section what `rng/` does, and name its files.
"""

from typing import Final

from certification.cards.dealer import PACKS, SHOE_CARDS
from certification.report.blocks import Column, Commands, Heading, Points, Section, Table, Text
from certification.report.blocks import facts as facts_table
from rng.ctr_drbg import REQUEST_BYTES_MAX, RESEED_INTERVAL, SEED_BYTES
from rng.source import SELF_TEST_INTERVAL_SECONDS

_HOURS: Final = SELF_TEST_INTERVAL_SECONDS // 3600


GENERATOR: Final = Section(
    "generator",
    "Generator",
    (
        facts_table(
            "Mechanism",
            (
                ("Algorithm", "CTR_DRBG with AES-256, ctr_len 128, no derivation function"),
                ("Standard", "NIST SP 800-90A Rev. 1, 10.2.1"),
                ("Security strength", "256 bits"),
                ("Seed", f"{SEED_BYTES} bytes for each round; see [[seeding]]"),
                ("Largest request", f"{REQUEST_BYTES_MAX:,} bytes (2^19 bits)"),
                (
                    "Reseed interval",
                    f"2^{RESEED_INTERVAL.bit_length() - 1} requests; a round makes one or two",
                ),
                (
                    "Source",
                    "`rng/ctr_drbg.py`; AES by OpenSSL through the library cryptography",
                ),
                ("Instances", "one for each round; none is shared, kept or carried over"),
            ),
        ),
        Points(
            (
                (
                    "Past output does not foretell later output as long as AES-256 is a good "
                    "block cipher; after each request the state is replaced, so that a "
                    "captured state does not give back what came before."
                ),
                (
                    "Known answers: all 720 cases of NIST's CAVP for this mechanism are "
                    "tested; in the serving process instantiate, reseed and generate are "
                    f"tested before first use and every {_HOURS} hours, each also with a wrong "
                    "answer that must fail."
                ),
                (
                    "Errors are told apart; after a failure inside no bits are given until the "
                    "process is restarted and tested."
                ),
                (
                    "There is one production generator. Play money and money are dealt by the "
                    "same functions. `rng/` reads no setting, no environment variable and no "
                    f"clock but that of the {_HOURS} hours; a serving process cannot be given "
                    "a seed."
                ),
                (
                    "Other generators (numpy's) occur in simulations of the return alone, and "
                    "are banned from every package that serves by a rule of the linter and a "
                    "test."
                ),
            )
        ),
    ),
)
"""The mechanism, its limits and its self-tests."""


SEEDING: Final = Section(
    "seeding",
    "Seeding",
    (
        Text(
            "For each coming round of a seat the house draws a secret of 256 bits from the "
            "operating system's generator, behind health tests, and announces a commitment to "
            "it in the answer that ends the round before: before it can be told a stake or a "
            "client seed. The seed exists only once the stake is taken."
        ),
        Commands(
            (
                "commitment = SHA-256( pontoon/commit/1, seat, number, round, rules hash,",
                "                      52 counts of the shoe, secret )       seven lines",
                "seed       = HMAC-SHA-384( key = secret,",
                "                      pontoon/round/1, commitment, client seed )",
            )
        ),
        Table(
            "What keeps a seed from being known, chosen or used twice",
            (Column("against", 2), Column("means", 5)),
            (
                ("Estimating the state", "256 fresh bits for each round, never a clock"),
                (
                    "A failing source",
                    (
                        "Repetition count (cutoff 6) and adaptive proportion (19 in 512) on "
                        "bytes, H = 8, alpha 2^-40; 1,024 samples tested and thrown away at "
                        "start; a failed draw is never used, and play stops until restart (D4)"
                    ),
                ),
                (
                    "Shared states",
                    "A forked process tests and draws anew; tested with real forks",
                ),
                (
                    "Repeated secrets",
                    "Commitments are unique in the database; duplicates are tested here",
                ),
                (
                    "A house that chooses",
                    (
                        "The commitment binds seat, number, rules and shoe before the client "
                        "seed is known; numbers have no gaps, and each ends settled, void or "
                        "lapsed, with its secret published"
                    ),
                ),
                (
                    "A player who chooses",
                    "The secret is not known before the round has ended (D3)",
                ),
                (
                    "Staff and thieves",
                    (
                        "Secrets lie under AES-256-GCM, the key outside the database; no "
                        "table, log or answer holds an undealt or face-down card before its "
                        "time"
                    ),
                ),
                (
                    "Interruptions",
                    "The same secret deals the same cards; no round is dealt again",
                ),
            ),
        ),
        Heading("Are there seeds enough?"),
        Text(
            "A round takes at most 20 cards of 416, fewer than 2^175 sequences, and has 2^256 "
            "secrets. A whole shoe has about 2^2229 orders, and none is fixed by one seed: "
            "each of its rounds brings 256 bits of its own. So no sequence of cards is out of "
            "reach by counting (GLI-19 3.2.5); that each is in fact reached with its chance "
            "is the usual assumption on HMAC and AES."
        ),
    ),
)
"""From the operating system to the seed of a round."""


DEALING: Final = Section(
    "dealing",
    "Scaling and dealing",
    (
        Text(
            "The generator is asked for 64 bytes at a time. They are read as words `w` of 16 "
            "bits, big-endian, in order, none skipped; words left over serve the next draw of "
            "the same round. With `n` cards left:"
        ),
        Commands(
            (
                "m = w * n",
                "if m mod 65536 < 65536 mod n:  the word is passed over",
                "else                           j = m >> 16,  the card j of those left",
            )
        ),
        Heading("Every j has exactly the same number of words"),
        Text(
            "Fix n, and let t = 65536 mod n. A word is taken for j exactly when its product "
            "w n lies in the interval from 65536 j + t to 65536 (j + 1) - 1. That interval has "
            "65536 - t whole numbers, and 65536 - t is a multiple of n: so it holds exactly "
            "(65536 - t) / n multiples of n. Each multiple of n below 65536 n is w n for "
            "exactly one word w. Hence each j from 0 to n - 1 is given by exactly "
            "floor(65536 / n) words: the bias is 0, and t < n words are passed over."
        ),
        Text(
            "Tested too: all 65,536 words for every n from 1 to 416 (`tests/rng/test_integers.py`)."
        ),
        Heading("Every order of cards has the same chance"),
        Text(
            f"The shoe is {SHOE_CARDS} cards, {PACKS} of each of 52. j counts through the "
            "cards left, in the fixed order ace to king, within a rank clubs, diamonds, "
            "hearts, spades; that card is dealt and its count falls by one at once. With "
            "uniform words each card left is as likely as any other at every draw, whatever "
            "came before: any k cards in any order have the chance 1 / (N (N - 1) ... "
            "(N - k + 1)). That is what a perfect shuffle gives, without an order that exists "
            "in advance (D12)."
        ),
        Points(
            (
                (
                    "The draw (`rng/draw.py`) takes the seed and the counts of the shoe: no "
                    "stake, balance, player, history or clock."
                ),
                (
                    "No card is drawn twice, replaced or put back. The shoe is made whole "
                    "only at the end of the round in which its 139th card or a later one was "
                    "dealt (R3)."
                ),
                "Each seat has a shoe of its own.",
                "Words passed over are counted (D8).",
            )
        ),
    ),
)
"""From bits to cards, with the proof."""
