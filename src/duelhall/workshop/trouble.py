"""What can be wrong with a bot, each with a hint for its author.

Positions to ask a bot about: taken from games of built-in players, with rare ones picked out.
"""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import count

from duelhall.engine import registry
from duelhall.engine.record import SEATS
from duelhall.match.game import SEED_BITS, Game, load
from duelhall.match.match import Match
from duelhall.players.builtin import RANDOM, player_of, policy_names
from duelhall.players.seat import Ending


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


HINTS = {
    Trouble.START: "The command must start a program that answers the first line with "
    '{"type": "hello", "protocol": 2, "name": "...", "version": "..."}. Standard output is only '
    "for answers, one JSON object per line: write anything else to standard error. Run the "
    "program by hand to see what it prints.",
    Trouble.LATE: "Think for less time: clock.move_ms in the question is your limit, and starting "
    "up does not count. --time S checks with another limit.",
    Trouble.SILENT: "Answer every message of type `decide` with one line, at once. Do not wait for "
    "the end of the input: it comes only after the game.",
    Trouble.FLUSH: "The answer stayed in the program's buffer. Flush after every line: in Python "
    "print(..., flush=True), in C fflush(stdout), in Ruby $stdout.sync = true. Or the program "
    "waited for the end of its input: read line by line.",
    Trouble.NEWLINE: r"An answer is one line: end it with a newline, \n, and then flush.",
    Trouble.UNREADABLE: 'Answer with {"type": "move", "move": "..."} on one line, the move written '
    "as it is in `legal`, and write nothing else to standard output: notes belong on standard "
    "error.",
    Trouble.ILLEGAL: "Choose one of the moves in `legal`; it lists all your moves and is never "
    "empty.",
    Trouble.OUTPUT: "An answer is one short line. Write notes to standard error.",
    Trouble.EXTRA: "Write one line per question, and nothing else: messages of type `game`, "
    "`game over` and `quit` need no answer. Write notes to standard error.",
    Trouble.CRASH: "The process must keep running until it is told to quit, and then end with exit "
    "code 0. See what it wrote to standard error. A bot that says `again` must be ready for "
    "another `game` after `game over`.",
    Trouble.QUIT: "End when a message of type `quit` comes, and when the input ends.",
}

ONESHOT_HINTS = {
    **HINTS,
    Trouble.START: "The command must start a program. Run it by hand to see what it writes to "
    "standard error.",
    Trouble.LATE: "Think for less time; starting up counts. --time S checks with another limit.",
    Trouble.SILENT: "Write the index of a card in player.hand, and exit.",
    Trouble.UNREADABLE: "Answer with the index of a card in player.hand, counted from 0, and "
    "nothing else.",
    Trouble.ILLEGAL: "The index counts the cards of player.hand from 0.",
    Trouble.CRASH: "The process ended without an answer. See what it wrote to standard error. "
    "Check a bot that runs for a whole game without --oneshot.",
    Trouble.QUIT: "In the one-shot form a process is asked once: it must exit after its answer.",
}

FUNCTION_HINTS = {
    **HINTS,
    Trouble.LATE: "Think for less time. --time S checks with another limit.",
    Trouble.UNREADABLE: "Return one of question.legal, or its number from question.legal_moves.",
    Trouble.ILLEGAL: "Return one of question.legal, or its number from question.legal_moves; they "
    "list all your moves and are never empty.",
    Trouble.CRASH: "The function raised an error: see the traceback.",
}

ONESHOT_ADVICE = "To check a bot that is started afresh for each decision, add --oneshot."
"""For authors who forgot the flag, and whose bot seems to end too early."""

ENDS_EARLY = (Trouble.START, Trouble.CRASH)

NEW_FIELDS_HINT = (
    "It happened only in games whose messages have new fields, and unusual characters in a name: "
    "ignore fields that you do not know."
)
BAFFLED = (*ENDS_EARLY, Trouble.SILENT, Trouble.UNREADABLE, Trouble.ILLEGAL)
"""The troubles of a bot that does not understand a message."""

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


GAMES = 4
"""How many games of each rule set are played for a round of situations: enough to seat a random and
a greedy player in every way.
"""

MOST_MOVES = 500
"""How many moves of a game are looked at, since random games may be long."""

FEW = 2

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

ODD_NAME = r'Zoë "legal": ["x"] \ {fox}'


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
