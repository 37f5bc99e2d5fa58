"""What a game declares besides its rules, and how it is asked for."""

from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from pkgutil import resolve_name
from typing import Annotated, Any

import numpy as np
import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.definition import BenchRows, Definition, OneShotForm, TurnRule
from duelhall.engine.errors import BadArgument, BadFeature, BadUsage, OtherView, UnknownName
from duelhall.engine.observation import (
    NotDeclared,
    ObservationLayout,
    mask_rows,
    observe_rows,
)
from duelhall.engine.record import Float32, Int8, Record
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match

ROWS = BenchRows(list)


def declaring(features: Mapping[type | str, object]) -> Definition:
    return replace(registry.find("blade"), features=features)


def test_a_feature_is_found_by_its_type() -> None:
    definition = declaring({BenchRows: ROWS})
    assert definition.feature(BenchRows) is ROWS
    assert definition.feature(OneShotForm) is None


def test_a_feature_may_be_the_path_of_an_import() -> None:
    definition = declaring({BenchRows: f"{__name__}:ROWS"})
    assert definition.feature(BenchRows) is ROWS


@pytest.mark.parametrize(
    "path", ["duelhall.nowhere:ROWS", f"{__name__}:NOTHING", "no path", f"{__name__}:"]
)
def test_a_path_that_leads_nowhere_is_named(path: str) -> None:
    with pytest.raises(BadFeature, match=f"blade declares '{path}', which cannot be loaded"):
        declaring({BenchRows: path}).feature(BenchRows)


def test_a_feature_is_of_the_type_that_it_is_declared_as() -> None:
    with pytest.raises(BadFeature, match="where a OneShotForm belongs"):
        declaring({OneShotForm: ROWS}).feature(OneShotForm)


def test_the_type_may_be_a_path_and_the_feature_its_fields() -> None:
    path = f"{BenchRows.__module__}:BenchRows"
    assert declaring({path: {"works": list}}).feature(BenchRows) == ROWS
    with pytest.raises(BadFeature, match=r"a BenchRows that cannot be: .*'rows'"):
        declaring({path: {"rows": list}}).feature(BenchRows)


@pytest.mark.parametrize("name", registry.names())
def test_everything_that_our_games_declare_can_be_loaded(name: str) -> None:
    definition = registry.find(name)
    for kind in definition.features:
        assert definition.feature(resolve_name(kind) if isinstance(kind, str) else kind)


def test_kits_bring_what_only_one_game_has() -> None:
    assert registry.find("blade").feature(OneShotForm)
    assert registry.find("frontline").feature(BenchRows)
    assert not registry.find("blade").feature(BenchRows)


def test_a_turn_lasts_its_time_only_where_the_game_says_so() -> None:
    binmat = registry.find("binmat").turns
    assert binmat
    assert binmat.lasts({"turn": "exactly"})
    assert not binmat.lasts({"turn": "at-most"})
    assert not TurnRule("pass").lasts({"turn": "exactly"})


# --- games with cards of one's own, from Python ---


SET = """
traits = ["Flame"]

[[monster]]
name = "Drake"
hp = 3
atk = 2
def = 0
traits = ["Flame", "Flame"]

[[move]]
name = "Bite"
atk = "2"
def = "~"
traits = ["Flame"]

[[deck]]
name = "Cinders"
monster = "Drake"
moves = { "Bite" = 20 }
"""


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    file.write_text(SET)
    return file


def test_a_set_from_a_file_is_played_one_game_or_many(cards: Path) -> None:
    game = duelhall.with_cards(duelhall.load("monsters"), cards, deck="Cinders")
    cards.unlink()
    assert "Drake" in game.lasting_name
    assert duelhall.load(game.lasting_name) == game
    assert duelhall.play_match(game, "greedy", "random", seed=1).over
    outcomes = duelhall.simulate(game, ("greedy", "random"), games=20)
    assert outcomes.won(0) + outcomes.won(1) + outcomes.drawn == 20


def test_the_rest_of_the_game_stays_as_it_is(cards: Path) -> None:
    before = duelhall.load("monsters[deck-out]", backend="python")
    game = duelhall.with_cards(before, str(cards))
    assert (game.rule_set, game.backend) == ("deck-out", "python")
    assert game.options["deck_out"] == before.options["deck_out"]
    assert duelhall.with_cards(before) == before


