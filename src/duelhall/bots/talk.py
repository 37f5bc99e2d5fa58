"""Talks to a bot as the arena does, and looks more closely when something goes wrong."""

from contextlib import suppress
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from typing import Any, TypeAlias

import msgspec

from duelhall.bots import messages
from duelhall.bots.bot import OneShot, form_of, read_answer
from duelhall.bots.home import Home, Limits
from duelhall.bots.process import LineProcess
from duelhall.bots.protocol import FromServer, Quit
from duelhall.engine.errors import DuelhallError, IllegalMove, shortened
from duelhall.engine.text import Excerpt
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.clock import Clock, now
from duelhall.play.roster import FunctionSeat, find_function
from duelhall.play.seat import Ending, Fault
from duelhall.play.table import Table, rule_for_late


class Trouble(StrEnum):
    """What a bot did wrong."""

    START = "start"
    LATE = "late"
    SILENT = "no answer"
    FLUSH = "not flushed"
    NEWLINE = "no newline"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    OUTPUT = "too much output"
    EXTRA = "extra output"
    CRASH = "died"
    QUIT = "did not end"


COSTS = {Trouble.SILENT: 20, Trouble.FLUSH: 20, Trouble.NEWLINE: 20, Trouble.LATE: 10}
"""How much of a check's patience a trouble uses up, because it takes time; others use up 1."""

NEVER_COST = 50
"""How much these use up while the bot has not answered at all; it probably never will."""

START_COST = 50
"""How much a trouble before the hello uses up; trying that often is useless."""

NO_HELLO_COST = 100
"""How much waiting for a hello in vain uses up; waiting again is useless."""

OF_ENDING = {
    Ending.START: Trouble.START,
    Ending.TIMEOUT: Trouble.LATE,
    Ending.CRASH: Trouble.CRASH,
    Ending.UNREADABLE: Trouble.UNREADABLE,
    Ending.ILLEGAL: Trouble.ILLEGAL,
    Ending.OUTPUT: Trouble.OUTPUT,
}
"""What a fault is called here."""


class Wrong(Exception):
    """A trouble that was met, with a message about it."""

    def __init__(self, trouble: Trouble, detail: str, start_cost: int | None = None) -> None:
        super().__init__(detail)
        self.trouble, self.detail = trouble, detail
        self._start_cost = start_cost

    @property
    def at_start(self) -> bool:
        """Whether it was met before the bot had said hello."""
        return self._start_cost is not None

    def cost(self, *, has_answered: bool) -> int:
        """How much of a check's patience it uses up, depending on whether the bot ever answered."""
        if self._start_cost is not None:
            return self._start_cost
        if self.trouble in COSTS and not has_answered:
            return NEVER_COST
        return COSTS.get(self.trouble, 1)


FIRST, LAST, FORCED, NARROW, WIDE, MIDDLE, ODD = KINDS = (
    "first decision",
    "last decision",
    "one legal move",
    "two legal moves",
    "longest list",
    "in the middle",
    "new fields",
)
"""The kinds of situations. In one with new fields, messages have fields that the bot does not know,
and names contain unusual characters.
"""


@dataclass(frozen=True)
class Situation:
    """A decision of a seat in a match, and what is special about it."""

    kind: str
    match: Match  # with this decision before it
    seat: int

    @property
    def game(self) -> Game:
        """The game with its rule set."""
        return self.match.game


NEW_FIELDS: dict[str, Any] = {
    "new_field": {"of_a_later": ["version", None]},
    "newer_field": '"\\" ] }',
}
"""Fields that no bot knows yet, and that every bot must ignore."""

BANK = 3600.0
"""Seconds for a whole game, when a check announces such a limit."""


@dataclass(frozen=True)
class Patience:
    """How many seconds longer than the arena a check waits, to find out what is wrong."""

    hello: float = 1.0  # for a hello that is late
    late: float = 3.0  # for an answer that is late
    last: float = 1.0  # for what comes when the input is closed
    quit: float = 10.0  # for a process that was told to quit


class Heard(LineProcess):
    """A process that is still listened to after its time is up."""

    def late_line(self, seconds: float) -> bytes | None:
        """The line that comes within this many more seconds."""
        try:
            return self.read_line(now() + seconds)
        except Fault:
            return None

    def last_words(self, seconds: float) -> bytes:
        """Everything that it has written or writes when its input ends."""
        self.close_input()
        deadline = now() + seconds
        with suppress(Fault):
            while not self._silent and self.wait(deadline):
                pass
        return bytes(self._buffer)

    def unasked_line(self) -> bytes | None:
        """A line that it wrote without being asked."""
        with suppress(Fault):
            self._ignore_unasked()
        return self.unasked[0] if self.unasked else None

    def ended_well(self) -> bool:
        """Whether it has ended with exit code 0."""
        ended = self._child.exit()
        return ended is not None and ended.is_well


