"""Games one after the other between the same two players."""

from dataclasses import dataclass, replace
from typing import Self

from duelhall.engine.errors import BadUsage
from duelhall.engine.record import SEATS
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.undo import is_practice

FEWEST = 2
"""How many rounds make a series."""


def next_match(match: Match, *, swap: bool, seed: int | None = None) -> Match:
    """Another match between the players of a match, in the same seats or in each other's; each
    keeps the cards that they brought.
    """
    game = exchanged(match.game) if swap else match.game
    players = match.players[::-1] if swap else match.players
    return game.match(seed, position=match.start.position, players=players)


def exchanged(game: Game) -> Game:
    """The game in which each seat has the cards that the other one brought."""
    source = game.definition.cards.source
    if source is None or source.exchanged is None:
        return game
    options = {**game.options, **source.exchanged(game.options)}
    return Game(game.definition, game.rule_set, options, backend=game.backend)


@dataclass(frozen=True)
class Series:
    """Rounds of a game, after each of which the players change seats.

    `points` are those of all rounds before this one, by the seats of this one.
    """

    rounds: int
    round: int = 1
    is_duplicate: bool = False  # each deal is played twice, from both seats
    is_seeded: bool = False  # every deal follows from the seed of the first one
    points: tuple[int, ...] = (0,) * SEATS

    def __post_init__(self) -> None:
        if self.rounds < FEWEST:
            raise BadUsage(f"a series has {FEWEST} rounds or more, not {self.rounds}")
        if self.is_duplicate and self.rounds % SEATS:
            raise BadUsage(
                f"--duplicate plays each deal twice: --rounds must be even, not {self.rounds}"
            )

    @property
    def is_last(self) -> bool:
        """Whether no round follows this one."""
        return self.round == self.rounds

    @property
    def repeats_deal(self) -> bool:
        """Whether the next round has the deal of this one."""
        return self.is_duplicate and self.round % SEATS == 1

    def score(self, match: Match) -> tuple[int, ...]:
        """The points with those of this round, as the game counts them; practice counts for
        nobody, and a match that is going on does not count yet.
        """
        if is_practice(match):
            return self.points
        return tuple(before + match.points(seat) for seat, before in enumerate(self.points))

    def after(self, match: Match) -> "Series":
        """The series with this round counted and the next one begun, with seats changed."""
        return replace(self, round=self.round + 1, points=self.score(match)[::-1])

    def next_match(self, match: Match) -> Match:
        """The match of the round after this one.

        Where each deal is played from both seats, cards that players brought stay in their seats.
        """
        players = match.players[::-1]
        if self.repeats_deal:
            return Match(match.game, match.start, players)
        seed = match.start.seed
        following = seed + 1 if self.is_seeded and seed is not None else None
        if self.is_duplicate:
            return match.game.match(following, position=match.start.position, players=players)
        return next_match(match, swap=True, seed=following)

    def note_in(self, match: Match) -> None:
        """Write into a match which round of the series it is, so that the series can go on."""
        match.notes.update(
            rounds=self.rounds,
            round=self.round,
            duplicate=self.is_duplicate,
            seeded=self.is_seeded,
            points=" ".join(map(str, self.points)),
        )

    @classmethod
    def noted_in(cls, match: Match) -> "Self | None":
        """The series that a match belongs to."""
        notes = match.notes
        try:
            return cls(
                int(notes["rounds"]),
                int(notes["round"]),
                is_duplicate=bool(notes["duplicate"]),
                is_seeded=bool(notes["seeded"]),
                points=tuple(int(number) for number in str(notes["points"]).split()),
            )
        except (KeyError, ValueError, BadUsage):  # it belongs to none, or the file was edited
            return None
