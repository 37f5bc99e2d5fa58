"""Kernels in the machine code of a GPU: numba-cuda compiles them where there is no GPU, too."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numba import cuda, types
from numba.cuda.np import numpy_support

import duelhall
from duelhall.batch import kernels
from duelhall.batch.one_game import cells_of
from duelhall.batch.outcomes import OUTCOME
from duelhall.batch.rows import refuse_row, step_row
from duelhall.batch.simulate import one_game_of
from duelhall.engine.backend.cuda import NoGpu, _found
from duelhall.engine.backend.numba_gpu import compiled, kernel_function
from duelhall.engine.binding import bound
from duelhall.engine.observing import mask_row, observe_row

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
OBSERVING = (STATES, SEATS, STATES, of(TENSOR), of(TENSOR))

ROWS = [
    (kernels.refuse_moves, refuse_row, (STATES, NUMBERS, types.int64, FLAGS)),
    (kernels.make_moves, step_row, STEPPING),
    (kernels.mark_legal, mask_row, (STATES, MASKS)),
    (kernels.observe_states, observe_row, OBSERVING),
]


@pytest.fixture
def _hopper(monkeypatch: pytest.MonkeyPatch) -> None:
    """What rules are translated for, since there is no GPU to ask."""
    device = SimpleNamespace(compute_capability=HOPPER)
    monkeypatch.setattr("numba.cuda.dispatcher.get_current_device", lambda: device)


def machine_code(template: Any, kinds: tuple[Any, ...], **names: Any) -> str:
    """A kernel of Blade as numba-cuda translates it."""
    given = {"STATE": STATE, "MOVES": MOVES, **names}
    function = kernel_function(template, given, "blade")
    text: str = compiled(lambda: cuda.compile_ptx(function, types.void(*kinds), cc=HOPPER))[0]
    return text


@pytest.mark.usefixtures("_hopper")
def test_whole_games_can_be_compiled() -> None:
    play = one_game_of(BLADE, "random", "random", keeps_ends=False)
    kinds = of(OUTCOME), STATES, types.uint64, STATES
    code = machine_code(kernels.play_games, kinds, play_game=play, CELLS=cells_of(play))
    assert ".entry" in code
    assert ".extern" not in code, "something is left to be linked"


@pytest.mark.usefixtures("_hopper")
@pytest.mark.parametrize(("template", "row_function", "kinds"), ROWS)
def test_steps_of_batches_can_be_compiled(
    template: Any, row_function: Any, kinds: tuple[Any, ...]
) -> None:
    rows = {row_function.__name__: bound(row_function, BLADE.definition.functions)}
    assert ".extern" not in machine_code(template, kinds, **rows)


def test_a_machine_without_a_gpu_is_told_so() -> None:
    _found.cache_clear()
    with pytest.raises(NoGpu, match=r"needs an NVIDIA GPU and its driver.*the backend cpu needs"):
        duelhall.load("blade", backend="cuda")
