"""Games on an NVIDIA GPU: thousands at once, by the same rules as on the CPU.

Nothing imports this package. It is found by its entry points: the backend `cuda` plays batches on a
GPU (`batch.py`), and `duelhall bench --gpu` measures that (`bench.py`). Here is what a GPU is to
all of them, so that tests can put another one in its place; `translate.py` has the real one.
"""

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from duelhall.backend import CPU
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import UNDECIDED, Array, State, copied, state_of
from duelhall.engine.template import interpreted

if TYPE_CHECKING:
    from duelhall.testing import Subject


CUDA = "cuda"
"""The name of the backend, and of the extra that installs numba-cuda and CuPy."""

WARP = 32
"""How many threads of a GPU run the same code together."""

OPTIONS = "options"
WORD = 8
"""Bytes that are copied at a time."""
ALIGNMENT = 16
"""Arrays of records begin at multiples of this, so that no number in them lies across two words."""


class NoGpu(DuelhallError):
    """A GPU was asked for, and there is none that can be used."""

    def __init__(self, why: str) -> None:
        super().__init__(
            f"the backend {CUDA} needs an NVIDIA GPU and its driver, and none can be used here "
            f"({why}); the backend {CPU} needs neither"
        )


@dataclass(frozen=True)
class Lean:
    """How a lean state is laid out."""

    dtype: np.dtype[Any]
    options: np.dtype[Any]
    """What is in the options."""

    @property
    def words(self) -> int:
        """How many words it takes."""
        return self.dtype.itemsize // WORD

    @property
    def option_words(self) -> int:
        """How many words the options take."""
        return -(-self.options.itemsize // WORD)


class Kernel(Protocol):
    """A function in the GPU's machine code."""

    def __call__(self, threads: int, *arguments: Any) -> None:
        """Run it in this many threads, or a few more."""


class Gpu(Hashable, Protocol):
    """A GPU, as batches use it."""

    name: str
    room: int  # how many bytes of shared memory a block can have
    shares_options: bool  # whether lean states have their options in common, and none of their own

    @property
    def most_threads(self) -> int:
        """How many threads can be under way at the same time."""

    @property
    def most_lean_threads(self) -> int:
        """How many threads with lean states are worth starting."""

    def warps_at_once(self, room: int) -> int:
        """How many warps can be under way, if each of them has so many bytes of shared memory."""

    def zeros(self, shape: tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros on the GPU."""

    def array(self, values: Any) -> Any:
        """An array on the GPU with these values; not a copy if they are already there."""

    def records(self, array: Any, dtype: Any) -> Any:
        """The memory of an array, read as records, for kernels."""

    def on_host(self, array: Any) -> Array:
        """A copy of an array, as NumPy's, once all kernels have ended."""

    def wait(self) -> None:
        """Wait until all kernels have ended."""

    def kernel(
        self,
        template: Callable[..., None],
        names: dict[str, Any],
        game: str,
        lean: Lean | None = None,
    ) -> Kernel:
        """A kernel: a template bound to these functions, types and numbers. One with lean states
        runs in blocks of one warp; `cells_in` makes states of words for it, and `shared_options`
        says where its options are.
        """


MOST_STAGES = 1_000


@dataclass(frozen=True)
class Stages:
    """A move is made in stages: it starts, and then more happens, step by step, until somebody has
    to decide again.

    A GPU plays those games side by side that are at the same stage: threads that do the same at a
    time need not wait for each other. Everywhere else `play` goes through all of them at once. A
    game has this among its features as `"duelhall_gpu:Stages"`, with these fields by name.
    """

    count: int
    """How many stages there are."""
    decisions: int
    """How many of them are decisions: they come first."""
    stage: Callable[[Any], int]
    """A helper that says at which stage a game is that is not over."""
    start: Callable[[Any, int], None]
    """A helper that starts a move, up to the next stage."""
    go_on: Callable[[Any], None]
    """A helper that takes a game through a stage that is not a decision."""


def check_stages(subject: "Subject") -> None:
    """Stage by stage, moves lead to where they lead at once; how a game ends is known at the stage
    that ends it.
    """
    stages = subject.game.definition.feature(Stages)
    if stages is None:
        return
    for match in subject.some_matches:
        for before, move, after in zip(match.states, match.moves, match.states[1:], strict=False):
            made = made_in_stages(stages, before, move)
            if after.winner == UNDECIDED:
                assert made.tobytes() == after.tobytes(), "made in stages, a move differs"
            else:
                assert made.winner == after.winner, "made in stages, a game has another winner"
                assert made.reason == after.reason, "made in stages, a game ends for another reason"


def made_in_stages(stages: Stages, before: State, move: int) -> State:
    """The state that a move leads to, or the first one in which the game is over."""
    stage, start, go_on = map(interpreted, (stages.stage, stages.start, stages.go_on))
    s: State = state_of(copied(before))
    assert 0 <= stage(s) < stages.decisions, "a decision is not one of the first stages"
    start(s, move)
    for _ in range(MOST_STAGES):
        if s.winner != UNDECIDED or stage(s) < stages.decisions:
            return s
        assert stage(s) < stages.count, "there are more stages than are counted"
        go_on(s)
    raise AssertionError(f"a move goes through more than {MOST_STAGES:,} stages")
