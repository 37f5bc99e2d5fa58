"""The rule of thumb, and that it beats chance clearly."""

from importlib import import_module
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine.chance import DICE
from duelhall.engine.record import cell_of, copied
from tests.games.thumbs import won_by_the_first, won_by_the_second

thumb: Any = import_module("duelhall.games.frontline.greedy")

GAMES = 20


@pytest.mark.uncovered
@pytest.mark.parametrize(("mode", "share"), [("skirmish", 0.65), ("mirror", 0.8), ("draft", 0.85)])
def test_greedy_beats_random(mode: str, share: float) -> None:
    game = duelhall.load("frontline", mode)
    won = won_by_the_first(game, GAMES) + won_by_the_second(game, GAMES)
    assert won > 2 * GAMES * share


@pytest.mark.parametrize("mode", ["skirmish", "draft"])
def test_greedy_plays_interpreted(mode: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """With few plans and few enemies, for each battle takes milliseconds so."""
    assert thumb.ENEMIES >= 200
    monkeypatch.setattr(thumb, "PLANS", 3)
    monkeypatch.setattr(thumb, "ENEMIES", 4)
    game = duelhall.load("frontline", mode, hand=3)
    match, dice = game.match(seed=5), np.zeros(1, DICE)
    while not match.over:
        cells = game.blank(3)
        cells[0] = cell_of(match.view(match.to_move))[0]
        match.play(int(thumb.greedy(cells, np.zeros(0), dice)))


def test_the_rule_of_thumb_puts_support_behind() -> None:
    game = duelhall.load("frontline", hand=4)
    support_behind = 0
    for seed in range(400):
        cell = copied(game.match(deal="|@,!@,-,+ |,|,!,!").state)
        cell[0].rng = seed
        thumb.deploy_by_thumb(cell[0], 0)
        support_behind += int(set(cell[0].behind[0].tolist()) - {0} <= {1, 2})
        assert cell[0].placed[0, :4].all()
    assert support_behind > 300
