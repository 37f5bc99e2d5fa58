"""Finding decks by name or in files, for those who want to play with them."""

import os
from collections.abc import Mapping
from pathlib import Path

from duelhall.engine.errors import BadUsage, UnknownName, no_such
from duelhall.engine.features import CardWishes
from duelhall.engine.options import Value
from duelhall.games.monsters.cards import CardSet, Deck, slug
from duelhall.games.monsters.decks import STANDARD, decks_text, parse_decks
from duelhall.games.monsters.reading import read_deck, read_set


def cards_of(file: Path | None) -> CardSet:
    """The set in a file; the standard one without a file."""
    return STANDARD if file is None else read_set(file)


def find_deck(name: str, cards: CardSet) -> Deck:
    """A deck: by its name in the set, or from a file of its own."""
    for deck in cards.decks.values():
        if slug(deck.name) == slug(name):
            return deck
    if os.path.isfile(name):  # noqa: PTH113, Path fails where a name is too long for a file
        return read_deck(Path(name), cards)
    raise UnknownName(no_such("deck", name, cards.decks, "the set, and no such file"))


def deck_options(wishes: CardWishes, seat: int) -> dict[str, str]:
    """The option with both decks: those named, else ready-made ones that nobody named."""
    cards, own, other = wishes.file, wishes.deck, wishes.opponent_deck
    found = cards_of(cards)
    ready_made = list(found.decks.values())
    if not ready_made and not (own and other):
        raise BadUsage(f"{cards} has no ready-made decks: name two with --deck and --opponent-deck")
    mine = find_deck(own, found) if own else None
    theirs = find_deck(other, found) if other else None
    mine = mine or next((deck for deck in ready_made if deck != theirs), ready_made[0])
    theirs = theirs or next((deck for deck in ready_made if deck != mine), ready_made[0])
    first, second = (mine, theirs) if seat == 0 else (theirs, mine)
    return {"decks": decks_text(first, second)}


def deck_names() -> list[str]:
    """The ready-made decks of the standard set."""
    return [deck.name for deck in STANDARD.decks.values()]


def exchanged_decks(options: Mapping[str, Value]) -> dict[str, Value]:
    """The option with both decks, each in the other's place."""
    first, second = parse_decks(str(options["decks"]))
    return {"decks": decks_text(second, first)}
