"""Chance, from one 64-bit word inside the record.

The generator is SplitMix64. Its arithmetic is done on `int(...)` and cut to 64 bits, so the
same seed gives the same numbers interpreted, compiled and on a GPU.
"""

import numpy as np

from duelhall.engine.record import Array, ChanceSource
from duelhall.engine.rule import helper

WORD = 0xFFFF_FFFF_FFFF_FFFF
HALF = 0xFFFF_FFFF
STEP = 0x9E37_79B9_7F4A_7C15


@helper
def mixed(word: int) -> int:
    """A 64-bit word scattered over all 64-bit words, one to one."""
    word = ((word ^ (word >> 30)) * 0xBF58_476D_1CE4_E5B9) & WORD
    word = ((word ^ (word >> 27)) * 0x94D0_49BB_1331_11EB) & WORD
    return word ^ (word >> 31)


@helper
def draw_word(s: ChanceSource) -> int:
    """The next 64 random bits."""
    s.rng = (int(s.rng) + STEP) & WORD
    return mixed(int(s.rng))


@helper
def below(s: ChanceSource, bound: int) -> int:
    """A number from 0 to bound - 1, all equally likely; bound is below 2**31."""
    return scaled(s, draw_word(s) >> 32, bound)


@helper
def scaled(s: ChanceSource, half: int, bound: int) -> int:
    """32 random bits scaled to a number from 0 to bound - 1, all equally likely.

    The bits times bound fall into bound buckets of almost the same size. The few values that
    would make some buckets larger are drawn again, which makes the result exact.
    """
    bound = int(bound)  # a field's int8 has no room for the product
    product = half * bound
    if product & HALF < bound:
        surplus = (HALF + 1) % bound
        while product & HALF < surplus:
            product = (draw_word(s) >> 32) * bound
    return product >> 32


@helper
def shuffle(s: ChanceSource, cards: "Array | np.flatiter[Array]", count: int) -> None:
    """Bring a random choice of the cards, in random order, to the first count places.

    Cards in several rows are given as `rows.flat`; in machine code, that costs nothing.
    """
    size = len(cards)
    word = int(s.rng)
    for place in range(min(count, size - 1)):
        word = word >> 32 if place % 2 else draw_word(s)  # each word serves twice
        other = place + scaled(s, word & HALF, size - place)
        card = cards[place]
        cards[place] = cards[other]
        cards[other] = card
