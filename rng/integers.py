"""Unbiased integers below n from 16-bit words: one word, one answer or none.

Only the arithmetic of step 7 is here; the words come from `rng.draw`. This is Lemire's method of
scaling with rejection: of the 65,536 words each of the n answers gets exactly 65536 // n.
"""

from typing import Final

WORD_BITS: Final = 16
WORDS: Final = 2**WORD_BITS  # how many different words there are


def scale(word: int, n: int) -> int | None:
    """The integer 0 to n - 1 that `word` stands for, or None when the word must be passed over.

    `word` is 0 to 65,535 and `n` is 1 to 65,536 (a shoe has at most 416 cards left).
    Design, section 5, step 7; SP 800-90A Rev. 1, appendix A.5.1 has the simple discard method, of
    which this is the scaled form. Raises `ValueError` outside these ranges.
    """
    if not (0 <= word < WORDS and 1 <= n <= WORDS):
        raise ValueError(f"no word of 16 bits below a bound of 1 to {WORDS}: {word}, {n}")
    product = word * n
    if product % WORDS < WORDS % n:
        return None
    return product >> WORD_BITS
