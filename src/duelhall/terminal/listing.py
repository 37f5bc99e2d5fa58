"""The games, and their rulebooks."""

import json
import sys
from typing import Any

from rich.markdown import Markdown

from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.names import name_of, parse_game_name
from duelhall.engine.options import Option, Switch, Table, Value
from duelhall.engine.rulebook import ruling
from duelhall.players.roster import known_players
from duelhall.terminal.output import make_console

COVERAGE = "## Where each ruling is"
"""The heading after which a rulebook addresses programmers rather than players."""


def print_games() -> None:
    """Print the games for a person."""
    console = make_console()
    for name in registry.names():
        entry = _entry(registry.find(name))
        console.print(f"{entry['name']}: {entry['title']}. {entry['summary']}", markup=False)
        console.print(f"  rule sets: {', '.join(entry['rule_sets'])} (--rules NAME)", markup=False)
        console.print(f"  players: {', '.join(entry['players'])} (--opponent NAME)", markup=False)
        console.print("  options (--option NAME=VALUE):", markup=False)
        for option in entry["options"]:
            console.print(f"    {option['name']}: {option['says']}", markup=False)
            sets = _by_rule_set(option["shown"])
            rulings = ", ".join(option["rulings"])
            console.print(f"      {option['expected']}; {sets}; {rulings}", markup=False)


def _by_rule_set(values: dict[str, Any]) -> str:
    """The value in each rule set; given once if all have the same."""
    if len(set(values.values())) == 1:
        return str(next(iter(values.values())))
    return ", ".join(f"{value} in {rule_set}" for rule_set, value in values.items())


def games_as_json() -> str:
    """The games for a program."""
    return json.dumps([_entry(registry.find(name)) for name in registry.names()], indent=2)


def _entry(game: Definition) -> dict[str, Any]:
    options = game.rules.OPTIONS
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "edition": game.edition,
        "rule_sets": list(options.rule_sets),
        "full_names": [_full_name(game, rule_set) for rule_set in options.rule_sets],
        "players": known_players(game),
        "options": [
            {
                "name": option.name,
                "says": option.says,
                "expected": option.expected,
                "allowed": list(option.allowed) if isinstance(option, Switch) else None,
                "values": dict(zip(options.rule_sets, option.values, strict=True)),
                "shown": {
                    rule_set: _shown(option, value)
                    for rule_set, value in zip(options.rule_sets, option.values, strict=True)
                },
                "rulings": list(option.rulings),
            }
            for option in options.options
        ],
    }


def _full_name(game: Definition, rule_set: str) -> str:
    """The full name of a game with one of its rule sets."""
    options = game.rules.OPTIONS
    return str(name_of(game.name, options, options.chosen(rule_set, {})))


def _shown(option: Option, value: Value) -> str:
    """A value as it is shown to people."""
    return option.short(str(value)) if isinstance(option, Table) else str(value)


def print_rules(name: str, number: str | None) -> None:
    """Print a rulebook or one ruling: formatted on a terminal, as Markdown elsewhere."""
    text = registry.find(parse_game_name(name).game).rulebook.read_text(encoding="utf-8")
    chosen = text.partition(COVERAGE)[0].strip() if number is None else ruling(text, number)
    if sys.stdout.isatty():
        make_console().print(Markdown(chosen))
    else:
        print(chosen)
