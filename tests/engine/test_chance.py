"""Chance: known values, evenness, and the same numbers interpreted and compiled."""

from collections import Counter
from itertools import permutations
from typing import Annotated

import numpy as np
import pytest

from duelhall.backend.cpu import callable_rule
from duelhall.engine.chance import DICE, below, draw_word, mixed, scattered, shuffle
from duelhall.engine.record import ChanceSource, Row, State, dtype_of


class Table(ChanceSource):
    cards: Annotated[Row, np.int8, 4]


TABLE = dtype_of(Table)


def dice(seed: int) -> State:
    cell = np.zeros(1, DICE)
    cell[0].rng = seed
    state: State = cell[0]
    return state


def test_words_are_those_of_splitmix64() -> None:
    """The first words from the seed 1234567, as published with the generator."""
    s = dice(1234567)
    assert [int(draw_word(s)) for _ in range(5)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
        4593380528125082431,
        16408922859458223821,
    ]


@pytest.mark.parametrize("seed", [0, 1, 2**63, 2**64 - 1])
@pytest.mark.parametrize("bound", [1, 2, 9, 1000, 2**31 - 1])
def test_interpreted_and_compiled_draw_the_same(seed: int, bound: int) -> None:
    fast, slow = dice(seed), dice(seed)
    compiled = callable_rule(below)
    for _ in range(200):
        number = int(compiled(fast, bound))
        assert number == below(slow, bound)
        assert 0 <= number < bound
    assert fast.rng == slow.rng


def unmixed(word: int) -> int:
    """The inverse of the generator's mixing, which is one to one."""

    def unshifted(word: int, shift: int) -> int:
        result = word
        for _ in range(64 // shift + 1):
            result = word ^ (result >> shift)
        return result

    word = unshifted(word, 31) * pow(0x94D0_49BB_1331_11EB, -1, 2**64) % 2**64
    word = unshifted(word, 27) * pow(0xBF58_476D_1CE4_E5B9, -1, 2**64) % 2**64
    return unshifted(word, 30)


def test_dice_do_not_give_the_seed_of_the_deal_away() -> None:
    for seed in range(1000):
        assert unmixed(mixed(seed)) == seed  # which is why the dice are not just this
        assert abs(unmixed(scattered(seed)) - seed) > 10**6


def test_numbers_are_even() -> None:
    s = dice(5)
    found = Counter(int(below(s, 6)) for _ in range(60_000))
    assert sum((found[side] - 10_000) ** 2 / 10_000 for side in range(6)) < 25


def test_a_bound_that_fills_no_bucket_evenly_is_drawn_again() -> None:
    """With a bound of 3 * 2**29, a quarter of the words must be drawn again to make it even."""
    s, bound = dice(9), 3 * 2**29
    thirds = Counter(int(below(s, bound)) // 2**29 for _ in range(30_000))
    assert sum((thirds[third] - 10_000) ** 2 / 10_000 for third in range(3)) < 20
    assert int(s.rng) != (9 + 30_000 * 0x9E37_79B9_7F4A_7C15) % 2**64, "nothing was drawn again"


@pytest.mark.parametrize("count", [0, 1, 2, 3, 4])
def test_shuffling_brings_every_choice_to_the_front_as_often(count: int) -> None:
    cell = np.zeros(1, TABLE)
    s = cell[0]
    trials, found = 24_000, Counter[tuple[int, ...]]()
    for seed in range(trials):
        s.rng = seed
        s.cards[:] = np.arange(4)
        shuffle(s, s.cards, count)
        assert sorted(s.cards) == [0, 1, 2, 3]
        found[tuple(int(card) for card in s.cards[:count])] += 1
    choices = list(permutations(range(4), count))
    assert set(found) == set(choices)
    expected = trials / len(choices)
    assert sum((found[choice] - expected) ** 2 / expected for choice in choices) < 60
