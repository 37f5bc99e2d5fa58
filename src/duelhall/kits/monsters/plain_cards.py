"""Decks in which a plain card stands in the place of another, to see what that one is worth."""

from dataclasses import replace

from duelhall.games.monsters.cards import Deck, Move, Stat
from duelhall.games.monsters.condition import NONE

NAME = "Plain Move"


def plain_card(move: Move) -> Move:
    """A move of the same cost without an effect; its ATK and its DEF are one more than its cost."""
    strength = Stat(str(len(move.traits) + 1))
    return replace(
        move,
        name=NAME,
        use=(),
        activate=None,
        effects=(),
        requires=NONE,
        requires_text="",
        text="",
        atk=strength,
        defence=strength,
    )


def with_plain_card(deck: Deck, kind: int) -> Deck:
    """The deck with a plain card for each copy of one of its moves, so that the same shuffles deal
    the same hands but for that card.
    """
    moves = list(deck.moves)
    move, copies = moves[kind]
    moves[kind] = plain_card(move), copies
    return replace(deck, moves=tuple(moves))
