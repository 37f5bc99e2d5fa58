"""`--json` is the same everywhere: every command that prints results has it, and means the same."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from cyclopts import App

from duelhall.cli.flags import PrintFlags
from duelhall.cli.main import command_line
from duelhall.engine.errors import BadUsage
from tests.terminal.console import duelhall

FOR_PEOPLE = {"play", "help", "completion", "binmat timer"}
"""Commands that print no results."""


def commands(app: App, path: tuple[str, ...] = ()) -> Iterator[tuple[str, App]]:
    """All commands with their names, but for those that only have commands of their own."""
    for name in app:
        if not name.startswith("-"):
            command = app[name]
            if command.default_command is not None:
                yield " ".join((*path, name)), command
            yield from commands(command, (*path, name))


COMMANDS = dict(commands(command_line([])))


def test_all_commands_are_found() -> None:
    assert {"games", "arena run", "bot check", "controller", "monsters balance"} <= set(COMMANDS)
    assert set(COMMANDS) >= FOR_PEOPLE


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - FOR_PEOPLE))
def test_every_command_has_it_and_says_so_alike(name: str) -> None:
    arguments = COMMANDS[name].assemble_argument_collection(parse_docstring=True)
    (found,) = (each for each in arguments if "--json" in each.names)
    assert str(found.parameter.help).startswith("Print ")
    assert " as JSON" in str(found.parameter.help)
    assert found.parameter.negative == ()


def test_it_is_short_for_a_format() -> None:
    assert PrintFlags("text", json=True).form == PrintFlags("json").form == "json"
    assert PrintFlags("md").form == "md"
    with pytest.raises(BadUsage, match="--json and --format md contradict each other"):
        _ = PrintFlags("md", json=True).form


def documents(tmp_path: Path) -> dict[str, tuple[str, ...]]:
    """Commands whose documents are looked at here; others have tests of their own."""
    players = tmp_path / "players.txt"
    players.write_text("one ~ builtin:random\ntwo ~ builtin:random\n")
    return {
        "rulings": ("rules", "blade"),
        "matches": ("controller", str(players), "0", "1", "y"),
        "command": ("bot", "init", "blade", "--out", str(tmp_path / "bot")),
    }


def test_the_documents(tmp_path: Path) -> None:
    for key, words in documents(tmp_path).items():
        done = duelhall(*words, "--json")
        assert done.returncode == 0, done.stderr
        assert key in json.loads(done.stdout)
        assert done.stdout.startswith("{\n  ")
        assert done.stdout.endswith("\n}\n")


def test_one_ruling() -> None:
    document = json.loads(duelhall("rules", "blade[controller]", "b10", "--json").stdout)
    assert (document["game"], document["title"]) == ("blade", "Blade")
    (ruling,) = document["rulings"]
    assert ruling["number"] == "B10"
    assert ruling["text"].startswith("**B10.** If it is the last card of your hand")
