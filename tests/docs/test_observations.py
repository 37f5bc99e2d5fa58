"""The pages on observations are made from the games.

After a change of a layout, DUELHALL_UPDATE_TABLES=1 writes them anew.
"""

import os
import re
from runpy import run_path

import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.observation import observation_of
from tests.docs.blocks import ROOT

FOLDER = ROOT / "docs/reference/observations"
page_of = run_path(str(ROOT / "tools/observations"))["page_of"]


OURS = registry.names()


@pytest.mark.parametrize("name", OURS)
def test_a_page_says_what_the_game_declares(name: str) -> None:
    page, made = FOLDER / f"{name}.md", page_of(duelhall.load(name, backend="python"))
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        page.write_text(made, encoding="utf-8")
    written = page.read_text(encoding="utf-8") if page.exists() else ""
    assert written == made, f"DUELHALL_UPDATE_TABLES=1 writes {page} anew"


def test_the_page_on_all_of_them_has_their_sizes() -> None:
    page = ROOT / "docs/reference/observations.md"
    made = text = page.read_text(encoding="utf-8")
    for name in OURS:
        game = duelhall.load(name, backend="python")
        sizes = f" {game.layout.size:,} | {game.definition.rules.MOVES:,} |"
        made = re.sub(rf"(\(observations/{name}\.md\) \|).*\|", rf"\1{sizes}", made)
        row = f"| [{game.definition.title}](observations/{name}.md) |{sizes}"
        assert row in made, f"{page} needs this row in its table of all games"
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        page.write_text(made, encoding="utf-8")
    else:
        assert text == made, "DUELHALL_UPDATE_TABLES=1 writes it anew"


def test_every_game_of_ours_has_a_page() -> None:
    assert sorted(page.stem for page in FOLDER.glob("*.md")) == sorted(OURS)


@pytest.mark.parametrize("name", OURS)
def test_a_page_speaks_of_every_move(name: str) -> None:
    observation = observation_of(registry.find(name))
    numbers = [number for some in observation.moves.values() for number in some]
    assert numbers == list(range(registry.find(name).rules.MOVES))
