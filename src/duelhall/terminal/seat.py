"""Who sits where in a match at one terminal, how they want to play, and what they are called."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadUsage, UnknownName, no_such
from duelhall.engine.text import capitalized
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.clock import Clock
from duelhall.play.entry import parse_entry
from duelhall.play.saves import PERSON
from duelhall.play.seat import Seat
from duelhall.play.series import Series
from duelhall.play.table import Late, Table, rule_for_late
from duelhall.play.undo import is_practice
from duelhall.search.search import ADEPT
from duelhall.terminal.output import cut_short


@dataclass(frozen=True)
class PlaySetup:
    """What the command line says of playing, whatever the game."""

    step: bool = False  # stop after each picture
    pictures: str = ""  # how to show them, if not as usual
    clock: Clock = field(default_factory=Clock)
    strict: bool = False  # no practice: what has been seen cannot be taken back
    warnings: bool = True  # ask again before a move that loses at once
    asks_always: bool = False  # even if a pass is all that can be played
    plain: bool = False  # line by line, without colour, and nothing redrawn
    tells_seed: bool = False  # from the beginning on, since the person chose it

    def table(self, match: Match, seats: Sequence[Seat]) -> Table:
        """The table at which a match is played."""
        late = rule_for_late(match.game) if self.clock.is_limited else Late.LOSE
        return Table(match, seats, clock=self.clock, late=late)


AS_USUAL = PlaySetup()


LONGEST = 30
"""How long a name in a sentence may be."""


def seat_name(match: Match, seat: int) -> str:
    """What a seat is called in a sentence: by its role, if it has one."""
    roles = match.game.definition.roles
    return f"the {roles[seat]}" if roles else f"player {seat}"


def player_name(match: Match, seat: int) -> str:
    """What a player is called in a sentence: by name, which may be a long command line, with the
    seat where both have the same.
    """
    names = [cut_short(name, LONGEST) for name in match.players]
    are_alike = len(set(names)) == 1
    return _with_seat(match, seat, names[seat]) if are_alike or not names[seat] else names[seat]


def _with_seat(match: Match, seat: int, name: str) -> str:
    """A player's name, if there is one, and seat."""
    place = seat_name(match, seat)
    return f"{name} ({place.removeprefix('the ')})" if name else place


def at_the_start(match: Match, seat: int) -> str:
    """What a player is called at the start of a sentence; names stay as they are written."""
    name = player_name(match, seat)
    return name if match.players[seat] else capitalized(name)


def pairing(match: Match) -> str:
    """Who plays against whom."""
    names = (_with_seat(match, seat, name) for seat, name in enumerate(match.players))
    return " against ".join(names)


class Seating:
    """The seats of a match: people, and all others."""

    def __init__(self, match: Match) -> None:
        self.persons = [seat for seat, name in enumerate(match.players) if name == PERSON]
        self.others = {seat: n for seat, n in enumerate(match.players) if n != PERSON}
        self._seat_names = [seat_name(match, seat) for seat in range(len(match.players))]

    @property
    def shared(self) -> bool:
        """Whether two people share the terminal."""
        return len(self.persons) > 1

    def name(self, player: int, seat: int) -> str:
        """What a player is called in messages to a seat."""
        if self.shared:
            return capitalized(self._seat_names[player])
        return "You" if player == seat else "Opponent"

    def called(self, player: int) -> str:
        """What a player is called in a sentence about both."""
        if player in self.others:
            return self.others[player]
        return self._seat_names[player] if self.shared else "you"

    def whose(self, seat: int) -> str:
        """How a prompt to a seat begins."""
        return f"{self.name(seat, seat)}'s" if self.shared else "Your"

    def address(self, seat: int) -> str:
        """How one of two people is spoken to."""
        return capitalized(self._seat_names[seat].removeprefix("the "))


@dataclass(frozen=True)
class SeatingSetup:
    """Who should sit where, as far as the command line says."""

    seat: int | None = None
    role: str | None = None
    opponent: str | None = None
    hotseat: bool = False
    player: str | None = None  # who plays in the person's place

    def seat_in(self, definition: Definition) -> int | None:
        """The seat asked for, by its number or by its role."""
        seat = seat_of(definition, self.role, self.seat)
        if self.hotseat and (self.opponent or seat is not None):
            raise BadUsage("--hotseat is for two people: leave out --opponent, --seat and --role")
        if self.hotseat and self.player:
            raise BadUsage("--hotseat is for two people: leave out --player")
        return seat

    def players(self, game: Game, seat: int) -> tuple[str, ...]:
        """The players of a game in which the person, or their stand-in, has this seat."""
        if self.hotseat:
            return (PERSON, PERSON)
        foe = parse_entry(self.opponent or ADEPT, game.name).name
        near = parse_entry(self.player, game.name).name if self.player else PERSON
        return (near, foe) if seat == 0 else (foe, near)


def seat_of(definition: Definition, role: str | None, seat: int | None) -> int | None:
    """The seat that a role has in a game, or the one that was named."""
    if role is None:
        return seat
    if seat is not None:
        raise BadUsage("choose your seat with either --seat or --role, not both")
    roles = definition.roles
    if not roles:
        raise BadUsage(f"the seats of {definition.name} have no roles: use --seat 0 or --seat 1")
    if role.lower() not in roles:
        raise UnknownName(no_such("role", role, roles, definition.name))
    return roles.index(role.lower())


def round_text(series: Series, seating: Seating) -> str:
    """Which round begins, and how the series stands."""
    begins = f"Round {series.round} of {series.rounds}"
    if series.round == 1:
        return f"{begins}."
    return f"{begins}, with seats changed. Score: {_points(series.points, seating)}."


def score_text(series: Series, match: Match, seating: Seating) -> str:
    """How a series stands after a round."""
    score = series.score(match)
    practice = " This round was practice, and does not count." if is_practice(match) else ""
    if series.is_last:
        return f"The series is over: {_points(score, seating)}.{practice}"
    after = f"after round {series.round} of {series.rounds}"
    return f"Score {after}: {_points(score, seating)}.{practice}"


def _points(points: tuple[int, ...], seating: Seating) -> str:
    """The points of both players, the person's first."""
    viewer = seating.persons[0] if seating.persons else 0
    order = sorted(range(len(points)), key=lambda seat: seat != viewer)
    has = " has" if seating.shared else ""
    return ", ".join(f"{seating.called(seat)}{has} {points[seat]}" for seat in order)
