"""Kernels in the machine code of a GPU: numba-cuda compiles them where there is no GPU, too."""

import re
from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import cuda, types
from numba.cuda.np import numpy_support

import duelhall
from duelhall.batch import kernels, random_on_gpu
from duelhall.batch.one_game import cells_of
from duelhall.batch.outcomes import OUTCOME
from duelhall.batch.rows import deal_row, refuse_row, step_row
from duelhall.batch.simulate import one_game_of
from duelhall.engine.backend import gpu_code
from duelhall.engine.backend.cuda import NoGpu, _found
from duelhall.engine.backend.lean import Lean
from duelhall.engine.backend.numba_gpu import NumbaGpu, compiled, kernel_function
from duelhall.engine.binding import bound
from duelhall.engine.observing import mask_row, observe_in_zeros

HOPPER = (9, 0)
BLADE = duelhall.load("blade", backend="python")
STATE, MOVES = BLADE.definition.rules.STATE, BLADE.definition.rules.MOVES
TENSOR = BLADE.layout.records(BLADE.layout.blank()).dtype


def of(kind: Any, dimensions: int = 1) -> Any:
    """The type of an array of these."""
    return types.Array(numpy_support.from_dtype(np.dtype(kind)), dimensions, "C")


STATES, SEEDS, FLAGS, NUMBERS = of(STATE), of(np.uint64), of(np.bool_), of(np.int64)
SEATS, REWARDS, MASKS = of(np.int8), of(np.float32, 2), of(np.bool_, 2)
STEPPING = (STATES, NUMBERS, SEEDS, types.uint64, SEATS, REWARDS, FLAGS, STATES)
OBSERVING = (STATES, SEATS, STATES, of(TENSOR))

ROWS = [
    (kernels.refuse_moves, refuse_row, (STATES, NUMBERS, types.int64, FLAGS)),
    (kernels.make_moves, step_row, STEPPING),
    (kernels.mark_legal, mask_row, (STATES, MASKS)),
    (kernels.observe_states, observe_in_zeros, OBSERVING),
]


@pytest.fixture(scope="module")
def _hopper() -> Iterator[None]:
    """What rules are translated for, since there is no GPU to ask."""
    device = SimpleNamespace(compute_capability=HOPPER)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("numba.cuda.dispatcher.get_current_device", lambda: device)
        yield


def translated(function: Any, kinds: tuple[Any, ...]) -> str:
    """A kernel's function as numba-cuda translates it."""
    text: str = compiled(lambda: cuda.compile_ptx(function, types.void(*kinds), cc=HOPPER))[0]
    return text


def machine_code(template: Any, kinds: tuple[Any, ...], **names: Any) -> str:
    """A kernel of Blade."""
    given = {"STATE": STATE, "MOVES": MOVES, **names}
    return translated(kernel_function(template, given, "blade"), kinds)


@pytest.mark.usefixtures("_hopper")
def test_whole_games_can_be_compiled() -> None:
    play = one_game_of(BLADE, "random", "random", keeps_ends=True)
    kinds = of(OUTCOME), STATES, types.uint64, STATES
    code = machine_code(kernels.play_games, kinds, play_game=play, CELLS=cells_of(play))
    assert ".entry" in code
    assert ".extern" not in code, "something is left to be linked"


class Translator:
    """A GPU that only has functions of kernels made for it."""

    room = NumbaGpu.room
    slot = NumbaGpu.slot

    def kernel(self, template: Any, names: dict[str, Any], game: str, lean: Lean) -> Any:
        return kernel_function(template, names, game, lean)


@pytest.fixture(scope="module")
def random_code(_hopper: None) -> str:
    """Random games of Blade."""
    play = one_game_of(BLADE, "random", "random", keeps_ends=False)
    random_on_gpu.random_games.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(random_on_gpu, "gpu", Translator)
        found = random_on_gpu.random_games(BLADE.definition, play)
    random_on_gpu.random_games.cache_clear()
    assert found
    return translated(found.kernel, (of(OUTCOME), types.uint64, SEEDS))


def test_states_of_random_games_are_in_shared_memory(random_code: str) -> None:
    assert ".extern" not in random_code
    assert "ld.shared.s8" in random_code or "ld.shared.u8" in random_code
    anywhere = [line for line in random_code.splitlines() if line.split()[:1] == ["ld.u8"]]
    assert not anywhere, "a state is read as if it could be anywhere"


def test_loops_stay_loops(random_code: str) -> None:
    assert '.pragma "nounroll"' in random_code


@pytest.mark.usefixtures("_hopper")
@pytest.mark.parametrize(("template", "row_function", "kinds"), ROWS)
def test_steps_of_batches_can_be_compiled(
    template: Any, row_function: Any, kinds: tuple[Any, ...]
) -> None:
    rows = {row_function.__name__: bound(row_function, BLADE.definition.functions)}
    assert ".extern" not in machine_code(template, kinds, **rows)


@pytest.mark.usefixtures("_hopper")
def test_records_are_copied_in_words() -> None:
    kinds = (STATES, SEEDS, types.uint64, SEATS, STATES)
    row = bound(deal_row, BLADE.definition.functions)
    lines = machine_code(kernels.deal_games, kinds, deal_row=row).splitlines()
    copied = [line for line in lines if re.match(r"\s+st\.(global\.)?(u64|b64|v2\.u64)", line)]
    assert len(copied) >= gpu_code.AT_ONCE / 2


def test_words_are_as_wide_as_the_largest_numbers() -> None:
    assert gpu_code.word_width(STATE) == 8
    assert gpu_code.word_width(TENSOR) == 4


def test_a_machine_without_a_gpu_is_told_so() -> None:
    _found.cache_clear()
    with pytest.raises(NoGpu, match=r"needs an NVIDIA GPU and its driver.*the backend cpu needs"):
        duelhall.load("blade", backend="cuda")
