"""Who sits where in a match played at one terminal."""

from dataclasses import dataclass

from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadUsage, UnknownName, no_such
from duelhall.engine.text import capitalized
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.entry import parse_entry
from duelhall.play.saves import PERSON
from duelhall.search.search import ADEPT
from duelhall.terminal.player_names import seat_name


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
class Wishes:
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
