"""The games, and their rulebooks."""

from collections.abc import Iterator
from typing import Any

from duelhall.engine import registry
from duelhall.engine.registry import parse_game_name
from duelhall.engine.rulebook import ruling, rulings
from duelhall.play.entry import entry_of
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
