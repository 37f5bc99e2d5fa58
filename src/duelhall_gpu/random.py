"""Random games on a GPU: lean states, in the fast memory that the threads of a warp share.

A lean state has the fields that a function and the rules below it name, and no others. The options,
which all games of a batch have in common, are in it only where the GPU has no other place for them.

The threads of a warp run one piece of code at a time: where they part, some wait for the others. So
all of them list their moves at the same time, and make them at the same time. In a game whose moves
have stages, all go through the same stage: a warp then has many more games than threads. They wait
in the GPU's large memory, and what waits for the same stage is on one pile. The threads take games
from a high pile, and put them on the piles of the stages that follow.

A game that waits takes one line of words: its state, the row of the table that it is for and the
number of its moves, and what the dice of each seat derive from.
"""

from collections.abc import Callable, Collection
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from duelhall.backend.cache import names_in
from duelhall.batch.launch import DICE_CELLS, cells_of, note_outcome, set_seed, take_dice
from duelhall.engine.chance import DICE, below, decision_dice
from duelhall.engine.definition import Definition
from duelhall.engine.record import SEATS, UNDECIDED, Array, State
from duelhall.engine.rule import helper
from duelhall.engine.template import deal, legal, play
from duelhall_gpu import ALIGNMENT, OPTIONS, WARP, WORD, Gpu, Kernel, Lean, Stages

cuda: Any = None  # numba-cuda's module, once a kernel is bound
cells_in: Any = None
shared_options: Any = None
OPTION_WORDS: Any = None
MOVES: Any = None
LIST_TYPE: Any = None
LIST: Any = None  # how long the list of a thread is
WORDS: Any = None  # of a lean state
LINE: Any = None  # words of a line
LINES: Any = None  # words of the lines of all threads
GAMES: Any = None  # of a warp
DECISIONS: Any = None
EMPTY: Any = None  # the pile behind those of the stages, of lines without a game
PILES: Any = None
stage: Any = None
start: Any = None
go_on: Any = None

ALL = np.int32(-1)
"""All threads of a warp, a bit each."""

FEW = 16
"""When this many threads of a warp have no game, they deal new ones, while the others wait."""

EXTRA_WORDS = 1 + SEATS
"""Words of a line that are not part of the state."""
HALF, LOWER = 32, 0xFFFF_FFFF
"""Of the first of them, the upper half is the number of moves, and the lower half the row."""
NOWHERE = -1
"""In place of a pile, for a line that is not needed any more."""

AT_ONCE = 8
"""Lines are copied so many at a time; WARP is a multiple of it."""
Four = tuple[Any, Any, Any, Any]

STEP = 2
"""Piles whose heights differ by less than this may count as equally high."""
STAY = 30
"""While this many threads have games that go through the same stage again, they stay there."""


@helper
def share_options(options: Array) -> None:
    """Copy the options to where the threads of a warp share them, and rules find them."""
    shared = shared_options()
    for word in range(cuda.threadIdx.x, OPTION_WORDS, WARP):
        shared[word] = options[word]
    cuda.syncwarp()


# --- a game for each thread ---


def play_random_games(table: Array, seed: int, blank: Array, options: Array) -> None:
    """Play a game for each row of a table with all legal moves equally likely. Lists of moves are
    in shared memory, too.
    """
    lines = cuda.shared.array((WARP, LINE), np.uint64, ALIGNMENT)
    moves = cuda.shared.array((WARP, LIST), LIST_TYPE, ALIGNMENT)
    dice = cuda.local.array(DICE_CELLS, DICE, ALIGNMENT)
    share_options(options)
    lane = cuda.threadIdx.x
    play_together(table, seed, blank, lines[lane], moves[lane], dice)


def play_with_long_lists(table: Array, seed: int, blank: Array, options: Array) -> None:
    """The same, with lists of moves that do not fit in shared memory beside the states."""
    lines = cuda.shared.array((WARP, LINE), np.uint64, ALIGNMENT)
    moves = cuda.local.array(MOVES, LIST_TYPE)
    dice = cuda.local.array(DICE_CELLS, DICE, ALIGNMENT)
    share_options(options)
    play_together(table, seed, blank, lines[cuda.threadIdx.x], moves, dice)


