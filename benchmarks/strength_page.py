"""Writes docs/explanation/strength.md and its chart from what strength.py has measured."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log10, sqrt
from pathlib import Path

from strength import LADDER, Contest, contests

from duelhall.engine import registry
from duelhall.engine.definition import LEVELS
from duelhall.engine.registry import parse_game_name
from duelhall.match.game import load
from duelhall.search.search import thinker
from duelhall.stats.score import NORMAL_95, Estimate
from duelhall.terminal.chart import (
    GREY,
    INK,
    PALE,
    Place,
    dot_shape,
    line_shape,
    svg,
    text_shape,
)

DOCS = Path(__file__).parent.parent / "docs/explanation"
PAGE, CHART = DOCS / "strength.md", DOCS / "strength.svg"
COLOURS = ("#2a6f97", "#b5651d", "#3d7a3d", "#7a3d6f")
WIDTH, HEIGHT, LEFT, RIGHT, TOP, BOTTOM = 640, 360, 56, 100, 20, 48
LINE = 16
"""How far apart names are at least."""

LOWEST, EVEN = 30, 50
"""Percentages: where the chart ends below, and where nobody is stronger."""

MILLISECONDS = 1000
SHORT = 10
"""Milliseconds below which tenths of them are told."""

HEAD = """# How strong the players are

Made by `make strength`, which plays all these matches anew if you delete
`benchmarks/strength.json`, and only those that are missing otherwise. Every deal is played twice,
with the seats swapped; a draw counts as half a win. Intervals are 95% intervals, with the two games
of a deal taken together. Budgets are in simulations, so everybody gets these same games. A match
ends after 2,000 games, or when its players have thought for as long as `--seconds` says, but not
before 40 games, or as many as `--games` says; or, if it only asks who is stronger, when the answer
is four standard errors away from 50% after 200 games or a multiple of that.

