"""Code in documents, and pages that are made from code."""

import os
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A fenced block: its language, the file that it is to be saved as, and its text."""


def blocks(document: str, language: str) -> list[str]:
    """The code blocks of a document in a language, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return [block for each, _, block in BLOCK.findall(text) if each == language]


def check_made(page: Path, made: str) -> None:
    """A page has to be what is made of the code; DUELHALL_UPDATE_TABLES=1 writes it anew."""
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        page.write_text(made, encoding="utf-8")
    written = page.read_text(encoding="utf-8") if page.exists() else ""
    assert written == made, f"DUELHALL_UPDATE_TABLES=1 writes {page} anew"
