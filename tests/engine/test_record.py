from typing import Annotated

import numpy as np
import pytest

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
