"""The game that a command line asks for: its full name, and the options beside it."""

from collections.abc import Sequence

from duelhall.backend import CPU
from duelhall.engine import registry
from duelhall.engine.errors import BadUsage
from duelhall.engine.features import CardWishes
from duelhall.engine.registry import parse_game_name
from duelhall.match.game import Game, card_options


def chosen_game(
    name: str,
    rules: str | None,
    options: Sequence[str],
    cards: CardWishes,
    seat: int = 0,
    *,
    backend: str = CPU,
) -> Game:
    """The game of that name with a rule set, options as NAME=VALUE, and the cards that the player
    in a seat wants; nothing may be given twice in different ways.
    """
    said = parse_game_name(name)
    definition = registry.find(said.game)
    changes = dict(_option(text) for text in options)
    chosen = card_options(definition, cards, seat)
    for option in chosen:
        if option in changes or option in said.options:
            raise BadUsage(f"give {option} only once: with --cards or --deck, or as an option")
    said = said.with_changes(rules, {**changes, **chosen})
    return Game(definition, said.rule_set, said.options, backend=backend)


def _option(text: str) -> tuple[str, str]:
    """The name and the value in NAME=VALUE."""
    name, equals, value = text.partition("=")
    if not equals:
        raise BadUsage(f"--option takes NAME=VALUE, not {text!r}")
    return name.strip(), value
