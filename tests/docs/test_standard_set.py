"""The page on the standard set of Monsters is made from its file, as Frontline's set is.

After a change of the set, DUELHALL_UPDATE_TABLES=1 writes the tables anew. The balance is not
measured here, for that takes a while: the page names the set and the rules that it was measured
with, and this test wants them to be today's.
"""

import os
import re

from duelhall.engine import registry
from duelhall.games.monsters.decks import STANDARD
from duelhall_kits.monsters.cards import markdown
from tests.docs.blocks import ROOT

PAGE = ROOT / "docs/reference/monsters-standard-set.md"
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


def cells_of(section: str, columns: int) -> list[list[str]]:
    """The rows of the balance tables with so many columns in a section of the page."""
    text = PAGE.read_text(encoding="utf-8").split(f"### {section}\n")[1].split("\n### ")[0]
    rows = [row[1:-1].split("|") for row in text.splitlines() if row.startswith("|")]
    cells = [[cell.strip() for cell in row] for row in rows if len(row) == columns]
    return cells[2:]


def percent(cell: str) -> float:
    return float(cell.rstrip("%"))


def test_the_balance_is_within_its_bounds() -> None:
    pairs, cards = cells_of("By greedy", 8), cells_of("By greedy", 7)
    assert len(pairs) == len(STANDARD.decks) * (len(STANDARD.decks) + 1) / 2
    for first, second, wins, _, _, turns, draws, fainted in pairs:
        assert first == second or 40 <= percent(wins) <= 60
        assert 8 <= float(turns) <= 16
        assert percent(draws) < 1
        assert percent(fainted) >= 90
    assert [(row[0], row[1]) for row in cards] == [
        (deck.name, move.name) for deck in STANDARD.decks.values() for move, _ in deck.moves
    ]
    assert all(percent(row[4]) >= 25 for row in cards)


def test_frontlines_set_is_as_the_rulebook_has_it() -> None:
    text = (ROOT / "docs/reference/rules/frontline.md").read_text(encoding="utf-8")
    table = re.findall(r"^\| `([^`]+)` \| (\d+) \| .*\|$", text, re.MULTILINE)
    file = (ROOT / "src/duelhall/games/frontline/standard.toml").read_text(encoding="utf-8")
    cards = re.findall(r'^"(.+)" = (\d+)$', file, re.MULTILINE)
    assert [(card.replace("\\", ""), count) for card, count in table] == cards
