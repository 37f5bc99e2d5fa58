"""Card files: sets and decks in TOML, read with all their faults named (M1)."""

import hashlib
import json
import re
import tomllib
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from duelhall.engine.text import checked_nesting, counted, read_text
from duelhall.games.monsters import words
from duelhall.games.monsters.card_reading import (
    check_alter,
    parse_comment,
    parse_monster,
    parse_move,
    parse_name,
    parse_traits,
)
from duelhall.games.monsters.cards import CardSet, Deck, Monster, Move, slug
from duelhall.games.monsters.effect_rows import effect_rows
from duelhall.games.monsters.faults import BadCards, Fault, Faults
from duelhall.games.monsters.spans import Place

STANDARD_FILE = Path(__file__).with_name("standard.toml")
DECK_ENTRIES = ("name", "monster", "moves", "text")
SET_ENTRIES = ("traits", "monster", "move", "deck")
SPOT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)$")
"""Where the reader of TOML says that something is wrong."""


def read_set(file: Path) -> CardSet:
    """The set in a file; BadCards with all its faults if it has some."""
    text, document = read_toml(file)
    faults = Faults(str(file), text)
    found = parse_set(document, faults, _hash(document))
    faults.refuse()
    return found


def _hash(document: Any) -> str:
    """By what a set is known, whatever its comments and layout are."""
    text = json.dumps(document, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


def read_deck(file: Path, cards: CardSet) -> Deck:
    """The deck in a file of its own, from the cards of a set."""
    text, document = read_toml(file)
    if is_set(document):
        raise BadCards(str(file), ["this is a set of cards, not a deck: give it with --cards"])
    faults = Faults(str(file), text)
    deck = parse_deck(document, (), cards, faults)
    faults.refuse()
    assert deck is not None  # without a fault there is one
    return deck


def is_set(document: Mapping[str, Any]) -> bool:
    """Whether a document is a set of cards, and not a single deck."""
    return any(name in document for name in ("move", "deck", "traits"))


def read_toml(file: Path) -> tuple[str, dict[str, Any]]:
    """The text of a file, and what it says as TOML."""
    try:
        text = read_text(file, "utf-8-sig")
        checked_nesting(text, lambda says: BadCards(str(file), [says]))
        text = unicodedata.normalize("NFC", text)
    except UnicodeDecodeError:
        raise BadCards(str(file), ["this is not a text file"]) from None
    try:
        return text, tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        raise BadCards(str(file), [_toml_fault(str(error), text)]) from None


def _toml_fault(says: str, text: str) -> Fault:
    """What the reader of TOML says; an effect before any card is what it cannot say."""
    for kind in ("move", "monster"):
        cards, effects = (text.find(f"[[{name}]]") for name in (kind, f"{kind}.effect"))
        if 0 <= effects < cards:
            line = text.count("\n", 0, effects) + 1
            return Fault(
                EARLY_EFFECT.format(kind), {(line, effects - text.rfind("\n", 0, effects))}
            )
    spot, lines = SPOT.search(says), text.split("\n")
    spots = {(int(spot[1] or len(lines)), int(spot[2] or len(lines[-1]) + 1))} if spot else set()
    return Fault(f"this is not TOML: {SPOT.sub('', says)}", spots)


EARLY_EFFECT = "[[{0}.effect]] stands before any [[{0}]]: an effect belongs to the card above it"


def _listed(found: Mapping[str, Any], name: str, faults: Faults) -> list[Any]:
    """The monsters, moves or decks of a set."""
    entries = found.get(name, [])
    if isinstance(entries, dict) and "effect" in entries:
        faults.add((name,), EARLY_EFFECT.format(name))
        return []
    return faults.list_of((name,), entries, name)


def parse_set(document: object, faults: Faults, set_hash: str = "") -> CardSet:
    """The set in a document; what could be read of it where there are faults."""
    found = faults.entries((), document, "a set of cards", SET_ENTRIES, ("traits",))
    traits = parse_traits(found.get("traits", []), faults)
    monsters, moves = {}, {}
    names: dict[str, str] = {}
    for number, entry in enumerate(_listed(found, "monster", faults)):
        monster = parse_monster(entry, ("monster", number), traits, faults)
        if monster and _is_new(monster.name, ("monster", number), names, faults):
            monsters[monster.name] = monster
    for number, entry in enumerate(_listed(found, "move", faults)):
        move = parse_move(entry, ("move", number), traits, faults)
        if move:
            check_alter(move, entry, ("move", number), faults)
        if move and _is_new(move.name, ("move", number), names, faults):
            moves[move.name] = move
    cards = CardSet(traits, monsters, moves, {}, set_hash)
    decks = {}
    listed = _listed(found, "deck", faults)
    if len(listed) > words.MOST_DECKS:
        faults.add(("deck",), f"a set has at most {words.MOST_DECKS} decks, not {len(listed)}")
    for number, entry in enumerate(listed[: words.MOST_DECKS]):
        deck = parse_deck(entry, ("deck", number), cards, faults)
        if deck and deck.name in decks:
            faults.add(("deck", number, "name"), f"there are two decks {deck.name!r}")
        if deck:
            decks[deck.name] = deck
    return CardSet(traits, monsters, moves, decks, set_hash)


def _is_new(name: str, place: Place, names: dict[str, str], faults: Faults) -> bool:
    """Whether no card is called so, or almost so, yet."""
    other = names.setdefault(slug(name), name)
    if other is not name:
        faults.add((*place, "name"), f"the name {name!r} is taken already, by {other!r}")
    return other is name


def parse_deck(entry: object, place: Place, cards: CardSet, faults: Faults) -> Deck | None:
    """A deck from the cards of a set; None if too much is wrong with it (M1)."""
    found = faults.entries(place, entry, "a deck", DECK_ENTRIES, DECK_ENTRIES[:3])
    name = parse_name(found.get("name"), (*place, "name"), faults)
    monster = _deck_monster(found, place, cards, faults)
    listed = found.get("moves", {})
    if not isinstance(listed, dict):
        faults.add((*place, "moves"), "moves is a table with how many there are of each move")
        return None
    moves, total = _deck_moves(listed, (*place, "moves"), cards, faults)
    if name is None or monster is None or len(moves) != len(listed) or len(moves) > words.DECK:
        if listed and total is not None:
            _check_size(name, total, place, faults)
        return None
    comment = parse_comment(found.get("text", ""), (*place, "text"), faults)
    deck = Deck(name, cards.hash, cards.traits, monster, tuple(moves), comment).with_room
    check_deck(deck, place, faults)
    return deck


def _deck_moves(
    listed: Mapping[str, Any], place: Place, cards: CardSet, faults: Faults
) -> tuple[list[tuple[Move, int]], int | None]:
    """The moves of a deck that there are, and how many it lists; None if that cannot be said."""
    moves, counts = [], []
    for card, copies in listed.items():
        where = (*place, card)
        if card not in cards.moves:
            faults.add_word(where, card, "move", list(cards.moves))
        count = faults.number(where, copies, f"how many {card!r}", 1, words.DECK)
        counts.append(count or 0)
        if count and card in cards.moves:
            moves.append((cards.moves[card], count))
    return moves, sum(counts) if all(counts) else None


def _deck_monster(
    found: Mapping[str, Any], place: Place, cards: CardSet, faults: Faults
) -> Monster | None:
    """The monster of a deck."""
    name = found.get("monster")
    if isinstance(name, str) and name in cards.monsters:
        return cards.monsters[name]
    if name is not None:  # that it is missing was said already
        faults.add_word((*place, "monster"), name, "monster", list(cards.monsters))
    return None


def check_deck(deck: Deck, place: Place, faults: Faults) -> None:
    """Refuse a deck of another size, or with more traits or effects than there is room for (M1)."""
    _check_size(deck.name, sum(copies for _, copies in deck.moves), place, faults)
    if len(deck.traits) > words.MOST_TRAITS:
        faults.add(
            place,
            f"the cards of the deck {deck.name!r} name {len(deck.traits)} traits, and a deck can "
            f"have {words.MOST_TRAITS}: {', '.join(deck.traits)}",
        )
        return
    rows = len(effect_rows(deck))
    if rows > words.MOST_EFFECTS:
        faults.add(
            place,
            f"the effects of the deck {deck.name!r} take {rows} places, and there are "
            f"{words.MOST_EFFECTS}: one for each effect and each requires, and more for a "
            "condition of several parts",
        )


def _check_size(name: str | None, total: int, place: Place, faults: Faults) -> None:
    """Refuse another number of moves than a deck has (M1)."""
    if total != words.DECK:
        deck = f"the deck {name!r}" if name else "the deck"
        has = f"{deck} has {counted(total, 'move')}, and must have {words.DECK} (M1)"
        faults.add((*place, "moves"), has)
