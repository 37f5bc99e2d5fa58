"""docs/add-a-game.md leaves nothing out that a game can have."""

import re
from dataclasses import fields

from duelhall.engine import features, registry
from duelhall.engine.definition import Definition
from tests.docs.blocks import ROOT
from tests.docs.two_tricks import PAGE

OURS = ("binmat", "blade", "frontline", "monsters")
NO_FEATURES = (
    "CardWishes",
    "Endgame",
    "BadFeature",
    "UnreadableAnswer",
    "ImpossibleAnswer",
    "Seen",
    "Told",
)
"""What features speak of, and is none itself."""


def rows(heading: str) -> list[list[str]]:
    """The rows of the table with this heading, each as its cells."""
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    table = text.partition(f"| {heading} |")[2].partition("\n\n")[0]
    return [[cell.strip("| ") for cell in row.split(" | ")] for row in table.splitlines()[2:]]


def feature_types() -> set[type]:
    kinds = [kind for kind in vars(features).values() if isinstance(kind, type)]
    own = {kind for kind in kinds if kind.__module__ == features.__name__}
    declared = {kind for name in OURS for kind in registry.find(name).features}
    return declared | {kind for kind in own if kind.__name__ not in NO_FEATURES}


def test_every_field_of_a_definition_is_on_the_page() -> None:
    listed = [name for row in rows("field") for name in re.findall(r"`(\w+)`", row[0])]
    assert sorted(listed) == sorted(field.name for field in fields(Definition) if field.init)


def test_every_feature_is_on_the_page_as_one_of_our_games_declares_it() -> None:
    found = {name.strip("`"): example.strip("`") for name, _, example in rows("feature")}
    assert set(found) == {kind.__name__ for kind in feature_types()}
    games = (ROOT / "src/duelhall/games").rglob("*.py")
    code = "".join(file.read_text(encoding="utf-8") for file in games)
    assert [example for example in found.values() if example not in code] == []
