"""Every rulebook ends in a table: ruling, function, test. The table is what the code says.

DUELHALL_UPDATE_TABLES=1 writes it anew.
"""

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

import pytest

from duelhall.engine import registry
from duelhall.engine.rule import is_rule, python_function, sentence
from duelhall.engine.rulebook import rulings
from tests.docs.blocks import ROOT, check_made

OURS = {"blade": {f"B{n}" for n in range(1, 15)},
        "binmat": {f"N{n}" for n in (*range(1, 23), *range(30, 42))},
        "frontline": {f"F{n}" for n in (*range(1, 15), *range(20, 24))},
        "monsters": {f"M{n}" for n in (*range(1, 22), 24)}}  # fmt: skip
"""The rulings that were made on the documents of some games."""
WHERE = "## Where each ruling is\n"
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


def modules(name: str) -> list[Path]:
    """The modules of a game and of its kit."""
    kits = ROOT / "src/duelhall_kits"
    folders = (ROOT / "src/duelhall/games" / name, kits / name)
    return [
        *kits.glob(f"{name}.py"),
        *(file for each in folders for file in sorted(each.glob("*.py"))),
    ]


def citing(name: str, number: str) -> list[str]:
    """Functions of a game that are no rules and cite a ruling, as those that read and draw."""
    text = "\n".join(file.read_text(encoding="utf-8") for file in modules(name))
    return re.findall(rf'def (\w+)\([^"]*?:\n\s+"""[^"]*\({number}\)', text)


def texts_of_tests(name: str) -> dict[Path, str]:
    """The files in which tests can name rulings of this game by their numbers, and their text."""
    others = {*registry.names()} - {name}  # where S1 is another ruling
    every = sorted((ROOT / "tests").rglob("test_*.py"))
    return {f: f.read_text(encoding="utf-8") for f in every if others.isdisjoint(f.parts)}


def table(name: str) -> str:
    """The coverage table of a game, from its rules and its tests."""
    definition = registry.find(name)
    rules = reached(definition.functions.values())
    tests = "\n".join(texts_of_tests(name).values())
    text = definition.rulebook.read_text(encoding="utf-8")
    lines = []
    for number in sorted(rulings(text), key=lambda number: (number[0], int(number[1:]))):
        functions = sorted(rule for rule, source in rules.items() if number in source.rulings)
        functions = functions or citing(name, number)
        found = re.findall(rf"def (test_{number.lower()}_\w+)", tests)
        assert functions, f"{number} is in no rule and cited by no function"
        assert found, f"{number} has no test"
        cells = ("<br>".join(f"`{name}`" for name in names) for names in (functions, found))
        lines.append(f"| {number} | {' | '.join(cells)} |\n")
    return HEAD + "".join(lines)


@pytest.mark.parametrize("name", registry.names())
def test_the_table_is_what_the_code_says(name: str) -> None:
    path = ROOT / "docs/reference/rules" / f"{name}.md"
    words, _, _ = path.read_text(encoding="utf-8").partition(HEAD)
    _, heading, where = words.rpartition(WHERE)
    assert heading, f"{path} needs a section {WHERE}that names files and folders"
    assert {*re.findall(r"`(\w+\.py)`", where)} <= {file.name for file in modules(name)}
    check_made(path, words + table(name))


@pytest.mark.parametrize("name", registry.names())
def test_the_folders_of_all_tests_are_named(name: str) -> None:
    text = registry.find(name).rulebook.read_text(encoding="utf-8")
    where = text.rpartition(WHERE)[2].partition(HEAD)[0]
    test = re.compile(rf"def test_({'|'.join(rulings(text)).lower()})_")
    found = {f.parent for f, tests in texts_of_tests(name).items() if test.search(tests)}
    named = {*re.findall(r"`(tests/[\w/]+)`", where)}
    assert named == {folder.relative_to(ROOT).as_posix() for folder in found}


@pytest.mark.parametrize("name", registry.names())
def test_every_ruling_is_in_the_rulebook(name: str) -> None:
    text = registry.find(name).rulebook.read_text(encoding="utf-8")
    assert OURS.get(name, set()) <= set(rulings(text))


@pytest.mark.parametrize("name", registry.names())
def test_no_rule_names_a_ruling_that_the_rulebook_has_not(name: str) -> None:
    definition = registry.find(name)
    known = set(rulings(definition.rulebook.read_text(encoding="utf-8")))
    for rule, source in reached(definition.functions.values()).items():
        assert set(source.rulings) <= known, rule


@pytest.mark.parametrize("name", registry.names())
def test_a_rules_sentence_says_what_holds_here_and_addresses_either_player(name: str) -> None:
    hedges = re.compile(r"rule sets?\b|^Whether\b|\b(whoever|he|him|his|one's)\b", re.IGNORECASE)
    for rule, source in reached(registry.find(name).functions.values()).items():
        if source.rulings:
            assert re.fullmatch(r"[A-Z].*\.", sentence(source)), rule
            assert not hedges.search(sentence(source)), rule


@pytest.mark.parametrize("name", registry.names())
def test_reasons_name_rulings_of_the_rulebook(name: str) -> None:
    definition = registry.find(name)
    known = set(rulings(definition.rulebook.read_text(encoding="utf-8")))
    assert all(reason.ruling in known for reason in definition.rules.REASONS[1:])


def test_a_rulebook_is_found_in_a_checkout() -> None:
    assert registry.find("blade").rulebook == ROOT / "docs/reference/rules/blade.md"
