"""What it would take to find the 64-bit seed of one game from the cards that a seat sees.

python benchmarks/seed_search.py

The best way known is not to try all seeds. SplitMix64 can be reversed: whoever knows what was drawn
from one word of chance tries only the words that give these draws, and compares the next word of
each with what is known of the next cards. It is assumed that all draws of a word are known, which
is more than a hand of cards tells.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

import numba
import numpy as np

STEP = np.uint64(0x9E37_79B9_7F4A_7C15)
FIRST, SECOND = np.uint64(0xBF58_476D_1CE4_E5B9), np.uint64(0x94D0_49BB_1331_11EB)
FIRST_BACK, SECOND_BACK = (np.uint64(pow(int(each), -1, 2**64)) for each in (FIRST, SECOND))
HALF = np.uint64(32)
LOW = np.uint64(2**32 - 1)
YEAR = 365.25 * 24 * 3600
TRIED = 2**28


class Draws(NamedTuple):
    """How a game is dealt: so many cards, and so many of them drawn by one word."""

    cards: int
    by_a_word: int

    @property
    def words_left(self) -> float:
        """How many words give draws that are known."""
        return 2**64 / (self.cards if self.by_a_word == 1 else self.cards * (self.cards - 1))


GAMES = {
    "blade": Draws(32, 2),
    "frontline": Draws(36, 1),
    "binmat": Draws(78, 1),
    "monsters": Draws(20, 2),
}


def tried(first: np.uint64, count: int, cards: np.uint64) -> int:
    """Try words from the first one on; how many are followed by a word with two draws of 0."""
    found, word = 0, first
    for _ in range(count):
        word = np.uint64(word + np.uint64(1))
        x = np.uint64(word ^ (word >> np.uint64(31)) ^ (word >> np.uint64(62)))
        x = np.uint64(x * SECOND_BACK)
        x = np.uint64(x ^ (x >> np.uint64(27)) ^ (x >> np.uint64(54)))
        x = np.uint64(x * FIRST_BACK)
        x = np.uint64((x ^ (x >> np.uint64(30)) ^ (x >> np.uint64(60))) + STEP)
        x = np.uint64((x ^ (x >> np.uint64(30))) * FIRST)
        x = np.uint64((x ^ (x >> np.uint64(27))) * SECOND)
        x = np.uint64(x ^ (x >> np.uint64(31)))
        if (x & LOW) * cards >> HALF == 0 and (x >> HALF) * cards >> HALF == 0:
            found += 1
    return found


def on_a_core() -> float:
    """How many words one core tries in a second, at best."""
    search = numba.njit(tried)
    search(np.uint64(0), 1000, np.uint64(30))
    return max(_rate(lambda: search(np.uint64(7), TRIED, np.uint64(30)), TRIED) for _ in range(5))


def _rate(act: Callable[[], object], count: int) -> float:
    started = time.perf_counter()
    act()
    return count / (time.perf_counter() - started)


def main() -> None:
    """Print what it would take for each game."""
    rate = on_a_core()
    print(f"{rate / 1e6:,.0f} million words per second on one core")
    for name, draws in GAMES.items():
        years = draws.words_left / rate / YEAR
        bits = np.log2(draws.words_left)
        print(f"{name}: {draws.words_left:.1e} words (2**{bits:.1f}), {years:,.1f} core years")


if __name__ == "__main__":
    main()
