"""Sets of unit cards (F20): TOML files for people, one line of text in options and saved games.

In a state a set is a table with a row for each kind of card: how often each symbol is on it, and
in the last column how many such cards there are. Kinds are numbered from 1 in the order of the
file; 0 is no card.
"""

import tomllib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from duelhall.engine.definition import CardSetup
from duelhall.engine.errors import DuelhallError, shortened, told
from duelhall.engine.record import Array
from duelhall.engine.text import checked_nesting, read_text

SPEAR, SWORD, SHIELD, FORTRESS, BOW, CROWN = range(6)
SYMBOLS = 6

SIGNS = "|!@&-+"
"""How each symbol is written while it is whole."""

BROKEN = {"x": SHIELD, "X": FORTRESS}
"""How a broken shield and a broken fortress are written."""

MOST_SYMBOLS = 9
"""How many symbols there can be on a card."""

SPEAR_SPEED = 3
FIRST_SWORD_SPEED, SECOND_SWORD_SPEED = 1, 2

FASTEST = SPEAR_SPEED + 3 * 2 * MOST_SYMBOLS
"""The speed of a spear with nothing but crowns in front and behind, in its column and beside it."""


MOST_KINDS = 40
MOST_CARDS = 120
NO_CARD = 0

LONGEST_NUMBER = 6
"""How many digits of a number are read; more are too many in any case."""

COPIES = SYMBOLS
"""The column of the table that says how many cards of a kind there are."""

SHAPE = (1 + MOST_KINDS, SYMBOLS + 1)
STANDARD_FILE = Path(__file__).with_name("standard.toml")


class BadUnits(DuelhallError):
    """A set of cards with faults; the first of them are listed."""

    def __init__(self, place: str, faults: list[str]) -> None:
        self.faults = told(faults)
        head = f"{place}: these cards cannot be used"
        super().__init__("\n  ".join([head, *self.faults]))


def symbols_text(row: Array) -> str:
    """A card's symbols in their usual order, from its row of the table."""
    return "".join(sign * int(count) for sign, count in zip(SIGNS, row[:SYMBOLS], strict=True))


def faces_in(table: Array) -> tuple[str, ...]:
    """The symbols of every kind of card in a set."""
    return _faces(table.tobytes())


@lru_cache
def _faces(table: bytes) -> tuple[str, ...]:
    rows = np.frombuffer(table, np.int8).reshape(SHAPE)
    return tuple(symbols_text(row) for row in rows)


def find_kind(face: str, table: Array, error: type[DuelhallError]) -> int:
    """The kind of card that has these symbols, in any order."""
    counts = [face.count(sign) for sign in SIGNS]
    if face and sum(counts) == len(face):
        for kind, row in enumerate(table):
            if row[COPIES] and row[:SYMBOLS].tolist() == counts:
                return kind
    raise error(f"there is no card {shortened(face)} in the set (F20)")


def table_text(table: Array) -> str:
    """A set in one line: `4| 3|@` is four spears and three spears with a shield."""
    return " ".join(f"{row[COPIES]}{symbols_text(row)}" for row in table[1:] if row[COPIES])


def parse_table(text: str) -> Array:
    """The set in a line; BadUnits if there is none."""
    cards: list[tuple[str, Any]] = []
    for word in text.split():
        symbols = word.lstrip("0123456789")
        digits = word[: len(word) - len(symbols)]
        cards.append((symbols, int(digits[:LONGEST_NUMBER]) if digits else 1))
    faults = [] if cards else ["there are no cards; write them like 4| 3|@"]
    return _table(cards, "the option cards", {}, faults)


def canonical_text(text: str) -> str:
    """A set in one line, as it is always written."""
    return table_text(parse_table(text))


def card_options(wishes: CardSetup, _seat: int) -> dict[str, str]:
    """The option with the set of cards in a file; both players draw from it."""
    return {"cards": read_card_file(wishes.file)} if wishes.file else {}


def read_card_file(file: Path) -> str:
    """The set in a TOML file, in one line; BadUnits with its faults if it has some."""
    try:
        text = read_text(file, "utf-8-sig")
        checked_nesting(text, lambda says: BadUnits(str(file), [says]))
        document = tomllib.loads(text)
    except UnicodeDecodeError:
        raise BadUnits(str(file), ["this is not a text file"]) from None
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError
        raise BadUnits(str(file), [f"this is not TOML: {error}"]) from None
    places = _places(text)
    cards = document.get("cards")
    faults = [
        f"{places.get(name, '')}there is no entry {shortened(name)}; there is only [cards]"
        for name in document
        if name != "cards"
    ]
    if not isinstance(cards, dict):
        faults.append('there is no table [cards] with lines like "|@" = 3')
        cards = {}
    elif not cards:
        faults.append('the table [cards] is empty; write lines like "|@" = 3 into it')
    return table_text(_table(list(cards.items()), str(file), places, faults))


def _table(
    cards: list[tuple[str, Any]], place: str, places: dict[str, str], faults: list[str]
) -> Array:
    """The table of these cards, unless something is wrong with them or was before."""
    found: dict[tuple[int, ...], str] = {}
    table = np.zeros(SHAPE, np.int8)
    for symbols, copies in cards:
        wrong = list(_faults_of(symbols, copies))
        row = tuple(symbols.count(sign) for sign in SIGNS)
        if not wrong and row in found:
            wrong.append(f"is the same card as {shortened(found[row])}")
        faults += [f"{places.get(symbols, '')}card {shortened(symbols)} {fault}" for fault in wrong]
        if not wrong and len(found) < MOST_KINDS:
            table[1 + len(found)] = [*row, copies]
        found.setdefault(row, symbols)
    faults += _faults_of_all(cards)
    if faults:
        raise BadUnits(place, faults)
    return table


def card_faults(symbols: str) -> Iterator[str]:
    """What is wrong with the symbols of a card."""
    unknown = sorted({sign for sign in symbols if sign not in SIGNS})[:MOST_SYMBOLS]
    if unknown:
        signs = " ".join(sign if sign.isprintable() else repr(sign) for sign in unknown)
        yield f"has unknown symbols {signs}; symbols are {' '.join(SIGNS)}"
    if not 0 < len(symbols) <= MOST_SYMBOLS:
        yield f"has {len(symbols)} symbols; a card has 1 to {MOST_SYMBOLS}"


def _faults_of(symbols: str, copies: Any) -> Iterator[str]:
    yield from card_faults(symbols)
    if not isinstance(copies, int) or isinstance(copies, bool) or not 0 < copies <= MOST_CARDS:
        yield f"is there {shortened(copies)} times; write a whole number from 1 to {MOST_CARDS}"


def _faults_of_all(cards: list[tuple[str, Any]]) -> Iterator[str]:
    if len(cards) > MOST_KINDS:
        yield f"there are {len(cards)} kinds of cards; a set has at most {MOST_KINDS}"
    total = sum(min(c, 10**LONGEST_NUMBER) for _, c in cards if isinstance(c, int) and c > 0)
    if total > MOST_CARDS:
        yield f"there are {total} cards; a set has at most {MOST_CARDS}"


def _places(text: str) -> dict[str, str]:
    """Where each key stands first, bare or in quotes, as it is told; TOML's reader does not."""
    found: dict[str, str] = {}
    for number, line in enumerate(text.splitlines(), start=1):
        key, equals, _ = line.partition("=")
        if line.strip():
            found.setdefault(key.strip().strip("\"'" if equals else "[]"), f"line {number}: ")
    return found


STANDARD = read_card_file(STANDARD_FILE)
"""The standard set in one line."""
