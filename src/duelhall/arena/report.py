"""What the games of a contest show: tables and sentences for people, documents for programs.

Nothing is printed here, and nothing depends on how wide a terminal is. Two players make a match,
more of them a tournament.
"""

import shlex
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import combinations
from pathlib import Path
from string import ascii_uppercase
from typing import Any

import numpy as np

from duelhall.arena.record import GameRecord
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import Settings
from duelhall.arena.standings import PairsSoFar, Summary, roles_in, standings_of
from duelhall.arena.store import StoredGames
from duelhall.engine import registry
from duelhall.engine.registry import parse_game_name
from duelhall.engine.text import counted
from duelhall.play.seat import Ending
from duelhall.stats import Estimate, SprtState, SprtVerdict, Standing, Standings, Tally

NAME = 1
"""The column of the names, where the first one has ranks."""

NOTHING = "-"
"""Stands where there is nothing to show."""

PLAYERS = 2
MOST_IN_CROSSTABLE = 12
FEWEST_IN_CROSSTABLE = 3
MOST_NAMES = 3
"""The longest run of players that is named in full."""

MOST_RUNS = 5
"""How many runs are listed one by one."""


@dataclass(frozen=True)
class Section:
    """A table of a report, its heading first."""

    title: str
    rows: list[list[str]]
    names: int  # the column that may be shortened
    must_fit: bool = False  # left out where it is too wide even so


# --- a tournament ---


class TournamentReport:
    """What the games of a tournament show."""

    def __init__(self, games: StoredGames) -> None:
        rows = games.rows()
        self.settings, self.folder = games.settings, games.folder
        self.summary = Summary.of([rows], len(self.settings.entries))
        self.standings = standings_of(rows, self.settings)

    @property
    def total(self) -> int:
        """How many games there will be."""
        return total_games(self.settings)

    def sections(self) -> list[Section]:
        """The standings, who beat whom, and how it was in each seat."""
        found = [standings_section(self.standings)]
        if FEWEST_IN_CROSSTABLE <= len(self.standings.rows) <= MOST_IN_CROSSTABLE:
            found.append(crosstable_section(self.standings))
        if len(self.standings.rows) <= MOST_IN_CROSSTABLE:
            found.append(self._by_seat())
        return found

    def _by_seat(self) -> Section:
        """The points of each player in each seat, or in each role."""
        roles, names = roles_in(self.settings), [entry.name for entry in self.settings.entries]
        heading = [role or f"seat {seat}" for seat, role in enumerate(roles)]
        rows = [["player", *heading]]
        for name in (row.name for row in self.standings.rows):
            tallies = [self.summary.tally(names.index(name), seat) for seat in range(len(heading))]
            rows.append([name, *(_points_of_games(t) if t.games else NOTHING for t in tallies)])
        return Section(f"Points/games by {'role' if any(roles) else 'seat'}", rows, names=0)

    def remarks(self, names: Sequence[str]) -> list[str]:
        """What the tables do not say; the players are called so, in the order of their ranks."""
        roles = registry.find(self.settings.game_name.game).roles
        seat = f"Being the {roles[0]}" if roles else "Seat 0"
        played = f"{self.summary.games:,} of {self.total:,} games counted."
        return [
            *([played] if self.summary.games < self.total else []),
            f"{seat} is worth {self.standings.seat_advantage.text} Elo.",
            *_about_deals(self.standings),
            *about_order(self.standings, names),
            *fault_lines(self.summary, self.settings, self.folder),
        ]

    def document(self) -> dict[str, Any]:
        """All of it for programs; the seed is a secret until the last game is over."""
        shown = self.settings if self.summary.games == self.total else self.settings.without_seed
        return {**report(self.standings, self.summary, shown), "total_games": self.total}


def standings_section(standings: Standings) -> Section:
    """The standings, with a column for draws if there are any."""
    has_draws = any(row.tally.draws for row in standings.rows)
    kinds = ["W", "D", "L"] if has_draws else ["W", "L"]
    heading = ["", "player", "Elo", "95% interval", "points", "games", *kinds]
    rows = [_row(row, has_draws=has_draws) for row in standings.rows]
    return Section("", [heading, *rows], NAME)


def _row(row: Standing, *, has_draws: bool) -> list[str]:
    tally = row.tally
    kinds = [tally.wins, tally.draws, tally.losses] if has_draws else [tally.wins, tally.losses]
    counts = [_points(tally), str(tally.games), *map(str, kinds)]
    if row.rank is None:
        return [NOTHING, row.name, NOTHING, NOTHING, *counts]
    interval = f"{_elo(row.low)} to {_elo(row.high)}"
    return [f"{row.rank}.", row.name, _elo(row.elo), interval, *counts]


def _elo(value: float) -> str:
    """An Elo value with its sign; never a negative zero."""
    return f"{value:+z.0f}"


