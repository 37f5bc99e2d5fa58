"""What boards of our games say as data is what the schema of the messages says that they do."""

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
from duelhall_web.messages import schema


@pytest.mark.parametrize("name", schema()["$defs"]["FactsByGame"]["required"])
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
