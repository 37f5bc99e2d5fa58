"""The record of one game of a contest, and whether its moves lead to what it says."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from duelhall.arena.settings import BadTournament
from duelhall.engine.chance import WORD
from duelhall.engine.errors import BadReplay, is_number
from duelhall.engine.record import SEATS, other_seat
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.play.seat import Ending


class NotARecord(BadTournament):
    """Something in place of the record of a game."""


@dataclass(frozen=True)
class GameRecord:
    """One game that was played; pairs are by seat."""

    number: int
    names: tuple[str, str]
    seed: int
    pair: int
    winner: int | None
    reason: str
    ending: str
    faulty: int | None  # the seat that a fault cost the game
    detail: str  # what the fault was
    moves: int
    seconds: tuple[float, float]  # of thinking, all decisions together
    slowest: tuple[float, float]  # of them, the longest one
    stderr: tuple[str, str]  # what the bots wrote to standard error, as far as it is kept
    replay: str  # the saved game's text
    lapses: tuple[tuple[int, int, str], ...] = ()  # faults that cost a turn: move, seat, ending

    @classmethod
    def of(cls, entries: Mapping[str, Any]) -> "GameRecord":
        """The record with these entries, of which unknown ones are ignored; NotARecord if this
        cannot be one.
        """
        known = {"lapses": (), **entries}
        try:
            record = cls(**{name: _frozen(known[name]) for name in cls.__dataclass_fields__})
            if record._is_possible():
                return record
        except (KeyError, TypeError, ValueError) as error:
            raise NotARecord(f"{type(error).__name__}: {error}") from None
        raise NotARecord("its entries are not those of a record")

    def _is_possible(self) -> bool:
        """Whether the entries are such as a record has."""
        seats, winners = range(SEATS), (None, *range(SEATS))
        pairs = (self.names, self.seconds, self.slowest, self.stderr)
        numbers = (self.number, self.pair, self.seed, self.moves)
        return (
            all(is_number(each) and 0 <= each <= WORD for each in numbers)
            and self.winner in winners
            and self.faulty in winners
            and self.ending in [ending.value for ending in Ending]
            and (self.ending == Ending.PLAYED) == (self.faulty is None)
            and all(isinstance(pair, tuple) and len(pair) == SEATS for pair in pairs)
            and all(isinstance(name, str) for name in (*self.names, *self.stderr))
            and all(isinstance(text, str) for text in (self.reason, self.detail, self.replay))
            and all(float(time) >= 0 for time in (*self.seconds, *self.slowest))
            and all(is_number(at) and seat in seats and how for at, seat, how in self.lapses)
        )

    @property
    def lapses_by_seat(self) -> tuple[int, int]:
        """How many turns each seat lost."""
        seats = [seat for _, seat, _ in self.lapses]
        return seats.count(0), seats.count(1)

    @property
    def fault(self) -> Ending | None:
        """The fault that cost a player the game, if one did."""
        return None if self.faulty is None else Ending(self.ending)

    def can_be_replayed(self) -> bool:
        """Whether the moves of the game lead to the result that is recorded."""
        try:
            match = replayed(parse(self.replay))
        except BadReplay:
            return False
        return self.result_of(match) == self.said

    def result_of(self, match: Match) -> tuple[object, ...]:
        """What the record of a match must say of it; only what a bot left behind can cost it a game
        that is over.
        """
        faulty, winner = match.forfeited_by, match.winner
        if faulty is None and self.ending == Ending.LITTER and self.faulty is not None:
            faulty, winner = self.faulty, other_seat(self.faulty)
        return match.players, match.start.seed, winner, match.reason.word, len(match.moves), faulty

    @property
    def said(self) -> tuple[object, ...]:
        """What the record says of a match."""
        return self.names, self.seed, self.winner, self.reason, self.moves, self.faulty


def _frozen(value: Any) -> Any:
    """A value with tuples instead of lists."""
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
