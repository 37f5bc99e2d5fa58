"""Guesses by Python are those of machine code, in positions that between them need every line."""

import random
from typing import Any

import pytest

import duelhall
from duelhall.engine.record import copied
from duelhall.games.binmat.state import State
from duelhall.testing.conformance import random_match

POSITIONS = [("hackmud", 34, 3), ("hackmud", 37, 3), ("rulebook", 3, 9), ("live", 5, 9)]
"""Rule sets and seeds, and every how many moves a guess is made."""


def both(rules: str) -> list[Any]:
    return [duelhall.load("binmat", rules, backend=way) for way in ("cpu", "python")]


@pytest.mark.parametrize(("rules", "seed", "every"), POSITIONS)
def test_a_guess_by_python_is_that_of_machine_code(rules: str, seed: int, every: int) -> None:
    compiled, plain = both(rules)
    for number, state in enumerate(random_match(compiled, seed).states[::every]):
        for seat in (0, 1):
            view = compiled.view(state, seat)
            guessed = compiled.guess(view, seat, number)
            assert plain.guess(view, seat, number).tobytes() == guessed.tobytes()


@pytest.mark.parametrize(("rules", "seed", "every"), POSITIONS)
def test_a_past_that_contradicts_itself_still_gives_a_guess(
    rules: str, seed: int, every: int
) -> None:
    """Only a position that somebody wrote can have one."""
    compiled, plain = both(rules)
    dice = random.Random(seed)
    for number, state in enumerate(random_match(compiled, seed).states[every::every]):
        for seat in (0, 1):
            view = copied(compiled.view(state, seat))[0]
            spoil_past(view, seat, dice)
            guessed = compiled.guess(view, seat, number)
            assert plain.guess(view, seat, number).tobytes() == guessed.tobytes()


def spoil_past(view: State, seat: int, dice: random.Random) -> None:
    """Exchange, repeat or strike out some of what a seat remembers of the other hand."""
    for _ in range(dice.randint(1, 4)):
        size, past = int(view.past_size[seat]), view.past[seat]
        if size > 1:
            first, second = dice.randrange(size), dice.randrange(size)
            past[second] = past[first]
            if dice.random() < 0.5:
                past[first : size - 1] = past[first + 1 : size].copy()
                past[size - 1], view.past_size[seat] = 0, size - 1
