"""The original controller's contest: everyone against everyone, one process per decision.

The command line, player file, transcript and results follow the facts at the end of Blade's
rulings; the rule set is `controller`, unless another is asked for.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count, permutations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from duelhall.arena.settings import MOST_GAMES
from duelhall.bots.bot import SCRATCH
from duelhall.bots.signals import stop_if_signalled
from duelhall.engine.chance import DICE, shuffle
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import SEATS
from duelhall.engine.template import interpreted
from duelhall.games.blade.state import PACKS
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play.clock import LONGEST, Clock
from duelhall.play.entry import Entry, read_players
from duelhall.play.roster import seated
from duelhall.play.seat import Answer, Question, Seat
from duelhall.play.table import Table
from duelhall.terminal.output import compile_for_matches
from duelhall_kits.blade import original as transcript

GAME, RULES = "blade", "controller"
WON = 2
"""The points for winning a round (B14)."""

Tell = Callable[[Iterable[str]], None]
"""Takes lines of the transcript; if it does not read them, they are never made."""


class BadContest(DuelhallError):
    """A contest that cannot be held."""


@dataclass(frozen=True)
class Contest:
    """Who meets whom, and how."""

    entries: tuple[Entry, ...]
    limit: float  # seconds for a decision; 0 is no limit
    rounds: int  # of each ordered pair of players
    seed: int  # of the deals
    rules: str = RULES

    def __post_init__(self) -> None:
        if len(self.entries) < SEATS:
            raise BadContest(f"a contest needs at least two players, not {len(self.entries)}")
        if not 0 <= self.limit <= LONGEST:
            raise BadContest(
                f"the time limit must be from 0 (none) to {LONGEST:.0f} seconds, not {self.limit:g}"
            )
        if self.rounds < 1:
            raise BadContest(f"a match needs at least one round, not {self.rounds}")
        if self.rounds > MOST_GAMES:
            raise BadContest(f"a match has at most {MOST_GAMES:,} rounds, not {self.rounds:,}")

    @property
    def points(self) -> int:
        """The total points of all players if no round is drawn."""
        return WON * math.perm(len(self.entries), SEATS) * self.rounds


@dataclass
class ContestPlayer:
    """A player in a contest, and its results so far."""

    entry: Entry
    folder: Path  # its working folder, which holds its scratch file
    points: int = 0
    seconds: float = 0.0  # of thinking


Pair = Sequence[ContestPlayer]


@dataclass(frozen=True)
class Results:
    """How a contest ended: shares of all points, and thinking times, in the order of the file."""

    contest: Contest
    players: Sequence[ContestPlayer]

    def share(self, player: ContestPlayer) -> float:
        """A player's share of all points, in percent."""
        return 100 * player.points / self.contest.points

    def lines(self) -> list[str]:
        """The table in the original's form."""
        rows = (
            f"{each.entry.name:<16}: {self.share(each):.2f}% ({each.seconds:.3f} s)"
            for each in self.players
        )
        return [f"Matches: {self.contest.points}", *rows]

    def report(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "rules": self.contest.rules,
            "rounds": self.contest.rounds,
            "seed": self.contest.seed,
            "matches": self.contest.points,
            "players": [
                {
                    "name": each.entry.name,
                    "points": each.points,
                    "percent": round(self.share(each), 2),
                    "seconds": round(each.seconds, 3),
                }
                for each in self.players
            ],
        }


# --- who plays ---


def contest_players(file: Path, missing: Callable[[str], None]) -> tuple[Entry, ...]:
    """The players in a file, with commands in the one-shot form.

    A file named in a command is looked for beside the player file and then, as in the original,
    where the controller was started. `missing` is told of programs that are not there; their
    players take part, and lose their rounds.
    """
    return tuple(
        replace(entry, oneshot=True) if entry.command else entry
        for entry in read_players(file, GAME, Path.cwd(), missing=missing)
    )


# --- the contest ---


def run_contest(contest: Contest, tell: Tell, deals: Iterator[str] | None = None) -> Results:
    """Let every ordered pair of players meet.

    A bot's scratch file is empty at first, and the same file in all its matches.
    """
    game = load(GAME, contest.rules)
    compile_for_matches(game, [entry.builtin for entry in contest.entries if entry.builtin])
    deals = deals_by(game, contest.seed) if deals is None else deals
    numbers = count()
    with TemporaryDirectory(prefix="duelhall-", ignore_cleanup_errors=True) as folder:
        players = [_housed(entry, Path(folder) / str(n)) for n, entry in enumerate(contest.entries)]
        for pair in permutations(players, SEATS):
            _meet(contest, game, pair, deals, numbers, tell)
    return Results(contest, players)


def deals_by(game: Game, seed: int) -> Iterator[str]:
    """Explicit deals, one after another: the pack of the rule set, shuffled (B1).

    The original shows both whole decks, while in a state the cards of a hand have lost their order.
    """
    options = game.blank()[0].options
    notation, mix = game.definition.writing.notation, interpreted(shuffle)
    dice = np.zeros(1, DICE)[0]
    dice.rng = seed
    while True:
        pack = PACKS[options.deck].copy()
        mix(dice, pack, len(pack))
        yield notation.deal_text(pack.reshape(SEATS, -1), options)


def _housed(entry: Entry, folder: Path) -> ContestPlayer:
    folder.mkdir()
    (folder / SCRATCH).touch()
    return ContestPlayer(entry, folder)


def _meet(
    contest: Contest, game: Game, pair: Pair, deals: Iterator[str],
    numbers: Iterator[int], tell: Tell,
) -> None:  # fmt: skip
    names, points = [each.entry.name for each in pair], [0] * SEATS
    tell(transcript.match_begins(names))
    for number in range(contest.rounds):
        match = game.match(deal=next(deals), players=names)
        stop_if_signalled()
        tell(transcript.round_begins(number, match))
        _play_round(match, next(numbers), contest, pair, tell)
        points = [points[seat] + match.points(seat) for seat in range(SEATS)]
    tell(transcript.match_ends(points))
    for seat, player in enumerate(pair):
        player.points += points[seat]


def _play_round(match: Match, number: int, contest: Contest, pair: Pair, tell: Tell) -> None:
    """Seat two players, and let them decide until the rules or a fault end the round (B14)."""
    with ExitStack() as stack:
        seats = [
            Overheard(seated(each.entry, match.game, stack, folder=each.folder), tell)
            for each in pair
        ]
        table = Table(match, seats, clock=Clock(move=contest.limit or None), number=number)
        table.run(lambda: tell(transcript.move_made(match)))
    if table.fault is not None and table.faulty is not None:
        tell(transcript.faulted(table.faulty, table.fault.ending))
    for seconds, player in zip(table.timer.totals, pair, strict=True):
        player.seconds += seconds


class Overheard:
    """A seat whose player's output on standard error goes into the transcript as it comes: before
    the move it belongs to.
    """

    def __init__(self, seat: Seat, tell: Tell) -> None:
        self.start, self.greet = seat.start, seat.greet
        self.end, self.errors = seat.end, seat.errors
        self._seat, self._tell = seat, tell
        self.recalls_views = seat.recalls_views

    def decide(self, question: Question) -> Answer:
        """Let the player decide, and pass on what it said."""
        said = self.errors()
        try:
            return self._seat.decide(question)
        finally:
            says = self.errors()
            self._tell(says.removeprefix(said).splitlines() if says.startswith(said) else ())
