"""Rulebooks, whose numbered paragraphs can be looked up one by one, and all other pages.

A paragraph of a rulebook begins with its numbers in bold: `**B10.**` or `**B6, B7.**`.
"""

import re
from pathlib import Path

from duelhall.engine.errors import UnknownName, no_such

PACKAGE = Path(__file__).parents[1]
SUFFIX = ".md"
RULEBOOKS = "rules"
"""The folder of the pages that are meant where a game's name is the name of several."""


def pages_folder() -> Path:
    """Where the pages are: in the installed package, or in a checkout."""
    installed = PACKAGE / "docs"
    return installed if installed.exists() else PACKAGE.parents[1] / "docs"


def pages() -> dict[str, Path]:
    """All pages by name, such as `arena` and `rules/blade`: the kind of a page is no part of it."""
    folder = pages_folder()
    paths = {file.relative_to(folder).as_posix(): file for file in folder.rglob("*.*")}
    named = {path.partition("/")[2] or path: file for path, file in paths.items()}
    return {name.removesuffix(SUFFIX): named[name] for name in sorted(named)}


def find_page(name: str) -> Path:
    """The page of a name, which may be written as a path: `docs/how-to/arena.md`."""
    wanted = name.strip().removeprefix("docs/").removesuffix(SUFFIX)
    known = pages()
    paths = {file: file.as_posix().removesuffix(SUFFIX) for file in known.values()}
    matching = [file for file, path in paths.items() if path.endswith(f"/{wanted}")]
    if not matching:
        raise UnknownName(no_such("page", name, known))
    return min(matching, key=lambda file: file.parent.name != RULEBOOKS)


def page_title(file: Path) -> str:
    """The first heading of a page; of other files, nothing."""
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("# ") else ""


def rulebook_path(name: str) -> Path:
    """Where a game of ours has its rulebook."""
    return pages_folder() / "reference" / RULEBOOKS / f"{name}.md"


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
