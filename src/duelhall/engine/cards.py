"""Games with cards of one's own, where a game allows it."""

from collections.abc import Mapping
from pathlib import Path

from duelhall.engine.arguments import checked_path, checked_text
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadUsage
from duelhall.engine.features import CardSource, CardWishes
from duelhall.engine.game import Game, checked_game


def with_cards(
    game: Game,
    file: str | Path | None = None,
    *,
    deck: str | None = None,
    opponent_deck: str | None = None,
) -> Game:
    """The same game with other cards: a set of cards from a file, and decks for seat 0 and seat 1
    where each player has one. A deck is one of the set's ready-made decks, or a file.

    >>> import duelhall
    >>> game = duelhall.with_cards(duelhall.load("monsters"), deck="Kiln Yard")
    >>> game == duelhall.load("monsters", decks="Kiln Yard vs Struck Match")
    True
    """
    wishes = CardWishes(
        None if file is None else checked_path(file), _text(deck), _text(opponent_deck)
    )
    definition = checked_game(game).definition
    options = {**game.options, **card_options(definition, wishes)}
    return Game(definition, game.rule_set, options, backend=game.backend)


def _text(deck: str | None) -> str | None:
    return None if deck is None else checked_text("a deck", deck)


def card_options(definition: Definition, wishes: CardWishes, seat: int = 0) -> Mapping[str, str]:
    """The options that bring the cards that the player in a seat wants into a game."""
    if not wishes:
        return {}
    source = definition.feature(CardSource)
    if (wishes.deck or wishes.opponent_deck) and not (source and source.has_decks):
        raise BadUsage(f"{definition.name} has no decks to choose from")
    if source is None:
        raise BadUsage(f"the cards of {definition.name} cannot be changed")
    return source.options(wishes, seat)
