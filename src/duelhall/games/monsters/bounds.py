"""How long a game of Monsters can last."""

from collections.abc import Mapping

from duelhall.engine.options import Value
from duelhall.engine.record import SEATS
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Card, Deck
from duelhall.games.monsters.decks import parse_decks
from duelhall.games.monsters.language import Effect
from duelhall.games.monsters.state import LAST_TURN

IN_A_CHAIN = 3
"""A link, and two passes at most before the next one, or before the chain resolves."""

PHASES = 2
"""Each of which ends with a pass."""


def longest_game(options: Mapping[str, Value]) -> int:
    """In each of 100 turns (M18) every card, and each monster's effect, can become a link once, and
    its effects can let cards be chosen. Few decks can pay for any of that.
    """
    decks = parse_decks(str(options["decks"]))
    return LAST_TURN * (PHASES + sum(_longest_turn(deck) for deck in decks))


def _longest_turn(deck: Deck) -> int:
    """The most moves that the cards of a deck can make a turn last."""
    cards: list[tuple[Card, int]] = [*deck.moves, (deck.monster, 1)]
    return sum(copies * (IN_A_CHAIN + _most_choices(card)) for card, copies in cards)


def _most_choices(card: Card) -> int:
    return sum(_choices_in(effect) for effect in card.effects)


def _choices_in(effect: Effect) -> int:
    """How many choices an effect lets a player make: whether it happens, or which one of several,
    and then how much of it, or card after card until no more is wanted (M23).
    """
    first = bool(effect.choice & (words.MAY | words.FIRST))
    if effect.choice & words.CHOSEN:
        owners = SEATS if effect.target == words.BOTH else 1
        return first + owners * (words.MOST_CHOSEN + 1)
    return first + bool(effect.choice & words.UP_TO)
