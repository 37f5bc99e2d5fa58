"""The page on the standard set of Monsters is made from its file.

After a change of the set, DUELHALL_UPDATE_TABLES=1 writes the tables anew. The balance is not
measured here, for that takes a while: the page names the set and the rules that it was measured
with, and this test wants them to be today's.
"""

import os
import re

from duelhall.engine import registry
from duelhall.games.monsters.decks import STANDARD
from duelhall.kits.monsters.card_lists import markdown
from tests.docs.blocks import ROOT

PAGE = ROOT / "docs" / "monsters-standard-set.md"
MADE = re.compile(r"<!-- made from the file -->\n(.*)<!-- until here -->\n", re.DOTALL)


def test_the_tables_are_what_the_file_says() -> None:
    text, tables = PAGE.read_text(encoding="utf-8"), "\n".join(markdown(STANDARD))
    made = f"<!-- made from the file -->\n{tables}\n<!-- until here -->\n"
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        PAGE.write_text(MADE.sub(lambda _: made, text), encoding="utf-8")
        return
    found = MADE.search(text)
    assert found
    assert found[0] == made


def test_the_balance_was_measured_with_these_cards_and_rules() -> None:
    text = PAGE.read_text(encoding="utf-8")
    edition = registry.find("monsters").edition
    assert f"set `{STANDARD.hash}`" in text, "duelhall monsters balance --markdown measures it anew"
    assert f"edition {edition} of the rules" in text, (
        "duelhall monsters balance --markdown measures it anew"
    )


def test_the_balance_is_within_its_bounds() -> None:
    text = PAGE.read_text(encoding="utf-8").split("## Balance")[1]
    rows = re.findall(r"^\|(.+)\|$", text, re.MULTILINE)
    cells = [[cell.strip() for cell in row.split("|")] for row in rows[2:]]
    assert len(cells) == 10
    for first, second, wins, _, _, turns, draws, _ in cells:
        assert first == second or 40 <= float(wins.rstrip("%")) <= 60
        assert 6 <= float(turns) <= 16
        assert float(draws.rstrip("%")) < 1
