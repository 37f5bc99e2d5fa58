"""How rules are translated for a GPU: what is done to LLVM's modules, and how lean states lie."""

from collections.abc import Callable
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from numba import cuda

import duelhall
from duelhall.backend.cache import names_in
from duelhall.batch.simulate import one_game_of
from duelhall.engine.record import Array
from duelhall_gpu import OPTIONS, translate
from duelhall_gpu.random import apart, lean_copy, lean_layout, options_copy
from duelhall_gpu.translate import inlining, marked, rewritten, rolled
from tests.ptx.gpu import PtxGpu, launched

LOOP = """define i32 @"count"(i32 %n) {
entry:
  br label %"B0"
"B0":
  %next = add i32 %n, 1
  %done = icmp eq i32 %next, 10
  br i1 %done, label %"out", label %"B0"
out:
  ret i32 %next
}
!0 = !{i32 1}"""


def function(name: str, size: int, *calls: str) -> str:
    """A module with one function, which calls others."""
    lines = [*["  %x = add i32 1, 1"] * size, *(f'  call void @"{call}"()' for call in calls)]
    return "\n".join([f'define linkonce_odr void @"{name}"()', "{", *lines, "}"])


# --- loops ---


@pytest.fixture(autouse=True)
def _nothing_is_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(translate, "SMALL", 0)


def test_a_small_function_that_calls_nothing_may_be_unrolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(translate, "SMALL", 10)
    assert "!llvm.loop !" not in rolled(LOOP)
    calling = LOOP.replace("  %next", '  call void @"other"()\n  %next')
    assert "!llvm.loop !" in rolled(calling)
    assert "!llvm.loop !" not in rolled(calling.replace("other", "llvm.ctpop"))


def test_a_branch_back_says_that_its_loop_stays_one() -> None:
    lines = rolled(LOOP).splitlines()
    (back,) = [line for line in lines if "!llvm.loop" in line]
    assert back == '  br i1 %done, label %"out", label %"B0", !llvm.loop !2'
    assert lines[-2:] == ['!1 = !{!"llvm.loop.unroll.disable"}', "!2 = distinct !{!2, !1}"]


def test_labels_of_another_function_do_not_count() -> None:
    forth = LOOP.replace('label %"B0"\nout', 'label %"out"\nout').partition("!0")[0]
    both = LOOP.replace("!0 = !{i32 1}", forth.replace("count", "other"))
    assert rolled(both).count("!llvm.loop !") == 1


# --- inlining ---


def test_a_large_function_with_several_callers_is_there_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(translate, "LARGE", 10)
    modules = [
        function("kernel", 1, "large", "large", "alone", "small", "small", "grown", "grown"),
        function("large", 11),
        function("alone", 11),
        function("small", 2),
        function("grown", 5, "small", "small", "small"),
    ]
    marks = inlining(modules)
    assert marks == {
        "large": "noinline",
        "alone": "alwaysinline",
        "small": "alwaysinline",
        "grown": "noinline",  # with what is inlined in it
    }
    assert 'void @"large"() noinline' in marked(modules[1], marks)
    assert rewritten(modules)[0].startswith('define linkonce_odr void @"kernel"()\n')


# --- lean states ---


@pytest.mark.parametrize(
    ("name", "left_out"),
    [
        ("blade", set()),
        ("frontline", set()),
        ("monsters", set()),
        ("binmat", {"seen", "known", "unsure", "pools", "shuffles", "kin", "past", "past_size",
                    "hidden", "way"}),
    ],
)  # fmt: skip
def test_a_lean_state_has_what_random_games_use(name: str, left_out: set[str]) -> None:
    game = duelhall.load(name, backend="python")
    state = game.definition.rules.STATE
    play = one_game_of(game, "random", "random", keeps_ends=False)
    lean = lean_layout(state, names_in(play) - {OPTIONS})
    fields = {field for field in state.names or () if not field.startswith("gap_at_")}
    assert fields - set(lean.dtype.names or ()) == left_out | {OPTIONS}
    assert lean.words * 8 == lean.dtype.itemsize
    fields_of: Any = lean.dtype.fields
    places = [(place, place + kind.itemsize) for kind, place in fields_of.values()]
    assert all(end <= start for (_, end), (start, _) in pairwise(places))


def test_a_lean_copy_is_the_state_without_its_options() -> None:
    game = duelhall.load("blade", backend="python")
    blank = game.blank()
    blank["turn"], blank["hand"][0, 1, 2] = 7, 3
    lean = lean_layout(blank.dtype, {"turn", "hand", "winner"})
    cell = lean_copy(lean, blank).view(lean.dtype)[0]
    assert (cell.turn, cell.hand[1, 2], cell.winner) == (7, 3, -1)
    options = options_copy(lean, blank)
    assert len(options) == lean.option_words
    assert options.tobytes().startswith(blank["options"].tobytes())


def test_neighbours_are_an_odd_number_of_words_apart() -> None:
    assert [apart(words) for words in (16, 17)] == [17, 17]


def test_words_are_as_wide_as_the_largest_numbers() -> None:
    game = duelhall.load("blade", backend="python")
    assert translate.word_width(game.definition.rules.STATE) == 8
    assert translate.word_width(game.layout.records(game.layout.blank()).dtype) == 4


# --- parts of Python ---

FAR = 300
"""As a number of eight bits, it would be 44."""


def run(kernel: Callable[..., None], *arrays: Array) -> list[Array]:
    """What is in arrays after a kernel has run on them in one warp."""
    gpu = PtxGpu()
    given = [gpu.array(array) for array in arrays]
    launched(gpu, kernel, *given)
    return given


def find(numbers: Array, found: Array) -> None:
    place = cuda.grid(1)
    if place < len(numbers):
        found[place] = numbers[place] in (3, 5, FAR)


def find_fractions(numbers: Array, found: Array) -> None:
    place = cuda.grid(1)
    if place < len(numbers):
        found[place] = numbers[place] in (0.5, 2.0)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64])
def test_a_number_is_one_of_several(kind: Any) -> None:
    _, found = run(find, np.array([3, 4, 5, 44], kind), np.zeros(4, np.bool_))
    assert found.tolist() == [True, False, True, False]


def test_a_number_can_be_one_of_several_fractions() -> None:
    _, found = run(find_fractions, np.array([1, 2]), np.zeros(2, np.bool_))
    assert found.tolist() == [False, True]


def count(bounds: Array, seen: Array) -> None:
    place = cuda.grid(1)
    if place < len(bounds):
        for number in range(bounds[place, 0], bounds[place, 1], bounds[place, 2]):
            seen[place, 0] += 1
            seen[place, 1] = number


def test_a_range_counts_as_in_python() -> None:
    bounds = np.array([[0, 5, 1], [5, 0, -1], [2, 9, 3], [9, 2, -3], [4, 4, 1], [4, 0, 1]])
    _, seen = run(count, bounds, np.full((len(bounds), 2), 0))
    wanted = [list(range(*map(int, row))) for row in bounds]
    assert seen[:, 0].tolist() == [len(numbers) for numbers in wanted]
    assert seen[:4, 1].tolist() == [numbers[-1] for numbers in wanted[:4]]
