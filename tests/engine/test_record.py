import numpy as np

from duelhall.engine.record import UNDECIDED, blank, plain, record, state_record

INNER = record(("a", np.int8), ("b", np.int8))


def test_gaps_are_fields_so_that_copies_are_equal_byte_by_byte() -> None:
    layout = record(("small", np.int8), ("large", np.int64), ("last", np.int8))
    assert layout.names == ("small", "gap_at_1", "large", "last", "gap_at_17")
    assert layout.itemsize == 24
    dirty = np.frombuffer(bytes(range(24)), layout)
    assert dirty.copy().tobytes() == dirty.tobytes()


def test_fields_are_aligned() -> None:
    layout = state_record(INNER, ("wide", np.int64), ("word", np.int32))
    assert layout.isalignedstruct
    assert layout.fields
    assert layout.fields["wide"][1] % 8 == 0
    assert layout.fields["word"][1] % 4 == 0


def test_fields_read_as_attributes_nested_ones_too() -> None:
    states = blank(state_record(INNER, ("hand", np.int8, (2, 3))))
    s = states[0]
    s.options.b = 5
    s.hand[1, 2] = 7
    assert (s.options.b, s.hand[1, 2], s.winner, s.rng) == (5, 7, UNDECIDED, 0)
    assert states["hand"][0, 1, 2] == 7


def test_a_plain_copy_reads_as_the_record_does() -> None:
    inner = record(("a", np.int8), ("b", np.int16, (2, 2)))
    s = np.zeros(1, record(("x", np.uint64), ("inner", inner), ("y", np.int8, 3)))[0]
    s.x, s.inner.a, s.y[1] = 2**63, -3, 7
    s.inner.b[1, 0] = 300
    copy = plain(s)
    assert (type(copy.x), copy.x) == (int, 2**63)
    assert copy.inner.a == -3
    assert copy.inner.b.tolist() == [[0, 0], [300, 0]]
    assert copy.y.tolist() == [0, 7, 0]
    s.x = 1
    assert copy.x == 2**63