@helper
def play_together(
    table: Array, seed: Any, blank: Array, words: Array, moves: Array, dice: Array
) -> None:
    """Play a thread's share of the games of a table, together with the other threads of its warp:
    all list their moves at the same time, and all make them at the same time.
    """
    cells = cells_in(words)
    s = cells[0]
    row, count, length, listed = cuda.grid(1), len(table), 0, 0
    is_playing = False
    while True:
        waiting = cuda.popc(cuda.ballot_sync(ALL, not is_playing and row < count))
        playing = cuda.popc(cuda.ballot_sync(ALL, is_playing))
        if waiting + playing == 0:
            break
        if (waiting >= FEW or playing == 0) and not is_playing and row < count:
            for place in range(WORDS):
                words[place] = blank[place]
            set_seed(seed + np.uint64(row), cells, dice)
            deal(s)
            table[row].first = s.to_move
            is_playing, length = True, 0
        cuda.syncwarp()
        if is_playing and s.winner == UNDECIDED:
            take_dice(dice, s.to_move, length)
            listed = legal(s, moves)
        cuda.syncwarp()
        if is_playing and s.winner == UNDECIDED:
            play(s, int(moves[below(dice[0], listed)]))
            length += 1
        cuda.syncwarp()
        if is_playing and s.winner != UNDECIDED:
            note_outcome(table, row, s, length)
            row += cuda.gridsize(1)
            is_playing = False


# --- many games for each thread, in stages ---


def play_in_stages(
    table: Array, seed: int, blank: Array, options: Array, counter: Array, pool: Array
) -> None:
    """Play a game for each row of a table with all legal moves equally likely.

    `counter` has the next row that nobody plays yet, and `pool` has GAMES lines for each warp, and
    one more.
    """
    lines = cuda.shared.array(LINES, np.uint64, ALIGNMENT)
    moves = cuda.shared.array((WARP, LIST), LIST_TYPE, ALIGNMENT)
    piles = cuda.shared.array((PILES, GAMES), np.uint8)
    heights = cuda.shared.array(WARP, np.int32)
    starts = cuda.shared.array(WARP, np.int32, ALIGNMENT)
    dice = cuda.local.array(DICE_CELLS, DICE, ALIGNMENT)
    share_options(options)
    lane = cuda.threadIdx.x
    begin_with_empty_lines(piles, heights)
    pile = high_pile(heights)
    while pile != NOWHERE:
        height = int(heights[pile])
        number = min(height, WARP)
        cuda.syncwarp()
        if lane == 0:
            heights[pile] = height - number
        game, following = GAMES, NOWHERE  # the line of a thread that has none is nobody's
        if lane < number:
            game, following = int(piles[pile, height - 1 - lane]), pile
        starts[lane] = (cuda.blockIdx.x * (GAMES + 1) + game) * LINE
        cuda.syncwarp()
        line = lines[lane * LINE : (lane + 1) * LINE]
        if pile == EMPTY:
            if following == pile:
                following = deal_next(table, seed, blank, counter, line, dice)
        else:
            take_lines(pool, lines, starts, number)
            following = go_through(table, line, pile, following, moves[lane], dice)
        cuda.syncwarp()
        put_lines(pool, lines, starts, number)
        if following != NOWHERE:
            piles[following, cuda.atomic.add(heights, following, 1)] = game
        cuda.syncwarp()
        pile = high_pile(heights)


@helper
def begin_with_empty_lines(piles: Array, heights: Array) -> None:
    """Lay all lines on the pile of those without a game."""
    lane = cuda.threadIdx.x
    for game in range(lane, GAMES, WARP):
        piles[EMPTY, game] = game
    heights[lane] = GAMES if lane == EMPTY else 0
    cuda.syncwarp()


@helper
def high_pile(heights: Array) -> int:
    """One of the highest piles; NOWHERE if there is nothing on any of them. Each thread looks at
    another one.
    """
    height, enough, high = heights[cuda.threadIdx.x], WARP - STEP, 0
    while high == 0 and enough >= 0:
        high = int(cuda.ballot_sync(ALL, height > enough))
        enough -= STEP
    return int(cuda.ffs(high)) - 1


