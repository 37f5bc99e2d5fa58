"""Where something stands in a TOML file; the reader of TOML does not tell.

A place is the tables that lead to it and the name of an entry: `("move", 3, "effect", 1, "do")` is
the entry `do` of the second effect of the fourth move.
"""

import re
from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]

HEADER = re.compile(r"\s*\[\[\s*([\w.]+)\s*\]\]")
TABLE = re.compile(r"\s*\[\s*([\w.]+)\s*\]")
ENTRY = re.compile(r"\s*(?:([\w-]+)|\"([^\"]*)\"|'([^']*)')\s*=")


class Lines:
    """The lines of the places in a text."""

    def __init__(self, text: str) -> None:
        self._lines: dict[Place, int] = {}
        self._counts: dict[Place, int] = {}
        here: Place = ()
        for number, line in enumerate(text.splitlines(), start=1):
            if found := HEADER.match(line):
                here = self._next(found[1].split("."))
                self._lines[here] = number
                self._lines.setdefault(here[:-1], number)
            elif found := TABLE.match(line):
                here = self._path(found[1].split("."))
                self._lines.setdefault(here, number)
            elif found := ENTRY.match(line):
                self._lines.setdefault((*here, found[1] or found[2] or found[3] or ""), number)

    def _path(self, names: list[str]) -> Place:
        """The place of a table, inside the newest ones of the lists it is in."""
        place: Place = ()
        for name in names:
            place = (*place, name)
            if place in self._counts:
                place = (*place, self._counts[place] - 1)
        return place

    def _next(self, names: list[str]) -> Place:
        """The place of one more table in a list."""
        place = (*self._path(names[:-1]), names[-1])
        number = self._counts.get(place, 0)
        self._counts[place] = number + 1
        return (*place, number)

    def of(self, place: Place) -> int | None:
        """The line of a place, or of what it is in; None if even that is not to be found."""
        while place:
            if place in self._lines:
                return self._lines[place]
            place = place[:-1]
        return None
