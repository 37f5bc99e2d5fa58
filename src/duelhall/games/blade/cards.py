"""The cards of Blade."""

import numpy as np

BOLT, ONE, MIRROR = 0, 1, 8
KINDS = 9
"""A card is its type in the original bot interface: 0 Bolt, 1 to 7 the numbers, 8 Mirror."""

NAMES = "B1234567M"
"""How each card is written."""

IN_ORDER = (1, 2, 3, 4, 5, 6, 7, BOLT, MIRROR)
"""The cards in the order in which a hand is shown."""

VALUES = np.array([1, 1, 2, 3, 4, 5, 6, 7, 1], np.int8)
"""What each card adds to a score: its number, and 1 for a Bolt or a Mirror."""

COUNTS = np.array(
    [
        # B  1  2  3  4  5  6  7  M
        (6, 2, 3, 4, 4, 4, 3, 2, 4),  # as the seed's table has it
        (6, 2, 4, 4, 4, 4, 3, 2, 3),  # as the public controller's code has it
        (2, 1, 2, 2, 2, 1, 0, 0, 2),  # small: a game of its own, and soon over
        (3, 1, 3, 0, 0, 0, 0, 0, 1),  # tiny: few enough to be solved exactly
    ],
    np.int8,
)
"""How many of each card are in the pack, for each value of the option `deck` (B1)."""

WHOLE_PACKS = 2
"""The first packs are those of the rule sets; the others have fewer cards."""

PACKS = np.array([np.repeat(range(KINDS), counts) for counts in COUNTS[:WHOLE_PACKS]], np.int8)
"""The 32 cards of each whole pack, sorted."""

HANDS = np.array([10, 10, 4, 2], np.int8)
"""How many cards of their deck each player draws, for each value of the option `deck` (B1)."""
