"""Processes beside the server, so that the event loop never thinks: workers, and a compiler.

Workers think, and run rules in Python to explain them. Those who play have some of their own:
however many hints and explanations are asked for, no opponent has to wait for them. A worker that
is asked for a seat is given what that seat may know, but for explaining a move, which needs the
whole state before it.

The server and its workers run in Python at first, and load machine code when it is on disk
(backend/tiered.py). Another process compiles the games that are played.
"""

import asyncio
import multiprocessing
import os
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from dataclasses import replace
from multiprocessing.connection import wait
from pathlib import Path
from signal import SIG_IGN, SIGINT, signal
from threading import Thread
from typing import NamedTuple, TypeVar

from duelhall.backend.tiered import get_ready
from duelhall.bots.messages import board_message
from duelhall.bots.protocol import BoardMessage
from duelhall.engine.chance import dice_of, dice_root
from duelhall.engine.errors import DuelhallError
from duelhall.engine.options import TextOption
from duelhall.engine.record import GameState
from duelhall.match.explain import Step, Trace, open_steps, trace_move, trace_start
from duelhall.match.game import Game, load
from duelhall.play.builtin import RANDOM, policy_names
from duelhall.play.roster import builtin_seat, expect
from duelhall.play.seat import Answer, Ending, Fault, Opening, Question
from duelhall.play.undo import IMAGINED, loss_in, view_after
from duelhall.search.hint import MOST, hint_lines
from duelhall.search.review import judged
from duelhall.search.search import ADEPT, MASTER, Search, consulted, is_thinker, thinker
from duelhall_web.log import log
from duelhall_web.messages import HintedMove, LosingMove, MoveReview, RuleFired, SceneMessage
from duelhall_web.views import legal_messages, open_scenes, scene_message

HINT_SECONDS = 3.0
"""How long a hint may take."""

REVIEW_SECONDS, STRETCH_SECONDS = 30.0, 1.0
"""How long it may take to look at all moves of a game, and until somebody hears of some."""

SEARCHES = 13
"""How many searches judge a move at most."""

GUESS_SECONDS = 1.0
"""How long it may take for want of machine code: longer thinking in Python finds little more."""


HURRY = 0.8
"""Seconds that a player has that is not ready, of which it takes half at most: some need several
decisions for one turn."""


class PlayedMove(NamedTuple):
    """A step of a match: a move in a state, or the deal."""

    game: Game
    before: GameState | None  # None for the deal
    move: int
    seed: int
    seat: int | None  # who asks; None for onlookers
    is_over: bool  # the game, so that nothing is hidden any more


# --- thinking ---


class StandIn(Answer):
    """What was decided by a rule of thumb or in a hurry, for want of machine code."""


def decide(player: str, question: Question, opening: Opening) -> Answer | Fault:
    """A player's move, or what it did instead."""
    game = question.game
    stand_in = is_unready(player, game)
    seat = builtin_seat(stand_in_for(player, game) if stand_in else player, game)
    try:
        if stand_in:
            answer = seat.decide(replace(question, left=min(HURRY, question.left or HURRY)))
            return StandIn(answer.move, answer.seconds)
        if not is_thinker(player) and player not in policy_names(game.definition):
            seat.start(opening)
            seat.greet()
        return seat.decide(question)
    except Fault as fault:
        return fault
    except Exception as error:
        return Fault(Ending.CRASH, f"it raised {type(error).__name__}")


def is_unready(player: str, game: Game) -> bool:
    """Whether a player would have to think in Python."""
    if not is_thinker(player):
        return False
    expect([player], game)
    return game.is_behind


def stand_in_for(player: str, game: Game) -> str:
    """Who decides as long as a player is not ready: the rule of thumb by which it imagines games,
    since in several seconds Python would find nothing better. Where there is none, the player
    itself does, in a hurry.
    """
    settings = game.definition.thinking.search
    return player if settings.playouts == RANDOM else settings.playouts


