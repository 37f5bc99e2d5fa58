"""Checks how a bot speaks the protocol, over many positions, and finds all its faults.

Asks a function for moves as the arena does, and keeps what it printed.
"""

import random
from collections import Counter
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass, field

from duelhall.bots.home import Home, Limits
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.entry import checked_entry
from duelhall.play.roster import FunctionSeat, find_function
from duelhall.play.table import Table
from duelhall.players.builtin import policy_names
from duelhall.players.clock import Clock, now
from duelhall.players.entry import BadEntry, Entry
from duelhall.players.seat import Fault
from duelhall.workshop.talk import LastingTalker, OneShotTalker, Patience, Talker, play_answer
from duelhall.workshop.trouble import (
    OF_ENDING,
    Situation,
    Trouble,
    Wrong,
    chosen,
    kinds_in_a_round,
    situations,
)


class FunctionTalker:
    """Asks a function in this process. It cannot be interrupted, so it is waited for."""

    def __init__(self, name: str, clock: Clock) -> None:
        self.name, self.starting = "", list[float]()
        self._choose, self._clock = find_function(name), clock
        self._table: Table | None = None  # of the match that it was asked about last
        self._seat = FunctionSeat(self._choose)

    def start(self, match: Match, _situation: Situation) -> None:
        """A function is always ready."""
        if self._table is None or self._table.match is not match:
            self._table = Table(match, (), clock=self._clock)

    def ask(self, match: Match, situation: Situation) -> tuple[int | str, float]:
        """The function's move, and how long it took."""
        table = self._table or Table(match, (), clock=self._clock)
        self._seat = FunctionSeat(self._choose, keeps_prints=True)
        try:
            answer = self._seat.decide(table.question(situation.seat))
        except Fault as fault:
            raise Wrong(OF_ENDING[fault.ending], fault.detail) from None
        return answer.move, answer.seconds

    def end(self, match: Match, situation: Situation) -> None:
        """A function is not told how a game ended."""

    def drop(self) -> None:
        """Nothing is running."""

    def errors(self) -> str:
        """What it printed when it was asked last, and the traceback of its error."""
        return self._seat.errors()


QUOTED_ERRORS = 2000
"""How many of the last characters in standard error are kept with a fault."""


@dataclass(frozen=True)
class Plan:
    """What a check shall do."""

    entry: Entry
    game: str
    positions: int = 300
    limit: float = 1.0  # seconds for a decision
    start: float = 10.0  # seconds to start and to say hello
    only: Game | None = None  # the game with all that was chosen; every rule set if it is None
    seed: int = 0
    most_trouble: int = 100  # what the faults may cost together before the check is stopped
    patience: Patience = field(default_factory=Patience)
    limits: Limits = field(default_factory=Limits)

    def __post_init__(self) -> None:
        if self.entry.builtin is not None:
            raise BadEntry(
                f"{self.entry.name} is a built-in player; give a command or a function to check"
            )
        if self.entry.function is not None and self.entry.oneshot:
            raise BadEntry(f"{self.entry.name} is a function: leave out --oneshot")
        if self.positions < 1 or self.limit <= 0:
            raise BadEntry("a check needs at least one position, and a limit above 0 seconds")
        checked_entry(self.entry, self.game)


@dataclass(frozen=True)
class Found:
    """One fault, and where it occurred."""

    trouble: Trouble
    detail: str
    kind: str  # of the situation from which the bot played on
    rules: str
    seat: int
    at_start: bool  # before the bot had said hello
    number: int  # of the decision, as in the message
    position: str  # as the bot saw it
    legal: tuple[str, ...]
    errors: str  # the end of what the bot wrote to standard error


@dataclass
class Result:
    """What a check has found so far."""

    plan: Plan
    name: str = ""  # by which the bot introduced itself
    asked: int = 0
    kinds: Counter[str] = field(default_factory=Counter)  # of situations
    rules: list[str] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # seconds, of each answer
    starting: list[float] = field(default_factory=list)  # seconds, of each process
    found: list[Found] = field(default_factory=list)
    trouble: int = 0  # what the faults cost together
    awaited: str = ""  # what the bot should do now
    waiting_since: float = field(default_factory=now)

    def wait_for(self, awaited: str) -> None:
        """Note what the check is waiting for from now on."""
        self.awaited, self.waiting_since = awaited, now()

    @property
    def stopped(self) -> bool:
        """Whether there was so much trouble that the remaining positions were skipped."""
        return self.trouble >= self.plan.most_trouble

    @property
    def is_well(self) -> bool:
        """Whether the bot has no faults."""
        return not self.found


