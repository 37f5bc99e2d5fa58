"""docs/reference/web.schema.json: it is up to date, and stored events agree with it as before."""

from collections.abc import Iterator
from typing import Any

import jsonschema
import msgspec
import pytest

import duelhall
from duelhall.bots.messages import board_message
from duelhall.engine import registry
from duelhall.engine.board import Board, Scene
from duelhall.match.match import Match
from duelhall_web.events import decoded, encoded
from duelhall_web.messages import schema, schema_text
from tests.docs.blocks import ROOT


def test_the_file_is_up_to_date() -> None:
    """`python -m duelhall_web.messages > docs/reference/web.schema.json` makes it so."""
    text = (ROOT / "docs/reference/web.schema.json").read_text(encoding="utf-8")
    assert text == schema_text()


@pytest.mark.parametrize(
    ("message", "is_good"),
    [
        ({"type": "hello", "version": 1, "table": "x", "token": "y"}, True),
        ({"type": "hello", "version": 1, "table": "x"}, False),
        ({"type": "move", "id": 1, "move": "7", "position": 0}, True),
        ({"type": "move", "id": 1, "move": 7, "position": 0}, False),
        ({"type": "done", "id": 1, "what": "moved"}, True),
        ({"type": "done", "id": 1, "what": "nothing"}, False),
    ],
)
def test_what_does_not_agree_is_found(message: dict[str, Any], is_good: bool) -> None:  # noqa: FBT001, a column of the table
    assert jsonschema.Draft202012Validator(schema()).is_valid(message) == is_good


@pytest.mark.parametrize("name", registry.names())
def test_facts_are_those_that_the_schema_says(name: str) -> None:
    whole = schema()
    for part in whole["$defs"].values():
        if part.get("title", "").endswith("Facts"):
            part["additionalProperties"] = False
    parts = whole["$defs"]["FactsByGame"]["properties"][name]["properties"]
    checks = {
        part: jsonschema.Draft202012Validator({**kinds, "$defs": whole["$defs"]})
        for part, kinds in parts.items()
    }
    seen = set()
    for rules in registry.find(name).rules.OPTIONS.rule_sets:
        match = duelhall.play_match(duelhall.load(name, rules), "greedy", "random", seed=3)
        for part, facts in facts_of(match):
            checks[part].validate(facts)
            seen.add(part)
    assert seen == {part for part, kinds in parts.items() if "NoFacts" not in str(kinds)}


def facts_of(match: Match) -> Iterator[tuple[str, Any]]:
    """The facts of a game that was played, and of which part of a board they are."""
    again = match.game.match(match.start.seed)
    for move in match.moves:
        for seat in (0, 1, None):
            board = again.board(seat)
            yield "board", msgspec.to_builtins(dict(board.facts))
            yield from facts_on(board)
        again.play(move)
        for scene in again.scenes(len(again.moves), None):
            yield from facts_in(scene)


def facts_on(board: Board) -> Iterator[tuple[str, Any]]:
    for zone in board_message(board).zones:
        facts = msgspec.to_builtins(zone.facts)
        yield from [("zone", facts)] if facts else []
        yield from (("card", msgspec.to_builtins(card.facts)) for card in zone.cards if card.facts)


def facts_in(scene: Scene) -> Iterator[tuple[str, Any]]:
    yield "scene", dict(scene.facts)
    if scene.board:
        yield "scene", dict(scene.board.facts)
        yield from facts_on(scene.board)
    for part in scene.parts:
        yield from facts_in(part)


@pytest.mark.parametrize(
    "stored",
    [
        b'{"type":"opened","time":1.0,"chairs":[{"name":"Ann"},{"player":"master"}],"watch":"w"}',
        b'{"type":"begun","time":1.0,"game":"blade","edition":1,"seed":7,"salt":"s","chairs":[1,0]}',
        b'{"type":"sat","time":1.0,"chair":1}',
        b'{"type":"answered","time":1.0,"move":"7","makeshift":true}',
    ],
)
def test_events_are_stored_as_they_always_were(stored: bytes) -> None:
    assert encoded(decoded(stored)) == stored
