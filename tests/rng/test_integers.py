"""Step 7 over every word and every number of cards that can be left."""

import numpy as np
import pytest

from rng.integers import WORDS, scale

CARDS_MAX = 416
EVERY_WORD = np.arange(WORDS, dtype=np.int64)


@pytest.mark.parametrize("part", range(8))
def test_every_integer_has_the_same_number_of_words_for_every_n_from_1_to_416(part: int) -> None:
    for n in range(1 + part, CARDS_MAX + 1, 8):
        places = [scale(word, n) for word in range(WORDS)]
        taken = np.array([-1 if place is None else place for place in places])
        words_for_each = np.bincount(taken[taken >= 0], minlength=n)
        assert words_for_each.tolist() == [WORDS // n] * n
        accepted = taken >= 0
        assert (taken[accepted] == (EVERY_WORD * n >> 16)[accepted]).all()
        assert (~accepted == ((EVERY_WORD * n) % WORDS < WORDS % n)).all()


def test_no_word_is_passed_over_when_n_divides_65536() -> None:
    for exponent in range(9):
        assert None not in {scale(word, 2**exponent) for word in range(WORDS)}


@pytest.mark.parametrize(("word", "n"), [(-1, 5), (WORDS, 5), (0, 0), (0, -1), (0, WORDS + 1)])
def test_a_word_or_bound_out_of_range_is_refused(word: int, n: int) -> None:
    with pytest.raises(ValueError, match="no word of 16 bits"):
        scale(word, n)
