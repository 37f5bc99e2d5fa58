"""Code in documents."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).parents[2]


def blocks(document: str, language: str) -> list[str]:
    """The code blocks of a document in a language, in order."""
    text = (ROOT / document).read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)


def run_examples(document: str) -> int:
    """Type what a document shows typed into Python, and compare what it prints; how much it was."""
    text = "\n".join(blocks(document, "pycon"))
    example = doctest.DocTestParser().get_doctest(text, {}, document, str(ROOT / document), 0)
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False)
    runner.run(example, out=said.append)
    assert not said, "".join(said)
    return runner.tries
