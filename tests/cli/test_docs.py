"""`duelhall docs`: the pages that messages point to."""

import json
import re
from pathlib import Path

import pytest

from duelhall.engine.errors import UnknownName
from duelhall.engine.rulebook import find_page, pages
from tests.docs.blocks import ROOT
from tests.terminal.console import duelhall
from tests.terminal.screen import Screen

SOURCE = ROOT / "src/duelhall"


def test_a_page_is_printed_as_it_is_written() -> None:
    assert duelhall("docs", "arena").stdout == find_page("arena").read_text(encoding="utf-8")


def test_on_a_terminal_a_page_is_formatted_in_the_pager(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PAGER", "sed 's/^/paged: /'")
    with Screen("docs", "controller", state=tmp_path) as screen:
        screen.wait_for("paged: ")
        assert "#" not in screen.wait_for("The original contest")


@pytest.mark.parametrize("name", ["blade", "docs/rules/blade.md", "reference/rules/blade "])
def test_a_page_is_found_however_its_name_is_written(name: str) -> None:
    assert find_page(name) == ROOT / "docs/reference/rules/blade.md"


def test_a_slip_in_a_name_is_answered_with_the_nearest_one() -> None:
    with pytest.raises(UnknownName, match=r"there is no page 'protocoll' \(did you mean protocol"):
        find_page("protocoll")


def test_all_pages_are_listed_with_their_titles() -> None:
    lines = duelhall("docs").stdout.splitlines()
    assert [line.split()[0] for line in lines] == list(pages())
    assert any(re.fullmatch(r"api +Duelhall from Python", line) for line in lines)
    listed = json.loads(duelhall("docs", "--json").stdout)
    assert [page["name"] for page in listed] == list(pages())
    assert all(Path(page["file"]).is_file() for page in listed)


def test_messages_name_pages_that_exist() -> None:
    for file in SOURCE.rglob("*"):
        if file.suffix in (".py", ".toml", ".txt"):
            for name in re.findall(r"duelhall docs ([a-z][\w/.-]*\w)", file.read_text("utf-8")):
                assert find_page(name).is_file(), f"{file}: {name}"
