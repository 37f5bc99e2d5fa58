"""Many battles at once."""

import random
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import DRAWN
from duelhall_kits.frontline.battles import (
    ARMY,
    armies_of,
    battles,
    deployments,
    payoff_matrix,
    random_armies,
)
from duelhall_kits.frontline.drawing import read_battle
from tests.games.frontline.armies import army_in_batch, in_twin, random_army
from tests.twins.frontline import Army, NaiveBattle

WORTH = {0: 1, 1: -1, "tie": 0}


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_battles_are_those_of_the_twin(threads: int) -> None:
    dice = random.Random(8)
    pairs = [(random_army(dice, dice.randint(1, 10)), random_army(dice, dice.randint(1, 10)))
             for _ in range(300)]  # fmt: skip
    first, second = (np.concatenate([army_in_batch(pair[n]) for pair in pairs]) for n in (0, 1))
    expected = [NaiveBattle(*pair).play() for pair in pairs]
    assert battles(first, second, threads=threads).tolist() == [
        DRAWN if winner == "tie" else winner for winner in expected
    ]


def test_a_payoff_matrix_holds_every_battle_and_tells_its_progress() -> None:
    first, second = deployments(["|", "|@", "+"]), deployments(["!", "!@"])
    told: list[tuple[int, int]] = []
    payoffs = payoff_matrix(first, second, threads=2, progress=lambda *now: told.append(now))
    assert payoffs.shape == (24, 6)
    assert max(told) == (144, 144)
    for row, army in enumerate(first):
        for column, enemy in enumerate(second):
            expected = WORTH[NaiveBattle(in_twin(army), in_twin(enemy)).play()]
            assert payoffs[row, column] == expected


def test_a_matrix_of_a_hand_against_itself_is_antisymmetric() -> None:
    armies = deployments(["|", "|@", "!", "-"])
    payoffs = payoff_matrix(armies, armies)
    assert (payoffs == -payoffs.T).all()
    assert not payoffs.diagonal().any()


def test_armies_of_a_drawing() -> None:
    drawn = read_battle("    .[! ]\n---\n[| ].[|@]\n    .[+ ]\n")
    lower, upper = armies_of(drawn)
    assert in_twin(lower) == Army({-1: "|", 1: "|@"}, {1: "+"})
    assert in_twin(upper) == Army({-1: "!"}, {})


def test_random_armies_are_the_same_for_the_same_seeds() -> None:
    game = duelhall.load("frontline")
    armies = random_armies(game, 50, seed=3)
    assert (random_armies(game, 49, seed=4) == armies[1:]).all()
    assert (armies["units"] == 6).all()
    assert len({army.tobytes() for army in armies}) == 50


def test_what_is_no_army_is_refused() -> None:
    armies = deployments(["|"])
    with pytest.raises(DuelhallError, match="2 armies cannot be paired with 1"):
        battles(armies, armies[:1])
    for game in (duelhall.load("frontline", "draft"), duelhall.load("blade")):
        with pytest.raises(DuelhallError, match="not a draft"):
            random_armies(game, 3)
    many = np.zeros(40_000, ARMY)
    with pytest.raises(DuelhallError, match="more than 1,000,000,000 battles"):
        payoff_matrix(many, many)


GAME: Any = duelhall.load("frontline")
ANY: Any = deployments(["|"])
NUMBERS: Any = np.zeros(3)


@pytest.mark.parametrize(
    ("attempt", "message"),
    [
        (
            lambda: battles(NUMBERS, ANY),
            "a list of armies must be one made by .*, not array",
        ),
        (lambda: battles(ANY, None), "a list of armies must be one .*, not None"),  # type: ignore[arg-type]
        (lambda: battles(ANY, ANY, threads="2"), "the number of threads must be a whole number"),  # type: ignore[arg-type]
        (
            lambda: battles(ANY, ANY, threads=0),
            "the number of threads must be a whole number of at least 1",
        ),
        (lambda: payoff_matrix([ANY], ANY), "a list of armies must be one"),  # type: ignore[arg-type]
        (lambda: payoff_matrix(ANY, ANY, 2.5), "the number of threads must be .*, not 2.5"),  # type: ignore[arg-type]
        (lambda: deployments("|@"), r"a hand must be a list of cards, .*, not '\|@'"),
        (lambda: deployments(5), "a hand must be a list of cards, .*, not 5"),  # type: ignore[arg-type]
        (lambda: deployments(["|", 5]), r"a hand must be a list of cards, .*, not \['\|', 5\]"),  # type: ignore[list-item]
        (lambda: armies_of("|"), "a battle must be one read from a drawing"),  # type: ignore[arg-type]
        (lambda: random_armies("frontline", 3), "game must be a game made by `load`"),  # type: ignore[arg-type]
        (
            lambda: random_armies(GAME, -1),
            "the number of armies must be a whole number of at least 0, not -1",
        ),
        (lambda: random_armies(GAME, "3"), "the number of armies must be a whole number"),  # type: ignore[arg-type]
        (lambda: random_armies(GAME, 3, 2**64 - 2), "3 seeds from"),
        (lambda: random_armies(GAME, 3, None), "3 seeds from None on"),  # type: ignore[arg-type]
    ],
)
def test_wrong_types_are_refused_in_our_words(attempt: Callable[[], Any], message: str) -> None:
    with pytest.raises(DuelhallError, match=message):
        attempt()
