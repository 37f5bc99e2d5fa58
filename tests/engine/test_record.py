""""""

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Annotated, Any

import numpy as np
import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.errors import IllegalMove, UnreadableMove
from duelhall.engine.record import (
    UNDECIDED,
    Grid,
    Int8,
    Int32,
    Int64,
    PerSeat,
    Record,
    Row,
    State,
    UInt64,
    blank,
    dtype_of,
    unpacked,
)
from duelhall.match.match import Match


class Inner(Record):
    a: Int8
    b: Int8


class Wide(State):
    options: Inner
    wide: Int64
    word: Int32


class Holding(State):
    options: Inner
    hand: Annotated[Grid, np.int8, 2, 3]


class Gaps(Record):
    small: Int8
    large: Int64
    last: Int8


class Nested(Record):
    a: Int8
    b: Annotated[Grid, np.int16, 2, 2]


class Outer(Record):
    x: UInt64
    inner: Nested
    y: Annotated[Row, np.int8, 3]


def test_fields_come_from_the_first_base_then_the_class_then_its_other_bases() -> None:
    class Seats(Record):
        seats: PerSeat

    class Table(State, Seats):
        turn: Int8

    of_every_state = ("rng", "options", "to_move", "winner", "reason")
    assert dtype_of(Table).names == (*of_every_state, "turn", "seats", "gap_at_14")
    assert dtype_of(Table)["seats"].shape == (2,)


def test_gaps_are_fields_so_that_copies_are_equal_byte_by_byte() -> None:
    layout = dtype_of(Gaps)
    assert layout.names == ("small", "gap_at_1", "large", "last", "gap_at_17")
    assert layout.itemsize == 24
    dirty = np.frombuffer(bytes(range(24)), layout)
    assert dirty.copy().tobytes() == dirty.tobytes()


def test_fields_are_aligned() -> None:
    layout = dtype_of(Wide)
    assert layout.isalignedstruct
    assert layout.fields
    assert layout.fields["wide"][1] % 8 == 0
    assert layout.fields["word"][1] % 4 == 0


def test_fields_read_as_attributes_nested_ones_too() -> None:
    states = blank(dtype_of(Holding))
    s: Holding = states[0]
    s.options.b = 5
    s.hand[1, 2] = 7
    assert (s.options.b, s.hand[1, 2], s.winner, s.rng) == (5, 7, UNDECIDED, 0)
    assert states["hand"][0, 1, 2] == 7
    assert (type(s), type(s.options)) == (Holding, Inner)


def test_what_is_no_field_is_named() -> None:
    with pytest.raises(AttributeError, match="no field 'hnad' in this record"):
        _ = blank(dtype_of(Holding))[0].hnad


def test_the_size_that_is_said_is_the_size() -> None:
    assert dtype_of(Gaps, itemsize=24) is dtype_of(Gaps)
    with pytest.raises(TypeError, match="Gaps has 24 bytes, not 16"):
        dtype_of(Gaps, itemsize=16)


def test_a_field_cannot_hide_behind_an_attribute() -> None:
    class Sized(Record):
        size: Int8  # type: ignore[assignment]  # which is the point

    with pytest.raises(TypeError, match=r"Sized\.size cannot be a field"):
        dtype_of(Sized)


def test_a_field_is_declared_with_as_many_lengths_as_it_has_dimensions() -> None:
    class Flat(Record):
        cards: Annotated[Grid, np.int8, 5]

    class Bare(Record):
        turn: int

    with pytest.raises(TypeError, match=r"Flat\.cards is declared as"):
        dtype_of(Flat)
    with pytest.raises(TypeError, match=r"Bare\.turn is declared as .*; a field is a record"):
        dtype_of(Bare)


def test_a_plain_copy_reads_as_the_record_does() -> None:
    s: Outer = np.zeros(1, dtype_of(Outer))[0]
    s.x, s.inner.a, s.y[1] = 2**63, -3, 7
    s.inner.b[1, 0] = 300
    copy = unpacked(s)
    assert (type(copy.x), copy.x) == (int, 2**63)
    assert copy.inner.a == -3
    assert copy.inner.b.tolist() == [[0, 0], [300, 0]]
    assert copy.y.tolist() == [0, 7, 0]
    s.x = 1
    assert copy.x == 2**63


# --- states, views, games and matches travel: pickled, to other processes, and deeply copied ---


MOVES = 2  # after which every game goes on


