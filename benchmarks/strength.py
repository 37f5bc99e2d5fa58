"""How strong the built-in players are: matches between them, and a page with the results,
docs/explanation/strength.md.

make strength                            all matches, as far as they are not measured yet
python benchmarks/strength.py blade      only those of one game
python benchmarks/strength.py "blade[readme]"    only those by one rule set
python benchmarks/strength.py blade --again    from the beginning; other games keep their results
python benchmarks/strength.py --seconds 600    with more games where they take long
python benchmarks/strength.py blade --match master:adept --games 400    one match, so long at least
python benchmarks/strength.py --page     write the page from what was measured

Every deal is played twice, with the seats swapped. Budgets are in simulations, so the same games
come out on every machine, however busy it is; times are the processor's. Results are kept in
benchmarks/strength.json after each round of games: whatever stops this, it goes on from there. A
match is played anew when the edition of its game, its cards or the players' budgets have changed.
"""

import json
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from multiprocessing import get_context
from os import cpu_count
from pathlib import Path
from typing import Any

from duelhall.arena.record import GameRecord
from duelhall.arena.referee import play_game
from duelhall.arena.schedule import GameJob, job_of, meetings_of
from duelhall.arena.settings import Settings
from duelhall.engine import registry
from duelhall.engine.registry import parse_game_name
from duelhall.match.game import load
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.search.search import is_thinker, thinker
from duelhall.stats.score import NORMAL_95, Estimate, score_estimate
from duelhall.terminal.output import compile_for_matches

FILE = Path(__file__).with_name("strength.json")
SEED = 1

LADDER = (
    ("greedy", "random"),
    ("novice", "random"),
    ("adept", "greedy"),
    ("master", "adept"),
    ("master", "greedy"),
)
"""Who should beat whom."""

BUDGETS = {
    "blade": (100, 1_000, 10_000, 100_000),
    "frontline": (100, 1_000, 10_000, 100_000, 1_000_000),
}
USUAL_BUDGETS = (100, 1_000, 10_000)
"""Simulations of the searches that play against greedy, by the rules of a game's first rule set."""

DIGEST_BYTES = 6

GAMES_IN_A_ROUND = 20
FEWEST_GAMES, MOST_GAMES = 40, 2_000
"""In a match: before it may end for want of time, if more are not asked for, and in all."""

SECONDS = 120.0
"""How long both players of a match together may think, in the processor's time, if more is not
asked for."""

CLEAR = 4.0
CLEAR_GAMES = 200
"""How many standard errors away from a half a result must be for a match to end early, and after
how many games that is looked at."""


