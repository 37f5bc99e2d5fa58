"""The contest of the original controller: everybody against everybody else, a process a decision.

Command line, player file, transcript and results are those of the facts at the end of the rulings
of Blade; the rule set is `controller`.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from itertools import count, permutations
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np

from duelhall.arena.bots import SCRATCH, Bot, seated
from duelhall.arena.contests import Clock, Entry, Fault, GameJob
from duelhall.arena.entries import read_players
from duelhall.arena.processes import LONGEST
from duelhall.arena.stopping import stop_if_told
from duelhall.engine.binding import interpreted
from duelhall.engine.chance import DICE, shuffle
from duelhall.engine.errors import DuelhallError
from duelhall.engine.game import Game, load
from duelhall.engine.match import Match
from duelhall.engine.seats import SEATS
from duelhall.games.blade.cards import PACKS
from duelhall.kits.blade import transcript

GAME, IN_FULL = "blade", "blade[controller]"
WON = 2
"""The points of a won round (B14)."""

Tell = Callable[[Iterable[str]], None]
"""Takes lines of the transcript; where it does not read them, they are never made."""


class BadContest(DuelhallError):
    """A contest that cannot be held."""


@dataclass(frozen=True)
class Contest:
    """Who meets whom, and how."""

    entries: tuple[Entry, ...]
    limit: float  # seconds for a decision; 0 is no limit
    rounds: int  # of each ordered pair of players
    seed: int  # of the deals

    def __post_init__(self) -> None:
        if len(self.entries) < SEATS:
            raise BadContest(f"a contest has two players at least, not {len(self.entries)}")
        if not 0 <= self.limit <= LONGEST:
            limit = f"{self.limit:g}"
            raise BadContest(f"a time limit is from 0 (none) to {LONGEST:.0f} seconds, not {limit}")
        if self.rounds < 1:
            raise BadContest(f"a match has one round at least, not {self.rounds}")

    @property
    def points(self) -> int:
        """The points that all players have together if no round is drawn."""
        return WON * math.perm(len(self.entries), SEATS) * self.rounds

    @property
    def clock(self) -> Clock:
        """The clock of a decision."""
        return Clock(move=self.limit or None)


@dataclass
class Contestant:
    """A player in a contest, and what became of it so far."""

    entry: Entry
    folder: Path  # its working folder, which holds its scratch file
    points: int = 0
    seconds: float = 0.0  # of thinking


# --- who plays ---


def read_contestants(file: Path) -> tuple[Entry, ...]:
    """The players of a file, their commands in the one-shot form.

    A file that a command names is looked for beside the player file and then, as the original
    did, where the controller was started.
    """
    return tuple(
        replace(entry, oneshot=True) if entry.command else entry
        for entry in read_players(file, GAME, Path.cwd())
    )


# --- the contest ---


def run_contest(contest: Contest, tell: Tell, deals: Iterator[str] | None = None) -> list[str]:
    """Let every ordered pair of players meet, and say what came out, in the order of the file.

    A bot's scratch file is empty at first and is the same file in all of its matches.
    """
    game = load(IN_FULL)
    deals = deals_by(game, contest.seed) if deals is None else deals
    numbers = count()
    with TemporaryDirectory(prefix="duelhall-", ignore_cleanup_errors=True) as folder:
        contestants = [
            _housed(entry, Path(folder) / str(number))
            for number, entry in enumerate(contest.entries)
        ]
        for pair in permutations(contestants, SEATS):
            _meet(contest, game, pair, deals, numbers, tell)
    return list(_results(contest, contestants))


def deals_by(game: Game, seed: int) -> Iterator[str]:
    """Explicit deals, one after the other: the pack of the rule set, shuffled (B1).

    The original shows both decks whole, and in a state the cards of a hand have lost their order.
    """
    options = game.blank()[0].options
    notation, mix = game.definition.notation, interpreted(shuffle)
    dice = np.zeros(1, DICE)[0]
    dice.rng = seed
    while True:
        pack = PACKS[options.deck].copy()
        mix(dice, pack, len(pack))
        yield notation.deal_text(pack.reshape(SEATS, -1), options)


def _housed(entry: Entry, folder: Path) -> Contestant:
    folder.mkdir()
    (folder / SCRATCH).touch()
    return Contestant(entry, folder)


def _meet(
    contest: Contest, game: Game, pair: Sequence[Contestant], deals: Iterator[str],
    numbers: Iterator[int], tell: Tell,
) -> None:  # fmt: skip
    """All rounds of a match."""
    entries = (pair[0].entry, pair[1].entry)
    points = [0] * SEATS
    tell(transcript.match_begins([entry.name for entry in entries]))
    for number in range(contest.rounds):
        job = GameJob(
            next(numbers), IN_FULL, game.definition.edition, entries, contest.seed, contest.clock
        )
        match = game.match(deal=next(deals))
        stop_if_told()
        tell(transcript.round_begins(number, match))
        _play_round(job, match, pair, tell)
        points = [points[seat] + match.points(seat) for seat in range(SEATS)]
    tell(transcript.match_ends(points))
    for seat, contestant in enumerate(pair):
        contestant.points += points[seat]


def _play_round(job: GameJob, match: Match, pair: Sequence[Contestant], tell: Tell) -> None:
    """Seat two players, and let them decide until the rules or a fault end the round (B14)."""
    with ExitStack() as stack:
        bots = [
            seated(contestant.entry, seat, job, contestant.folder, match.game, stack)
            for seat, contestant in enumerate(pair)
        ]
        try:
            while not match.over:
                match.play(_decided(bots[match.to_move], match, tell))
                tell(transcript.move_made(match))
        except Fault as fault:
            tell(transcript.faulted(match.to_move, fault.ending))
            match.forfeit(match.to_move)
    for bot, contestant in zip(bots, pair, strict=True):
        contestant.seconds += bot.thinking.total


def _decided(bot: Bot, match: Match, tell: Tell) -> int | str:
    """A bot's move; what it wrote to standard error, as far as that is kept, is told before it."""
    said = bot.errors()
    try:
        return bot.decide(match)
    finally:
        says = bot.errors()
        tell(says.removeprefix(said).splitlines() if says.startswith(said) else ())


def _results(contest: Contest, contestants: Iterable[Contestant]) -> Iterator[str]:
    """The table of results: shares of all points, and thinking times."""
    yield f"Matches: {contest.points}"
    for each in contestants:
        share = 100 * each.points / contest.points
        yield f"{each.entry.name:<16}: {share:.2f}% ({each.seconds:.3f} s)"
