"""The conformance suite over every registered game and rule set."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.record import State
from duelhall.testing import CHECKS, Subject
from tests.games.blade.census import census as blade_census

CENSUSES: dict[str, Callable[[State], Any]] = {"blade": blade_census}
GAMES = 150


@cache
def subject(name: str, rules: str) -> Subject:
    return Subject(duelhall.load(name, rules), CENSUSES[name], GAMES)


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (name, rules)
        for name in registry.names()
        for rules in registry.find(name).rules.OPTIONS.rule_sets
    ],
)
def test_game_conforms(name: str, rules: str, check: Callable[[Subject], None]) -> None:
    check(subject(name, rules))
