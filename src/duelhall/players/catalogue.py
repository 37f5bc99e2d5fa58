"""What can be chosen: a game with its rule sets, options and players, as plain data."""

from typing import Any

from duelhall.engine.definition import Definition
from duelhall.engine.options import Option, Switch, Table, Value
from duelhall.engine.registry import name_of
from duelhall.players.roster import known_players


def entry_of(game: Definition) -> dict[str, Any]:
    """What is listed of a game."""
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