def by_pickle(thing: Any) -> Any:
    return pickle.loads(pickle.dumps(thing))


WAYS = [by_pickle, copy.deepcopy]
Way = Callable[[Any], Any]


def begun(name: str) -> Match:
    match = duelhall.load(name).match(seed=7, players=("Ann", "Ben"))
    for _ in range(MOVES):
        match.play(match.legal()[-1])
    match.explain()  # whose trace is kept, and need not travel
    return match


@pytest.fixture(params=registry.names())
def match(request: pytest.FixtureRequest) -> Match:
    return begun(request.param)


def play_on(match: Match) -> list[str]:
    """What comes of a match that goes on, to be run in this process and in another one."""
    match.play(match.legal()[0])
    return [match.game.position_text(match.state), *match.legal()]


@pytest.mark.parametrize("way", WAYS)
def test_a_state_and_a_view_come_back_byte_by_byte(match: Match, way: Way) -> None:
    for s in (match.state, match.view(0)):
        twin = way(s)
        assert type(twin) is type(s)
        assert twin.dtype is s.dtype
        assert twin.tobytes() == s.tobytes()
        twin.rng = int(s.rng) ^ 1
        assert twin.tobytes() != s.tobytes()
        assert match.game.legal_moves(way(s)) == match.game.legal_moves(s)


@pytest.mark.parametrize("way", WAYS)
def test_an_array_of_states_comes_back(match: Match, way: Way) -> None:
    states = match.game.blank(3)
    states[1] = match.state
    twin = way(states)
    assert twin.tobytes() == states.tobytes()
    assert match.game.legal_moves(twin[1]) == match.legal_moves()


@pytest.mark.parametrize("way", WAYS)
def test_a_match_comes_back_and_goes_its_own_way(match: Match, way: Way) -> None:
    twin, length = way(match), len(match.states)
    assert twin.replay() == match.replay()
    assert play_on(twin) == play_on(match.copy())
    assert len(match.states) == len(match.moves) + 1 == length
    twin.states[0].rng = int(match.states[0].rng) ^ 1
    assert twin.states[0].tobytes() != match.states[0].tobytes()


def test_a_match_goes_on_in_another_process() -> None:
    matches = [begun(name) for name in registry.names()]
    with ProcessPoolExecutor(1, get_context("spawn")) as pool:
        elsewhere = list(pool.map(play_on, matches))
    assert elsewhere == [play_on(match) for match in matches]


@pytest.mark.parametrize("way", WAYS)
def test_a_game_comes_back_as_itself(way: Way) -> None:
    game = duelhall.load("frontline", "draft", hand=7)
    twin = way(game)
    assert twin == game
    assert hash(twin) == hash(game)
    assert (twin.rule_set, twin.options) == (game.rule_set, game.options)


def test_a_game_is_pickled_by_its_name_not_by_its_rules() -> None:
    assert len(pickle.dumps(duelhall.load("blade"))) < 500


def test_games_are_equal_when_their_name_options_and_rules_are() -> None:
    game = duelhall.load("blade", "controller")
    same = duelhall.load("blade", deck="controller", stranded="loses", draw_points="2")
    assert same == game
    assert len({same, game}) == 1
    others = [
        duelhall.load("blade"),
        duelhall.load("blade", "controller", draw_points=1),
        duelhall.load("blade", "controller", backend="python"),
        duelhall.load("binmat"),
    ]
    assert game not in others
    assert len({game, *others}) == 5
    assert game != "blade"


def test_the_options_of_a_game_cannot_be_changed_behind_its_back() -> None:
    game = duelhall.load("blade")
    game.options["deck"] = "controller"
    assert game.options["deck"] == "readme"


def test_errors_come_back_with_all_that_they_say() -> None:
    match = duelhall.load("blade").match(seed=7)
    with pytest.raises(UnreadableMove) as unreadable:
        match.play("X")
    assert str(by_pickle(unreadable.value)) == str(unreadable.value)
    absent = next(card for card in "1234567BM" if card not in match.legal())
    with pytest.raises(IllegalMove) as illegal:
        match.play(absent)
    twin = by_pickle(illegal.value)
    assert (str(twin), twin.legal) == (str(illegal.value), illegal.value.legal)


def test_a_record_of_other_bytes_is_refused() -> None:
    s = duelhall.load("blade").match(seed=7).state
    remake, (kind, data) = s.__reduce__()
    with pytest.raises(ValueError, match="128 bytes, not 127"):
        remake(kind, data[:-1])
