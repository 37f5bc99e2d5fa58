"""Who can have a seat in the arena: computer players, lasting processes and one-shot processes."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from functools import lru_cache, partial
from pathlib import Path
from typing import Protocol

from duelhall.arena import messages, oneshot
from duelhall.arena.contests import Clock, Ending, Entry, Fault, GameJob
from duelhall.arena.homes import Home, Kept
from duelhall.arena.processes import Lasting, OneShot, now
from duelhall.engine.binding import interpreted
from duelhall.engine.chance import WORD, dice_for
from duelhall.engine.errors import shortened
from duelhall.engine.game import Game
from duelhall.engine.match import Match
from duelhall.engine.seats import SEATS
from duelhall.players.players import Player

FAREWELL = 0.5
"""How many seconds a bot has to end by itself when the game is over, before it is killed."""

SCRATCH = "scratch"
"""The name of the scratch file of a one-shot bot, in its working folder."""


class Thinking:
    """How long a seat has thought, and how much time it has left."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self.total = self.slowest = 0.0

    def add(self, seconds: float) -> None:
        """Count one decision."""
        self.total += seconds
        self.slowest = max(self.slowest, seconds)

    @property
    def bank(self) -> float | None:
        """What is left for the rest of the game."""
        return None if self.clock.bank is None else max(0.0, self.clock.bank - self.total)

    @property
    def left(self) -> float | None:
        """What is left for the next decision."""
        limits = [limit for limit in (self.clock.move, self.bank) if limit is not None]
        return min(limits, default=None)


class Bot(Protocol):
    """Somebody who has a seat in one game."""

    thinking: Thinking

    def start(self, match: Match) -> None:
        """Begin to get ready; Fault if that does not work."""

    def greet(self, match: Match) -> None:
        """Be ready; Fault if that does not work."""

    def decide(self, match: Match) -> int | str:
        """A move; Fault if there is none."""

    def end(self, match: Match, fault: Fault | None) -> None:
        """Hear how the game ended, and of the fault by which it did."""

    def errors(self) -> str:
        """What was written to standard error, as far as it is kept; when all is over."""


def seated(
    entry: Entry, seat: int, job: GameJob, folder: Path | None, game: Game, stack: ExitStack
) -> Bot:
    """The bot of an entry in its seat; what it leaves behind is cleared away with the stack."""
    if entry.builtin is not None:
        return BuiltIn(player_of(game, entry.builtin), seat, dice_of(job, seat))
    home = stack.enter_context(Home(folder))
    kind = OneShotBot if entry.oneshot else LastingBot
    return kind(entry, seat, job, home, stack)


class BuiltIn:
    """A computer player, in this process."""

    def __init__(self, player: Player, seat: int, dice: int) -> None:
        self.thinking = Thinking(Clock())
        self._player, self._seat, self._dice = player, seat, dice

    def start(self, _match: Match) -> None:
        """It is always ready."""

    def greet(self, _match: Match) -> None:
        """It is always ready."""

    def decide(self, match: Match) -> int:
        """A move by the same view and the same chance as in every other run of this game."""
        begun = now()
        chance = _scattered(self._dice + len(match.moves))
        move = self._player.choose(match.view(self._seat), chance)
        self.thinking.add(now() - begun)
        return move

    def end(self, _match: Match, _fault: Fault | None) -> None:
        """It does not mind."""

    def errors(self) -> str:
        """It has no standard error."""
        return ""


@lru_cache(maxsize=64)
def player_of(game: Game, name: str) -> Player:
    """A game's player of that name, compiled once."""
    return Player(game, name)


def dice_of(job: GameJob, seat: int) -> int:
    """The chance of a seat in a game, and in no other: the games of a mirrored pair share their
    deal and must not share what the players do at random.
    """
    return _scattered(_scattered(job.seed) + SEATS * job.number + seat)


def _scattered(word: int) -> int:
    return int(_scatter()(word & WORD))


_scatter = lru_cache(maxsize=1)(lambda: interpreted(dice_for))


