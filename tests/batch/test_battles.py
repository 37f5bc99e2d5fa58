"""Many battles at once."""

import random

import numpy as np
import pytest

import duelhall
from duelhall.batch.battles import (
    ARMY,
    armies_of,
    battles,
    deployments,
    payoff_matrix,
    random_armies,
)
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import DRAWN
from duelhall.games.frontline.reading import read_battle
from duelhall.games.frontline.symbols import SIGNS
from tests.games.frontline.armies import battle, random_army
from tests.twins.frontline import Army, NaiveBattle

WORTH = {0: 1, 1: -1, "tie": 0}


def army_in_batch(army: Army) -> np.ndarray:
    """One army of the twin's as a batch of one."""
    field = battle(army, army)
    batch = np.zeros(1, ARMY)
    for name in ("symbols", "front", "back", "left", "right", "units"):
        batch[0][name] = field[name][0]
    return batch


def in_twin(army: np.ndarray) -> Army:
    """An army of a batch as the twin's."""
    found = Army()
    for place in range(len(army["front"])):
        column = place - 12 if place < 12 else place - 11
        for line, units in ((found.front, army["front"]), (found.back, army["back"])):
            if units[place]:
                counts = army["symbols"][units[place]]
                line[column] = "".join(s * int(n) for s, n in zip(SIGNS, counts, strict=True))
    return found


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


@pytest.mark.parametrize(
    ("cards", "count"),
    [
        (["|"], 2),
        (["|", "!"], 6),
        (["|", "|"], 3),
        (["|", "|@", "!", "&", "-"], 1440),
        (["|"] * 5, 12),
        (["|", "|", "!", "!", "-"], 1440 // 4),
    ],
)
def test_every_deployment_once(cards: list[str], count: int) -> None:
    armies = deployments(cards)
    drawn = {repr(in_twin(army)) for army in armies}
    assert len(armies) == len(drawn) == count
    for army in armies[:: max(1, count // 50)]:
        twin = in_twin(army)
        assert sorted([*twin.front.values(), *twin.back.values()]) == sorted(cards)
        assert set(twin.back) <= set(twin.front)
        left, right = (sum(side * column > 0 for column in twin.front) for side in (-1, 1))
        assert abs(left - right) <= 1


def test_deployments_are_those_that_play_can_reach() -> None:
    """All ways to deploy by moves, as whole states, are all deployments."""
    game = duelhall.load("frontline", hand=3)
    reached, waiting = set(), [game.match(deal="|,!,@ |,!,@").state]
    while waiting:
        state = waiting.pop()
        for move in game.legal(state):
            after = game.after(state, move)
            if after.to_move == 1:
                reached.add(
                    (after.ahead[0].tobytes(), after.behind[0].tobytes(), int(after.odd[0]))
                )
            else:
                waiting.append(after)
    assert len(reached) == len(deployments(["|", "!", "@"])) == 24


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
    with pytest.raises(DuelhallError, match="armies are an array"):
        battles(np.zeros(3), armies)
    with pytest.raises(DuelhallError, match="2 armies cannot be paired with 1"):
        battles(armies, armies[:1])
    with pytest.raises(DuelhallError, match="1 to 7 cards, not for 8"):
        deployments(["|"] * 8)
    with pytest.raises(DuelhallError, match="unknown symbols q"):
        deployments(["q"])
    many = np.zeros(40_000, ARMY)
    with pytest.raises(DuelhallError, match="more than 1,000,000,000 battles"):
        payoff_matrix(many, many)
