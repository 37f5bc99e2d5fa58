"""Several moves on one line, for a person who has several decisions in a row."""

from duelhall.engine.errors import DuelhallError
from duelhall.match.match import Match


class SeveralMoves:
    """The moves of a line that are still to be made."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.left: list[str] = []
        self._seat = 0  # whose they are
        self._made = 0  # how many moves there are when the next of them is due

    def first_of(self, line: str) -> str:
        """The first move on a line, after which the others wait for their turn.

        If one of them cannot be read, it is that one, and none waits. A line that does not begin
        with a move, or that is a single one with blanks in it, is returned as it is.
        """
        words = line.split()
        if self._is_move(line) or not words or not self._is_move(words[0]):
            return line
        unreadable = next((word for word in words if not self._is_move(word)), None)
        if unreadable is not None:
            return unreadable
        self.left, self._made = words[1:], len(self.match.moves) + 1
        self._seat = self.match.to_move
        return words[0]

    def next_for(self, seat: int) -> str | None:
        """The move that is due, if this seat typed it and nobody else has moved since."""
        is_due = self._seat == seat == self.match.to_move and len(self.match.moves) == self._made
        if not self.left or not is_due:
            return None
        self._made += 1
        return self.left.pop(0)

    def dropped(self, seat: int) -> str:
        """Forget the moves that are left, and say which, if there were any of this seat's own."""
        text = f"Not played: {' '.join(self.left)}." if self.left and self._seat == seat else ""
        self.left = []
        return text

    def _is_move(self, text: str) -> bool:
        try:
            self.match.game.parse_move(text, self.match.state)
        except DuelhallError:
            return False
        return True
