"""The conformance suite over every registered game and rule set."""

from collections.abc import Callable
from functools import cache
from typing import Any

import pytest

import duelhall
from duelhall.engine import registry
from duelhall.testing import CHECKS, Subject
from duelhall.testing.conformance import check_interpreted_is_compiled
from tests.games.counting import binmat_census, blade_census, frontline_census, monsters_census

CENSUSES: dict[str, Callable[[Any], Any]] = {
    "blade": blade_census,
    "frontline": frontline_census,
    "binmat": binmat_census,
    "monsters": monsters_census,
}
GAMES = {"blade": 60, "frontline": 12, "binmat": 2, "monsters": 8}
"""How many random games are looked at; one of BINMAT has a hundred states of a kilobyte."""


@cache
def subject(name: str, rules: str) -> Subject:
    return Subject(duelhall.load(name, rules), CENSUSES[name], GAMES[name])


def marked(check: Callable[[Subject], None]) -> Any:
    """Rules that other tests call in machine code only are run by Python in one of the checks."""
    marks = [pytest.mark.covered] if check is check_interpreted_is_compiled else []
    return pytest.param(check, marks=marks, id=check.__name__)


@pytest.mark.parametrize("check", [marked(check) for check in CHECKS])
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
