"""docs/tutorials/add-a-game.md leaves nothing out that a game can have."""

import re
from dataclasses import fields

from duelhall.engine import registry
from duelhall.engine.definition import Definition
from tests.docs.blocks import ROOT, blocks
from tests.docs.two_tricks import PAGE

OURS = registry.names()
RECORDS = ("writing", "picture", "thinking", "learning", "turns", "cards")


def rows(heading: str) -> list[list[str]]:
    """The rows of the table with this heading, each as its cells."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    table = text.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return [[cell.strip("| ") for cell in row.split(" | ")] for row in table.splitlines()[2:]]


def examples(heading: str) -> dict[str, str]:
    """What a table lists, each with its example, which has to be in one of our games or in that of
    the page.
    """
    found = {name.strip("`"): example.strip("`") for name, _, example in rows(heading)}
    games = (ROOT / "src/duelhall/games").rglob("*.py")
    code = "".join([*(file.read_text(encoding="utf-8") for file in games), *blocks(PAGE, "python")])
    assert [example for example in found.values() if example not in code] == []
    return found


def test_every_field_of_a_definition_is_on_the_page() -> None:
    listed = [name for row in rows("field") for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(listed) == sorted(field.name for field in fields(Definition) if field.init)


def test_every_part_of_a_record_is_on_the_page() -> None:
    game = registry.find("binmat")  # it declares all of them
    parts = [f"{name}.{part.name}" for name in RECORDS for part in fields(getattr(game, name))]
    assert list(examples("part of a record")) == parts


def test_every_game_of_ours_has_a_rule_of_thumb() -> None:
    lacking = [name for name in OURS if "greedy" not in registry.find(name).thinking.policies]
    assert lacking == [], "these have no player greedy, whom tests and measurements ask for"


def test_every_feature_is_on_the_page() -> None:
    declared = {kind for name in OURS for kind in registry.find(name).features}
    names = {
        kind.partition(":")[2] if isinstance(kind, str) else kind.__name__ for kind in declared
    }
    assert set(examples("feature")) == names
