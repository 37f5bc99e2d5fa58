"""How rules are translated for a GPU: what is done to LLVM's modules, and how lean states lie."""

from itertools import pairwise
from typing import Any

import pytest

import duelhall
from duelhall.backend import translate as gpu_code
from duelhall.backend.cache import names_in
from duelhall.backend.lean import OPTIONS, apart, lean_copy, lean_layout, options_copy
from duelhall.backend.translate import inlining, marked, rewritten, rolled
from duelhall.batch.simulate import one_game_of

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
    monkeypatch.setattr(gpu_code, "SMALL", 0)


def test_a_small_function_that_calls_nothing_may_be_unrolled(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu_code, "SMALL", 10)
    assert "!llvm.loop !" not in rolled(LOOP)
    calling = LOOP.replace("  %next", '  call void @"other"()\n  %next')
    assert "!llvm.loop !" in rolled(calling)
    assert "!llvm.loop !" not in rolled(calling.replace("other", "llvm.ctpop"))


def test_a_branch_back_says_that_its_loop_stays_one() -> None:
    lines = rolled(LOOP).splitlines()
    (back,) = [line for line in lines if "!llvm.loop" in line]
    assert back == '  br i1 %done, label %"out", label %"B0", !llvm.loop !2'
    assert lines[-2:] == [
        '!1 = !{!"llvm.loop.unroll.disable"}',
        "!2 = distinct !{!2, !1}",
    ]


def test_labels_of_another_function_do_not_count() -> None:
    forth = LOOP.replace('label %"B0"\nout', 'label %"out"\nout').partition("!0")[0]
    both = LOOP.replace("!0 = !{i32 1}", forth.replace("count", "other"))
    assert rolled(both).count("!llvm.loop !") == 1


# --- inlining ---


def test_a_large_function_with_several_callers_is_there_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(gpu_code, "LARGE", 10)
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
    assert gpu_code.word_width(game.definition.rules.STATE) == 8
    assert gpu_code.word_width(game.layout.records(game.layout.blank()).dtype) == 4
