"""Random games on a GPU: lean states, in the fast memory that the threads of a warp share."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Protocol

import numpy as np

from duelhall.backend.cache import names_in
from duelhall.backend.cuda import WARP, Kernel, gpu
from duelhall.backend.lean import OPTIONS, WORD, Lean, apart, lean_copy, lean_layout, options_copy
from duelhall.batch import random_kernels
from duelhall.batch.one_game import cells_of
from duelhall.engine.definition import Definition
from duelhall.engine.features import Stages
from duelhall.engine.record import Array

BANK = 4
"""How wide a bank of shared memory is, in bytes."""

GAMES = 224
"""How many games a warp has, if they are played in stages; 256 at the most."""

RULES = ("deal", "legal", "play", "note_outcome")
STAGE_RULES = ("deal", "legal", "stage", "start", "go_on", "note_outcome")
"""What kernels for random games call of a game."""


class RandomGames(Protocol):
    """What plays random games."""

    def play(self, blank: Array, table: Any, seed: int) -> None:
        """Play a game for each row of a table on the GPU, from a blank state of the game."""


@cache
def random_games(definition: Definition, play: Callable[..., Any]) -> RandomGames | None:
    """What plays the games of a one-game function. None if that does more than play at random,
    or if the states of a warp do not fit in the memory that it shares.
    """
    if cells_of(play) != 1:
        return None
    stages = definition.feature(Stages)
    used = names_in(play) | (names_in(stages.stage) if stages else frozenset())
    lean = lean_layout(definition.rules.STATE, used - {OPTIONS} if gpu().shares_options else used)
    return (staged_games if stages else games_together)(definition, play, lean)


def list_length(moves: int, size: int) -> int:
    """The length of a list with room for this many moves of this many bytes each, padded so that
    the lists of neighbouring threads begin in different banks.
    """
    banks = -(-moves * size // BANK)
    return (banks + 1 - banks % 2) * BANK // size


def _names(
    definition: Definition, play: Callable[..., Any], lean: Lean, rules: tuple[str, ...]
) -> dict[str, Any]:
    """What the names in a kernel stand for; the rules are those that the function is bound to."""
    moves = definition.rules.MOVES
    listed = np.min_scalar_type(-moves)
    return {
        **{name: play.__globals__[name] for name in rules},
        "WORDS": lean.words,
        "OPTION_WORDS": lean.option_words,
        "MOVES": moves,
        "LIST": list_length(moves, listed.itemsize),
        "LIST_TYPE": listed,
    }


# --- a game for each thread ---


@dataclass(frozen=True)
class Together:
    """A kernel with a game for each thread."""

    kernel: Kernel
    lean: Lean

    def play(self, blank: Array, table: Any, seed: int) -> None:
        """Play games, each thread its share of the rows."""
        device = gpu()
        words, options = lean_copy(self.lean, blank), options_copy(self.lean, blank)
        threads = min(len(table), device.most_lean_threads)
        arguments = np.uint64(seed), device.array(words), device.array(options)
        self.kernel(threads, table, *arguments)


def games_together(definition: Definition, play: Callable[..., Any], lean: Lean) -> Together | None:
    """What plays games with one for each thread, if their states fit."""
    line = apart(lean.words)
    names = _names(definition, play, lean, RULES) | {"LINE": line}
    room = WORD * (WARP * line + lean.option_words)
    if room > gpu().room:
        return None
    is_short = room + WARP * names["LIST"] * names["LIST_TYPE"].itemsize <= gpu().room
    short, long = random_kernels.play_random_games, random_kernels.play_with_long_lists
    template = short if is_short else long
    return Together(gpu().kernel(template, names, definition.name, lean), lean)


# --- many games for each thread, in stages ---


@dataclass(frozen=True)
class Staged:
    """A kernel with many games for each warp."""

    kernel: Kernel
    lean: Lean
    line: int  # words of a game that waits
    room: int  # bytes of shared memory

    def play(self, blank: Array, table: Any, seed: int) -> None:
        """Play games; each warp takes the next row whenever it has an empty line."""
        device = gpu()
        words, options = lean_copy(self.lean, blank), options_copy(self.lean, blank)
        warps = min(-(-len(table) // GAMES), device.warps_at_once(self.room))
        counter = device.zeros((1,), np.int32)
        pool = device.zeros((warps * (GAMES + 1) * self.line,), np.uint64)
        arguments = np.uint64(seed), device.array(words), device.array(options), counter, pool
        self.kernel(warps * WARP, table, *arguments)


def staged_games(definition: Definition, play: Callable[..., Any], lean: Lean) -> Staged | None:
    """What plays games in stages, if the states of a warp fit."""
    stages: Any = definition.feature(Stages)
    line = apart(lean.words + random_kernels.EXTRA_WORDS)
    names = _names(definition, play, lean, STAGE_RULES)
    names |= {"LINE": line, "LINES": WARP * line, "GAMES": GAMES, "DECISIONS": stages.decisions}
    names |= {"EMPTY": stages.count, "PILES": stages.count + 1}
    lists = WARP * names["LIST"] * names["LIST_TYPE"].itemsize
    piles = names["PILES"] * GAMES + 2 * WARP * np.dtype(np.int32).itemsize
    room = WORD * (WARP * line + lean.option_words) + lists + piles
    if room > gpu().room or names["PILES"] > WARP:  # a thread looks at one pile
        return None
    kernel = gpu().kernel(random_kernels.play_in_stages, names, definition.name, lean)
    return Staged(kernel, lean, line, room)
