"""What a shell offers when Tab is pressed: names of games, rule sets, players, roles and pages.

Each function takes what has been typed of the command line so far; no error of theirs is ever seen,
for Cyclopts then offers nothing.
"""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from duelhall.engine import registry
from duelhall.engine.definition import Definition
from duelhall.engine.options import Switch
from duelhall.engine.registry import parse_game_name

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext


GAME = "game"
"""What commands call the parameter with the game's name."""


def games(_typed: "CompletionContext") -> Iterable[str]:
    """The games."""
    return registry.names()


def rule_sets(typed: "CompletionContext") -> Iterable[str]:
    """The rule sets of the game that was typed."""
    return [name for game in _games_of(typed) for name in game.rules.OPTIONS.rule_sets]


def options(typed: "CompletionContext") -> Iterable[str]:
    """The options of the game that was typed, with each value that they can have."""
    for game in _games_of(typed):
        for option in game.rules.OPTIONS.options:
            if isinstance(option, Switch):
                yield from (f"{option.name}={value}" for value in option.allowed)


def players(typed: "CompletionContext") -> Iterable[str]:
    """The built-in players of the game that was typed."""
    from duelhall.play.roster import known_players

    return [name for game in _games_of(typed) for name in known_players(game)]


def roles(typed: "CompletionContext") -> Iterable[str]:
    """The roles in the game that was typed; without one, in all games."""
    return [role for game in _games_of(typed) for role in game.roles]


def rulings(typed: "CompletionContext") -> Iterable[str]:
    """The numbers in the rulebook of the game that was typed."""
    from duelhall.engine import rulebook

    texts = (game.rulebook.read_text(encoding="utf-8") for game in _games_of(typed))
    return [number for text in texts for number in rulebook.rulings(text)]


def pages(_typed: "CompletionContext") -> Iterable[str]:
    """The pages of the documentation."""
    from duelhall.engine import rulebook

    return rulebook.pages()


def saves(_typed: "CompletionContext") -> Iterable[str]:
    """The games that are saved and can be resumed."""
    from duelhall.play.saves import saved_games

    return [saved.file.stem for saved in saved_games() if saved.replay.result is None]


def _games_of(typed: "CompletionContext") -> list[Definition]:
    """The game that was typed; where none was, every game, each name once."""
    said = typed.get(GAME)
    if said is not None and said.raw:
        return [registry.find(parse_game_name(said.raw).game)]
    return [registry.find(name) for name in registry.names()]
