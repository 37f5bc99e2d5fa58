"""Faults in card files, all of them collected before anything is refused.

Where they stand in a TOML file is found here, for the reader of TOML does not tell. A place is the
tables and lists that lead to it: `("move", 3, "effect", 1, "do")` is the entry `do` of the second
effect of the fourth move. A Letter behind it is a place in the text of that entry. The file is TOML
that could be read.
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from difflib import get_close_matches
from typing import Any, TypeAlias

from duelhall.engine.errors import DuelhallError, shortened, told
from duelhall.engine.rule import computed_once

Place: TypeAlias = tuple[str | int, ...]

SPACE = re.compile(r"(?:[ \t\r\n]|#[^\n]*)*")
BARE_KEY = re.compile(r"[\w-]+", re.ASCII)
STRING = re.compile(
    r"""\"\"\"(?:\\.|[^\\])*?\"{3,5}|'''.*?'{3,5}|"(?:\\.|[^"\\])*"|'[^']*'""", re.DOTALL
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

    def of(self, place: Place) -> set[tuple[int, int]]:
        """The line and the column of what stands at a place, or of what it is in; nothing if there
        is no text.
        """
        letter = place[-1] if place and isinstance(place[-1], Letter) else None
        place = place if letter is None else place[:-1]
        while place and place not in self._places:
            place, letter = place[:-1], None
        if not self._text:
            return set()
        start = self._places[place] if place else 0
        return {self._line_and_column(start if letter is None else self._inside(start, letter))}

    def of_name(self, place: Place) -> set[tuple[int, int]]:
        """The line and the column of the name of an entry."""
        if place in self._names:
            return {self._line_and_column(self._names[place])}
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


MOST_NAMES = 24
"""How many names are listed where one of them was expected: with about a dozen letters each they
take five lines of a terminal. Words of the language are all listed, however many there are.
"""

MOST_NEAR = 40  # faults of a file for which the nearest word is looked for, which takes long

MOST_LINES = 5
"""How many more lines are listed for a fault that is in several."""


@dataclass
class CardFault:
    """What is wrong, and where: lines and columns; none where they are not known."""

    says: str
    spots: set[tuple[int, int]] = field(default_factory=set)

    @property
    def first(self) -> tuple[int, int]:
        """The line and the column that it is told with; 0 where it has none."""
        return min(self.spots, default=(0, 0))

    @property
    def whole(self) -> str:
        """What is wrong, and where else."""
        others = [str(line) for line in sorted({line for line, _ in self.spots})[1:]]
        return f"{self.says}{_also_in(others)}"

    def __str__(self) -> str:
        """The fault with its line and column."""
        line, column = self.first
        return f"line {line}, column {column}: {self.whole}" if line else self.whole


class BadCards(DuelhallError):
    """A file of cards, or a deck, with faults; the first of them are listed."""

    def __init__(self, file: str, found: Sequence[str | CardFault]) -> None:
        self.file, self.count = file, len(found)
        self.found = [one if isinstance(one, CardFault) else CardFault(one) for one in told(found)]
        self.faults = tuple(map(str, self.found))
        count = f"{self.count:,} faults" if self.count > 1 else "a fault"
        super().__init__("\n  ".join([f"{file} has {count}:", *self.faults]))


def _also_in(lines: Sequence[str]) -> str:
    if not lines:
        return ""
    more = f" and {len(lines) - MOST_LINES} more" if len(lines) > MOST_LINES else ""
    word = "lines" if len(lines) > 1 else "line"
    return f"; also in {word} {', '.join(lines[:MOST_LINES])}{more}"


def nearest_word(found: object, allowed: Collection[str]) -> str:
    """The word that is most like another, whatever its capitals are; nothing if none is."""
    if not isinstance(found, str):
        return ""
    lowered = {word.lower(): word for word in allowed}
    near = get_close_matches(found.lower(), lowered, 1)
    return lowered[near[0]] if near else ""


class Faults:
    """What is wrong in a file, with the lines and columns of each fault."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file, self._text = file, text
        self._found: list[CardFault] = []
        self._near_left = MOST_NEAR
        self._unknown_traits: dict[str, CardFault] = {}
        self._refused_traits: list[str] = []

    @computed_once
    def spans(self) -> Spans:
        """Where everything is in the file; a good file is read without."""
        return Spans(self._text)

    def add(self, place: Place, says: str) -> None:
        """Note a fault."""
        self._found.append(CardFault(says, self.spans.of(place)))

    def add_word(
        self,
        place: Place,
        found: object,
        kind: str,
        allowed: Collection[str],
        most: int = MOST_NAMES,
    ) -> None:
        """Note a word that is none of those allowed, with the nearest one, and no more than most of
        them.
        """
        near = self.nearest(found, allowed)
        hint = f"; did you mean {near!r}?" if near else ""
        few = ", ".join(map(repr, allowed)) if len(allowed) <= most else ""
        which = f"allowed: {few}" if few else f"there are {len(allowed)}"
        said = f"{kind} is missing" if found is None else f"{shortened(found)} is no {kind}"
        self.add(place, f"{said}{hint} ({which})")

    def nearest(self, found: object, allowed: Collection[str]) -> str:
        """The word that may have been meant; none any more after many faults."""
        self._near_left -= 1
        return nearest_word(found, allowed) if self._near_left >= 0 else ""

    def word(self, place: Place, found: object, kind: str, allowed: Sequence[str]) -> int | None:
        """The number of a word of the language; a fault that lists them all if it is none."""
        if isinstance(found, str) and found in allowed:
            return allowed.index(found)
        self.add_word(place, found, kind, allowed, len(allowed))
        return None

    def refuse_traits(self, refused: Sequence[str]) -> None:
        """Hold the list of traits at fault for these from now on, and no card that has them."""
        self._refused_traits = list(refused)

    def trait(
        self, place: Place, found: object, traits: Sequence[str], others: Sequence[str] = ()
    ) -> int | None:
        """The number of a trait, or of another word that can stand there; one that is unknown is a
        fault once, wherever it is named.
        """
        allowed, kind = [*others, *traits], "count or trait" if others else "trait"
        if not isinstance(found, str):
            self.add_word(place, found, kind, allowed)
        elif found in allowed:
            return allowed.index(found)
        elif found in self._unknown_traits:
            self._unknown_traits[found].spots |= self.spans.of(place)
        elif not self._is_refused(found, traits):
            self.add_word(place, found, kind, allowed)
            self._unknown_traits[found] = self._found[-1]
        return None

    def _is_refused(self, trait: str, traits: Sequence[str]) -> bool:
        """Whether the list of traits is at fault for an unknown one: there are none, or the nearest
        one was refused there.
        """
        near = self.nearest(trait, [*traits, *self._refused_traits])
        return not traits or bool(near and near not in traits)

    def number(self, place: Place, found: object, kind: str, low: int, high: int) -> int | None:
        """A whole number within bounds; a fault if it is none."""
        if isinstance(found, int) and not isinstance(found, bool) and low <= found <= high:
            return found
        self.add(place, f"{kind} is a whole number from {low} to {high}, not {shortened(found)}")
        return None

    def entries(
        self, place: Place, found: object, kind: str, allowed: Sequence[str], needed: Sequence[str]
    ) -> Mapping[str, Any]:
        """The entries of a table, unknown and missing ones being faults."""
        if not isinstance(found, dict):
            self.add(place, f"{kind} is a table with entries, not {shortened(found)}")
            return {}
        for name in found:
            if name not in allowed:
                self.add_word((*place, name), name, f"entry of {kind}", allowed)
                self._found[-1].spots = self.spans.of_name((*place, name))
        if not found.keys() >= set(needed):
            missing = [name for name in needed if name not in found]
            self.add(place, f"{kind} lacks {', '.join(missing)}")
        return found

    def list_of(self, place: Place, found: object, kind: str) -> list[Any]:
        """A list; a fault if it is none."""
        if isinstance(found, list):
            return found
        self.add(place, f"{kind} is a list, not {shortened(found)}")
        return []

    @property
    def found(self) -> list[str]:
        """All faults in the order of the file, each with its line and column."""
        return [str(fault) for fault in self._sorted()]

    def _sorted(self) -> list[CardFault]:
        return sorted(self._found, key=lambda fault: fault.first)

    def refuse(self) -> None:
        """Raise BadCards if there is a fault."""
        if self._found:
            raise BadCards(self.file, self._sorted())