def crosstable_section(standings: Standings) -> Section:
    """Points of each row against each column, with the number of games if that differs."""
    lines = range(len(standings.rows))
    counts = {standings.match(a, b).games for a in lines for b in lines if a != b} - {0}
    games = counts.pop() if len(counts) == 1 else None
    letters = list(ascii_uppercase[: len(lines)])
    written = _points if games else _points_of_games

    def cell(line: int, other: int) -> str:
        tally = standings.match(line, other)
        return written(tally) if tally.games else NOTHING if line == other else ""

    rows = [
        [letter, row.name, *(cell(line, other) for other in lines)]
        for line, (letter, row) in enumerate(zip(letters, standings.rows, strict=True))
    ]
    title = f"Points against each other, out of {games} games"
    title = title if games else "Points/games against each other"
    return Section(title, [["", "player", *letters], *rows], NAME, must_fit=True)


def _points_of_games(tally: Tally) -> str:
    return f"{_points(tally)}/{tally.games}"


def _points(tally: Tally) -> str:
    return f"{tally.points:.1f}".removesuffix(".0")


def _about_deals(standings: Standings) -> list[str]:
    """How much the deals decide, once there are enough pairs to tell."""
    percent = round(100 * abs(standings.deal_share))
    if not standings.deals_matter or not percent:
        return []
    if standings.deal_share > 0:
        return [f"About {percent}% of the pairs are decided by the deal, for the same seat."]
    return [f"About {percent}% of the pairs go to one player twice beyond what strength explains."]


def about_order(standings: Standings, names: Sequence[str]) -> list[str]:
    """Which neighbours the games do not separate."""
    told = [_run_text(names[run.start : run.stop]) for run in standings.runs[:MOST_RUNS]]
    if more := len(standings.runs) - len(told):
        told.append(f"{more} more runs of neighbours")
    return [f"Not separable yet: {run}" for run in told]


def _run_text(names: Sequence[str]) -> str:
    """A run of players, by its first and last if it is long."""
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    return f"{names[0]} to {names[-1]} ({len(names)} players)"


def report(standings: Standings, summary: Summary, settings: Settings) -> dict[str, Any]:
    """A tournament, for programs."""
    names = [entry.name for entry in settings.entries]
    roles = roles_in(settings)
    return {
        **named_game(settings),
        "pairing": settings.pairing,
        **opened_seed(settings),
        "games": summary.games,
        "moves": summary.moves,
        "seat_advantage": _estimate(standings.seat_advantage),
        "deal_share": finite(standings.deal_share),
        "draw_share": finite(standings.draw_share),
        "standings": [
            {
                "rank": row.rank,
                "name": row.name,
                "elo": None if row.rank is None else finite(row.elo),
                "low": finite(row.low),
                "high": finite(row.high),
                "games": row.games,
                "points": row.points,
                "wins": row.tally.wins,
                "draws": row.tally.draws,
                "losses": row.tally.losses,
                "separable_from_next": row.separable_from_next,
                "by_seat": summary.by_seat(player, roles),
                "faults": summary.faults(player),
                "lapses": summary.lapses(player),
                "seconds": round(summary.seconds(player), 3),
            }
            for row in standings.rows
            for player in [names.index(row.name)]
        ],
        "head_to_head": _head_to_head(standings),
    }


def _head_to_head(standings: Standings) -> list[dict[str, Any]]:
    """The games of each pairing, from the point of view of the higher-ranked player."""
    matches = (
        (one.name, other.name, standings.match(line, below))
        for (line, one), (below, other) in combinations(enumerate(standings.rows), 2)
    )
    return [
        {"players": [one, other], **asdict(tally)} for one, other, tally in matches if tally.games
    ]


def _estimate(found: Estimate) -> dict[str, float | None]:
    return {"elo": finite(found.value), "low": finite(found.low), "high": finite(found.high)}


def finite(number: float) -> float | None:
    """A number that JSON can represent."""
    return round(float(number), 2) + 0.0 if np.isfinite(number) else None  # never -0.0


# --- a match ---


