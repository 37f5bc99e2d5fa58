"""Monsters in writing: moves and deals. Positions have a module of their own.

Cards are written in lower case with hyphens, `rivet-punch`. Moves:

    pass            in a chain, or to end the phase
    rivet-punch     play the card from the hand; a beginning will do if it is the only such card
    !potters-wheel  activate the card from Stasis
    !monster        use the monster's effect
    :rivet-punch    choose a card, where an effect lets you
    :2              choose a number, or one of several operations
    yes             let an effect happen

A deal is who begins and both shuffled decks, tops last: `first=0 deck0=flare,... deck1=...`.
"""

import re
from functools import partial

import numpy as np

from duelhall.engine.errors import BadDeal, UnreadableMove, shortened
from duelhall.engine.record import SEATS, Array
from duelhall.engine.sources import OutcomeNotation
from duelhall.engine.template import interpreted
from duelhall.games.monsters import positions
from duelhall.games.monsters.choice import is_choice, is_secret_choice
from duelhall.games.monsters.decks import Names
from duelhall.games.monsters.state import (
    ACTIVATE,
    ASK_WHETHER,
    CHOOSE,
    NOTHING,
    PASS,
    PICK,
    PLAY_CARD,
    USE_MONSTER,
    Choices,
    State,
)
from duelhall.games.monsters.words import DECK, MOST_CHOSEN
from duelhall.games.monsters.zones import copies_for, pick, pick_place

MOVE_EXAMPLES = (
    "a card's name to play it (its first letters will do), !name to activate it from Stasis, "
    "!monster to use your monster's effect, or pass; where an effect lets you choose, :name or :2"
)
CHOSEN = ":"
YES, NO, UNSEEN = "yes", "no", ":?"
SIDEWAYS = "!"
MONSTER_WORD = "monster"


class Notation:
    """How a game with these names is written."""

    MOVE_EXAMPLES = MOVE_EXAMPLES

    def __init__(self, names: Names) -> None:
        self._names = names

    def move_text(self, move: int, s: State) -> str:
        """A move of the seat to move in writing."""
        seat = int(s.to_move)
        if move == PASS:
            return "pass"
        if move == USE_MONSTER:
            return SIDEWAYS + MONSTER_WORD
        if move >= CHOOSE:
            return YES if s.asks == ASK_WHETHER else f"{CHOSEN}{move - CHOOSE}"
        if move >= PICK:
            return CHOSEN + self._names.card_word(s.options, int(s.concerned), move - PICK)
        if move >= ACTIVATE:
            return SIDEWAYS + self._names.card_word(s.options, seat, move - ACTIVATE)
        return self._names.card_word(s.options, seat, move - PLAY_CARD)

    def parse_move(self, text: str, s: State) -> int:
        """The move that is written so."""
        word = text.strip().lower()
        if word in ("pass", "-", "--"):
            return PASS
        if word.startswith(CHOSEN) or s.asks != NOTHING:
            return self._parse_choice(text, word.removeprefix(CHOSEN).strip(), s)
        first = ACTIVATE if word.startswith(SIDEWAYS) else PLAY_CARD
        word = word.removeprefix(SIDEWAYS).strip()
        if first == ACTIVATE and word == MONSTER_WORD:
            return USE_MONSTER
        seat = int(s.to_move)
        there = s.stasis[seat] if first == ACTIVATE else s.hand[seat]
        held = [kind for kind in range(DECK) if there[kind] > 0]
        kind = self._names.find_card(word, s.options, seat, held)
        if kind is None and first == PLAY_CARD and word and "pass".startswith(word):
            return PASS
        if kind is None:
            kind = self._names.find_card(word, s.options, seat, list(range(DECK)))
        if kind is None:
            raise UnreadableMove(text, MOVE_EXAMPLES)
        return first + kind

    def _parse_choice(self, text: str, word: str, s: State) -> int:
        """What is chosen; without the sign before it where an effect waits for it."""
        if word == YES and s.asks == ASK_WHETHER:
            return CHOOSE + 1
        if word == NO and s.asks != NOTHING:
            return PASS
        if re.fullmatch(r"\d{1,2}", word, re.ASCII) and int(word) <= MOST_CHOSEN:
            return CHOOSE + int(word)
        offers = (kind for kind in range(DECK) if s.asks and interpreted(is_choice)(s, PICK + kind))
        seat = int(s.concerned)
        kind = self._names.find_card(word, s.options, seat, offers)
        if kind is None:
            kind = self._names.find_card(word, s.options, seat, list(range(DECK)))
        if kind is None:
            raise UnreadableMove(text, MOVE_EXAMPLES)
        return PICK + kind

    def move_seen(self, s: State, move: int, _seat: int) -> str:
        """All moves are open but the choice of a card in a deck that need not be shown."""
        is_secret = PICK <= move < CHOOSE and interpreted(is_secret_choice)(s)
        return UNSEEN if is_secret else self.move_text(move, s)

    def deal_text(self, cards: Array, options: Choices) -> str:
        """Who begins, and both decks, tops last."""
        parts = [f"first={cards[0]}"]
        for seat in range(SEATS):
            deck = cards[1 + seat * DECK : 1 + (seat + 1) * DECK]
            words = [self._names.card_word(options, seat, kind) for kind in deck]
            parts.append(f"deck{seat}={','.join(words)}")
        return " ".join(parts)

    def parse_deal(self, text: str, options: Choices) -> Array:
        """The deal that is written so; both decks must be those of the match (M1)."""
        parts = [part.partition("=") for part in text.split()]
        if [name for name, _, _ in parts] != ["first", "deck0", "deck1"]:
            raise BadDeal(f"a deal is first=0 deck0=CARD,... deck1=CARD,..., not {shortened(text)}")
        first = parts[0][2]
        if first not in ("0", "1"):
            raise BadDeal(f"the player who begins is 0 or 1, not {shortened(first)} (M2)")
        cards = [int(first)]
        for seat in range(SEATS):
            words = parts[1 + seat][2].split(",")
            kinds = [self._names.known_card(word, options, seat, BadDeal) for word in words]
            for kind, (move, copies) in enumerate(self._names.deck(options, seat).moves):
                if kinds.count(kind) != copies:
                    raise BadDeal(
                        f"the deck of player {seat} has {copies} of {move.name!r}, and this deal "
                        f"has {kinds.count(kind)} (M1)"
                    )
            cards += kinds
        return np.array(cards, np.int8)

    def position_text(self, s: State) -> str:
        """A state or a view in one line."""
        return positions.position_text(self._names, s)

    def hides(self, s: State) -> bool:
        """Whether this is a view, in which cards are hidden."""
        return positions.hides(s)

    def parse_position(self, text: str, s: State) -> None:
        """Fill a state from one line."""
        positions.parse_position(self._names, text, s)


def cards_to_pick(names: Names, s: State, seat: int, operation: int, trait: int) -> list[str]:
    """The cards that an operation can move; copies of a card are alike."""
    copies = interpreted(copies_for)
    kinds = [k for k in range(DECK) for _ in range(copies(s, seat, operation, trait, k))]
    return [names.card_word(s.options, seat, kind) for kind in kinds]


def cards_to_draw(names: Names, s: State, row: Array, seat: int, place: int, end: int) -> list[str]:
    """The cards in a part of a row."""
    return [names.card_word(s.options, seat, int(kind)) for kind in row[place:end]]


def outcome_notation(names: Names) -> OutcomeNotation:
    """What is picked is written with the cards' names."""
    return OutcomeNotation(
        {pick: partial(cards_to_pick, names), pick_place: partial(cards_to_draw, names)}
    )
