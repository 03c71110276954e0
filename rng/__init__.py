"""Chance: entropy with its health tests, CTR_DRBG, unbiased integers, the shoe, commitments, seals.

Nothing of the game is here: a card is a number from 0 to 51. Nothing is re-exported either, so the
import of one module says exactly which part of chance its reader depends on. A serving process
takes every secret, token and nonce from one `rng.source.RandomSource`.
"""
