"""A simpler game to measure the kernel against: what a careful program does in scalar code.

Two cards each, the player twists to 15 and the dealer to 17, from 416 bytes that a lazy
Fisher-Yates shuffle deals by an AES-256-CTR keystream, the shoe made whole after 139 cards. There
is no split, buy, table or exact draw: only the speed of such a loop on this machine matters.
"""

import time
from typing import Final

import numpy as np
from cryptography.hazmat.primitives.ciphers import Cipher
from cryptography.hazmat.primitives.ciphers.algorithms import AES
from cryptography.hazmat.primitives.ciphers.modes import CTR
from numba import njit
from numpy.typing import NDArray

CARDS: Final = 416
RESHUFFLE_AFTER: Final = 139
CHUNK_BYTES: Final = 65_536
CARDS_A_ROUND_MAX: Final = 30

Bytes = NDArray[np.uint8]
Words = NDArray[np.uint16]


@njit(cache=True)
def play_chunk(words: Words, shoe: Bytes, sums: NDArray[np.int64]) -> None:
    """Rounds while words are left; `sums` has rounds, net result, and cards dealt of this shoe."""
    used = 0
    dealt = sums[2]
    while used + CARDS_A_ROUND_MAX < len(words):
        if dealt >= RESHUFFLE_AFTER:
            dealt = 0
        player = 0
        dealer = 0
        player_aces = 0
        dealer_aces = 0
        cards = 0
        while True:
            if cards < 4:
                to_player = cards & 1 == 0
            else:
                to_player = player_total(player, player_aces) < 15
                if not to_player and (player > 21 or player_total(dealer, dealer_aces) >= 17):
                    break
            place = dealt + ((np.int64(words[used]) * (CARDS - dealt)) >> 16)
            used += 1
            card = shoe[place]
            shoe[place] = shoe[dealt]
            shoe[dealt] = card
            dealt += 1
            cards += 1
            if to_player:
                player += card
                player_aces += card == 1
            else:
                dealer += card
                dealer_aces += card == 1
        sums[0] += 1
        mine = player_total(player, player_aces)
        his = player_total(dealer, dealer_aces)
        sums[1] += 1 if mine <= 21 and (his > 21 or mine > his) else -1
    sums[2] = dealt


@njit(cache=True)
def player_total(points: int, aces: int) -> int:
    """The best total."""
    return points + 10 if aces and points <= 11 else points


def rate(seconds: float = 1.0) -> float:
    """Rounds a second of CPU time on one core, the keystream included."""
    stream = Cipher(AES(bytes(32)), CTR(bytes(16))).encryptor()
    zeros = bytes(CHUNK_BYTES)
    shoe = np.tile(np.minimum(np.arange(1, 14), 10).astype(np.uint8), CARDS // 13)
    sums = np.zeros(3, dtype=np.int64)
    play_chunk(np.frombuffer(stream.update(zeros), dtype=np.uint16), shoe, sums)
    sums[0] = 0
    start = time.process_time()
    while (spent := time.process_time() - start) < seconds:
        play_chunk(np.frombuffer(stream.update(zeros), dtype=np.uint16), shoe, sums)
    return int(sums[0]) / spent
