"""The cards of BINMAT: 78, in six suits of thirteen (N30).

A card is a number from 0 to 77: suit by suit, in each suit the faces 2 to 10 and the modifiers.
"""

import numpy as np

from duelhall.engine.rule import helper

FACES = "23456789a@*?>"
SUITS = "&%+!^#"
SUIT_SIZE = len(FACES)
CARDS = SUIT_SIZE * len(SUITS)

TEN = 8
TRAP, WILD, BOUNCE, BREAK = 9, 10, 11, 12

VALUES = np.array([2, 3, 4, 5, 6, 7, 8, 9, 10, 0, 0, 0, 0], np.int8)
"""What a face adds to the sum of a stack."""

NAMES = tuple(face + suit for suit in SUITS for face in FACES)


@helper
def face_of(card: int) -> int:
    """A card's face."""
    return card % SUIT_SIZE
