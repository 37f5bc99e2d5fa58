"""The games, and their rulebooks."""

from collections.abc import Iterator
from typing import Any

from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.names import name_of, parse_game_name
from duelhall.engine.options import Option, Switch, Table, Value
from duelhall.engine.rulebook import ruling, rulings
from duelhall.players.roster import known_players
from duelhall.terminal.docs import print_markdown
from duelhall.terminal.documents import json_text
from duelhall.terminal.output import make_console
from duelhall.terminal.wrapping import room_of, wrapped

COVERAGE = "## Where each ruling is"
"""The heading after which a rulebook addresses programmers rather than players."""


def print_games() -> None:
    """Print the games for a person."""
    console = make_console()
    for name in registry.names():
        for line in game_lines(entry_of(registry.find(name)), room_of(console)):
            console.print(line, markup=False)


def game_lines(entry: dict[str, Any], width: int) -> Iterator[str]:
    """A game, what can be chosen in it, and by which option of the command line."""
    texts = [
        (0, f"{entry['name']}: {entry['title']}. {entry['summary']}"),
        (2, f"rule sets: {', '.join(entry['rule_sets'])} (--rules NAME)"),
        (2, f"players: {', '.join(entry['players'])} (--opponent NAME)"),
        (2, "options (--option NAME=VALUE):"),
    ]
    for option in entry["options"]:
        sets, rulings = _by_rule_set(option["shown"]), ", ".join(option["rulings"])
        texts.append((4, f"{option['name']}: {option['says']}"))
        texts.append((6, f"{option['expected']}; {sets}; {rulings}"))
    for indent, text in texts:
        yield from wrapped(text, width, " " * indent, " " * (indent + 4))


def _by_rule_set(values: dict[str, Any]) -> str:
    """The value in each rule set; given once if all have the same."""
    if len(set(values.values())) == 1:
        return str(next(iter(values.values())))
    return ", ".join(f"{value} in {rule_set}" for rule_set, value in values.items())


def games_as_json() -> str:
    """The games for a program."""
    return json_text([entry_of(registry.find(name)) for name in registry.names()])


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


def print_rules(name: str, number: str | None) -> None:
    """Print a rulebook or one ruling: formatted on a terminal, as Markdown elsewhere."""
    print_markdown(rulebook_text(name, number))


def rulebook_text(name: str, number: str | None = None) -> str:
    """What a rulebook says to players, or one ruling of it, as Markdown."""
    text = registry.find(parse_game_name(name).game).rulebook.read_text(encoding="utf-8")
    return text.partition(COVERAGE)[0].strip() if number is None else ruling(text, number)


def rules_as_json(name: str, number: str | None) -> str:
    """A rulebook for programs: its rulings by number, or one of them."""
    game = registry.find(parse_game_name(name).game)
    text = game.rulebook.read_text(encoding="utf-8")
    chosen = rulings(text) if number is None else {number.upper(): ruling(text, number)}
    listed = [{"number": each, "text": said} for each, said in chosen.items()]
    return json_text({"game": game.name, "title": game.title, "rulings": listed})
