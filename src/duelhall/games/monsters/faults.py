"""Faults in card files, all of them collected before anything is refused."""

from collections.abc import Collection, Mapping, Sequence
from difflib import get_close_matches
from typing import Any

from duelhall.engine.errors import DuelhallError, shortened
from duelhall.games.monsters.lines import Lines, Place

MOST_WORDS = 24
"""How many words are listed where one of them was expected."""


class BadCards(DuelhallError):
    """A file of cards, or a deck, with faults; all of them are listed."""

    def __init__(self, file: str, faults: Sequence[str]) -> None:
        self.file, self.faults = file, tuple(faults)
        count = f"{len(faults)} faults" if len(faults) > 1 else "a fault"
        super().__init__("\n  ".join([f"{file} has {count}:", *faults]))


class Faults:
    """What is wrong in a file, with the line of each fault."""

    def __init__(self, file: str, text: str = "") -> None:
        self.file = file
        self._lines = Lines(text)
        self._found: list[tuple[int, str]] = []

    def add(self, place: Place, fault: str) -> None:
        """Note a fault."""
        self._found.append((self._lines.of(place) or 0, fault))

    def add_word(self, place: Place, found: object, kind: str, allowed: Collection[str]) -> None:
        """Note a word that is none of those allowed, with the nearest one."""
        near = get_close_matches(str(found), allowed, 1) if isinstance(found, str) else []
        hint = f"; did you mean {near[0]!r}?" if near else ""
        words = ", ".join(repr(word) for word in allowed)
        told = f"allowed: {words}" if len(allowed) <= MOST_WORDS else f"there are {len(allowed)}"
        said = "is missing" if found is None else f"{shortened(found)} is no {kind}"
        if found is None:
            said = f"{kind} {said}"
        self.add(place, f"{said}{hint} ({told})")

    def word(self, place: Place, found: object, kind: str, allowed: Sequence[str]) -> int | None:
        """The number of a word among those allowed; a fault if it is none of them."""
        if isinstance(found, str) and found in allowed:
            return allowed.index(found)
        self.add_word(place, found, kind, allowed)
        return None

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
        missing = [name for name in needed if name not in found]
        if missing:
            self.add(place, f"{kind} lacks {', '.join(missing)}")
        return found

    def list_of(self, place: Place, found: object, kind: str) -> list[Any]:
        """A list; a fault if it is none."""
        if isinstance(found, list):
            return found
        self.add(place, f"{kind} is a list, not {shortened(found)}")
        return []

    def __len__(self) -> int:
        """How many faults there are."""
        return len(self._found)

    @property
    def found(self) -> list[str]:
        """All faults in the order of the file, each with its line."""
        ordered = sorted(self._found, key=lambda fault: fault[0])
        return [f"line {line}: {fault}" if line else fault for line, fault in ordered]

    def refuse(self) -> None:
        """Raise BadCards if there is a fault."""
        if self._found:
            raise BadCards(self.file, self.found)
