"""Blade in writing: moves, deals and positions, each with its exact inverse.

A move is a card: `1` to `7`, `B` for the Bolt, `M` for the Mirror. A deal is two decks, bottom
first, as the original controller prints them: `365367B524BB51BB 124433MBM526742M`. A position:

    1245BM:36536:7245X 22:12443:352 gone=BBM turn=3 to_move=1

First each player's hand, deck (bottom first) and field (oldest first, `X` behind an invalidated
card), then what left the round. `-` is an empty place and `?` a card that is hidden. `placing`
says that the players place from their hands (B4), and `won=0:lower-score` or `drawn=stranded` that
the round is over. Without `gone=`, all cards that are nowhere else have left the round.
"""

import numpy as np

from duelhall.engine.definition import ending_text, parse_ending
from duelhall.engine.errors import BadDeal, BadPosition, UnreadableMove
from duelhall.engine.record import HIDDEN, SEATS, UNDECIDED, Array, unpacked
from duelhall.engine.text import counted, entries, number
from duelhall.games.blade.state import (
    COUNTS,
    HANDS,
    IN_ORDER,
    KINDS,
    LONGEST_FIELD,
    NAMES,
    REASONS,
    STRANDED_DRAWS,
    Choices,
    State,
    count_card,
)

MOVE_EXAMPLES = "one card: 1 2 3 4 5 6 7, B (Bolt) or M (Mirror)"

INVALID = "X"
EMPTY = "-"
UNSEEN = "?"
ENTRIES = ("gone", "turn", "to_move", "placing", "drawn", "won")
"""What may follow the players' cards in a position."""

WORDS = {"BOLT": "B", "MIRROR": "M"}


def move_text(move: int, _s: State) -> str:
    """The card that is placed."""
    return NAMES[move]


def parse_move(text: str, _s: State) -> int:
    """The card with that name, in either case, or written out."""
    name = text.upper()
    name = WORDS.get(name, name)
    if len(name) != 1 or name not in NAMES:
        raise UnreadableMove(text, MOVE_EXAMPLES)
    return NAMES.index(name)


def move_seen(s: State, move: int, _seat: int) -> str:
    """Everybody sees the card that is placed."""
    return move_text(move, s)


def deck_size(options: Choices) -> int:
    """How many cards each deck has before hands are drawn (B1)."""
    return int(COUNTS[options.deck].sum()) // SEATS


def deal_text(cards: Array, _options: Choices) -> str:
    """Two decks, bottom first."""
    return " ".join("".join(NAMES[card] for card in deck) for deck in cards)


def parse_deal(text: str, options: Choices) -> Array:
    """Two decks of the same size that together are the pack (B1)."""
    decks = text.upper().split()
    size = deck_size(options)
    if [len(deck) for deck in decks] != [size] * SEATS:
        raise BadDeal(f"a deal is two decks of {size} cards with a space between them: {text!r}")
    for column, name in enumerate(text.upper(), start=1):
        if name not in NAMES and not name.isspace():
            raise BadDeal(f"column {column}: there is no card {name!r}; cards are {NAMES}")
    cards = np.array([[NAMES.index(name) for name in deck] for deck in decks], np.int8)
    found = np.bincount(cards.ravel(), minlength=KINDS)
    for kind in range(KINDS):
        if found[kind] != COUNTS[options.deck, kind]:
            raise BadDeal(
                f"the pack has {COUNTS[options.deck, kind]} of the card {NAMES[kind]} "
                f"and this deal {found[kind]} (B1)"
            )
    return cards


def position_text(s: State) -> str:
    """A state or a view in one line."""
    s = unpacked(s)
    parts = [
        ":".join((_hand_text(s, seat), _deck_text(s, seat), _field_text(s, seat)))
        for seat in range(SEATS)
    ]
    parts.append(f"gone={_counted_text(s.gone)}")
    parts.append(f"turn={s.turn}")
    parts.append(f"to_move={s.to_move}")
    if s.placing:
        parts.append("placing")
    return " ".join([*parts, *ending_text(s, REASONS)])


def _hand_text(s: State, seat: int) -> str:
    if s.hand[seat, 0] == HIDDEN:
        return UNSEEN * int(s.hand_size[seat]) or EMPTY
    return _counted_text(s.hand[seat])


def _counted_text(counts: Array) -> str:
    found = counts.tolist()
    return "".join([NAMES[kind] * found[kind] for kind in IN_ORDER]) or EMPTY


def _deck_text(s: State, seat: int) -> str:
    cards = s.deck[seat, : s.deck_size[seat]].tolist()
    return "".join([UNSEEN if card == HIDDEN else NAMES[card] for card in cards]) or EMPTY


def _field_text(s: State, seat: int) -> str:
    cards = "".join([NAMES[card] for card in s.field[seat, : s.field_size[seat]].tolist()])
    return cards + INVALID * int(s.bolted[seat]) or EMPTY


