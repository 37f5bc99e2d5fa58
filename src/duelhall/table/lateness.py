"""What becomes of a turn that runs out, or whose only try the rules refuse."""

from dataclasses import dataclass
from enum import StrEnum

from duelhall.engine.features import TurnClock
from duelhall.match.game import Game
from duelhall.players.faults import Ending, Fault


class Late(StrEnum):
    """What a late player does."""

    PASS = "pass"  # whatever the game's clock makes of a turn that runs out
    LOSE = "lose"


@dataclass(frozen=True)
class Lapse:
    """A fault that cost a seat its turn, and not the game."""

    number: int  # of the move that was made for the seat, counted from 1
    seat: int
    fault: Fault


def rule_for_late(game: Game) -> Late:
    """What the game itself says of late players."""
    return Late.LOSE if game.definition.feature(TurnClock) is None else Late.PASS


def has_one_try(game: Game) -> bool:
    """Whether, by the game's clock, a move that the rules refuse is the turn's only one."""
    clock = game.definition.feature(TurnClock)
    return clock is not None and clock.refusal_is_late(game.options)


def move_instead(game: Game, fault: Fault) -> str | None:
    """The move that is made for a player after a fault; None if the game has none for it."""
    clock = game.definition.feature(TurnClock)
    if clock is None:
        return None
    refused = fault.ending is Ending.ILLEGAL and has_one_try(game)
    return clock.when_late if refused or fault.ending is Ending.TIMEOUT else None
