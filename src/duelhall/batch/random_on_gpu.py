"""Random games on a GPU: lean states, in the fast memory that the threads of a warp share."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from duelhall.batch import kernels
from duelhall.batch.one_game import cells_of
from duelhall.engine.backend.cuda import WARP, Kernel, gpu
from duelhall.engine.backend.lean import OPTIONS, Lean, lean_copy, lean_layout
from duelhall.engine.definition import Definition
from duelhall.engine.hashing import names_in
from duelhall.engine.record import Array

BANK = 4
"""How wide a bank of shared memory is, in bytes."""

RULES = ("deal", "legal", "play", "note_outcome")
"""What a kernel for random games calls of a game."""


@dataclass(frozen=True)
class RandomGames:
    """A kernel for random games, and the states that it plays them in."""

    kernel: Kernel
    lean: Lean

    def play(self, blank: Array, table: Any, seed: int) -> None:
        """Play a game for each row of a table on the GPU, from a blank state of the game."""
        device = gpu()
        options = device.array(np.ascontiguousarray(blank[OPTIONS]).view(np.uint8))
        slot = device.in_slot(options, self.lean.options)
        words = device.array(lean_copy(self.lean, blank, slot))
        threads = min(len(table), device.most_lean_threads)
        self.kernel(threads, table, np.uint64(seed), words)


@cache
def random_games(definition: Definition, play: Callable[..., Any]) -> RandomGames | None:
    """What plays the games of a one-game function. None if that does more than play at random,
    or if the states of a warp do not fit in the memory that it shares.
    """
    if cells_of(play) != 1:
        return None
    rules: Any = definition.rules
    slot = gpu().slot(rules.STATE.fields[OPTIONS][0])
    lean = lean_layout(rules.STATE, names_in(play), slot)
    if WARP * lean.dtype.itemsize > gpu().room:
        return None
    listed = np.min_scalar_type(-rules.MOVES)
    length = list_length(rules.MOVES, listed.itemsize)
    is_short = WARP * (lean.dtype.itemsize + length * listed.itemsize) <= gpu().room
    template = kernels.play_random_games if is_short else kernels.play_with_long_lists
    names = {name: play.__globals__[name] for name in RULES}  # as they are bound for this game
    names |= {"WORDS": lean.words, "MOVES": rules.MOVES, "LIST": length, "LIST_TYPE": listed}
    return RandomGames(gpu().kernel(template, names, definition.name, lean), lean)


def list_length(moves: int, size: int) -> int:
    """The length of a list with room for this many moves of this many bytes each, padded so that
    the lists of neighbouring threads begin in different banks.
    """
    banks = -(-moves * size // BANK)
    return (banks + 1 - banks % 2) * BANK // size
