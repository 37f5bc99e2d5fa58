"""What a seat is told about a game as it goes on."""

from dataclasses import dataclass

from duelhall.engine.record import GameState


@dataclass(frozen=True)
class Told:
    """A move as a seat is told about it."""

    seat: int  # whose move it was
    move: str


@dataclass(frozen=True)
class Seen(Told):
    """The same with what the seat saw afterwards."""

    view: GameState
