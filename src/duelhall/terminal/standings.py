"""The table of a tournament: how strong each player is, who beat whom, and what is undecided."""

from string import ascii_uppercase

from rich.cells import cell_len

from duelhall.engine import registry
from duelhall.stats import Standing, Standings, Tally
from duelhall.terminal.columns import Rows, aligned, barred, fitted

NAME = 1
"""The column of the names."""

NOTHING = "-"
"""Stands where there is nothing to show."""

MOST_IN_CROSSTABLE = 12
FEWEST_IN_CROSSTABLE = 3
MOST_NAMES = 3
"""The longest run of players that is named in full."""

MOST_RUNS = 5
"""How many runs are listed one by one."""


# --- the standings ---


def table_lines(standings: Standings, width: int) -> list[str]:
    """The standings in columns, as wide as a terminal."""
    return aligned(fitted(_table(standings), NAME, width))


def shown_names(standings: Standings, width: int) -> list[str]:
    """The names as the standings show them in a terminal of this width."""
    return [row[NAME] for row in fitted(_table(standings), NAME, width)[1:]]


def table_page(standings: Standings) -> list[str]:
    """The standings in Markdown."""
    return barred(_table(standings))


def _table(standings: Standings) -> Rows:
    """The standings, with a column for draws if there are any."""
    has_draws = any(row.tally.draws for row in standings.rows)
    kinds = ["W", "D", "L"] if has_draws else ["W", "L"]
    heading = ["", "player", "Elo", "95% interval", "points", "games", *kinds]
    return [heading, *(_row(row, has_draws=has_draws) for row in standings.rows)]


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


# --- who beat whom ---


def crosstable_lines(standings: Standings, width: int) -> list[str]:
    """The points of each player against each other, in columns; nothing if it does not fit."""
    if not _has_crosstable(standings):
        return []
    lines = aligned(fitted(_crosstable(standings), NAME, width))
    is_too_wide = any(cell_len(line) > width for line in lines)
    return [] if is_too_wide else [f"{_crosstable_title(standings)}:", *lines]


def crosstable_page(standings: Standings) -> list[str]:
    """The points of each player against each other, in Markdown."""
    if not _has_crosstable(standings):
        return []
    return [f"{_crosstable_title(standings)}:", "", *barred(_crosstable(standings))]


def _has_crosstable(standings: Standings) -> bool:
    return FEWEST_IN_CROSSTABLE <= len(standings.rows) <= MOST_IN_CROSSTABLE


def _crosstable_title(standings: Standings) -> str:
    games = _games_of_all(standings)
    return (
        f"Points against each other, out of {games} games"
        if games
        else "Points/games against each other"
    )


def _crosstable(standings: Standings) -> Rows:
    """Points of each row against each column, with the number of games if that differs."""
    lines = range(len(standings.rows))
    letters = list(ascii_uppercase[: len(lines)])
    written = _points if _games_of_all(standings) else points_of_games

    def cell(line: int, other: int) -> str:
        tally = standings.match(line, other)
        return written(tally) if tally.games else NOTHING if line == other else ""

    return [
        ["", "player", *letters],
        *(
            [letter, row.name, *(cell(line, other) for other in lines)]
            for line, (letter, row) in enumerate(zip(letters, standings.rows, strict=True))
        ),
    ]


def _games_of_all(standings: Standings) -> int | None:
    """The number of games per pairing, if it is the same for all."""
    lines = range(len(standings.rows))
    games = {standings.match(a, b).games for a in lines for b in lines if a != b} - {0}
    return games.pop() if len(games) == 1 else None


def points_of_games(tally: Tally) -> str:
    """Points out of a number of games."""
    return f"{_points(tally)}/{tally.games}"


def _points(tally: Tally) -> str:
    return f"{tally.points:.1f}".removesuffix(".0")


# --- remarks ---


def remarks(standings: Standings, names: list[str], game: str) -> list[str]:
    """What the numbers alone do not say; `names` are those of the rows."""
    roles = registry.find(game).roles
    seat = f"Being the {roles[0]}" if roles else "Seat 0"
    return [
        f"{seat} is worth {standings.seat_advantage.text} Elo.",
        *_about_deals(standings),
        *_about_order(standings, names),
    ]


def _about_deals(standings: Standings) -> list[str]:
    """How much the deals decide, once there are enough pairs to tell."""
    percent = round(100 * abs(standings.deal_share))
    if not standings.deals_matter or not percent:
        return []
    if standings.deal_share > 0:
        return [f"About {percent}% of the pairs are decided by the deal, for the same seat."]
    return [f"About {percent}% of the pairs go to one player twice beyond what strength explains."]


def _about_order(standings: Standings, names: list[str]) -> list[str]:
    """Which neighbours the games do not separate."""
    told = [_run(names[run.start : run.stop]) for run in standings.runs[:MOST_RUNS]]
    if more := len(standings.runs) - len(told):
        told.append(f"{more} more runs of neighbours")
    return [f"Not separable yet: {run}" for run in told]


def _run(names: list[str]) -> str:
    """A run of players, by its first and last if it is long."""
    if len(names) <= MOST_NAMES:
        return ", ".join(names)
    return f"{names[0]} to {names[-1]} ({len(names)} players)"
