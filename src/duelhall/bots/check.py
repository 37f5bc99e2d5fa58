"""Checks how a bot speaks the protocol, over many positions, and finds all its faults.

The positions are taken from games of built-in players, with rare ones picked out.
"""

import random
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from itertools import count

from duelhall.bots.home import Home, Limits
from duelhall.bots.talk import (
    FIRST,
    FORCED,
    KINDS,
    LAST,
    NARROW,
    ODD,
    WIDE,
    BotTalker,
    FunctionTalker,
    OneShotTalker,
    Patience,
    Situation,
    Talker,
    Trouble,
    Wrong,
    play_answer,
)
from duelhall.engine import registry
from duelhall.engine.record import SEATS, other_seat
from duelhall.match.game import SEED_BITS, Game, load
from duelhall.match.match import Match
from duelhall.play.builtin import RANDOM, player_of, policy_names
from duelhall.play.clock import Clock, now
from duelhall.play.entry import BadEntry, Entry, checked_entry

GAMES = 4
"""How many games of each rule set are played for a round of situations: enough to seat a random and
a greedy player in every way.
"""

MOST_MOVES = 500
"""How many moves of a game are looked at, since random games may be long."""

FEW = 2

ODD_NAME = r'Zoë "legal": ["x"] \ {fox}'


@dataclass(frozen=True)
class _Decision:
    """Where a decision stands in a match."""

    match: Match
    number: int  # of the moves before it
    legal: int  # moves


def situations(game: str, only: Game | None, seed: int) -> Iterator[Situation]:
    """Endless situations: every kind in every rule set, or in this game only, for both seats, then
    again with other matches.
    """
    games = [only] if only else [load(game, rule_set) for rule_set in _rule_sets(game)]
    for number in count():
        rng = random.Random(f"{seed} {number}")
        pools = [_decisions(each, rng) for each in games]
        for kind in KINDS:
            for pool in pools:
                for seat in range(SEATS):
                    found = _of_kind(kind, pool[seat])
                    if found:
                        yield _situation(kind, rng.choice(found), seat)


def kinds_in_a_round(game: str, only: Game | None) -> int:
    """How many situations a round has, at most."""
    return len(KINDS) * (1 if only else len(_rule_sets(game))) * SEATS


def _rule_sets(game: str) -> tuple[str, ...]:
    return registry.find(game).rules.OPTIONS.rule_sets


def _decisions(game: Game, rng: random.Random) -> list[list[list[_Decision]]]:
    """The decisions of a few games, by seat and then by game."""
    pool: list[list[list[_Decision]]] = [[[] for _ in range(GAMES)] for _ in range(SEATS)]
    players = policy_names(game.definition)
    for number in range(GAMES):
        match = game.match(rng.getrandbits(SEED_BITS))
        names = (players[number % len(players)], players[number // 2 % len(players)])
        for legal in _played(match, names, rng):
            pool[match.to_move][number].append(_Decision(match, len(match.moves), legal))
    return pool


def _played(match: Match, names: tuple[str, str], rng: random.Random) -> Iterator[int]:
    """Play a match, yielding the number of legal moves before each move."""
    while not match.over and len(match.moves) < MOST_MOVES:
        moves = match.legal_moves()
        yield len(moves)
        match.play(chosen(match, names[match.to_move], moves, rng))


def chosen(match: Match, name: str, legal: Sequence[int], rng: random.Random) -> int:
    """The move of a built-in player."""
    if name == RANDOM:
        return rng.choice(legal)
    player = player_of(match.game, name)
    return player.choose(match.view(match.to_move), rng.getrandbits(32))


def _of_kind(kind: str, games: list[list[_Decision]]) -> list[_Decision]:
    """The decisions of a seat that are of this kind."""
    if kind == FIRST:
        return [game[0] for game in games if game]
    if kind == LAST:
        return [game[-1] for game in games if game]
    every = [decision for game in games for decision in game]
    longest = max((decision.legal for decision in every), default=0)
    counts = {FORCED: 1, NARROW: FEW, WIDE: longest}
    return [each for each in every if kind not in counts or each.legal == counts[kind]]


def _situation(kind: str, decision: _Decision, seat: int) -> Situation:
    """A decision as a situation: the match as it was before it."""
    match = decision.match.copy()
    while len(match.moves) > decision.number:
        match.undo()
    opponent = ODD_NAME if kind == ODD else "opponent"
    match.players = ("bot", opponent) if seat == 0 else (opponent, "bot")
    return Situation(kind, match, seat)


# --- the check ---

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


def run_check(result: Result) -> Result:
    """Ask a bot about positions until there are enough of them, or too much trouble; the result is
    updated along the way, for progress displays.
    """
    plan = result.plan
    with ExitStack() as stack:
        talker = _talker(plan, stack)
        try:
            most = max(1, plan.positions // 2)  # the first game is played to its end, if it can be
            for situation in _planned(plan, result):
                _Visit(result, talker, situation).run(most)
                most = max(1, plan.positions // kinds_in_a_round(plan.game, plan.only))
        finally:
            talker.drop()
        result.name, result.starting = talker.name, talker.starting
    return result


def _talker(plan: Plan, stack: ExitStack) -> Talker:
    clock = Clock(move=plan.limit, start=plan.start)
    if plan.entry.function is not None:
        return FunctionTalker(plan.entry.function, clock)
    kind = OneShotTalker if plan.entry.oneshot else BotTalker
    home = stack.enter_context(Home())
    return kind(plan.entry.command or (), clock, home, plan.limits, plan.patience)


def _planned(plan: Plan, result: Result) -> Iterator[Situation]:
    for situation in situations(plan.game, plan.only, plan.seed):
        if result.asked >= plan.positions or result.stopped:
            return
        result.kinds[situation.kind] += 1
        if situation.game.rule_set not in result.rules:
            result.rules.append(situation.game.rule_set)
        yield situation


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
        self._talker.start(self._situation)
        self._result.wait_for("move")
        move, seconds = self._talker.ask(self._situation)
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
            self._match.forfeit(other_seat(self._situation.seat))
        self._result.wait_for("end")
        try:
            self._talker.end(self._situation)
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
                match.game.position_text(match.view(seat)),  # as the bot saw it
                tuple(match.legal()),
                self._talker.errors()[-QUOTED_ERRORS:].strip("\r\n"),
            )
        )
        self._result.trouble += wrong.cost(has_answered=bool(self._result.times))
