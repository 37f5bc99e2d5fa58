"""Numbers for learners: layouts, rows, masks, returns and bounds, with Blade for an example."""

from dataclasses import replace
from typing import Annotated

import numpy as np
import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.errors import BadArgument, BadFeature, OtherView
from duelhall.engine.observation import (
    NotDeclared,
    ObservationLayout,
    mask_rows,
    observe_rows,
    returns_rows,
)
from duelhall.engine.record import Float32, Int8, Record
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match


@pytest.fixture(scope="module")
def game() -> Game:
    return duelhall.load("blade", backend="python")


def without(part: str) -> Game:
    """Blade as a game that does not declare something."""
    blade = registry.find("blade")
    learning = replace(blade.learning, **{part: None})
    return Game(replace(blade, learning=learning), None, {}, backend="python")


def test_fields_lie_one_behind_the_other(game: Game) -> None:
    offset = 0
    for part in game.layout.fields:
        assert part.offset == offset
        assert part.meaning
        offset += part.size
    assert offset == game.layout.size
    assert str(offset) in repr(game.layout)


def test_parts_have_names_and_shapes_and_are_no_copies(game: Game) -> None:
    match = game.match(seed=7)
    numbers = game.observation(match.state, 0)
    parts = game.layout.parts(numbers)
    assert [part.shape for part in game.layout.fields] == [part.shape for part in parts.values()]
    assert parts["my_move"] == 1
    assert np.shares_memory(parts["field"], numbers)
    rows = game.layout.parts(np.stack([numbers] * 3))
    assert rows["field"].shape == (3, *parts["field"].shape)
    with pytest.raises(BadArgument, match="last axis"):
        game.layout.parts(numbers[1:])


class Unexplained(Record):
    count: Float32


class Whole(Record):
    count: Annotated[Int8, "a whole number"]


@pytest.mark.parametrize("kind", [Unexplained, Whole])
def test_a_field_is_a_float_with_a_meaning(kind: type[Record]) -> None:
    with pytest.raises(BadFeature, match=f"{kind.__name__}.count"):
        ObservationLayout(kind)


def test_what_a_game_does_not_declare_is_told() -> None:
    other = without("observation")
    with pytest.raises(NotDeclared, match="declares no observation"):
        other.observation(other.match(seed=1).state, 0)
    for ask in ("longest_game", "utility_bounds"):
        with pytest.raises(NotDeclared, match="declares no bounds"):
            getattr(without("bounds"), ask)


@pytest.mark.parametrize("name", ["blade", "frontline", "monsters"])
def test_the_view_of_another_seat_is_refused(name: str) -> None:
    game = duelhall.load(name, backend="python")
    match = game.match(seed=4)
    for seat in range(2):
        view = match.view(seat)
        assert (game.observation(view, seat) == game.observation(match.state, seat)).all()
        with pytest.raises(OtherView, match="give its own view"):
            game.observation(view, 1 - seat)


def test_rows_are_what_single_states_give(game: Game) -> None:
    states = random_match(game, seed=3).states
    count, layout = len(states), game.layout
    cells = np.concatenate([state.base for state in states])
    seats = np.arange(count, dtype=np.int8) % 2
    rows, masks, returns = layout.blank(count), np.ones((count, 9), bool), np.ones((count, 2))
    rows += 1
    observe = game.bind(observe_rows)
    observe(cells, seats, game.blank(2), layout.records(rows), layout.records(layout.blank()))
    game.bind(mask_rows)(cells, np.zeros(9, np.int16), masks)
    game.bind(returns_rows)(cells, returns)
    for row, state in enumerate(states):
        assert (rows[row] == game.observation(state, int(seats[row]))).all()
        assert np.flatnonzero(masks[row]).tolist() == game.legal_moves(state)
        assert (masks[row] == game.legal_mask(state)).all()
        assert tuple(returns[row]) == game.returns(state)


def test_returns_are_of_both_seats(game: Game) -> None:
    match = game.match(seed=1)
    assert game.returns(match.state) == (0, 0)
    match.forfeit(0)
    assert game.returns(match.state) == (-1, 1)
    drawn = game.parse_position("-:-:1 -:-:1 drawn=hands-empty")
    assert game.returns(drawn) == (0, 0)
