"""Code in documents."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def blocks(document: str, language: str) -> list[str]:
    """The code blocks of a document in a language, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
