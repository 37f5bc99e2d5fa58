"""The pages on observations are made from the games.

After a change of a layout, DUELHALL_UPDATE_TABLES=1 writes them anew.
"""

import re
from runpy import run_path

import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.observation import observation_of
from tests.docs.blocks import ROOT, check_made

FOLDER = ROOT / "docs/reference/observations"
page_of = run_path(str(ROOT / "tools/observations"))["page_of"]
OURS = registry.names()


@pytest.mark.parametrize("name", OURS)
def test_a_page_says_what_the_game_declares(name: str) -> None:
    check_made(FOLDER / f"{name}.md", page_of(duelhall.load(name, backend="python")))


def test_the_page_on_all_of_them_has_their_sizes() -> None:
    page = ROOT / "docs/reference/observations.md"
    text, rows = page.read_text(encoding="utf-8"), ""
    for name in OURS:
        game = duelhall.load(name, backend="python")
        sizes = f"{game.layout.size:,} | {game.definition.rules.MOVES:,}"
        rows += f"| [{game.definition.title}](observations/{name}.md) | {sizes} |\n"
    head = re.escape("| game | numbers | moves |\n|---|---|---|\n")
    made = re.sub(rf"({head})(?:\|.*\n)+", rf"\1{rows}", text)
    check_made(page, made)


def test_every_game_of_ours_has_a_page() -> None:
    assert sorted(page.stem for page in FOLDER.glob("*.md")) == sorted(OURS)


@pytest.mark.parametrize("name", OURS)
def test_a_page_speaks_of_every_move(name: str) -> None:
    observation = observation_of(registry.find(name))
    numbers = [number for some in observation.moves.values() for number in some]
    assert numbers == list(range(registry.find(name).rules.MOVES))
