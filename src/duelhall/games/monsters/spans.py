"""Where something stands in a TOML file; the reader of TOML does not tell.

A place is the tables and lists that lead to it: `("move", 3, "effect", 1, "do")` is the entry `do`
of the second effect of the fourth move. A Letter behind it is a place in the text of that entry.
The file is TOML that could be read.
"""

import re
import tomllib
from bisect import bisect_left
from typing import TypeAlias

Place: TypeAlias = tuple[str | int, ...]

SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
BARE_KEY = re.compile(r"[\w-]+", re.ASCII)
STRING = re.compile(
    r"""\"\"\"(?:\\.|[^\\])*?\"{3,5}|'''.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'""",
    re.DOTALL,
)
OTHER_VALUE = re.compile(r"[^,\]}#\n]*")


class Letter(int):
    """The number of a letter in a text, from 0."""


class Spans:
    """The lines and columns of the places in a text."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self._places: dict[Place, int] = {}
        self._names: dict[Place, int] = {}
        self._ends = [found.start() for found in re.finditer("\n", text)]
        self._counts: dict[Place, int] = {}
        self._read()

    def of(self, place: Place) -> tuple[int, int] | None:
        """The line and the column of what stands at a place, or of what it is in; None if there is
        no text.
        """
        letter = place[-1] if place and isinstance(place[-1], Letter) else None
        place = place if letter is None else place[:-1]
        while place and place not in self._places:
            place, letter = place[:-1], None
        if not self._text:
            return None
        start = self._places[place] if place else 0
        return self._line_and_column(start if letter is None else self._inside(start, letter))

    def of_name(self, place: Place) -> tuple[int, int] | None:
        """The line and the column of the name of an entry."""
        if place in self._names:
            return self._line_and_column(self._names[place])
        return self.of(place)

    def _inside(self, start: int, letter: int) -> int:
        """Where a letter of a text in quotes is, if nothing is written in another way there."""
        found = STRING.match(self._text, start)
        is_plain = found and "\\" not in found[0] and not found[0].startswith(('"""', "'''"))
        return start + 1 + letter if is_plain else start

    def _line_and_column(self, offset: int) -> tuple[int, int]:
        line = bisect_left(self._ends, offset)
        return line + 1, offset - (self._ends[line - 1] if line else -1)

    # --- reading ---

    def _read(self) -> None:
        here: Place = ()
        self._skip()
        while self._at < len(self._text):
            start = self._at
            if self._takes("[["):
                here = self._next(self._key())
                self._takes("]]")
                self._note(here, start)
            elif self._takes("["):
                here = self._path(self._key())
                self._takes("]")
                self._note(here, start)
            else:
                self._entry(here)
            self._skip()

    def _skip(self) -> None:
        found = SPACE.match(self._text, self._at)
        self._at = found.end() if found else self._at

    def _takes(self, sign: str) -> bool:
        """Whether a sign comes next; if so, go on behind it."""
        is_next = self._text.startswith(sign, self._at)
        self._at += len(sign) if is_next else 0
        self._skip()
        return is_next

    def _note(self, place: Place, start: int) -> None:
        """Note where a place is, and what it is in, if that has no place of its own yet."""
        while place and place not in self._places:
            self._places[place] = start
            place = place[:-1]

    def _key(self) -> list[str]:
        """A name, or several with dots between."""
        names = [self._name()]
        while self._takes("."):
            names.append(self._name())
        return names

    def _name(self) -> str:
        found = STRING.match(self._text, self._at) or BARE_KEY.match(self._text, self._at)
        name = found[0] if found else ""
        self._at += len(name) if name else 1
        self._skip()
        return tomllib.loads(f"name = {name}")["name"] if name[:1] in ("'", '"') else name

    def _entry(self, here: Place) -> None:
        """A name with its value."""
        start = self._at
        place = (*here, *self._key())
        self._names.setdefault(place, start)
        self._takes("=")
        self._note(place, self._at)
        self._value(place)

    def _value(self, place: Place) -> None:
        self._places[place] = self._at
        if self._takes("["):
            self._list(place)
        elif self._takes("{"):
            while not self._takes("}") and self._at < len(self._text):
                self._entry(place)
                self._takes(",")
        else:
            found = STRING.match(self._text, self._at) or OTHER_VALUE.match(self._text, self._at)
            self._at = found.end() if found else self._at

    def _list(self, place: Place) -> None:
        number = 0
        while not self._takes("]") and self._at < len(self._text):
            self._value((*place, number))
            self._skip()
            self._takes(",")
            number += 1

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