@dataclass
class Contest:
    """A match, and how often each pair of results came: as points of the first player in halves,
    first those in seat 0, then those in seat 1.
    """

    game: str
    edition: int
    players: tuple[str, str]
    cards: str  # a digest of those that are played with
    budgets: tuple[int, int]
    is_ladder: bool  # whether it only asks who is stronger
    pairs: list[list[int]] = field(default_factory=lambda: [[0] * 3 for _ in range(3)])
    seconds: float = 0.0  # of the processor's time, for the first player
    decisions: int = 0
    thought: float = 0.0  # the same for both

    def __post_init__(self) -> None:
        (first, second), (one, other) = self.players, self.budgets
        self.players, self.budgets = (first, second), (one, other)  # they were lists in the file

    @property
    def key(self) -> tuple[object, ...]:
        """What has to be the same for a result to be still true."""
        return self.game, self.edition, self.cards, self.players, self.budgets

    @property
    def same_games(self) -> tuple[object, ...]:
        """What two matches have in common that consist of the same games: a level is a search with
        a budget.
        """
        pairs = zip(self.players, self.budgets, strict=True)
        return *self.key[:3], *(budget or name for name, budget in pairs)

    @property
    def game_name(self) -> str:
        """The game's name without its rule set."""
        return parse_game_name(self.game).game

    @property
    def games(self) -> int:
        """How many games were played."""
        return 2 * sum(map(sum, self.pairs))

    @property
    def score(self) -> Estimate:
        """The first player's share of the points, each pair of games taken together."""
        counts = [0] * 5
        for one, row in enumerate(self.pairs):
            for other, count in enumerate(row):
                counts[one + other] += count
        return score_estimate(counts)

    def score_in(self, seat: int) -> Estimate:
        """The first player's share of the points in a seat."""
        rows = self.pairs if seat == 0 else list(zip(*self.pairs, strict=True))
        return score_estimate([sum(row) for row in rows])

    @property
    def is_clear(self) -> bool:
        """Whether more games would show nothing new about who is stronger."""
        if not self.is_ladder or not self.games or self.games % CLEAR_GAMES:
            return False
        score = self.score
        reach = CLEAR / NORMAL_95
        return not abs(score.value - 0.5) <= reach * score.margin

    def is_done(self, seconds: float, fewest: int) -> bool:
        """Whether no more games are played."""
        is_long = self.thought >= seconds and self.games >= fewest
        return self.is_clear or is_long or self.games >= MOST_GAMES

    @cached_property
    def settings(self) -> Settings:
        """The same match, as the arena is told of it."""
        entries = tuple(
            Entry(f"{name} {number}", builtin=name)
            for number, name in enumerate(self.players, start=1)
        )
        return Settings(
            load(self.game).lasting_name,
            self.edition,
            entries,
            MOST_GAMES,
            clock=Clock(),
            seed=SEED,
        )

    def play_round(self, pool: ProcessPoolExecutor) -> None:
        """Play some more pairs."""
        first = self.games
        round_ = slice(first, first + GAMES_IN_A_ROUND)
        jobs = [job_of(self.settings, meeting) for meeting in meetings_of(self.settings)[round_]]
        records = list(pool.map(play, jobs))
        for one, other in zip(records[::2], records[1::2], strict=True):
            self.pairs[_halves(one, 0)][_halves(other, 1)] += 1
        for number, record in enumerate(records):
            self.seconds += record.seconds[number % 2]
            self.thought += sum(record.seconds)
            self.decisions += record.moves // 2

    def take_over(self, other: "Contest") -> None:
        """Take the results of a match that consists of the same games."""
        self.pairs = [list(row) for row in other.pairs]
        self.seconds, self.decisions, self.thought = other.seconds, other.decisions, other.thought

    def to_json(self) -> dict[str, Any]:
        """The match as it is kept."""
        return asdict(self)


def play(job: GameJob) -> GameRecord:
    """Play a game, and tell how long the processor worked for each seat, whatever else it did."""
    begun, worked = time.perf_counter(), time.process_time()
    record = play_game(job)
    share = (time.process_time() - worked) / (time.perf_counter() - begun)
    first, second = record.seconds
    return replace(record, seconds=(min(1.0, share) * first, min(1.0, share) * second))


def _halves(record: GameRecord, seat: int) -> int:
    """What the player in a seat got, in half points."""
    return 1 if record.winner is None else 2 * int(record.winner == seat)


def contests(games: Sequence[str]) -> Iterator[Contest]:
    """All matches, without results."""
    for name in games:
        definition = registry.find(name)
        for rules in definition.rules.OPTIONS.rule_sets:
            yield from _ladder(f"{name}[{rules}]", has_roles=bool(definition.roles))
        for budget in BUDGETS.get(name, USUAL_BUDGETS):
            yield _contest(name, (f"search({budget})", "greedy"), is_ladder=False)


def _ladder(game: str, *, has_roles: bool) -> Iterator[Contest]:
    for first, second in LADDER:
        yield _contest(game, (first, second), is_ladder=(first, second) != ("master", "greedy"))
    if has_roles:
        for player in dict.fromkeys(second for _, second in LADDER):
            yield _contest(game, (player, player), is_ladder=False)


def _contest(game: str, players: tuple[str, str], *, is_ladder: bool) -> Contest:
    loaded = load(game)
    first, second = (_budget(name, game) for name in players)
    edition, cards = loaded.definition.edition, _digest(loaded.lasting_name)
    return Contest(loaded.full_name, edition, players, cards, (first, second), is_ladder)


