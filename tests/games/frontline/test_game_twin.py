"""Whole matches against the naive twin, which was written from the rulings alone."""

import random
from typing import Any

import pytest

import duelhall
from duelhall.engine.record import DRAWN, HIDDEN, UNDECIDED
from duelhall.games.frontline.cards import COPIES, parse_table, symbols_text
from duelhall.games.frontline.state import DEPLOYING, FOUGHT, MODES, PICKING, State
from duelhall.match.game import Game
from duelhall.match.match import Match
from tests.twins.frontline_game import NaiveFrontline

STAGES = {PICKING: "picking", DEPLOYING: "deploying", FOUGHT: "over"}
MATCHES = {"cpu": 30, "python": 6}


def faces(game: Game, kinds: Any) -> list[str]:
    """The faces of cards, "?" where they are hidden and "" where there are none."""
    cards = parse_table(str(game.options["cards"]))
    return ["?" if kind == HIDDEN else symbols_text(cards[kind]) for kind in kinds]


def winner_of(state: State) -> int | str | None:
    winner = int(state.winner)
    return {UNDECIDED: None, DRAWN: "tie"}.get(winner, winner)


def dealt(game: Game, state: State) -> list[str]:
    """The cards at the beginning of a battle, in an order that deals them again."""
    if game.options["mode"] == "draft":
        return [*faces(game, state.row), *faces(game, state.pack[: state.pack_size][::-1])]
    first, second = ([face for face in faces(game, hand) if face] for hand in state.hand)
    return first if game.options["mode"] == "mirror" else first + second


def compare(game: Game, match: Match, twin: NaiveFrontline) -> None:
    state = match.state
    assert winner_of(state) == twin.winner
    assert state.score.tolist() == twin.score
    assert set(match.legal()) == (twin.legal() if twin.winner is None else set())
    for seat in range(2):
        compare_views(game, match.view(seat), seat, twin.seen_by(seat))


def compare_views(game: Game, view: State, seat: int, seen: dict[str, Any]) -> None:
    other, size = 1 - seat, int(game.options["hand"])
    assert STAGES[int(view.stage)] == seen["phase"]
    assert int(view.to_move) == seen["to_move"]
    assert faces(game, view.hand[seat][:size]) == seen["own_hand"]
    assert [n + 1 for n in range(size) if view.placed[seat, n]] == seen["own_placed"]
    units = ["", *faces(game, view.hand[seat])]
    line = [(units[view.ahead[seat, n]], units[view.behind[seat, n]])
            for n in range(view.length[seat])]  # fmt: skip
    assert line == seen["own_line"]
    hidden = ["?"] * seen["enemy_hand_size"]
    expected = hidden if seen["enemy_hand"] is None else seen["enemy_hand"]
    assert faces(game, view.hand[other][:size]) == expected
    if view.stage == PICKING:
        assert faces(game, view.row) == seen["row"]
        assert int(view.pack_size) == seen["to_come"]


@pytest.mark.uncovered
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("way", ["cpu", "python"])
def test_the_twin_agrees_after_every_move(way: str, mode: str) -> None:
    dice = random.Random(mode)
    for seed in range(MATCHES[way]):
        hand = dice.randint(8, 10) if mode == "muster" else dice.randint(1, 10)
        battles = dice.randint(1, 4)
        game = duelhall.load("frontline", mode, hand=hand, battles=battles, backend=way)
        order = [
            symbols_text(row) for row in parse_table(str(game.options["cards"])) if row[COPIES]
        ]
        match = game.match(seed)
        deals = [dealt(game, match.state)]
        twin = NaiveFrontline(mode, hand, battles, order, deals)
        compare(game, match, twin)
        while not match.over:
            move = dice.choice(sorted(match.legal()))
            match.play(move)
            if match.state.fought == len(deals) and not match.over:
                deals.append(dealt(game, match.state))
            twin.play(move)
            compare(game, match, twin)
