"""The compiled twin deals what players are dealt, card for card; so does each plain twin."""

import numpy as np
import pytest

from certification.cards import kernels, plain
from certification.cards.dealer import BOUNDS, PACKS, REQUEST_BYTES, Path, whole_shoes
from certification.cards.production import Production, words_of
from rng.ctr_drbg import CtrDrbg
from rng.shoe import Shoe

SEED = bytes(range(48))
DEALER = Production()


def test_the_twin_deals_what_the_served_path_deals_from_a_whole_shoe() -> None:
    secrets = DEALER.secrets(SEED, 400)
    counts = whole_shoes(400)
    served = DEALER.deal(secrets, counts, Path.SERVED)
    assert np.array_equal(served, DEALER.deal(secrets, counts, Path.TWIN))


def test_the_twin_deals_what_the_served_path_deals_from_a_shoe_in_play() -> None:
    secrets = DEALER.secrets(SEED, 200)
    counts = np.tile(np.array(Shoe.whole(8).without(range(0, 52, 3)).counts, np.uint8), (200, 1))
    served = DEALER.deal(secrets, counts, Path.SERVED)
    assert np.array_equal(served, DEALER.deal(secrets, counts, Path.TWIN))


def test_round_kernel_and_plain_twin_agree_also_where_words_run_out() -> None:
    words = words_of(DEALER.stream(SEED, 64 * 50)).reshape(100, 16)
    counts = whole_shoes(100)
    dealt = kernels.deal_rounds(words, counts, 20)
    assert (dealt[:, -1] == kernels.OUT_OF_WORDS).all()
    assert np.array_equal(dealt, plain.deal_rounds(words, counts, 20))


@pytest.mark.parametrize("packs", [1, PACKS])
def test_shoe_kernel_and_plain_twin_agree(packs: int) -> None:
    words = words_of(DEALER.stream(SEED, 2 * 1_000))
    dealt = kernels.deal_shoes(words, packs, 5)
    assert len(dealt)
    assert np.array_equal(dealt, plain.deal_shoes(words, packs, 5))


def test_scaling_kernel_and_plain_twin_agree_for_every_bound() -> None:
    words = words_of(DEALER.stream(SEED, 4_000))
    for bound in BOUNDS:
        assert np.array_equal(
            kernels.scale_words(words, bound, 2_000), plain.scale_words(words, bound, 2_000)
        )


def test_a_stream_is_what_requests_of_65536_bytes_give() -> None:
    drbg = CtrDrbg.instantiate(SEED)
    expected = drbg.generate(REQUEST_BYTES) + drbg.generate(10)
    assert DEALER.stream(SEED, REQUEST_BYTES + 10) == expected


def test_shoes_of_a_long_stream_hold_every_card_eight_times() -> None:
    dealt = DEALER.shoes(SEED, 50)
    assert all((np.bincount(shoe, minlength=52) == PACKS).all() for shoe in dealt)
