"""How Monsters decks do against each other: mirrored games by the thousand."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations_with_replacement
from math import sqrt
from typing import Any

import numpy as np

from duelhall.batch.games import LENGTH, REASON, WINNER, play_by_policies, run_loop
from duelhall.engine.arguments import checked_number
from duelhall.engine.errors import BadArgument
from duelhall.engine.game import Game, load
from duelhall.engine.record import DRAWN, Array
from duelhall.engine.rule import helper
from duelhall.games.monsters.cards import Deck
from duelhall.games.monsters.decks import decks_text
from duelhall.games.monsters.state import REASONS, State

FIRST = 3
"""The column of a table of outcomes that says who began."""

COLUMNS = 4
NORMAL_95 = 1.959963984540054
PIECE = 500
"""How many games are played between two updates of the progress."""


@helper
def note_turns(table: Array, row: int, s: State, _length: int) -> None:
    """Write down how a game ended, in which turn, and who had begun."""
    table[row, WINNER], table[row, REASON], table[row, LENGTH] = s.winner, s.reason, s.turn
    table[row, FIRST] = (int(s.active) + int(s.turn) + 1) % 2


@dataclass(frozen=True)
class Pairing:
    """Two decks and their games: each deal twice, the second time with the seats swapped.

    A row of `tables[0]` is a game with the first deck in seat 0; the same row of `tables[1]` has
    the same shuffles with it in seat 1.
    """

    first: str
    second: str
    tables: tuple[Array, Array]

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(len(table) for table in self.tables)

    @property
    def scores(self) -> Array:
        """What the first deck got from each pair of games: 0 to 1, a draw counting half."""
        points = [_points(table, seat) for seat, table in enumerate(self.tables)]
        return (points[0] + points[1]) / 2

    @property
    def share(self) -> float:
        """The first deck's share of all games."""
        return float(self.scores.mean())

    @property
    def interval(self) -> tuple[float, float]:
        """The 95% interval of that share."""
        return _interval(self.scores)

    @property
    def beginners(self) -> Array:
        """What the player who began got from each game."""
        whole = np.concatenate(self.tables)
        return _points(whole, whole[:, FIRST])

    @property
    def turns(self) -> Array:
        """In which turn each game ended."""
        return np.concatenate([table[:, LENGTH] for table in self.tables])

    @property
    def drawn(self) -> float:
        """The share of games that nobody won."""
        return float(np.mean([(table[:, WINNER] == DRAWN).mean() for table in self.tables]))

    @property
    def endings(self) -> dict[str, float]:
        """How the games ended: each ending with its share."""
        reasons = np.concatenate([table[:, REASON] for table in self.tables])
        words = [reason.word for reason in REASONS]
        return {word: float((reasons == n).mean()) for n, word in enumerate(words) if n in reasons}


def _points(table: Array, seat: int | Array) -> Array:
    """What a seat, or one seat for each game, got from each game."""
    won = np.where(table[:, WINNER] == seat, 1.0, 0.0)
    return np.where(table[:, WINNER] == DRAWN, 0.5, won)


def _interval(scores: Array) -> tuple[float, float]:
    """The 95% interval of a mean of independent scores."""
    width = NORMAL_95 * float(scores.std(ddof=1)) / sqrt(len(scores)) if len(scores) > 1 else 1.0
    mean = float(scores.mean())
    return max(0.0, mean - width), min(1.0, mean + width)


def beginner_share(pairings: Sequence[Pairing]) -> tuple[float, tuple[float, float]]:
    """The share of the player who begins, over all games, with its interval."""
    scores = np.concatenate([pairing.beginners for pairing in pairings])
    return float(scores.mean()), _interval(scores)


def balance(
    decks: Sequence[Deck],
    games: int,
    policy: Callable[..., Any],
    *,
    seed: int = 0,
    threads: int = 1,
    progress: Callable[[int], None] = lambda _games: None,
) -> Iterator[Pairing]:
    """Every deck against every deck, itself included, with one policy playing both; the pairings
    come as they are finished.
    """
    decks = _checked_decks(decks)
    games = checked_number("the number of games", games, 2)
    if not callable(policy):
        raise BadArgument("a policy", "a function that chooses moves", policy)
    for first, second in combinations_with_replacement(decks, 2):
        tables = tuple(
            _played(load("monsters", decks=text), policy, games // 2, seed, threads, progress)
            for text in (decks_text(first, second), decks_text(second, first))
        )
        yield Pairing(first.name, second.name, (tables[0], tables[1]))


def _checked_decks(decks: Sequence[Deck]) -> Sequence[Deck]:
    if not isinstance(decks, list | tuple) or not all(isinstance(deck, Deck) for deck in decks):
        raise BadArgument("decks", "a list of decks", decks)
    return decks


def _played(
    game: Game,
    policy: Callable[..., Any],
    count: int,
    seed: int,
    threads: int,
    progress: Callable[[int], None],
) -> Array:
    """Games in which a policy decides for both."""
    loop: Any = game.bind(
        play_by_policies, policy_0=policy, policy_1=policy, note_outcome=note_turns
    )
    pieces = []
    for start in range(0, count, PIECE):
        size = min(PIECE, count - start)
        pieces.append(run_loop(game, loop, size, seed + start, threads, COLUMNS))
        progress(size)
    return np.concatenate(pieces)
