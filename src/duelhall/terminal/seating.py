"""Who sits at a match that is played at one terminal."""

from duelhall.engine.match import Match

PERSON = "person"
"""What a saved game calls a player who is no program."""


class Seating:
    """The seats of a match, told apart into persons and computer players."""

    def __init__(self, match: Match) -> None:
        self.persons = [seat for seat, name in enumerate(match.players) if name == PERSON]
        self.computers = {seat: n for seat, n in enumerate(match.players) if n != PERSON}

    @property
    def shared(self) -> bool:
        """Whether two persons share the terminal."""
        return len(self.persons) > 1

    def name(self, player: int, seat: int) -> str:
        """What a player is called when a seat is spoken to."""
        if self.shared:
            return f"Player {player}"
        return "You" if player == seat else "Opponent"

    def whose(self, seat: int) -> str:
        """The beginning of a question to a seat."""
        return f"Player {seat}'s" if self.shared else "Your"
