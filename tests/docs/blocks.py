"""Code in documents."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
"""A fenced block: its language, the file that it is to be saved as, and its text."""


def blocks(document: str, language: str) -> list[str]:
    """The code blocks of a document in a language, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return [block for each, _, block in BLOCK.findall(text) if each == language]
