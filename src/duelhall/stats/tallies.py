"""Counted results: single games, and the mirrored pairs that they are played in."""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import astuple, dataclass
from typing import Self

from duelhall.engine.errors import DuelhallError, shortened
from duelhall.stats.estimates import Estimate, elo_estimate, superiority

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""What a game is worth."""

KINDS_OF_PAIRS = 5


def half_points(points: float) -> int:
    """How many half points a game was worth: 0, 1 or 2."""
    if points not in (LOSS, DRAW, WIN):
        raise DuelhallError(f"a game is worth 0, 0.5 or 1 points, not {shortened(points)}")
    return int(2 * points)


class Counted(ABC):
    """What counts of games and counts of pairs have in common."""

    def __post_init__(self) -> None:
        if any(count < 0 for count in self.counts):
            raise DuelhallError(f"results cannot be counted below zero: {self}")

    @property
    @abstractmethod
    def counts(self) -> tuple[int, ...]:
        """How often each score was reached, from nothing to everything."""

    @property
    def elo(self) -> Estimate:
        """The Elo difference to the opponent."""
        return elo_estimate(self.counts)

    @property
    def superiority(self) -> float:
        """How sure it is that this is the stronger player: 0 to 1."""
        return superiority(self.counts)


@dataclass(frozen=True)
class Tally(Counted):
    """Games from one player's side, each on its own.

    >>> from duelhall.stats import Tally
    >>> tally = Tally.of_games([1, 1, 0.5, 0]) + Tally(wins=56, draws=19, losses=21)
    >>> tally.text, tally.points, tally.for_opponent.points
    ('Games: 100 W: 58 L: 22 D: 20', 68.0, 32.0)
    >>> tally.counts, tally.games, tally.wins, tally.draws, tally.losses
    ((22, 20, 58), 100, 58, 20, 22)
    >>> tally.elo.text, f"{tally.superiority:.1%}"
    ('130.9, between 70.3 and 200.5 (95%)', '100.0%')
    """

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @classmethod
    def of_games(cls, games: Iterable[float]) -> Self:
        """The tally of games that were worth 1, 0.5 or 0 points."""
        counts = [0, 0, 0]
        for points in games:
            counts[half_points(points)] += 1
        return cls(wins=counts[2], draws=counts[1], losses=counts[0])

    @property
    def counts(self) -> tuple[int, ...]:
        """Losses, draws and wins."""
        return self.losses, self.draws, self.wins

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(self.counts)

    @property
    def points(self) -> float:
        """A point for a win, half a point for a draw."""
        return self.wins + self.draws / 2

    @property
    def for_opponent(self) -> "Tally":
        """The same games from the opponent's side."""
        return Tally(self.losses, self.draws, self.wins)

    @property
    def text(self) -> str:
        """The games as match runners print them."""
        return f"Games: {self.games} W: {self.wins} L: {self.losses} D: {self.draws}"

    def __add__(self, other: "Tally") -> "Tally":
        return Tally(self.wins + other.wins, self.draws + other.draws, self.losses + other.losses)


@dataclass(frozen=True)
class Pentanomial(Counted):
    """Mirrored pairs from one player's side, by the points scored in both games together.

    The two games of a pair share their deal, so one says something about the other; different pairs
    share nothing. A deal that decides both games gives each player one point: its luck cancels out.

    >>> from duelhall.stats import Pentanomial
    >>> pairs = Pentanomial.of_pairs([(1, 1), (1, 0), (0.5, 1)])
    >>> pairs += Pentanomial(nothing=10, half=40, one=79, one_and_half=49, two=19)
    >>> pairs.text, pairs.pairs, pairs.points
    ('Ptnml(0-2): 10, 40, 80, 50, 20', 200, 215.0)
    >>> pairs.counts, pairs.for_opponent.counts
    ((10, 40, 80, 50, 20), (20, 50, 80, 40, 10))
    >>> pairs.elo.text, f"{pairs.superiority:.1%}"
    ('26.1, between 1.7 and 50.8 (95%)', '98.1%')
    """

    nothing: int = 0
    half: int = 0
    one: int = 0
    one_and_half: int = 0
    two: int = 0

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[float, float]]) -> Self:
        """The counts of pairs, given the points of their two games."""
        counts = [0] * KINDS_OF_PAIRS
        for first, second in pairs:
            counts[half_points(first) + half_points(second)] += 1
        return cls(*counts)

    @property
    def counts(self) -> tuple[int, ...]:
        """The pairs worth 0, 0.5, 1, 1.5 and 2 points."""
        return astuple(self)

    @property
    def pairs(self) -> int:
        """How many pairs there were."""
        return sum(self.counts)

    @property
    def points(self) -> float:
        """The points scored in all pairs."""
        return sum(kind * count for kind, count in enumerate(self.counts)) / 2

    @property
    def for_opponent(self) -> "Pentanomial":
        """The same pairs from the opponent's side."""
        return Pentanomial(*self.counts[::-1])

    @property
    def text(self) -> str:
        """The pairs as match runners print them."""
        return f"Ptnml(0-2): {', '.join(map(str, self.counts))}"

    def __add__(self, other: "Pentanomial") -> "Pentanomial":
        return Pentanomial(*(a + b for a, b in zip(self.counts, other.counts, strict=True)))