@pytest.mark.parametrize(
    ("game", "wishes", "error", "says"),
    [
        ("blade", {"file": "x.toml"}, BadUsage, "the cards of blade cannot be changed"),
        ("frontline", {"deck": "x"}, BadUsage, "frontline has no decks to choose from"),
        ("monsters", {"deck": "Soup"}, UnknownName, "no deck 'Soup' in the set"),
        ("monsters", {"deck": 3}, BadArgument, "a deck must be text, not 3"),
        ("monsters", {"file": 3}, BadArgument, "a file must be text or a path, not 3"),
    ],
)
def test_what_cannot_be_had_is_refused(
    game: str, wishes: dict[str, Any], error: type[Exception], says: str
) -> None:
    with pytest.raises(error, match=says):
        duelhall.with_cards(duelhall.load(game), **wishes)


def test_a_game_is_asked_for_and_not_its_name() -> None:
    name: Any = "monsters"
    with pytest.raises(BadArgument, match="a game made by `load`"):
        duelhall.with_cards(name, deck="Kiln Yard")
    assert isinstance(duelhall.with_cards(duelhall.load(name), deck="Kiln Yard"), Game)


# --- numbers for learners: layouts, rows, masks, returns and bounds, with Blade for an exampl ---


@pytest.fixture(scope="module")
def watched() -> Game:
    return duelhall.load("blade", backend="python")


def without(part: str) -> Game:
    """Blade as a game that does not declare something."""
    blade = registry.find("blade")
    learning = replace(blade.learning, **{part: None})
    return Game(replace(blade, learning=learning), None, {}, backend="python")


def test_fields_lie_one_behind_the_other(watched: Game) -> None:
    offset = 0
    for part in watched.layout.fields:
        assert part.offset == offset
        assert part.meaning
        offset += part.size
    assert offset == watched.layout.size
    assert str(offset) in repr(watched.layout)


def test_parts_have_names_and_shapes_and_are_no_copies(watched: Game) -> None:
    match = watched.match(seed=7)
    numbers = watched.observation(match.state, 0)
    parts = watched.layout.parts(numbers)
    assert [part.shape for part in watched.layout.fields] == [part.shape for part in parts.values()]
    assert parts["my_move"] == 1
    assert np.shares_memory(parts["field"], numbers)
    rows = watched.layout.parts(np.stack([numbers] * 3))
    assert rows["field"].shape == (3, *parts["field"].shape)
    with pytest.raises(BadArgument, match="last axis"):
        watched.layout.parts(numbers[1:])


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
    watched = duelhall.load(name, backend="python")
    match = watched.match(seed=4)
    for seat in range(2):
        view = match.view(seat)
        assert (watched.observation(view, seat) == watched.observation(match.state, seat)).all()
        with pytest.raises(OtherView, match="give its own view"):
            watched.observation(view, 1 - seat)


def test_rows_are_what_single_states_give(watched: Game) -> None:
    states = random_match(watched, seed=3).states
    count, layout = len(states), watched.layout
    cells = np.concatenate([state.base for state in states])
    seats = np.arange(count, dtype=np.int8) % 2
    rows, masks = layout.blank(count), np.ones((count, 9), bool)
    rows += 1
    observe = watched.bind(observe_rows)
    observe(cells, seats, watched.blank(2), layout.records(rows), layout.records(layout.blank()))
    watched.bind(mask_rows)(cells, np.zeros(9, np.int16), masks)
    for row, state in enumerate(states):
        assert (rows[row] == watched.observation(state, int(seats[row]))).all()
        assert np.flatnonzero(masks[row]).tolist() == watched.legal_moves(state)
        assert (masks[row] == watched.legal_mask(state)).all()


def test_returns_are_of_both_seats(watched: Game) -> None:
    match = watched.match(seed=1)
    assert watched.returns(match.state) == (0, 0)
    match.forfeit(0)
    assert watched.returns(match.state) == (-1, 1)
    drawn = watched.parse_position("-:-:1 -:-:1 drawn=hands-empty")
    assert watched.returns(drawn) == (0, 0)
