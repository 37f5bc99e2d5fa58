"""Rulebooks: Markdown pages whose numbered paragraphs can be looked up one by one.

A paragraph of a rulebook begins with its numbers in bold: `**B10.**` or `**B6, B7.**`.
"""

import re
from pathlib import Path

from duelhall.engine.errors import UnknownName, no_such
from duelhall.engine.pages import pages_folder


def rulebook_path(name: str) -> Path:
    """Where a game of ours has its rulebook."""
    return pages_folder() / "rules" / f"{name}.md"


def rulings(text: str) -> dict[str, str]:
    """The numbered paragraphs of a rulebook by number."""
    found: dict[str, str] = {}
    for paragraph in re.split(r"\n\s*\n", text):
        heads = re.match(r"\*\*((?:[A-Z]\d+(?:, )?)+)\.\*\*", paragraph.strip())
        for number in heads[1].split(", ") if heads else ():
            found[number] = paragraph.strip()
    return found


def ruling(text: str, number: str) -> str:
    """One numbered paragraph."""
    found = rulings(text)
    if number.upper() not in found:
        raise UnknownName(no_such("ruling", number, found))
    return found[number.upper()]
