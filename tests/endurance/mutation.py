"""Damage to texts and documents, made at random: what a slip, a bad disk or a joker leaves."""

import json
import random
import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

NUMBERS = (
    "0", "-1", "1", "3", "99", "256", "2147483648", "9223372036854775808", "18446744073709551616",
    "1" + "0" * 30, "1" * 5000, "1.5", "1e308", "NaN", "-Infinity", "0x10", "\u0661", "1_000",
)  # fmt: skip
CHARACTERS = "0aZ -+:;,.=#~?/\\\"'[]{}()\n\r\t\0\x1b\x7f\u00e9\u2028\u202e\ufeff\U0001f0a1火"
VALUES: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 3, 99, 2**31, 2**63, 2**64, 10**12, 10**30, 1.5, -0.0, 1e308,
    float("inf"), float("nan"), "", " ", "x", "0", "-", "\0", "\n", "\x1b[31m", "\ud800", "é火",
    "x" * 3000, [], {}, [[]], [None], {"": None}, ["", ""], [[[[[[]]]]]], {"type": "move"},
)  # fmt: skip


def damaged_text(chance: random.Random, text: str, words: Sequence[str] = ()) -> str:
    """A text after a few accidents."""
    ways = [_other_character, _without_piece, _doubled_piece, _cut, _other_number]
    ways += [_swapped("\n"), _swapped(" "), _swapped("")]
    if words:
        ways += [_other_word(words)] * 3
    for _ in range(chance.randint(1, 4)):
        text = chance.choice(ways)(chance, text)
    return text


def _piece(chance: random.Random, text: str) -> tuple[int, int]:
    start = chance.randint(0, len(text))
    return start, min(len(text), start + chance.choice((1, 2, 5, 20, 200)))


def _other_character(chance: random.Random, text: str) -> str:
    at = chance.randint(0, len(text))
    return text[:at] + chance.choice(CHARACTERS) + text[at + chance.randint(0, 1) :]


def _without_piece(chance: random.Random, text: str) -> str:
    start, end = _piece(chance, text)
    return text[:start] + text[end:]


def _doubled_piece(chance: random.Random, text: str) -> str:
    start, end = _piece(chance, text)
    return text[:start] + text[start:end] * chance.choice((2, 3, 100)) + text[end:]


def _cut(chance: random.Random, text: str) -> str:
    return text[: chance.randint(0, len(text))]


def _other_number(chance: random.Random, text: str) -> str:
    return _replaced(chance, r"-?\d+", text, NUMBERS)


def _swapped(between: str) -> Any:
    """A text of which two lines, words or characters have changed places."""

    def swapped(chance: random.Random, text: str) -> str:
        parts = text.split(between) if between else list(text)
        if parts:
            one, other = (chance.randrange(len(parts)) for _ in range(2))
            parts[one], parts[other] = parts[other], parts[one]
        return between.join(parts)

    return swapped


def _other_word(words: Sequence[str]) -> Any:
    return lambda chance, text: _replaced(chance, r"[A-Za-z][\w-]*", text, words)


def _replaced(chance: random.Random, pattern: str, text: str, others: Sequence[str]) -> str:
    """A text in which something else stands in one of the places that fit a pattern."""
    found = list(re.finditer(pattern, text))
    if not found:
        return text + chance.choice(others)
    place = chance.choice(found)
    return text[: place.start()] + chance.choice(others) + text[place.end() :]


def damaged_json(chance: random.Random, text: str) -> str:
    """A JSON document in which some entries are missing, doubled, exchanged or something else;
    sometimes the text itself is damaged.
    """
    if chance.random() < 0.3:
        return damaged_text(chance, text)
    document = json.loads(text)
    for _ in range(chance.randint(1, 3)):
        _damage(chance, document)
    return json.dumps(document)


def _damage(chance: random.Random, document: Any) -> None:
    places = places_in(document)
    if not places:
        return
    holder, key = chance.choice(places)
    way = chance.randrange(6)
    if way == 0:
        del holder[key]
    elif way == 1 and isinstance(holder, list):
        holder[key:key] = [deepcopy(holder[key])] * chance.choice((1, 2, 300))
    elif way == 2:
        other, name = chance.choice(places)
        holder[key] = deepcopy(other[name])
    elif way == 3 and isinstance(holder, dict):
        holder[chance.choice(("extra", "", "type", *map(str, holder)))] = _anything(chance)
    elif way == 4 and isinstance(holder[key], str):
        holder[key] = damaged_text(chance, holder[key])
    else:
        holder[key] = _anything(chance)


def _anything(chance: random.Random) -> Any:
    return deepcopy(chance.choice(VALUES))


def places_in(document: Any) -> list[tuple[Any, Any]]:
    """Every table or list of a document with every one of its keys."""
    keys = list(document) if isinstance(document, dict) else range(len(document))
    found: list[tuple[Any, Any]] = []
    for key in keys:
        found.append((document, key))
        if isinstance(document[key], dict | list):
            found += places_in(document[key])
    return found


def damaged_bytes(chance: random.Random, whole: bytes) -> bytes:
    """A file after an accident: cut, overwritten, with a bit turned over, or with more behind."""
    at = chance.randrange(len(whole)) if whole else 0
    length = chance.choice((1, 7, 64, 4096))
    ways = (
        lambda: whole[:at],
        lambda: whole[:at] + bytes([whole[at] ^ (1 << chance.randrange(8))]) + whole[at + 1 :],
        lambda: whole[:at] + bytes(length) + whole[at + length :],
        lambda: whole[:at] + chance.randbytes(length) + whole[at + length :],
        lambda: whole + chance.randbytes(length),
        lambda: whole[at:],
        lambda: b"",
    )
    return chance.choice(ways)() if whole else chance.randbytes(length)