class Hint(NamedTuple):
    """The best moves in words, and one by one."""

    lines: tuple[str, ...]
    moves: tuple[HintedMove, ...]
    stand_in: bool  # found in a hurry, for want of machine code


def hint(game: Game, seen: GameState, dice: int) -> Hint:
    """The best moves for the seat whose view this is."""
    stand_in, search = is_unready(MASTER, game), thinker(MASTER, game)
    if stand_in:
        thought = search.think(seen, dice, GUESS_SECONDS)
    else:
        thought = consulted(search, seen, dice, HINT_SECONDS)
    moves = [
        HintedMove(
            move=game.move_text(choice.move, seen),
            chance=choice.chance,
            give_or_take=choice.give_or_take,
            share=choice.share,
        )
        for choice in thought.choices[:MOST]
    ]
    lines = hint_lines(game, seen, thought)
    return Hint(tuple(lines), tuple(moves), stand_in and not thought.is_certain)


# --- what would be ---


def try_move(game: Game, seen: GameState, move: int) -> BoardMessage | None:
    """By the view of the seat to move, the board after a legal move, as far as it is open."""
    after = view_after(game, seen, move)
    return None if after is None else board_message(game.board(after, int(seen.to_move)))


def foresee(game: Game, seen: GameState) -> tuple[LosingMove, ...]:
    """By the view of the seat to move, its legal moves that lose at once."""
    deal = game.guess(seen, int(seen.to_move), IMAGINED)
    losses = ((move, loss_in(game, deal, move)) for move in game.legal_moves(seen))
    return tuple(
        LosingMove(game.move_text(move, seen), loss.word, loss.says, loss.ruling)
        for move, loss in losses
        if loss
    )


# --- what has been ---


def explain(moment: PlayedMove, mover: int) -> tuple[RuleFired, ...]:
    """The rules that a step followed, as far as who asks may know of them."""
    return tuple(map(_fired, _known_steps(moment, mover, _trace(moment))))


def happened(
    moment: PlayedMove, mover: int
) -> tuple[tuple[RuleFired, ...], tuple[SceneMessage, ...]]:
    """What a move set off that is worth telling, and its scenes."""
    trace, rulings = _trace(moment), moment.game.definition.notable
    notable = [step for step in _known_steps(moment, mover, trace) if step.is_of(*rulings)]
    return tuple(map(_fired, notable)), tuple(_scenes(moment, trace))


def review(
    game: Game, first: int, states: Sequence[GameState], moves: Sequence[int], left: float
) -> tuple[list[MoveReview], int]:
    """Judge moves made in these states, the first with this number: one, and more as long as a
    stretch lasts, each in so many seconds; and say of how many. Without machine code, of none: a
    guess is worth nothing.
    """
    if is_unready(ADEPT, game):
        return [], 0
    closed, opened = (thinker(ADEPT, game, all_known=all_known) for all_known in (False, True))
    found, until = list[MoveReview](), time.monotonic() + STRETCH_SECONDS
    for done, (state, move) in enumerate(zip(states, moves, strict=True)):
        if done and time.monotonic() >= until:
            return found, done
        if len(game.legal_moves(state)) > 1:
            found.append(_review(first + done, state, move, closed, opened, left / SEARCHES))
    return found, len(moves)


def _review(
    number: int, state: GameState, move: int, closed: Search, opened: Search, left: float
) -> MoveReview:
    game, seat = closed.game, int(state.to_move)
    seen, dice = game.view(state, seat), dice_of(dice_root(0), seat, number)
    known = judged(closed, seen, move, dice, left)
    truth = opened.think(state, dice, left, only=move).best.chance
    played, best = legal_messages(game, seen, [move, known.best.move])
    chances, mark = (known.best.chance, known.played.chance, truth), known.mark
    return MoveReview(number, seat, played, best, *chances, mark.word if mark else "")


def _trace(moment: PlayedMove) -> Trace:
    if moment.before is None:
        return trace_start(moment.game, moment.seed, None)
    return trace_move(moment.game, moment.before, moment.move)