def _digest(text: str) -> str:
    return blake2b(text.encode(), digest_size=DIGEST_BYTES).hexdigest()


def _budget(name: str, game: str) -> int:
    """The simulations of a player for each decision."""
    return (thinker(name, load(game)).simulations or 0) if is_thinker(name) else 0


def measured() -> dict[tuple[object, ...], Contest]:
    """The results so far, of players as they are now."""
    if not FILE.exists():
        return {}
    current = {contest.key for contest in contests(registry.names())}
    found = [Contest(**entry) for entry in json.loads(FILE.read_text())]
    return {contest.key: contest for contest in found if contest.key in current}


def keep(results: Sequence[Contest]) -> None:
    """Write all results."""
    lines = ",\n".join(json.dumps(contest.to_json()) for contest in results)
    FILE.write_text(f"[\n{lines}\n]\n")


def measure(wishes: Namespace, known: dict[tuple[object, ...], Contest]) -> None:
    """Play what is missing; every result is kept as soon as it is there."""
    if wishes.again:
        anew = {each.same_games for each in known.values() if _is_asked_for(each, wishes)}
        known = {key: each for key, each in known.items() if each.same_games not in anew}
    wanted = [known.get(contest.key, contest) for contest in contests(registry.names())]
    mine = [contest for contest in wanted if _is_asked_for(contest, wishes)]
    for contest in mine:
        compile_for_matches(load(contest.game), contest.players)
    begun = time.monotonic()
    with ProcessPoolExecutor(wishes.workers, mp_context=get_context("spawn")) as pool:
        for number, contest in enumerate(mine, start=1):
            same = [each for each in wanted if each.same_games == contest.same_games]
            contest.take_over(max(same, key=lambda each: each.games))
            keep([each for each in wanted if each.games])
            while not contest.is_done(wishes.seconds, wishes.games_at_least):
                contest.play_round(pool)
                for each in same:
                    each.take_over(contest)
                keep([each for each in wanted if each.games])
                _tell(contest, number, len(mine), time.monotonic() - begun)


def _is_asked_for(contest: Contest, wishes: Namespace) -> bool:
    is_match = wishes.match in (None, ":".join(contest.players))
    return is_match and any(_is_of(contest, name) for name in wishes.games)


def _is_of(contest: Contest, name: str) -> bool:
    """Whether a match is one of that game, by that rule set if one is named."""
    return contest.game == load(name).full_name if "[" in name else contest.game_name == name


def _tell(contest: Contest, number: int, total: int, seconds: float) -> None:
    first, second = contest.players
    score = contest.score
    print(
        f"{seconds:6.0f} s  {number} of {total}  {contest.game}: {first} against {second}, "
        f"{contest.games} games: {score.value:.1%} ({score.low:.1%} to {score.high:.1%})",
        flush=True,
    )


def arguments() -> Namespace:
    """What the command line asks for."""
    parser = ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("games", nargs="*", default=registry.names(), metavar="GAME")
    parser.add_argument(
        "--seconds", type=float, default=SECONDS, help="how long the players of a match may think"
    )
    parser.add_argument("--match", metavar="FIRST:SECOND", help="only matches of these players")
    parser.add_argument(
        "--games",
        type=int,
        default=FEWEST_GAMES,
        dest="games_at_least",
        metavar="N",
        help="play at least N games, however long they take",
    )
    parser.add_argument(
        "--again", action="store_true", help="measure these matches from the beginning"
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=cpu_count(),
        metavar="N",
        help="games that are played at the same time: one for each core, if nothing is said",
    )
    parser.add_argument("--page", action="store_true", help="write the page, and measure nothing")
    return parser.parse_args()


def main() -> None:
    """Measure, and write the page."""
    wishes = arguments()
    if not wishes.page:
        measure(wishes, measured())
    sys.path.insert(0, str(Path(__file__).parent))
    from strength_page import write

    write(list(measured().values()))


if __name__ == "__main__":
    main()
