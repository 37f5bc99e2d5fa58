"""Chance, from one 64-bit word inside the record.

The generator is SplitMix64. Its arithmetic is done on `int(...)` and cut to 64 bits, so the
same seed gives the same numbers interpreted, compiled and on a GPU.

The dice of the players: what they decide by when they decide by chance.

Each decision of a game has a word of its own, which follows from the game's seed, the seat and the
number of moves made before it. So the same seed gives the same game wherever it is played, at a
terminal, in a contest or in a batch, and a game that is resumed goes on as it would have.
The deal cannot be worked out from a player's dice, nor one player's dice from the other's.
"""

import numpy as np

from duelhall.engine.record import Array, ChanceSource, Int64, dtype_of
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


class Dice(ChanceSource):
    """A random word for players' random decisions: never the game's own."""

    dice: Int64  # unused; without a field of its own, Numba would take every state for dice


DICE = dtype_of(Dice)

DECISION = 0xD1B5_4A32_D192_ED03
"""How far apart the words of two decisions are; draws advance by a different step."""


@helper
def scattered(word: int) -> int:
    """A word from which the one that it was made from cannot be worked out.

    Two scattered words are combined; each of them alone could be reversed.
    """
    return mixed(word) ^ mixed((word + STEP) & WORD)


@helper
def seat_dice(root: int, seat: int) -> int:
    """The word of a seat in a game whose players' chance has this root."""
    return scattered((root + unsigned(seat + 1)) & WORD)


@helper
def decision_dice(word: int, number: int) -> int:
    """What a seat draws from at a decision, after this many moves."""
    return (word + unsigned(number) * DECISION) & WORD


@helper
def unsigned(number: int) -> int:
    """A number to add to a word; in compiled code, a signed one would make it a float."""
    return int(np.uint64(number))


def dice_root(seed: int, *, mirrored: bool = False) -> int:
    """The root of the players' chance in a game dealt from a seed.

    The second game of a mirrored pair has the same deal and another root: if both had the same
    dice, players that decide by chance would play the same game twice.
    """
    root = scattered(seed)
    return int(scattered((root + 1) & WORD) if mirrored else root)


def game_dice(root: int, seat: int) -> int:
    """A word of chance for a seat that is asked from elsewhere, for all of a game.

    It is not the word from which the dice for its decisions come.
    """
    return int(scattered(seat_dice(root, seat)))


def dice_of(root: int, seat: int, number: int) -> int:
    """What a seat draws from at a decision, from the root of its game."""
    return int(decision_dice(seat_dice(root, seat), number))