def check_bot(plan: Plan) -> Result:
    """Ask a bot about positions until there are enough of them, or too much trouble."""
    result = Result(plan)
    run_check(result)
    return result


def run_check(result: Result) -> None:
    """Check a bot as planned; the result is updated along the way, for progress displays."""
    plan = result.plan
    with ExitStack() as stack:
        talker = _talker(plan, stack)
        try:
            most = max(1, plan.positions // 2)  # the first game is played to its end, if it can be
            for situation in _planned(plan, result):
                _Visit(result, talker, situation).run(most)
                most = _decisions_each(plan)
        finally:
            talker.drop()
        result.name, result.starting = talker.name, talker.starting


def _talker(plan: Plan, stack: ExitStack) -> Talker:
    """Who talks to the bot that is checked."""
    clock = Clock(move=plan.limit, start=plan.start)
    if plan.entry.function is not None:
        return FunctionTalker(plan.entry.function, clock)
    kind = OneShotTalker if plan.entry.oneshot else LastingTalker
    home = stack.enter_context(Home())
    return kind(plan.entry.command or (), clock, home, plan.limits, plan.patience)


def _planned(plan: Plan, result: Result) -> Iterator[Situation]:
    """Situations until the check is done."""
    for situation in situations(plan.game, plan.only, plan.seed):
        if result.asked >= plan.positions or result.stopped:
            return
        result.kinds[situation.kind] += 1
        if situation.game.rule_set not in result.rules:
            result.rules.append(situation.game.rule_set)
        yield situation


def _decisions_each(plan: Plan) -> int:
    """How many decisions to ask for from each situation, so that all kinds get their turn."""
    return max(1, plan.positions // kinds_in_a_round(plan.game, plan.only))


class _Visit:
    """A situation from which the bot plays on for a while."""

    def __init__(self, result: Result, talker: Talker, situation: Situation) -> None:
        self._result, self._talker, self._situation = result, talker, situation
        self._match = situation.match
        self._rng = random.Random(result.asked)

    def run(self, most: int) -> None:
        """Let the bot make at most this many decisions, and then let it end."""
        for _ in range(min(most, self._result.plan.positions - self._result.asked)):
            self._decide()
            self._let_opponent_move()
            if self._match.over or self._result.stopped:
                break
        self._end()

    def _decide(self) -> None:
        """Ask for one decision; after a fault, a random move is made and a new process follows."""
        match = self._match
        try:
            play_answer(match, self._answer())
        except Wrong as wrong:
            self._talker.drop()
            self._note(wrong)
            match.play(self._rng.choice(match.legal_moves()))
        self._result.asked += 1

    def _answer(self) -> int | str:
        """The bot's answer, timed."""
        self._result.wait_for("hello")
        self._talker.start(self._match, self._situation)
        self._result.wait_for("move")
        move, seconds = self._talker.ask(self._match, self._situation)
        self._result.times.append(seconds)
        return move

    def _let_opponent_move(self) -> None:
        match, players = self._match, policy_names(self._match.game.definition)
        while not match.over and match.to_move != self._situation.seat:
            name = players[self._rng.randrange(len(players))]
            match.play(chosen(match, name, match.legal_moves(), self._rng))

    def _end(self) -> None:
        """Tell the bot how the game ended, if its process is still running."""
        if not self._match.over:
            self._match.forfeit(next(s for s in (0, 1) if s != self._situation.seat))
        self._result.wait_for("end")
        try:
            self._talker.end(self._match, self._situation)
        except Wrong as wrong:
            self._note(wrong)

    def _note(self, wrong: Wrong) -> None:
        """Record a fault, with everything its author may want to know."""
        match, seat = self._match, self._situation.seat
        self._result.found.append(
            Found(
                wrong.trouble,
                wrong.detail,
                self._situation.kind,
                match.game.rule_set,
                seat,
                wrong.at_start,
                len(match.moves) + 1,
                position_seen(match, seat),
                tuple(match.legal()),
                self._talker.errors()[-QUOTED_ERRORS:].strip("\r\n"),
            )
        )
        self._result.trouble += wrong.cost(has_answered=bool(self._result.times))


def position_seen(match: Match, seat: int) -> str:
    """A position as a seat sees it."""
    return match.game.position_text(match.view(seat))