class MatchReport:
    """What the games of a match show."""

    def __init__(self, games: StoredGames, *, is_saved: bool = True) -> None:
        self.pairs, self.summary = PairsSoFar(), Summary(PLAYERS)
        for piece in games.pieces():
            self.pairs.add_results(piece)
            self.summary.add(piece)
        test = games.settings.test
        self.test = None if test is None else test.state(self.pairs.counted)
        self.total, self.folder = total_games(games.settings), games.folder if is_saved else None
        is_secret = is_saved and not self.is_over
        self.settings = games.settings.without_seed if is_secret else games.settings

    @property
    def is_over(self) -> bool:
        """Whether no more games will be played, so that the seed can be told."""
        is_decided = self.test is not None and self.test.is_over
        return is_decided or self.pairs.tally.games == self.total

    @property
    def title(self) -> str:
        """Who plays what."""
        head = " against ".join(entry.name for entry in self.settings.entries)
        seed = "" if self.settings.seed is None else f", seed {self.settings.seed}"
        return f"{head}, {self.settings.full_name}{seed}"

    def lines(self) -> list[str]:
        """The result: a word, a colon, and what there is to say of it."""
        found = self.pairs.lines(self.settings.test)
        for seat, role in enumerate(roles_in(self.settings)):
            tally = self.summary.tally(0, seat)
            where = f"As the {role}" if role else f"In seat {seat}"
            found.append(f"{where}: W: {tally.wins} L: {tally.losses} D: {tally.draws}")
        return found

    def rows(self) -> list[list[str]]:
        """The same as a table."""
        return [["", ""], *([part.strip() for part in line.split(":", 1)] for line in self.lines())]

    def remarks(self) -> list[str]:
        """What the test says, whether games are missing, and who lost games by faults."""
        played = self.pairs.tally.games
        found = [f"{played:,} of {self.total:,} games counted."] if played < self.total else []
        if self.test is not None:
            name = self.settings.entries[0].name
            told = _verdict(self.test, name, played) + _far_off(self.test, self.pairs.counted.elo)
            found = [told, *([] if self.test.is_over else found)]
        return [*found, *fault_lines(self.summary, self.settings, self.folder)]

    def document(self) -> dict[str, Any]:
        """All of it for programs."""
        elo, tally = self.pairs.counted.elo, self.pairs.tally
        found = {
            "players": [entry.name for entry in self.settings.entries],
            **named_game(self.settings),
            **opened_seed(self.settings),
            "games": tally.games,
            "total_games": self.total,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "superiority": round(self.pairs.counted.superiority, 4),
            "pentanomial": list(self.pairs.counted.counts),
            "elo": {"value": finite(elo.value), "low": finite(elo.low), "high": finite(elo.high)},
        }
        if self.test is not None:
            found["sprt"] = _test_report(self.test)
        found["by_seat"] = self.summary.by_seat(0, roles_in(self.settings))
        found["faults"] = [self.summary.faults(player) for player in range(PLAYERS)]
        found["lapses"] = [self.summary.lapses(player) for player in range(PLAYERS)]
        return found


def _verdict(state: SprtState, name: str, played: int) -> str:
    """A test's answer in words."""
    test = state.test
    low, high = f"{test.elo0:g}", f"{test.elo1:g}"
    if state.verdict is SprtVerdict.CONTINUE:
        return f"Undecided after {played:,} games, {low} or {high}: try more --games."
    fits, other = (high, low) if state.verdict is SprtVerdict.H1 else (low, high)
    head = f"{state.verdict.value} after {played:,} games"
    return f"{head}: the results of {name} fit {fits} Elo better than {other}."


def _far_off(state: SprtState, elo: Estimate) -> str:
    """A warning, if the test is decided and neither of its numbers is plausible."""
    test = state.test
    if not (state.is_over and elo.excludes(test.elo0) and elo.excludes(test.elo1)):
        return ""
    return f" Neither is near: the difference is {elo.range_text} (95%)."


def _test_report(state: SprtState) -> dict[str, Any]:
    test = state.test
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "llr": round(state.llr, 4),
        "lower": round(test.lower, 4),
        "upper": round(test.upper, 4),
        "verdict": state.verdict.value,
        "text": state.text,
    }


# --- what both have ---


def named_game(settings: Settings) -> dict[str, Any]:
    """The game of a tournament, for programs."""
    shown = parse_game_name(settings.full_name)
    return {
        "game": shown.game,
        "rules": shown.rule_set or registry.find(shown.game).rules.OPTIONS.rule_sets[0],
        "full_name": settings.full_name,
        "edition": settings.edition,
    }


def opened_seed(settings: Settings) -> dict[str, Any]:
    """The seed of a contest and the commitment to it, for programs; null is what is not told."""
    return {
        "seed": settings.seed,
        "commitment": settings.commitment or None,
        "salt": settings.salt or None,
    }


def game_line(record: GameRecord) -> str:
    """A finished game in one line."""
    who = "drawn" if record.winner is None else f"{record.names[record.winner]} wins"
    why = record.reason if record.faulty is None else f"{record.ending}: {record.detail}"
    return f"game {record.number}: {record.names[0]} - {record.names[1]}: {who} ({why})"


def fault_lines(summary: Summary, settings: Settings, folder: Path | None) -> list[str]:
    """Who lost games or turns through faults, and where to see them."""
    found = list[str]()
    for player, name in enumerate(entry.name for entry in settings.entries):
        if faults := summary.faults(player):
            games = counted(sum(faults.values()), "game")
            where = _where_to_look(summary.first_fault(player), folder)
            found.append(f"{name} lost {games} {_by_faults(faults)}: {where}")
        if lapses := summary.lapses(player):
            turns = f"{counted(lapses, 'turn')} through faults that did not cost the game"
            where = _where_to_look(summary.first_lapse(player), folder)
            found.append(f"{name} lost {turns}: {where}")
    return found


def _by_faults(faults: Mapping[str, int]) -> str:
    """By which faults games were lost, with their numbers if there are several kinds."""
    kinds = [(count, f"by {Ending(word).says}") for word, count in faults.items()]
    if len(kinds) == 1:
        return kinds[0][1]
    return "through its own faults, " + ", ".join(f"{count} {words}" for count, words in kinds)


def _where_to_look(game: int, folder: Path | None) -> str:
    """How to find out about the fault in a game."""
    if folder is None:
        return "run `duelhall bot check` for details"
    return f"see duelhall replay {shlex.quote(f'{folder}#{game}')}"