def _known_steps(moment: PlayedMove, mover: int, trace: Trace) -> list[Step]:
    """Steps that are secret are for the mover alone, while the game goes on."""
    if moment.is_over or moment.seat == mover:
        return trace.steps
    return open_steps(trace.steps)


def _scenes(moment: PlayedMove, trace: Trace) -> list[SceneMessage]:
    find, before = moment.game.definition.picture.scenes, moment.before
    if find is None or before is None:
        return []
    if moment.seat is None and not moment.is_over:
        sides = [list(find(before, moment.move, trace, seat)) for seat in (None, 0, 1)]
        return [scene_message(scene) for scene in open_scenes(*sides)]
    return [scene_message(scene) for scene in find(before, moment.move, trace, moment.seat)]


def _fired(step: Step) -> RuleFired:
    return RuleFired(rulings=step.rulings, says=step.sentence)


Found = TypeVar("Found")

HELPING, COMPILING = 5, 10
"""How much lower the priority of explaining is, and that of compiling."""

READING = (5, 2**29)
"""Seconds and bytes that it may take to read what a stranger has written; a hundredth is usual."""

MOST_WAITING = 64
"""How many explanations may wait to be made, and how many texts to be read."""

TRIES = 2
"""How often something is tried whose worker dies: it may have died of something else."""


class TooBusy(DuelhallError):
    """More is asked for than the workers can do."""

    def __init__(self, says: str = "too much is being asked for at the moment") -> None:
        super().__init__(f"{says}; try again later")


def _limited(limits: tuple[int, int], function: Callable[..., Found], *arguments: object) -> Found:
    """What a function returns, in a worker that the system ends if that takes too much."""
    import resource

    most = {resource.RLIMIT_CORE: 0, resource.RLIMIT_CPU: int(time.process_time()) + limits[0]}
    with suppress(OSError):  # other systems than Linux do not count it so
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[5])
        most[resource.RLIMIT_DATA] = pages * resource.getpagesize() + limits[1]
    for kind, limit in most.items():
        resource.setrlimit(kind, (limit, resource.getrlimit(kind)[1]))
    return function(*arguments)


def _begin(niceness: int) -> None:
    """Get a worker ready: it ends with the server, and not by Ctrl-C, which is meant for that."""
    signal(SIGINT, SIG_IGN)
    with suppress(OSError):
        os.nice(niceness)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        wait([parent.sentinel])
        os._exit(1)


class Pool:
    """Some workers of one kind."""

    def __init__(self, count: int, niceness: int = 0, tries: int = TRIES) -> None:
        self._count, self._niceness, self._tries = count, niceness, tries
        self._executor = self._made()
        self.waiting = 0

    def _made(self) -> ProcessPoolExecutor:
        return ProcessPoolExecutor(
            self._count,
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_begin,
            initargs=(self._niceness,),
        )

    async def run(self, function: Callable[..., Found], *arguments: object) -> Found:
        """What a function returns; a worker that dies on the way is replaced."""
        loop = asyncio.get_running_loop()
        self.waiting += 1
        try:
            for _ in range(self._tries):
                executor = self._executor
                with suppress(BrokenProcessPool):
                    return await loop.run_in_executor(executor, function, *arguments)
                if self._executor is executor:
                    self._executor = self._made()
            raise TooBusy("the server could not work this out")
        finally:
            self.waiting -= 1

    def begin(self, function: Callable[..., Found], *arguments: object) -> "Future[Found]":
        """Have something done for which no game waits."""
        return self._executor.submit(function, *arguments)

    def close(self) -> None:
        """End the workers; whatever they are doing is not needed any more."""
        processes = list((self._executor._processes or {}).values())  # noqa: SLF001, no other way to them
        self._executor.shutdown(wait=False, cancel_futures=True)
        for process in processes:
            process.terminate()
        for process in processes:
            process.join()


