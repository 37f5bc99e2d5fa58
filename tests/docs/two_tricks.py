"""The game of the page add-a-game as a package, installed as an installer would leave it."""

import re
import shlex
import sys
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from duelhall.engine import registry
from duelhall.play import roster as installed
from tests.docs.blocks import ROOT, blocks

PAGE = "docs/tutorials/add-a-game.md"
NAME = "two-tricks"
FILE = re.compile(r"# (\S+\.py)\n")
"""The first line of a block that is a file of its own."""


def install(site: Path) -> None:
    """Put the package and its metadata into a folder for packages."""
    package = site / "two_tricks"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    code = blocks(PAGE, "python")
    game = [block for block in code if not FILE.match(block)]
    (package / "game.py").write_text("\n\n".join(game), encoding="utf-8")
    for block in code:
        if named := FILE.match(block):
            (site / named[1]).write_text(block, encoding="utf-8")
    files = {"markdown": "rulebook.md", "text": "bot_view.txt", "javascript": "board.js"}
    for language, file in files.items():
        (text,) = blocks(PAGE, language)
        (package / file).write_text(text, encoding="utf-8")
    _write_metadata(site)


def _write_metadata(site: Path) -> None:
    """What an installer makes of pyproject.toml."""
    (text,) = blocks(PAGE, "toml")
    project = tomllib.loads(text)["project"]
    folder = site / f"two_tricks-{project['version']}.dist-info"
    folder.mkdir()
    named = f"Name: {project['name']}\nVersion: {project['version']}\n"
    (folder / "METADATA").write_text(f"Metadata-Version: 2.1\n{named}", encoding="utf-8")
    lines = [
        line
        for group, entries in project["entry-points"].items()
        for line in (f"[{group}]", *(f"{name} = {path}" for name, path in entries.items()))
    ]
    (folder / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")


@contextmanager
def installed_here(site: Path) -> Iterator[None]:
    """The package as part of this process."""
    install(site)
    sys.path.insert(0, str(site))
    _look_anew()
    yield
    sys.path.remove(str(site))
    _look_anew()
    for module in [name for name in sys.modules if name.split(".")[0] == "two_tricks"]:
        del sys.modules[module]


def _look_anew() -> None:
    """Let this process see which packages there are now."""
    registry._installed.cache_clear()
    installed._installed.cache_clear()


def commands() -> list[list[str]]:
    """The commands that the page lists, each as its words."""
    lines = re.findall(r"^    duelhall (.*)$", (ROOT / PAGE).read_text("utf-8"), re.MULTILINE)
    return [shlex.split(line) for line in lines]
