"""Every rulebook ends in a table: ruling, function, test. The table is what the code says.

DUELHALL_UPDATE_TABLES=1 writes it anew.
"""

import os
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from duelhall.engine import registry
from duelhall.engine.rule import is_rule, python_function
from duelhall.engine.rulebook import rulings
from tests.docs.blocks import ROOT

OURS = ("blade",)
HEAD = "| ruling | function | test |\n|---|---|---|\n"


def reached(functions: Iterable[Callable[..., Any]]) -> dict[str, Any]:
    """All rules that these functions reach, by name."""
    found: dict[str, Any] = {}
    waiting = [python_function(function) for function in functions]
    while waiting:
        function = waiting.pop()
        if function.__name__ in found:
            continue
        found[function.__name__] = function
        used = [function.__globals__.get(name) for name in function.__code__.co_names]
        waiting += [python_function(thing) for thing in used if is_rule(thing)]
    return found


def table(name: str) -> str:
    """The coverage table of a game, from its rules and its tests."""
    definition = registry.find(name)
    rules = reached(definition.functions.values())
    tests = (ROOT / f"tests/games/{name}/test_rules.py").read_text(encoding="utf-8")
    text = definition.rulebook.read_text(encoding="utf-8")
    lines = []
    for number in sorted(rulings(text), key=lambda number: (number[0], int(number[1:]))):
        functions = sorted(rule for rule, source in rules.items() if number in source.rulings)
        found = re.findall(rf"def (test_{number.lower()}_\w+)", tests)
        assert functions, f"{number} is in no rule"
        assert found, f"{number} has no test"
        cells = ("<br>".join(f"`{name}`" for name in names) for names in (functions, found))
        lines.append(f"| {number} | {' | '.join(cells)} |\n")
    return HEAD + "".join(lines)


@pytest.mark.parametrize("name", OURS)
def test_the_table_is_what_the_code_says(name: str) -> None:
    path = ROOT / "docs" / "rules" / f"{name}.md"
    text = path.read_text(encoding="utf-8")
    words, _, _ = text.partition(HEAD)
    whole = words + table(name)
    if os.environ.get("DUELHALL_UPDATE_TABLES"):
        path.write_text(whole, encoding="utf-8")
        text = whole
    assert text == whole


def test_every_ruling_on_blade_is_in_its_rulebook() -> None:
    text = registry.find("blade").rulebook.read_text(encoding="utf-8")
    assert {f"B{number}" for number in range(1, 15)} <= set(rulings(text))


def test_no_rule_names_a_ruling_that_the_rulebook_has_not() -> None:
    definition = registry.find("blade")
    known = set(rulings(definition.rulebook.read_text(encoding="utf-8")))
    for name, source in reached(definition.functions.values()).items():
        assert set(source.rulings) <= known, name


def test_reasons_name_rulings_of_the_rulebook() -> None:
    definition = registry.find("blade")
    known = set(rulings(definition.rulebook.read_text(encoding="utf-8")))
    assert all(reason.ruling in known for reason in definition.rules.REASONS[1:])


def test_a_rulebook_is_found_in_a_checkout() -> None:
    assert registry.find("blade").rulebook == Path(ROOT / "docs" / "rules" / "blade.md")