def parse_position(text: str, s: State) -> None:
    """Fill a state from one line."""
    parts = text.split()
    if len(parts) < SEATS:
        raise BadPosition(f"a position begins with two players' cards: {text!r}")
    for seat in range(SEATS):
        _parse_player(parts[seat], s, seat)
    if s.deck_size[0] != s.deck_size[1]:
        raise BadPosition("both decks always hold the same number of cards (S3)")
    found = entries(parts[SEATS:], ENTRIES, "placing")
    cards_played = SEATS * int(HANDS[s.options.deck]) - int(s.hand_size.sum())
    if s.field_size.max() > 1 + cards_played:
        raise BadPosition("there are more cards on a field than can have been played on it")
    s.turn = number(found.get("turn", "0"), 1 + cards_played)
    s.to_move = number(found.get("to_move", "0"), SEATS)
    s.placing = "placing" in found
    parse_ending(found, REASONS, s)
    _parse_gone(found.get("gone"), s)
    if s.winner == UNDECIDED:
        _check_decision(s)


def _check_decision(s: State) -> None:
    """Refuse a position in which the player to move has nothing to decide."""
    if s.hand_size[s.to_move] == 0:
        raise BadPosition(f"player {s.to_move} is to move and has no card: the round is over (B12)")
    if s.placing:
        if s.deck_size.any() or s.field_size.tolist() != [s.to_move, 0]:
            raise BadPosition(
                "while cards are placed from the hands, both decks are empty, and so are the "
                "fields, except for the card that player 0 has placed (B4)"
            )
        if s.hand_size[1] == 0 and s.options.stranded == STRANDED_DRAWS:
            raise BadPosition("player 1 has no card to place: the round is a draw (B5)")


def hides(s: State) -> bool:
    """Whether this is a view, in which cards are hidden."""
    return bool((s.hand == HIDDEN).any() or (s.deck == HIDDEN).any())


def _parse_player(text: str, s: State, seat: int) -> None:
    """Read `hand:deck:field` of a player."""
    try:
        hand, deck, field = (place.replace(EMPTY, "") for place in text.split(":"))
    except ValueError:
        raise BadPosition(f"player {seat}: expected hand:deck:field, not {text!r}") from None
    most = int(HANDS[s.options.deck])
    _at_most(most, hand, f"in the hand of player {seat}")
    _at_most(deck_size(s.options) - most, deck, f"in the deck of player {seat}")
    _at_most(LONGEST_FIELD, field.removesuffix(INVALID), f"on the field of player {seat}")
    s.hand_size[seat] = len(hand)
    s.hand[seat] = HIDDEN if UNSEEN in hand else _counted(hand)
    s.deck_size[seat] = len(deck)
    for place, name in enumerate(deck):
        s.deck[seat, place] = HIDDEN if name == UNSEEN else _card(name)
    _parse_field(field, s, seat)


def _parse_field(text: str, s: State, seat: int) -> None:
    """Lay out a field by the rules' own steps, so that its score is theirs."""
    cards = text.removesuffix(INVALID)
    for place, name in enumerate(cards):
        s.field[seat, place] = _card(name)
        count_card(s, seat, _card(name), 1)
    s.field_size[seat] = len(cards)
    if text.endswith(INVALID):
        if not cards:
            raise BadPosition(f"player {seat}: {INVALID} stands after the card that it invalidates")
        s.bolted[seat] = True
        count_card(s, seat, _card(cards[-1]), -1)


def _parse_gone(text: str | None, s: State) -> None:
    """Read what left the round, or work it out, and compare with the pack (B1)."""
    decks = np.concatenate([s.deck[seat, : s.deck_size[seat]] for seat in range(SEATS)])
    fields = np.concatenate([s.field[seat, : s.field_size[seat]] for seat in range(SEATS)])
    seen = s.hand.clip(min=0).sum(axis=0)
    np.add.at(seen, fields, 1)
    np.add.at(seen, decks[decks != HIDDEN], 1)
    pack = COUNTS[s.options.deck]
    s.gone[:] = pack - seen if text is None else _counted(text.replace(EMPTY, ""))
    missing = pack - seen - s.gone
    for kind in range(KINDS):
        if missing[kind] < 0 or s.gone[kind] < 0:
            raise BadPosition(
                f"there are more of the card {NAMES[kind]} than the pack has, {pack[kind]} (B1)"
            )
    hidden = np.count_nonzero(decks == HIDDEN)
    hidden += sum(s.hand_size[seat] for seat in range(SEATS) if s.hand[seat, 0] == HIDDEN)
    if hidden and text is None:
        raise BadPosition(
            f"{counted(int(hidden), 'hidden card')} (?): a game needs every card, and a view must "
            "say which cards left the round, gone=... (B1)"
        )
    if missing.sum() != hidden:
        raise BadPosition(f"{missing.sum()} cards are missing and {hidden} are hidden (B1)")


def _counted(names: str) -> Array:
    return np.bincount([_card(name) for name in names] or [0], minlength=KINDS) * bool(names)


def _at_most(count: int, cards: str, place: str) -> None:
    if len(cards) > count:
        raise BadPosition(f"there are at most {count} cards {place}, not {len(cards)}")


def _card(name: str) -> int:
    if name not in NAMES:
        raise BadPosition(f"there is no card {name!r}; cards are {NAMES}")
    return NAMES.index(name)