class Workers:
    """All workers of a server."""

    def __init__(self, count: int | None = None) -> None:
        cores = count or os.cpu_count() or 1
        self._playing, self._retrying = Pool(cores, tries=1), Pool(1, tries=1)
        self._helping = Pool(max(1, cores // 2), HELPING)
        self._advising = Pool(max(1, cores // 2), HELPING)
        self._reading = Pool(1, HELPING, tries=1)
        self._retry = asyncio.Lock()
        self._reader, self._to_read = asyncio.Lock(), 0
        self._expects_questions = False

    def start(self) -> None:
        """Start workers before anybody waits for them."""
        self._playing.begin(get_ready)

    def expect_questions(self) -> None:
        """Somebody plays: start those who explain and advise, too."""
        if not self._expects_questions:
            self._expects_questions = True
            self._helping.begin(get_ready)
            self._advising.begin(get_ready)

    async def play(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something done that a game waits for. All workers end when one dies; so it is tried
        again by itself, and TooBusy is only for what a worker dies of.
        """
        try:
            return await self._playing.run(function, *arguments)
        except TooBusy:
            async with self._retry:
                return await self._retrying.run(function, *arguments)

    async def help(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something done that a person asked for; TooBusy if too many have."""
        return await self._asked(self._helping, function, *arguments)

    async def advise(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something thought about for seconds; what takes an instant does not wait for it."""
        return await self._asked(self._advising, function, *arguments)

    async def read(self, function: Callable[..., Found], *arguments: object) -> Found:
        """Have something read that a stranger has written; refused if that takes too much."""
        if self._to_read >= MOST_WAITING:
            raise TooBusy
        self._to_read += 1
        try:
            async with self._reader:  # so that no other is ended with it
                return await self._reading.run(_limited, READING, function, *arguments)
        except (TooBusy, MemoryError):
            says = "this takes too much time or memory to read: shorten it"
            raise DuelhallError(says) from None
        finally:
            self._to_read -= 1

    async def _asked(self, pool: Pool, function: Callable[..., Found], *arguments: object) -> Found:
        if pool.waiting >= MOST_WAITING:
            raise TooBusy
        return await pool.run(function, *arguments)

    def close(self) -> None:
        """End all workers."""
        pools = (self._playing, self._retrying, self._helping, self._advising, self._reading)
        for pool in pools:
            pool.close()


class Compiler:
    """Compiles games at low priority, one after the other, in a process that is started when it has
    something to do.
    """

    def __init__(self, *, is_on: bool = True) -> None:
        self._pool, self._is_on = Pool(1, COMPILING), is_on
        self._asked: set[str] = set()

    def expect(self, game: Game) -> None:
        """Have compiled what a game and its players enter."""
        name = compiled_name(game)
        if self._is_on and name not in self._asked:
            self._asked.add(name)
            with suppress(BrokenProcessPool):  # which was logged when it broke
                self._pool.begin(compile_game, name).add_done_callback(self._note)

    def _note(self, compiled: "Future[None]") -> None:
        error = compiled.exception() if self._is_on and not compiled.cancelled() else None
        if error is not None and not isinstance(error, DuelhallError):
            log.error("a game is played without machine code, which cannot be made: %r", error)

    def close(self) -> None:
        """End the process, whatever it is doing."""
        self._is_on = False
        self._pool.close()


def compiled_name(game: Game) -> str:
    """The name of a game whose machine code is that of this one: which searches there are depends
    on its switches, and not on its cards, of which there is no end.
    """
    table = game.definition.rules.OPTIONS
    switches = {
        name: value
        for name, value in game.options.items()
        if not isinstance(table.option(name), TextOption)
    }
    try:
        return Game(game.definition, game.rule_set, switches, backend=game.backend).full_name
    except DuelhallError:  # it cannot be played so with the usual cards
        return game.name


def compile_game(name: str) -> None:
    """Compile what a game and its players enter, what takes Python longest first."""
    from duelhall.backend.cpu import prepare
    from duelhall.backend.entries import entries_of

    game = load(name)
    prepare(game.definition, [*thinker(ADEPT, game).entries, *entries_of(game.definition)])