[search.md](search.md) tells how the players think and what they may know, and
[benchmarks/README.md](../../benchmarks/README.md) how fast they do it.
"""


def write(results: Sequence[Contest]) -> None:
    """Write page and chart."""
    PAGE.write_text(page(results), encoding="utf-8")
    CHART.write_text(chart(results), encoding="utf-8")


def page(results: Sequence[Contest]) -> str:
    """The whole page."""
    parts = [HEAD, *levels(results), *ladders(results), *roles(results), *curves(results)]
    parts += missing(results)
    return "\n".join(parts).rstrip() + "\n"


def levels(results: Sequence[Contest]) -> Iterator[str]:
    """What each level does in each game."""
    yield "## Levels\n"
    yield "Simulations for each decision; behind them, how long the processor worked for a move in"
    yield "these matches, on the machine of [benchmarks/README.md](../../benchmarks/README.md).\n"
    yield f"| game | {' | '.join(LEVELS)} |"
    yield "|---|" + "---:|" * len(LEVELS)
    for name in registry.names():
        cells = [_level(results, name, level) for level in LEVELS]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def _level(results: Sequence[Contest], name: str, level: str) -> str:
    simulations = thinker(level, load(name)).simulations
    played = [r for r in results if r.game_name == name and r.players[0] == level and r.decisions]
    if not played:
        return f"{simulations:,}"
    seconds = sum(r.seconds for r in played) / sum(r.decisions for r in played)
    milliseconds = seconds * MILLISECONDS
    return f"{simulations:,} ({milliseconds:.{0 if milliseconds >= SHORT else 1}f} ms)"


def ladders(results: Sequence[Contest]) -> Iterator[str]:
    """Who beats whom."""
    yield "## Who beats whom\n"
    yield "The first player's share of the points.\n"
    yield f"| game | {' | '.join(f'{first} : {second}' for first, second in LADDER)} |"
    yield "|---|" + "---:|" * len(LADDER)
    for game in dict.fromkeys(r.game for r in results if r.is_ladder):
        found = {r.players: r for r in _of(results, game)}
        cells = [_score(found[pair]) if pair in found else "" for pair in LADDER]
        yield f"| {_short(game)} | {' | '.join(cells)} |"
    yield ""


def _score(contest: Contest) -> str:
    return f"{_range(contest.score)}, {contest.games:,} games"


def _range(score: Estimate) -> str:
    return f"{score.value:.1%} ({score.low:.1%} to {score.high:.1%})"


def roles(results: Sequence[Contest]) -> Iterator[str]:
    """How much more a player wins in a role than the one whom it plays against would."""
    games = [game for game in dict.fromkeys(r.game for r in results) if _roles(game)]
    if not games:
        return
    yield "## By role\n"
    yield "Roles are not equal, so a player is compared with its opponent: what both win in a role"
    yield "against that same opponent, and the difference in percentage points.\n"
    yield "| game | role | players | the first wins | the second wins against itself | difference |"
    yield "|---|---|---|---:|---:|---:|"
    for game in games:
        found = {r.players: r for r in _of(results, game)}
        for first, second in LADDER:
            own, even = found.get((first, second)), found.get((second, second))
            if own and even:
                yield from _role_rows(own, even)
    yield ""


def _role_rows(own: Contest, even: Contest) -> Iterator[str]:
    for seat, role in enumerate(_roles(own.game)):
        one, other = own.score_in(seat), _seat_score(even, seat)
        difference = one.value - other.value
        reach = sqrt(one.margin**2 + other.margin**2)
        first, second = own.players
        yield (
            f"| {_short(own.game)} | {role} | {first} : {second} | {one.value:.1%} "
            f"| {other.value:.1%} | {100 * difference:+.1f} ± {100 * reach:.1f} |"
        )


def _seat_score(even: Contest, seat: int) -> Estimate:
    """What a player wins in a seat against itself: in both games of each pair."""
    first = [even.score_in(seat).value, 1 - even.score_in(1 - seat).value]
    value = sum(first) / len(first)
    reach = NORMAL_95 * sqrt(value * (1 - value) / even.games)
    return Estimate(value, value - reach, value + reach)


def curves(results: Sequence[Contest]) -> Iterator[str]:
    """More simulations are stronger."""
    found = {name: _curve(results, name) for name in registry.names()}
    budgets = sorted({budget for curve in found.values() for budget in curve})
    yield "## More time is stronger\n"
    yield "A search's share of the points against `greedy`, by its simulations for each decision."
    yield "Cards decide most games of a skirmish in Frontline;"
    yield "[search.md](search.md#what-was-measured)"
    yield "says what its deployments alone are worth, which can be measured more exactly.\n"
    yield "![win rate against greedy by simulations](strength.svg)\n"
    yield f"| game | {' | '.join(f'{budget:,}' for budget in budgets)} |"
    yield "|---|" + "---:|" * len(budgets)
    for name, curve in found.items():
        cells = [_score(curve[budget]) if budget in curve else "" for budget in budgets]
        yield f"| {name} | {' | '.join(cells)} |"
    yield ""


def _curve(results: Sequence[Contest], name: str) -> dict[int, Contest]:
    found = [r for r in results if r.game_name == name and r.players[0].startswith("search(")]
    return {r.budgets[0]: r for r in sorted(found, key=lambda r: r.budgets[0])}


def missing(results: Sequence[Contest]) -> Iterator[str]:
    """The matches that are still to be played."""
    known = {contest.key for contest in results}
    left = [c for c in contests(registry.names()) if c.key not in known]
    if left:
        yield "## Not measured yet\n"
        for contest in left:
            yield f"- {_short(contest.game)}: {contest.players[0]} against {contest.players[1]}"


def chart(results: Sequence[Contest]) -> str:
    """The curves as SVG."""
    found = {name: _curve(results, name) for name in registry.names()}
    budgets = sorted({budget for curve in found.values() for budget in curve})
    field = Field(log10(min(budgets)), log10(max(budgets)))
    shapes = [*field.frame(budgets)]
    names, ends = list[str](), list[Place]()
    for colour, (name, curve) in zip(COLOURS, found.items(), strict=False):
        places = [field.place(budget, contest.score.value) for budget, contest in curve.items()]
        shapes += _drawn(colour, places, curve, field)
        if places:
            ends.append(_name_place(places[-1], ends))
            names.append(text_shape(ends[-1], name, colour))
    return svg("Win rate against greedy by simulations", WIDTH, HEIGHT, [*shapes, *names])


@dataclass(frozen=True)
class Field:
    """Where the curves are drawn: between two powers of ten."""

    low: float
    high: float

    def place(self, budget: int, share: float) -> Place:
        """Where a share of the points by a budget is drawn."""
        along = (log10(budget) - self.low) / (self.high - self.low)
        down = (1 - share) / (1 - LOWEST / 100)
        return LEFT + (WIDTH - LEFT - RIGHT) * along, TOP + (HEIGHT - TOP - BOTTOM) * down

    def frame(self, budgets: Sequence[int]) -> Iterator[str]:
        """The scales."""
        for percent in range(LOWEST, 101, 10):
            ends = [self.place(budget, percent / 100) for budget in (budgets[0], budgets[-1])]
            yield line_shape(ends, GREY if percent == EVEN else PALE)
            yield text_shape((LEFT - 8, ends[0][1] + 4), f"{percent}%", INK, anchor="end")
        for budget in budgets:
            x, y = self.place(budget, LOWEST / 100)
            yield text_shape((x, y + 20), f"{budget:,}", INK, anchor="middle")
        middle = (LEFT + WIDTH - RIGHT) / 2
        yield text_shape(
            (middle, HEIGHT - 8), "simulations for each decision", INK, anchor="middle"
        )


def _drawn(
    colour: str, places: Sequence[Place], curve: dict[int, Contest], field: Field
) -> Iterator[str]:
    """One curve with its intervals."""
    for budget, contest in curve.items():
        ends = contest.score.low, contest.score.high
        yield line_shape([field.place(budget, end) for end in ends], colour)
    if places:
        yield line_shape(places, colour, 2)
    for place in places:
        yield dot_shape(place, 3.5, colour)


def _name_place(end: Place, others: Sequence[Place]) -> Place:
    """Where the name of a curve stands: at its end, below those of others that end there."""
    x, y = end[0] + 8, end[1] + 4
    for beside, above in sorted(others, key=lambda place: place[1]):
        if beside == x and abs(above - y) < LINE:
            y = above + LINE
    return x, y


def _of(results: Sequence[Contest], game: str) -> list[Contest]:
    return [r for r in results if r.game == game and not r.players[0].startswith("search(")]


def _roles(game: str) -> Sequence[str]:
    return registry.find(parse_game_name(game).game).roles or ()


def _short(game: str) -> str:
    """A game's name without options that only repeat its cards."""
    return re.sub(r", .*(?=\])", "", game)
