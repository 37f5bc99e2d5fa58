"""Every page does what it shows: its fenced blocks are run from top to bottom, in one folder.

docs/how-to/add-a-page.md says what is done with a block. DUELHALL_UPDATE_TABLES=1 writes anew what
commands and Python print.
"""

import doctest
import os
import re
import shlex
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path

import pytest

from tests.docs import two_tricks
from tests.docs.blocks import BLOCK, ROOT
from tests.gpu.python_gpu import PythonGpu, installed
from tests.terminal.console import as_typed

FOLDERS = ("", "benchmarks", "examples", "docs", "docs/*", "docs/reference/*")
PAGES = [path for folder in FOLDERS for path in sorted(ROOT.glob(f"{folder}/*.md".lstrip("/")))]
RUN = ("python", "pycon", "console")
ELSEWHERE = {
    ("docs/how-to/review.md", "console"): "test_review.py reviews with less time",
    ("docs/how-to/add-an-operation.md", "python"): "test_copies.py runs the test",
    ("docs/how-to/add-a-game-here.md", "python"): "test_copies.py runs it",
    (two_tricks.PAGE, "python"): "two_tricks.py makes a package of it",
    (two_tricks.PAGE, "text"): "it is a file of that package",
}
"""What is not run here, and where it is."""

STAGES: dict[str, Callable[[Path], AbstractContextManager[object]]] = {
    "docs/how-to/gpu.md": lambda _: installed(PythonGpu()),
    two_tricks.PAGE: lambda folder: two_tricks.installed_here(folder / "site"),
}
"""What a page speaks of and is not always there."""

CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"\$ duelhall (.+?)(?: \| tail -n (\d+))?")
QUESTION = re.compile(r"^Your move .*> (.*)\n", re.MULTILINE)
STOP = {"timer": "q\n"}
"""What ends a command that would take minutes."""

LEFT_OF_TURN = re.compile(r"(?<=lasts another )4\.\d(?= s\.$)", re.MULTILINE)
"""Time that passed before a machine came to say how much is left of five seconds."""


class Reader:
    """Does what a page says, as somebody would who types all of it in one folder."""

    def __init__(self, page: str, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.page, self.folder, self.capsys = page, folder, capsys
        self.names: dict[str, object] = {}

    def block(self, found: re.Match[str]) -> str:
        """A block as it ought to be."""
        language, file, shown = found.groups()
        text = shown
        if file:
            (self.folder / file).write_text(shown, encoding="utf-8")
        elif (self.page, language) in ELSEWHERE:
            pass
        elif language == "python":
            exec(shown, self.names)
        elif language == "pycon":
            self.type_into_python(shown)
        elif language == "console":
            text = self.session(shown)
        elif language == "text":
            text = self.capsys.readouterr().out
        return found[0].replace(shown, text)

    def type_into_python(self, shown: str) -> None:
        """What is typed into Python and what it answers."""
        said: list[str] = []
        example = doctest.DocTestParser().get_doctest(shown, self.names, self.page, None, 0)
        doctest.DocTestRunner(verbose=False).run(example, out=said.append, clear_globs=False)
        assert not said, "".join(said)
        self.names = example.globs

    def session(self, shown: str) -> str:
        """A command with what it prints; of a game, as far as it was shown."""
        line, _, shown = shown.partition("\n")
        found = COMMAND.fullmatch(line)
        assert found, line
        arguments = shlex.split(found[1])
        typed = "\n".join(QUESTION.findall(shown)) + STOP.get(arguments[1], "")
        done = as_typed(*arguments, typed=typed, folder=self.folder, XDG_STATE_HOME=".")
        printed = LEFT_OF_TURN.sub("5", done.stdout) + (done.stderr if done.returncode else "")
        lines = printed.splitlines(keepends=True)
        if arguments[0] == "play" and not done.returncode:
            lines = lines[: shown.count("\n")]
        return "".join([f"{line}\n", *lines[-int(found[2] or 0) :]])


def has_examples(page: Path) -> bool:
    return any(found[1] in RUN for found in BLOCK.finditer(page.read_text(encoding="utf-8")))


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", [page for page in PAGES if has_examples(page)], ids=name_of)
def test_a_page_does_what_it_shows(
    page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    reader = Reader(name_of(page), tmp_path, capsys)
    text = page.read_text(encoding="utf-8")
    stage = STAGES.get(reader.page)
    with stage(tmp_path) if stage else nullcontext():
        whole = BLOCK.sub(reader.block, text)
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        page.write_text(whole, encoding="utf-8")
    assert page.read_text(encoding="utf-8") == whole
    assert not capsys.readouterr().out, "an example prints what the page does not show"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", CODE.sub("", page.read_text(encoding="utf-8"))):
        file, _, place = link.partition("#")
        target = page.parent / file if file else page
        if not link.startswith("https:"):
            assert target.exists(), link
            assert not place or place in headings(target), link


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_tables_are_whole(page: Path) -> None:
    """A row after an empty line would be read as plain text."""
    text = CODE.sub("", page.read_text(encoding="utf-8"))
    firsts = re.findall(r"(?:^|[^|\s]|\n)\n(\|.*)\n(.*)", text)
    assert [row for row, ruler in firsts if not re.fullmatch(r"\|[\s:|-]+\|", ruler)] == []


def test_commands_exist() -> None:
    text = "\n".join(page.read_text(encoding="utf-8") for page in PAGES)
    overview = as_typed("--help").stdout
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    commands = set(re.findall(r"^(?:    |\| `)duelhall ([a-z]+)", text, re.MULTILINE))
    assert {name for name in commands if f" {name} " not in overview} == set()
    targets = set(re.findall(r"^    make ([a-z-]+)", text, re.MULTILINE))
    assert {name for name in targets if f"\n{name}:" not in makefile} == set()


def headings(page: Path) -> list[str]:
    """The headings of a page as links name them."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in lines]