@helper
def take_lines(pool: Array, lines: Array, starts: Array, number: int) -> None:
    """Copy the lines that begin at these places of the large memory, one for each thread. All
    threads copy each of them, word by word, and eight at a time: that memory is slow to answer.
    """
    for word in range(cuda.threadIdx.x, LINE, WARP):
        for place in range(0, number, AT_ONCE):
            first = four_waiting(pool, starts, place, word)
            second = four_waiting(pool, starts, place + AT_ONCE // 2, word)
            take_four(lines, place, word, first)
            take_four(lines, place + AT_ONCE // 2, word, second)
    cuda.syncwarp()


@helper
def four_waiting(pool: Array, starts: Array, place: int, word: int) -> Four:
    """A word of each of four lines."""
    one, two = pool[starts[place] + word], pool[starts[place + 1] + word]
    return one, two, pool[starts[place + 2] + word], pool[starts[place + 3] + word]


@helper
def take_four(lines: Array, place: int, word: int, four: Four) -> None:
    """Write a word of each of four lines where the threads have them."""
    here = place * LINE + word
    lines[here], lines[here + LINE] = four[0], four[1]
    lines[here + 2 * LINE], lines[here + 3 * LINE] = four[2], four[3]


@helper
def put_lines(pool: Array, lines: Array, starts: Array, number: int) -> None:
    """Copy them back, four at a time."""
    for word in range(cuda.threadIdx.x, LINE, WARP):
        for place in range(0, number, AT_ONCE // 2):
            here = place * LINE + word
            one, two = lines[here], lines[here + LINE]
            three, four = lines[here + 2 * LINE], lines[here + 3 * LINE]
            pool[starts[place] + word], pool[starts[place + 1] + word] = one, two
            pool[starts[place + 2] + word], pool[starts[place + 3] + word] = three, four
    cuda.syncwarp()


@helper
def deal_next(
    table: Array, seed: Any, blank: Array, counter: Array, line: Array, dice: Array
) -> int:
    """Deal the game of the next row that nobody plays yet, and return at which stage it is; EMPTY
    if the game is over with that, and NOWHERE if there is no such row.
    """
    row = int(cuda.atomic.add(counter, 0, 1))
    if row >= len(table):
        return NOWHERE
    for word in range(WORDS):
        line[word] = blank[word]
    cells = cells_in(line)
    s = cells[0]
    set_seed(seed + np.uint64(row), cells, dice)
    line[WORDS] = np.uint64(row)
    for seat in range(SEATS):
        line[WORDS + 1 + seat] = dice[1 + seat].rng
    deal(s)
    table[row].first = s.to_move
    return next_pile(table, line, s)


@helper
def go_through(
    table: Array, line: Array, pile: int, following: int, moves: Array, dice: Array
) -> int:
    """Take the games of a warp through a stage, and return which one follows for a thread's own."""
    staying = STAY
    while staying >= STAY:
        if following == pile:
            following = play_on(table, line, pile, moves, dice)
        cuda.syncwarp()
        staying = int(cuda.popc(cuda.ballot_sync(ALL, following == pile)))
    return following


@helper
def play_on(table: Array, line: Array, number: int, moves: Array, dice: Array) -> int:
    """Take a game through a stage, and return which one follows; EMPTY if the game is over."""
    cells = cells_in(line)
    s = cells[0]
    if number < DECISIONS:
        decide(s, line, moves, dice)
    else:
        go_on(s)
    return next_pile(table, line, s)


@helper
def next_pile(table: Array, line: Array, s: State) -> int:
    """The pile on which a game is put: that of its stage, or EMPTY if the game is over."""
    if s.winner == UNDECIDED:
        return int(stage(s))
    row, length = int(line[WORDS] & np.uint64(LOWER)), int(line[WORDS] >> np.uint64(HALF))
    note_outcome(table, row, s, length)
    return int(EMPTY)


@helper
def decide(s: State, line: Array, moves: Array, dice: Array) -> None:
    """Start one of the legal moves."""
    length = int(line[WORDS] >> np.uint64(HALF))
    dice[0].rng = decision_dice(int(line[WORDS + 1 + int(s.to_move)]), length)
    start(s, int(moves[below(dice[0], legal(s, moves))]))
    line[WORDS] += np.uint64(1 << HALF)


BANK = 4
"""How wide a bank of shared memory is, in bytes."""

GAMES_AT_ONCE = 224
"""How many games a warp has, if they are played in stages; 256 at the most."""

RULES = ("deal", "legal", "play", "note_outcome")
"""What kernels for random games call of a game, besides its stages."""


@cache
def random_games(
    gpu: Gpu, definition: Definition, play: Callable[..., Any]
) -> "RandomGames | None":
    """What plays the games of a one-game function. None if that does more than play at random,
    or if the states of a warp do not fit in the memory that it shares.
    """
    if cells_of(play) != 1:
        return None
    stages = definition.feature(Stages)
    used = names_in(play) | (names_in(stages.stage) if stages else frozenset())
    lean = lean_layout(definition.rules.STATE, used - {OPTIONS} if gpu.shares_options else used)
    names = _names(definition, play, lean)
    if stages:
        return _staged_games(gpu, definition, stages, lean, names)
    return _games_together(gpu, definition, lean, names)


@dataclass(frozen=True)
class RandomGames:
    """What plays random games."""

    gpu: Gpu
    kernel: Kernel
    lean: Lean
    line: int  # words of a state, or of a game that waits
    room: int  # bytes of shared memory

    def play(self, blank: Array, table: Any, seed: int) -> None:
        """Play a game for each row of a table on the GPU, from a blank state of the game."""
        words, options = lean_copy(self.lean, blank), options_copy(self.lean, blank)
        self.launch(table, np.uint64(seed), self.gpu.array(words), self.gpu.array(options))

    def launch(self, table: Any, *arguments: Any) -> None:
        """Let each thread play its share of the rows."""
        self.kernel(min(len(table), self.gpu.most_lean_threads), table, *arguments)


class StagedGames(RandomGames):
    """What plays them in stages."""

    def launch(self, table: Any, *arguments: Any) -> None:
        """Let each warp take the next row whenever it has an empty line."""
        warps = min(-(-len(table) // GAMES_AT_ONCE), self.gpu.warps_at_once(self.room))
        counter = self.gpu.zeros((1,), np.int32)
        pool = self.gpu.zeros((warps * (GAMES_AT_ONCE + 1) * self.line,), np.uint64)
        self.kernel(warps * WARP, table, *arguments, counter, pool)


def _games_together(
    gpu: Gpu, definition: Definition, lean: Lean, names: dict[str, Any]
) -> RandomGames | None:
    """What plays games with one for each thread, if their states fit."""
    names["LINE"] = line = apart(lean.words)
    room = WORD * (WARP * line + lean.option_words)
    if room > gpu.room:
        return None
    is_short = room + _bytes_of_lists(names) <= gpu.room
    template = play_random_games if is_short else play_with_long_lists
    kernel = gpu.kernel(template, names, definition.name, lean)
    return RandomGames(gpu, kernel, lean, line, room)


def _staged_games(
    gpu: Gpu, definition: Definition, stages: Stages, lean: Lean, names: dict[str, Any]
) -> RandomGames | None:
    """What plays games in stages, with many for each warp, if the states of a warp fit."""
    line = apart(lean.words + EXTRA_WORDS)
    names |= {"LINE": line, "LINES": WARP * line, "GAMES": GAMES_AT_ONCE}
    names |= {"DECISIONS": stages.decisions, "EMPTY": stages.count, "PILES": stages.count + 1}
    for name in ("stage", "start", "go_on"):
        names[name] = definition.without_memory(getattr(stages, name))
    piles = names["PILES"] * GAMES_AT_ONCE + 2 * WARP * np.dtype(np.int32).itemsize
    room = WORD * (WARP * line + lean.option_words) + _bytes_of_lists(names) + piles
    if room > gpu.room or names["PILES"] > WARP:  # a thread looks at one pile
        return None
    kernel = gpu.kernel(play_in_stages, names, definition.name, lean)
    return StagedGames(gpu, kernel, lean, line, room)


def _names(definition: Definition, play: Callable[..., Any], lean: Lean) -> dict[str, Any]:
    """What the names in a kernel stand for; the rules are those that the function is bound to."""
    moves = definition.rules.MOVES
    listed = np.min_scalar_type(-moves)
    return {
        **{name: play.__globals__[name] for name in RULES},
        "WORDS": lean.words,
        "OPTION_WORDS": lean.option_words,
        "MOVES": moves,
        "LIST": list_length(moves, listed.itemsize),
        "LIST_TYPE": listed,
    }


def list_length(moves: int, size: int) -> int:
    """The length of a list with room for this many moves of this many bytes each, padded so that
    the lists of neighbouring threads begin in different banks.
    """
    banks = -(-moves * size // BANK)
    return (banks + 1 - banks % 2) * BANK // size


def _bytes_of_lists(names: dict[str, Any]) -> int:
    return int(WARP * names["LIST"] * names["LIST_TYPE"].itemsize)


# --- lean states ---


def lean_layout(state: np.dtype[Any], used: Collection[str]) -> Lean:
    """The layout of a lean state: the fields that are used, those with the widest numbers first."""
    fields: Any = state.fields
    kinds = {name: fields[name][0] for name in fields if name in used}
    names = sorted(kinds, key=lambda name: -kinds[name].base.alignment)
    places, end = [], 0
    for name in names:
        places.append(_rounded(end, kinds[name].base.alignment))
        end = places[-1] + kinds[name].itemsize
    layout: Any = {
        "names": names,
        "formats": [kinds[name] for name in names],
        "offsets": places,
        "itemsize": _rounded(end, WORD),
        "aligned": True,
    }
    attributes: Any = (np.record, np.dtype(layout))
    return Lean(np.dtype(attributes), fields[OPTIONS][0])


def lean_copy(lean: Lean, blank: Array) -> Array:
    """The words of a lean state that is like a blank one."""
    cell = np.zeros(1, lean.dtype)
    for name in lean.dtype.names or ():
        cell[name] = blank[name]
    return cell.view(np.uint64)


def options_copy(lean: Lean, blank: Array) -> Array:
    """The words of the options of a blank state."""
    found = blank[OPTIONS].tobytes().ljust(WORD * lean.option_words, b"\0")
    return np.frombuffer(found, np.uint64).copy()


def apart(words: int) -> int:
    """How far apart to lay states of so many words: an odd number of them, so that the same field
    of neighbouring states is in different banks of the memory.
    """
    return words + 1 - words % 2


def _rounded(number: int, step: int) -> int:
    return -(-number // step) * step
