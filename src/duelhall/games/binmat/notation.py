"""BINMAT in writing, as its players write it: moves and deals. Positions have their own module.

A card is a face, `2` to `9`, `a` for ten, `@` TRAP, `*` WILD, `?` BOUNCE, `>` BREAK, and a suit,
`& % + ! ^ #`. Moves:

    --      pass
    d3 da   draw from lane 3, from the attacker deck
    p7^2    play 7^ face down to lane 2; u>!0 plays >! face up to lane 0
    c4      combat in lane 4
    x5&1    discard 5& to lane 1; x5&a discards it to the attacker discard and draws two

A face alone will do (`p72`): it is the first such card in your hand in the order of the suits. A
deal is six lane decks, bottom first, with spaces between.
"""

import re
from functools import cache

import numpy as np

from duelhall.engine.errors import BadDeal, UnreadableMove, shortened
from duelhall.engine.record import Array
from duelhall.games.binmat.cards import CARDS, FACES, NAMES, SUIT_SIZE, SUITS
from duelhall.games.binmat.places import place_of
from duelhall.games.binmat.positions import hides, parse_position, position_text
from duelhall.games.binmat.sight import is_named
from duelhall.games.binmat.state import (
    CARD_MOVES,
    COMBAT,
    DECK,
    DISCARD,
    DISCARD_FOR_TWO,
    DRAW,
    HANDS,
    LANES,
    PASS,
    PLAY_DOWN,
    PLAY_UP,
    WAYS,
    Choices,
    State,
)

__all__ = [
    "MOVE_EXAMPLES",
    "deal_text",
    "hides",
    "move_seen",
    "move_text",
    "parse_deal",
    "parse_move",
    "parse_position",
    "position_text",
]

MOVE_EXAMPLES = (
    "d3 (draw from lane 3), da (from the attacker deck), p7^2 (play 7^ face down to lane 2), u>!0 "
    "(face up), c4 (combat in lane 4), x5&1 (discard to lane 1), x5&a (discard and draw two) "
    "or -- (pass); p72 names a face alone"
)
UNSEEN = "X"
ATTACKERS = "a"
LETTERS = {"p": PLAY_DOWN, "u": PLAY_UP, "x": DISCARD}
CARD_MOVE = re.compile(rf"([pux])([{re.escape(FACES)}])([{re.escape(SUITS)}]?)([0-5a])")


def move_text(move: int, _s: State) -> str:
    """A move in writing."""
    return _text(move)


@cache
def _text(move: int) -> str:
    if move == PASS:
        return "--"
    if move < COMBAT:
        lane = move - DRAW
        return f"d{lane if lane < LANES else ATTACKERS}"
    if move < CARD_MOVES:
        return f"c{move - COMBAT}"
    card, way = divmod(move - CARD_MOVES, WAYS)
    return _way_text(NAMES[card], way)


def _way_text(card: str, way: int) -> str:
    """What is done with a card."""
    if way == DISCARD_FOR_TWO:
        return f"x{card}{ATTACKERS}"
    letter = next(letter for letter in "xup" if way >= LETTERS[letter])
    return f"{letter}{card}{way - LETTERS[letter]}"


def parse_move(text: str, s: State) -> int:
    """The move that is written so; the state says which card a face alone means."""
    word = text.lower()
    if word == "--":
        return PASS
    if re.fullmatch("d[0-5a]", word):
        return DRAW + (LANES if word[1] == ATTACKERS else int(word[1]))
    if re.fullmatch("c[0-5]", word):
        return COMBAT + int(word[1])
    found = CARD_MOVE.fullmatch(word)
    if not found or (found[4] == ATTACKERS and found[1] != "x"):
        raise UnreadableMove(text, MOVE_EXAMPLES)
    card = _card(FACES.index(found[2]), found[3], s)
    way = DISCARD_FOR_TWO if found[4] == ATTACKERS else LETTERS[found[1]] + int(found[4])
    return CARD_MOVES + card * WAYS + way


def _card(face: int, suit: str, s: State) -> int:
    """The card of a face and a suit; without a suit the first one that the mover holds."""
    if suit:
        return SUITS.index(suit) * SUIT_SIZE + face
    for card in range(face, CARDS, SUIT_SIZE):
        if place_of(s, card) == HANDS + int(s.to_move):
            return card
    return face  # nobody holds it, which the rules will say


def move_seen(s: State, move: int, _seat: int) -> str:
    """What the enemy is told: a card played face down, or discarded to a closed pile, is `X`."""
    if move < CARD_MOVES:
        return _text(move)
    card, way = divmod(move - CARD_MOVES, WAYS)
    return _way_text(NAMES[card] if is_named(s, way) else UNSEEN, way)


def deal_text(cards: Array, _options: Choices) -> str:
    """Six lane decks, bottom first."""
    decks = cards.reshape(LANES, DECK)
    return " ".join("".join(NAMES[card] for card in deck) for deck in decks)


def parse_deal(text: str, _options: Choices) -> Array:
    """Six lane decks of thirteen cards that together are the pack (N30)."""
    decks = text.lower().split()
    if [len(deck) for deck in decks] != [2 * DECK] * LANES:
        raise BadDeal(
            f"a deal is {LANES} decks of {DECK} cards with spaces between them, each card written "
            "like 7^ (N30)"
        )
    words = [deck[place : place + 2] for deck in decks for place in range(0, 2 * DECK, 2)]
    for word in words:
        if word not in NAMES:
            raise BadDeal(f"there is no card {shortened(word)}; a card is written like 7^ (N30)")
        if words.count(word) > 1:
            raise BadDeal(f"the card {word} is in this deal {words.count(word)} times (N30)")
    return np.array([NAMES.index(word) for word in words], np.int8)