class LastingBot:
    """A bot whose process lasts for a game and is told of it line by line."""

    def __init__(self, entry: Entry, seat: int, job: GameJob, home: Home, stack: ExitStack) -> None:
        self.thinking = Thinking(job.clock)
        self._command, self._job, self._seat = entry.command or (), job, seat
        self._home, self._stack = home, stack
        self._kept = Kept(job.limits.errors)
        self._known = 0  # how many moves it has been told of
        self._deadline = 0.0  # for its hello
        self._process: Lasting | None = None
        self.introduced: messages.Hello | None = None

    def start(self, match: Match) -> None:
        """Start the process and say hello, without waiting for an answer."""
        self._deadline = now() + self._job.clock.start
        self._process = Lasting(self._command, self._home, self._job.limits, self._kept)
        self._stack.callback(self._process.kill)
        hello = messages.hello_message(match.game, self._job.clock)
        with _starting():
            self._process.tell(messages.line_of(hello), self._deadline)

    def greet(self, match: Match) -> None:
        """Hear its hello, and tell it that a game begins."""
        with _starting():
            self.introduced = messages.read_hello(self._running.read_line(self._deadline))
        begin = messages.game_message(match, self._seat, self._job.number)
        self._running.tell(messages.line_of(begin), self._deadline)

    def decide(self, match: Match) -> str:
        """Ask for a move, and count the time until the answer."""
        left, bank = self.thinking.left, self.thinking.bank
        parts = self.introduced.view if self.introduced else messages.PARTS
        question = messages.decide_message(match, self._seat, self._known, left, bank, parts)
        self._known = len(match.moves)
        try:
            is_old = partial(messages.is_old_answer, question["number"])
            answer, seconds = self._running.ask(messages.line_of(question), left, is_old)
        except Fault as fault:
            self.thinking.add(fault.seconds)
            raise
        self.thinking.add(seconds)
        return messages.read_move(answer)

    def end(self, match: Match, fault: Fault | None) -> None:
        """Tell it how the game ended, and to quit; it is given a moment for that."""
        if self._process is None:
            return
        over = messages.game_over_message(match, self._seat, self._known, fault)
        last = messages.line_of(over) + messages.line_of(messages.quit_message())
        with suppress(Fault):
            self._process.write(last, now())
        self._process.close_input()
        if fault is None or match.winner == self._seat:
            self._stack.callback(self._process.has_ended, FAREWELL)

    def errors(self) -> str:
        """What it wrote to standard error, and a word on lines that nobody had asked for."""
        text = self._kept.text()
        if self._process is None or not self._process.unasked:
            return text
        first = shortened(self._process.unasked[0].decode(errors="replace"))
        count = self._process.unasked_count
        return f"{text}\n[duelhall ignored {count} lines that it had not asked for: {first}]\n"

    @property
    def _running(self) -> Lasting:
        if self._process is None:
            raise Fault(Ending.START, "it was not started")
        return self._process


@contextmanager
def _starting() -> Iterator[None]:
    """Makes every fault in it one of starting."""
    try:
        yield
    except Fault as fault:
        raise Fault(
            Ending.START,
            fault.detail if fault.ending is Ending.START else f"no hello: {fault.detail}",
        ) from None


class OneShotBot:
    """A bot with one process per decision, which is started by the same clock."""

    def __init__(self, entry: Entry, seat: int, job: GameJob, home: Home, _s: ExitStack) -> None:
        self.thinking = Thinking(job.clock)
        self._command, self._limits, self._seat = entry.command or (), job.limits, seat
        self._home, self._kept = home, Kept(job.limits.errors)

    def start(self, _match: Match) -> None:
        """Only the scratch file must be there before the first decision, empty or as it was."""
        (self._home.folder / SCRATCH).touch()

    def greet(self, _match: Match) -> None:
        """It does not introduce itself."""

    def decide(self, match: Match) -> int:
        """Start a process, give it the position, and wait until it has ended."""
        form, file = oneshot.form_of(match.game), str(self._home.folder / SCRATCH)
        question = messages.line_of(form.request(match, self._seat, file))
        begun, left = now(), self.thinking.left
        try:
            with OneShot(self._command, self._home, self._limits, self._kept) as process:
                answer = process.answer(question, None if left is None else begun + left)
        finally:
            self.thinking.add(now() - begun)
        return oneshot.read_answer(form, answer, match.view(self._seat), self._seat)

    def end(self, _match: Match, _fault: Fault | None) -> None:
        """There is no process left to be told."""

    def errors(self) -> str:
        """What its processes wrote to standard error, one after the other."""
        return self._kept.text()
