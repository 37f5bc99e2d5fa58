"""Saved games: one JSON document per game, as canonical text.

The same match gives the same bytes. `trail` holds a short digest of the position after the deal,
and of each move together with the position after it, so that a file that departs from the rules, or
was altered, is caught at the exact move. This module defines the document; `replayed` in saves.py
verifies what it says.

What is digested must outlast the record, whose fields and layout change as the rules are improved.
A position in the game's notation does. A game that is so quick that writing its positions would
take longer than playing it says instead which numbers make up a position. Either way, what only
helps the rules and what seats remember are left out.
"""

import hashlib
import json
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadReplay, is_number, shortened
from duelhall.engine.options import Value
from duelhall.engine.record import SEATS, Array, State
from duelhall.engine.registry import GameName

FORMAT = 3
POSITIONS_FORMAT = 2
"""The format in which a trail held positions only, and no moves."""

FIRST_FORMAT = 1
FIRST_EDITION = 1
"""The edition of every game saved before editions existed."""


@dataclass(frozen=True)
class Replay:
    """The document, entry by entry in its order in the file."""

    format: int
    game: str  # its full name, with the cards it was played with
    edition: int
    start: dict[str, Value]
    players: list[str]
    moves: list[str]
    trail: list[str]
    result: dict[str, Value] | None
    notes: dict[str, Value | bool] = field(default_factory=dict)
    """What the players want kept with the game; left out of the file if there is nothing."""

    def text(self) -> str:
        """The document as canonical text, one entry per line."""
        document = asdict(self)
        if not self.notes:
            del document["notes"]
        entries = (f"  {_json(name)}: {_json(value)}" for name, value in document.items())
        return "{\n" + ",\n".join(entries) + "\n}\n"

    def save(self, path: Path) -> None:
        """Write the document to a file, whole or not at all."""
        draft = path.with_name(path.name + ".part")
        try:
            draft.write_text(self.text(), encoding="utf-8")
            draft.replace(path)
        except OSError as error:
            raise OSError(error.errno, error.strerror, str(path)) from None


_json = json.JSONEncoder(ensure_ascii=False).encode


def parse(text: str) -> Replay:
    """The document in a text, in this format or an earlier one; BadReplay with the place of the
    error if it is not a valid document.
    """
    entries = _entries(text)
    version: Any = entries.get("format")
    if not is_number(version) or version not in EXPECTED:
        found = shortened(version)
        raise BadReplay(
            "format",
            f"this is format {found}, but this version of Duelhall reads formats up to {FORMAT}; "
            "try a newer one",
        )
    _check(entries, EXPECTED[version])
    if version == FIRST_FORMAT:
        name = GameName(entries.pop("game"), entries.pop("rule_set"), entries.pop("options"))
        del entries["rules_hash"]  # it stood for the rules
        entries |= {"game": str(name), "edition": FIRST_EDITION}
    return Replay(**entries)


def _check(entries: dict[str, Any], expected: "Mapping[str, Expected]") -> None:
    """Refuse entries that are missing, unknown or malformed."""
    for name, what in expected.items():
        if name not in entries and name in OPTIONAL:
            continue
        if name not in entries:
            raise BadReplay(name, "this entry is missing; the file is incomplete")
        if not what.fits(entries[name]):
            raise BadReplay(name, f"expected {what.words}")
    for name in entries:
        if name not in expected:
            raise BadReplay(name, "this entry does not belong in a saved game")


def _entries(text: str) -> dict[str, Any]:
    try:
        document = json.loads(text, object_pairs_hook=_each_once)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadReplay(place, f"the file is damaged or cut off here ({error.msg})") from None
    except (ValueError, RecursionError):
        reason = "this is not a saved game: it is nested too deeply, or has too long a number"
        raise BadReplay("line 1", reason) from None
    if not isinstance(document, dict):
        raise BadReplay("line 1", "this is not a saved game, which is a JSON object")
    return document


def _each_once(entries: list[tuple[str, Any]]) -> dict[str, Any]:
    """Entries of an object; of two with one name, a person and a program could read another one."""
    found = dict(entries)
    if len(found) < len(entries):
        twice, _ = Counter(name for name, _ in entries).most_common(1)[0]
        raise BadReplay(twice, "this is there more than once: take one away")
    return found


