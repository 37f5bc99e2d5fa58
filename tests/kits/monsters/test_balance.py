"""Decks against each other."""

from collections.abc import Callable
from typing import Any

import pytest

from duelhall.engine.errors import BadArgument
from duelhall.games.monsters.decks import STANDARD
from duelhall.games.monsters.greedy import greedy
from duelhall.kits.monsters.balance import Pairing, balance

DECKS: Any = list(STANDARD.decks.values())[:2]


def balanced(*given: Any, **more: Any) -> list[Pairing]:
    return list(balance(*given, **more))


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (
            lambda: balanced("Kiln Yard", 2, greedy),
            "decks must be a list of decks, not 'Kiln",
        ),
        (
            lambda: balanced(["Kiln Yard"], 2, greedy),
            r"must be a list of decks, not \['Kiln Yard'\]",
        ),
        (
            lambda: balanced(DECKS, "2", greedy),
            "the number of games must be a whole number of at least 2",
        ),
        (
            lambda: balanced(DECKS, 1, greedy),
            "the number of games must be a whole number of at least 2, not 1",
        ),
        (lambda: balanced(DECKS, 2, "greedy"), "a policy must be a function that chooses moves"),
        (
            lambda: balanced(DECKS, 2, greedy, threads="x"),
            "the number of threads must be a whole number",
        ),
    ],
)
def test_wrong_types_are_refused_in_our_words(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(BadArgument, match=message):
        attempt()
