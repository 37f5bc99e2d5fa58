"""Armies by themselves, and all that a hand can be deployed as (F22)."""

import random

import numpy as np
import pytest

import duelhall
from duelhall.backend.cpu import callable_rule
from duelhall.engine.errors import DuelhallError
from duelhall.games.frontline.armies import ARMY, deployments, leave, meet
from duelhall.games.frontline.state import BATTLE
from tests.games.frontline.armies import army_in_batch, in_twin, random_army, standing


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


@pytest.mark.uncovered
def test_deployments_are_those_that_play_can_reach() -> None:
    """All ways to deploy by moves, as whole states, are all deployments."""
    game = duelhall.load("frontline", hand=3)
    reached, waiting = set(), [game.match(deal="|,!,@ |,!,@").state]
    while waiting:
        state = waiting.pop()
        for move in game.legal_moves(state):
            after = game.after(state, move)
            if after.to_move == 1:
                reached.add(
                    (after.ahead[0].tobytes(), after.behind[0].tobytes(), int(after.odd[0]))
                )
            else:
                waiting.append(after)
    assert len(reached) == len(deployments(["|", "!", "@"])) == 24


def test_an_army_enters_a_battlefield_and_leaves_it_again() -> None:
    dice = random.Random(2)
    for function in (meet, callable_rule(meet)):
        field = np.zeros(1, BATTLE)
        for _ in range(50):
            armies = [army_in_batch(random_army(dice, dice.randint(1, 10))) for _ in range(2)]
            function(field[0], armies[0][0], armies[1][0])
            for seat in range(2):
                back = np.zeros(1, ARMY)
                leave(field[0], seat, back[0])
                assert in_twin(back[0]) == in_twin(armies[seat][0])
                assert len(standing(field[0], seat)) == back[0]["right"] - back[0]["left"]


def test_hands_that_are_none_have_no_deployments() -> None:
    with pytest.raises(DuelhallError, match="1 to 7 cards, not for 8"):
        deployments(["|"] * 8)
    with pytest.raises(DuelhallError, match="unknown symbols q"):
        deployments(["q"])
    with pytest.raises(DuelhallError, match="a hand must be a list of cards"):
        deployments("|@")
