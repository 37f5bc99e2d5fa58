"""Saved games: one JSON document a game, in canonical text.

The same match gives the same bytes. `trail` holds a short digest of the state after the deal and
after each move, so that a doctored file is caught at the place where it departs from the rules.
Here is what the document looks like; `Match.replayed` verifies what it says.
"""

import hashlib
import json
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

from duelhall.engine.errors import BadReplay
from duelhall.engine.options import Value
from duelhall.engine.record import State

FORMAT = 1
DIGEST_LENGTH = 8


@dataclass(frozen=True)
class Replay:
    """The document, entry by entry in its order in the file."""

    format: int
    game: str
    rule_set: str
    options: dict[str, Value]
    rules_hash: str
    start: dict[str, Value]
    players: list[str]
    moves: list[str]
    trail: list[str]
    result: dict[str, Value] | None

    def text(self) -> str:
        """The document as canonical text."""
        return json.dumps(asdict(self), indent=2, ensure_ascii=False) + "\n"

    def save(self, path: Path) -> None:
        """Write the document to a file, whole or not at all."""
        draft = path.with_name(path.name + ".part")
        draft.write_text(self.text(), encoding="utf-8")
        draft.replace(path)


def digest(state: State) -> str:
    """What stands for a state in a trail."""
    return hashlib.sha256(state.tobytes()).hexdigest()[:DIGEST_LENGTH]


def parse(text: str) -> Replay:
    """The document in a text; BadReplay with the place if it is none."""
    entries = _entries(text)
    version = entries.get("format")
    if version != FORMAT:
        raise BadReplay("format", f"this is format {version!r}, and only {FORMAT} can be read here")
    expected = [field.name for field in fields(Replay)]
    for name in expected:
        if name not in entries:
            raise BadReplay(name, "this entry is missing; the file is not whole")
        if not _fits(name, entries[name]):
            raise BadReplay(name, f"cannot be {json.dumps(entries[name])[:60]}")
    for name in entries:
        if name not in expected:
            raise BadReplay(name, "there is no such entry in a saved game")
    return Replay(**entries)


def _entries(text: str) -> dict[str, Any]:
    """The entries of a JSON object."""
    try:
        document = json.loads(text)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise BadReplay(place, f"the file is damaged or cut off here ({error.msg})") from None
    if not isinstance(document, dict):
        raise BadReplay("line 1", "this is not a saved game, which is a JSON object")
    return document


def _fits(name: str, value: object) -> bool:
    """Whether an entry has the type that it must have."""
    if name in ("moves", "trail", "players"):
        return isinstance(value, list) and all(isinstance(item, str) for item in value)
    if name in ("options", "start", "result"):
        if not isinstance(value, dict):
            return value is None and name == "result"
        return all(isinstance(item, int | str) or item is None for item in value.values())
    return isinstance(value, int if name == "format" else str)
