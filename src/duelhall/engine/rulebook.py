"""Rulebooks: Markdown pages whose numbered paragraphs can be looked up one by one.

A paragraph of a rulebook begins with its numbers in bold: `**B10.**` or `**B6, B7.**`.

The pages of the documentation, which are installed with the package.
"""

import re
from pathlib import Path

from duelhall.engine.errors import UnknownName, no_such

PACKAGE = Path(__file__).parents[1]
SUFFIX = ".md"
FOLDER = "docs/"
"""How pages name each other, seen from the root of the project."""

RULEBOOKS = "rules/"
"""The folder of the pages that are meant where a game's name is the name of several."""


def pages_folder() -> Path:
    """Where the pages are: in the installed package, or in a checkout."""
    installed = PACKAGE / "docs"
    return installed if installed.exists() else PACKAGE.parents[1] / "docs"


def page_names() -> list[str]:
    """The names of all pages, such as `arena` and, for those in folders, `folder/name`."""
    folder = pages_folder()
    paths = (file.relative_to(folder) for file in folder.rglob("*") if file.is_file())
    return sorted(path.as_posix().removesuffix(SUFFIX) for path in paths)


def find_page(name: str) -> Path:
    """The page of a name, which may be written as other pages and messages do: `docs/arena.md`."""
    wanted = name.strip().removeprefix(FOLDER).removesuffix(SUFFIX)
    known = page_names()
    matching = [each for each in known if wanted in (each, each.rpartition("/")[2])]
    if not matching:
        raise UnknownName(no_such("page", name, known))
    file = pages_folder() / min(matching, key=lambda each: not each.startswith(RULEBOOKS))
    return file if file.is_file() else file.with_name(file.name + SUFFIX)


def page_title(file: Path) -> str:
    """The first heading of a page; of other files, nothing."""
    first = file.read_text(encoding="utf-8").partition("\n")[0]
    return first.removeprefix("# ") if first.startswith("# ") else ""


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
