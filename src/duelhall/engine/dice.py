"""The dice of the players: what they decide by when they decide by chance.

Each decision of a game has a word of its own, which follows from the game's seed, the seat and the
number of moves made before it. So the same seed gives the same game wherever it is played, at a
terminal, in a contest or in a batch, and a game that is resumed goes on as it would have.
The deal cannot be worked out from a player's dice, nor one player's dice from the other's.
"""

import numpy as np

from duelhall.engine.chance import WORD, mixed
from duelhall.engine.fields import Int64
from duelhall.engine.record import ChanceSource, dtype_of
from duelhall.engine.rule import helper


class Dice(ChanceSource):
    """A random word for players' random decisions: never the game's own."""

    dice: Int64  # unused; without a field of its own, Numba would take every state for dice


DICE = dtype_of(Dice)

STEP = 0x9E37_79B9_7F4A_7C15
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
