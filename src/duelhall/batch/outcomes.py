"""How games ended, as a table with a row for each."""

from typing import Any

import numpy as np

from duelhall.engine.record import DRAWN, Array
from duelhall.engine.seats import SEATS

OUTCOME = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("winner", np.int8),  # a seat, or DRAWN
                ("reason", np.int8),  # which entry of the game's REASONS
                ("first", np.int8),  # the seat that made the first decision
                ("moves", np.int32),
                ("points", np.int32, SEATS),  # of each seat, as the game counts them
            ],
            align=True,
        ),
    )
)


class Outcomes(np.ndarray[Any, Any]):
    """How each game ended: a NumPy structured array with a row for each game.

    Its fields are `winner` (a seat, or DRAWN), `reason`, `first` (the seat to begin), `moves` and
    `points` (of both seats). A slice of rows is a table again; a field is a plain array.
    """

    def __new__(cls, table: Array) -> "Outcomes":
        """The same table, by its outcomes."""
        return table.view(cls)

    def __getitem__(self, key: Any) -> Any:
        """A row, a table of several rows, or a field."""
        found = super().__getitem__(key)
        is_table = not isinstance(found, Outcomes) or found.dtype.names == self.dtype.names
        return found if is_table else found.view(np.ndarray)

    @property
    def table(self) -> Array:
        """The same rows as a plain array."""
        return self.view(np.ndarray)

    @property
    def winners(self) -> Array:
        """The winner of each game, DRAWN if there is none."""
        return self.table["winner"]

    @property
    def lengths(self) -> Array:
        """The number of moves of each game."""
        return self.table["moves"]

    def won(self, seat: int) -> int:
        """The number of games that a seat won."""
        return int(np.count_nonzero(self.winners == seat))

    @property
    def drawn(self) -> int:
        """The number of games that nobody won."""
        return self.won(DRAWN)

    @property
    def moves(self) -> int:
        """The number of moves in all games together."""
        return int(self.lengths.sum())
