"""Results for programs: JSON, written in the same way by every command."""

import json
from typing import Any

from duelhall.match.match import Match


def json_text(document: Any) -> str:
    """A document as JSON: indented, and with every character as itself."""
    return json.dumps(document, indent=2, ensure_ascii=False)


def print_json(document: Any) -> None:
    """Print a document as JSON."""
    print(json_text(document))


def match_heading(match: Match, seat: int | None) -> dict[str, Any]:
    """How every document about a match begins: what is played, by whom, and who looks at it."""
    return {
        "game": match.game.name,
        "rule_set": match.game.rule_set,
        "options": match.game.options,
        "full_name": match.game.full_name,
        "edition": match.game.definition.edition,
        "players": list(match.players),
        "seat": "open" if seat is None else seat,
    }