@dataclass
class ProcessTalker:
    """What those who talk to a program have in common."""

    command: tuple[str, ...]
    clock: Clock
    home: Home
    limits: Limits
    patience: Patience

    def __post_init__(self) -> None:
        self.name = ""  # by which the bot introduced itself
        self.starting = list[float]()  # seconds that the processes took to be ready
        self._errors = Excerpt(0)

    def errors(self) -> str:
        """What the last process wrote to standard error."""
        return self._errors.text()


class BotTalker(ProcessTalker):
    """Talks to bots whose process lasts for a game."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self._process: Heard | None = None
        self._hello = messages.Hello()
        self._tables: dict[int, Table] = {}  # the match that the process has been told of
        self._may_stay = False  # whether it is already known not to end by itself
        self._greeting = b""  # what the process was told first
        self._games = 0  # how many games it has finished
        self._is_between_games = False

    def start(self, situation: Situation) -> None:
        """Have a process, a new one if there is none."""
        self._ready(situation)

    def ask(self, situation: Situation) -> tuple[int | str, float]:
        """Ask a process, a new one if there is none."""
        process = self._ready(situation)
        bank = BANK if situation.kind == ODD else None
        question = replace(self._table(situation).question(situation.seat), bank=bank)
        message = messages.decide_message(question, self._hello)
        try:
            answers = partial(messages.answers, question.number)
            answer, seconds = process.ask(_line(message, situation), question.left, answers)
            return messages.read_move(answer), seconds
        except Fault as fault:
            raise self._diagnosis(process, fault, self.patience.late) from None

    def _table(self, situation: Situation) -> Table:
        """The table of a match; a new process has not been told anything yet."""
        match = situation.match
        return self._tables.setdefault(id(match), Table(match, (), clock=self.clock))

    def _ready(self, situation: Situation) -> Heard:
        """A process that knows of this game: a new one, or one that plays again."""
        if self._is_between_games and self._greeting != self._hello_line(situation):
            self.drop()
        process = self._process or self._started(situation)
        if self._is_between_games:
            self._is_between_games = False
            self._begin(process, situation)
        return process

    def _hello_line(self, situation: Situation) -> bytes:
        late = rule_for_late(situation.game).value
        return _line(messages.hello_message(situation.game, self.clock, late), situation)

    def _started(self, situation: Situation) -> Heard:
        """A new process that has said hello and been told that a game begins."""
        self._errors, self._tables, limits = Excerpt(self.limits.errors), {}, self.limits
        begun = now()
        try:
            process = self._process = Heard(self.command, self.home, limits, self._errors)
            self._greeting, self._games = self._hello_line(situation), 0
            answer, _ = process.ask(self._greeting, self.clock.start)
            introduced = messages.read_hello(answer)
        except Fault as fault:
            raise self._bad_start(fault) from None
        self.starting.append(now() - begun)
        self.name = f"{introduced.name} {introduced.version}".strip()
        self._hello = introduced
        self._begin(process, situation)
        return process

    def _begin(self, process: Heard, situation: Situation) -> None:
        begin = messages.game_message(self._table(situation).opening(situation.seat))
        process.write(_line(begin, situation), now() + self.clock.start)

    def _bad_start(self, fault: Fault) -> Wrong:
        """Why there was no hello."""
        if self._process is None or fault.ending is Ending.START:
            return Wrong(Trouble.START, fault.detail, START_COST)
        wrong = self._diagnosis(self._process, fault, self.patience.hello)
        is_known = wrong.trouble in (Trouble.FLUSH, Trouble.NEWLINE)
        trouble = wrong.trouble if is_known else Trouble.START
        cost = NO_HELLO_COST if fault.ending is Ending.TIMEOUT else START_COST
        return Wrong(trouble, f"no hello: {wrong.detail}", cost)

    def _diagnosis(self, process: Heard, fault: Fault, patience: float) -> Wrong:
        """What a fault really was: if no answer came in time, what became of it."""
        if fault.ending is not Ending.TIMEOUT:
            return Wrong(OF_ENDING[fault.ending], fault.detail)
        begun = now()
        if process.late_line(patience) is not None:
            seconds = fault.seconds + now() - begun
            return Wrong(Trouble.LATE, f"it answered after {seconds:.2f} s")
        words = process.last_words(self.patience.last)
        said = shortened(words.decode(errors="replace"))
        if b"\n" in words:
            return Wrong(Trouble.FLUSH, f"its answer came only when its process ended: {said}")
        if words:
            return Wrong(Trouble.NEWLINE, f"it wrote {said} and did not end the line")
        return Wrong(Trouble.SILENT, f"nothing came within {fault.seconds:.2f} s, nor later")

    def end(self, situation: Situation) -> None:
        """Tell it that the game is over, and to quit; one that can play again does so once."""
        process = self._process
        if process is None:
            return
        last = _line(
            messages.game_over_message(self._table(situation).closing(situation.seat)), situation
        )
        self._games += 1
        if self._hello.again and self._games == 1:
            process.write(last, now() + self.patience.quit)
            self._is_between_games = True
            return
        last += messages.line_of(Quit())
        try:
            with suppress(Fault):
                process.write(last, now() + self.patience.quit)
            process.close_input()
            self._check_end(process)
        finally:
            self.drop()

    def _check_end(self, process: Heard) -> None:
        """Check that it ends, and ends as it should."""
        if self._may_stay:
            return
        if not process.has_ended(self.patience.quit):
            self._may_stay = True
            detail = f"it was still running {self.patience.quit:g} s after it was told to quit"
            raise Wrong(Trouble.QUIT, detail)
        if not process.ended_well():
            raise Wrong(Trouble.CRASH, f"when it was told to quit, {process.exit_text()}")
        unasked = process.unasked_line()
        if unasked is not None:
            said = shortened(unasked.decode(errors="replace"))
            raise Wrong(Trouble.EXTRA, f"it wrote {said} without being asked")

    def drop(self) -> None:
        """Kill the process."""
        self._is_between_games = False
        if self._process is not None:
            self._process.kill()
            self._process = None


def _line(message: FromServer, situation: Situation) -> bytes:
    """A message as it is sent, with unknown fields if the situation calls for them."""
    if situation.kind == ODD:
        return messages.line_of(msgspec.to_builtins(message) | NEW_FIELDS)
    return messages.line_of(message)


class HeardOnce(OneShot):
    """A one-shot process whose output can be inspected."""

    def heard(self) -> bytes:
        """What it has written."""
        return bytes(self._buffer)


class OneShotTalker(ProcessTalker):
    """Talks to bots in the one-shot form of their game, with one process per decision."""

    def start(self, situation: Situation) -> None:
        """There is no hello in this form."""

    def ask(self, situation: Situation) -> tuple[int | str, float]:
        """Start a process, and wait until it has ended."""
        match, seat, form = situation.match, situation.seat, form_of(situation.game)
        request = form.request(
            match.seen(seat, 0), match.view(seat), seat, str(self.home.folder / "scratch")
        )
        self._errors, begun = Excerpt(self.limits.errors), now()
        deadline = None if self.clock.move is None else begun + self.clock.move
        try:
            with HeardOnce(self.command, self.home, self.limits, self._errors) as process:
                answer = self._answer(process, messages.line_of(request), deadline)
            seconds = now() - begun
            return read_answer(form, answer, match.view(seat), seat), seconds
        except Fault as fault:
            cost = START_COST if fault.ending is Ending.START else None
            raise Wrong(OF_ENDING[fault.ending], fault.detail, cost) from None

    def _answer(self, process: HeardOnce, question: bytes, deadline: float | None) -> bytes:
        """Its answer; Wrong if that does not come in time."""
        begun = now()
        try:
            return process.answer(question, deadline)
        except Fault as fault:
            if fault.ending is not Ending.TIMEOUT:
                raise
        if process.has_ended(self.patience.late):
            raise Wrong(Trouble.LATE, f"it ended after {now() - begun:.2f} s")
        with suppress(Fault):
            process.take_output()
        if said := process.heard().decode(errors="replace").strip():
            raise Wrong(Trouble.QUIT, f"it answered {shortened(said)} and did not end")
        raise Wrong(Trouble.SILENT, f"nothing came within {now() - begun:.2f} s")

    def end(self, situation: Situation) -> None:
        """There is no process left to be told."""

    def drop(self) -> None:
        """There is no process left."""


class FunctionTalker:
    """Asks a function in this process. It cannot be interrupted, so it is waited for."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name, self.starting = "", list[float]()
        self._choose, self._clock = find_function(name), clock
        self._table: Table | None = None  # of the match that it was asked about last
        self._seat = FunctionSeat(self._choose)

    def start(self, situation: Situation) -> None:
        """A function is always ready."""

    def ask(self, situation: Situation) -> tuple[int | str, float]:
        """The function's move, and how long it took."""
        if self._table is None or self._table.match is not situation.match:
            self._table = Table(situation.match, (), clock=self._clock)
        self._seat = FunctionSeat(self._choose, keeps_prints=True)
        try:
            answer = self._seat.decide(self._table.question(situation.seat))
        except Fault as fault:
            raise Wrong(OF_ENDING[fault.ending], fault.detail) from None
        return answer.move, answer.seconds

    def end(self, situation: Situation) -> None:
        """A function is not told how a game ended."""

    def drop(self) -> None:
        """Nothing is running."""

    def errors(self) -> str:
        """What it printed when it was asked last, and the traceback of its error."""
        return self._seat.errors()


Talker: TypeAlias = BotTalker | OneShotTalker | FunctionTalker
"""Asks a bot for moves in one situation after another; Wrong where it does something wrong."""


def play_answer(match: Match, move: int | str) -> None:
    """Make a bot's move; Wrong if it is not a move, or not a legal one."""
    try:
        match.play(move)
    except IllegalMove as error:
        raise Wrong(Trouble.ILLEGAL, str(error)) from None
    except DuelhallError as error:
        raise Wrong(Trouble.UNREADABLE, str(error)) from None
