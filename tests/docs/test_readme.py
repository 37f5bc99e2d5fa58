"""The README does what it says."""

import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.blocks import ROOT, blocks
from tests.terminal.console import as_typed

PAGES = [ROOT / "benchmarks/README.md", *ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")]


def test_the_duel_in_ten_lines(capsys: pytest.CaptureFixture[str]) -> None:
    duel, million = blocks("README.md", "python")
    assert len([line for line in duel.splitlines() if line.strip()]) <= 10
    names: dict[str, Any] = {}
    exec(duel, names)
    assert re.match(r"Player \d wins after \d+ moves: ", capsys.readouterr().out)
    exec(million, names)
    assert capsys.readouterr().out == "greedy wins 89% against random\n"


def test_the_picture_is_what_the_game_prints(tmp_path: Path) -> None:
    (block,) = blocks("README.md", "console")
    command, _, picture = block.partition("\n")
    typed = "\n".join(re.findall(r"^Your move .*> (.+)$", picture, re.MULTILINE))
    arguments = command.removeprefix("$ duelhall ").split()
    output = as_typed(*arguments, typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout
    assert output.startswith(picture)


def test_the_commands_exist() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    overview = as_typed("--help").stdout
    for command in re.findall(r"^\| `duelhall (\w+)", text, re.MULTILINE):
        assert f" {command} " in overview
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"^    make (\w+)", text, re.MULTILINE):
        assert f"\n{target}:" in makefile


def test_every_table_of_speeds_says_when_and_on_what_it_was_measured() -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    speed = text.partition("\n## Speed\n")[2].partition("\n## ")[0]
    above, *sections = re.split(r"^### ", speed, flags=re.MULTILINE)
    assert "|" not in above
    assert sections
    for section in sections:
        before = section.partition("\n|")[0]
        assert re.search(r"\b20\d\d-\d\d-\d\d\b", before), section
        assert re.search(r"\b(AMD|Intel|NVIDIA) [A-Z]", before), section


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8")):
        file, _, place = link.partition("#")
        target = page.parent / file if file else page
        if not link.startswith("https:"):
            assert target.exists(), link
            assert not place or place in headings(target), link


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_tables_are_whole(page: Path) -> None:
    """A row after an empty line would be read as plain text."""
    code = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)
    text = code.sub("", page.read_text(encoding="utf-8"))
    firsts = re.findall(r"(?:^|[^|\s]|\n)\n(\|.*)\n(.*)", text)
    assert [row for row, ruler in firsts if not re.fullmatch(r"\|[\s:|-]+\|", ruler)] == []


def headings(page: Path) -> list[str]:
    """The headings of a page as links name them."""
    lines = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return [re.sub(r"[^\w -]", "", line).lower().replace(" ", "-") for line in lines]