def _is_word(value: object) -> bool:
    return isinstance(value, str) and value.isprintable()


def _is_words(value: object) -> bool:
    return isinstance(value, list) and {*map(type, value)} <= {str} and _is_word("".join(value))


def _is_pair(value: object) -> bool:
    return isinstance(value, list) and _is_words(value) and len(value) == SEATS


def _is_table(value: object) -> bool:
    return isinstance(value, dict) and all(_is_word(v) or is_number(v) for v in value.values())


def _is_notes(value: object) -> bool:
    return isinstance(value, dict) and _is_table(
        {name: int(note) if isinstance(note, bool) else note for name, note in value.items()}
    )


STARTS = ({"seed"}, {"deal"}, {"position"}, {"seed", "position"})
"""The entries that a start may have together."""


def _is_start(value: object) -> bool:
    if not isinstance(value, dict) or set(value) not in STARTS:
        return False
    return all(is_number(how) if name == "seed" else _is_word(how) for name, how in value.items())


class Expected(NamedTuple):
    """What an entry must look like, and a description of it."""

    fits: Callable[[object], bool]
    words: str


_PLAYED = {
    "start": Expected(_is_start, "a seed, a deal, or a position with or without a seed"),
    "players": Expected(_is_pair, "two names"),
    "moves": Expected(_is_words, "a list of moves"),
    "trail": Expected(_is_words, "a list of digests"),
    "result": Expected(lambda it: it is None or _is_table(it), "winner and reason, or null"),
}

_LASTING = {
    "format": Expected(is_number, "a number"),
    "game": Expected(_is_word, "the full name of a game"),
    "edition": Expected(is_number, "the number of an edition"),
    **_PLAYED,
    "notes": Expected(_is_notes, "notes with their values"),
}

EXPECTED: Mapping[int, Mapping[str, Expected]] = {
    FIRST_FORMAT: {
        "format": Expected(is_number, "a number"),
        "game": Expected(_is_word, "the name of a game"),
        "rule_set": Expected(_is_word, "the name of a rule set"),
        "options": Expected(_is_table, "options with their values"),
        "rules_hash": Expected(_is_word, "the hash of the rules"),
        **_PLAYED,
    },
    POSITIONS_FORMAT: _LASTING,
    FORMAT: _LASTING,
}
"""The entries of a document in each format."""

OPTIONAL = ("notes",)
"""The entries that may be missing."""


DIGEST_LENGTH = 8
WIDEST = np.dtype("<i8")
"""The type in which all numbers of a position are digested, whatever the type of their fields."""


def numbers_in(*names: str) -> Callable[[Array], Array]:
    """Positions made up of these fields: a row of numbers for each state."""

    def numbers(states: Array) -> Array:
        columns = [states[name].reshape(len(states), -1) for name in names]
        return np.concatenate(columns, axis=1, dtype=WIDEST, casting="unsafe")

    return numbers


def digests(
    definition: Definition, states: Sequence[State], steps: Sequence[str] | None = None
) -> list[str]:
    """What stands in a trail for states, each with the step that led to it; many at once are
    faster than one by one. Trails of an earlier format have no steps.
    """
    if definition.writing.position_numbers is None:
        return text_digests(definition, states, steps)
    array = np.frombuffer(b"".join(state.tobytes() for state in states), states[0].dtype)
    return _digests([row.tobytes() for row in definition.writing.position_numbers(array)], steps)


def text_digests(
    definition: Definition, states: Sequence[State], steps: Sequence[str] | None = None
) -> list[str]:
    """The same by notation, even if the game says otherwise."""
    write = definition.writing.notation.position_text
    return _digests([write(state).encode() for state in states], steps)


def _digests(positions: Sequence[bytes], steps: Sequence[str] | None) -> list[str]:
    led = [b""] * len(positions) if steps is None else [f"{step}\n".encode() for step in steps]
    return [
        hashlib.sha256(step + position).hexdigest()[:DIGEST_LENGTH]
        for step, position in zip(led, positions, strict=True)
    ]
