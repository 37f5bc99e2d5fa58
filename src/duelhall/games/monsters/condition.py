"""Conditions of the card language: read from text into trees, and said in numbers and in words.

    your Hand >= 3 and not (their turn or combat)

`not` binds most closely, then `and`, then `or`.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple, TypeAlias

from duelhall.engine.errors import shortened
from duelhall.games.monsters import words
from duelhall.games.monsters.faults import Faults, Letter, Place


@dataclass(frozen=True)
class Atom:
    """One thing that a condition asks for."""

    subject: int  # what it asks for, with THEIRS and AT_MOST
    number: int = 0
    trait: str = ""

    @property
    def traits(self) -> set[str]:
        """The traits that it names."""
        return {self.trait} if self.trait else set()

    def argument(self, traits: Sequence[str]) -> int:
        """The number that goes with it in a table."""
        if not self.trait:
            return self.number
        place = traits.index(self.trait)
        is_count = self.subject % words.THEIRS == words.TRAIT_LEFT
        return place * words.TRAIT_STEP + self.number if is_count else place


@dataclass(frozen=True)
class Negated:
    """What holds if something else does not."""

    part: "Condition"

    @property
    def traits(self) -> set[str]:
        """The traits that it names."""
        return self.part.traits


@dataclass(frozen=True)
class Joined:
    """Parts of which all, or at least one, must hold."""

    word: str  # and, or
    parts: "tuple[Condition, ...]"

    @property
    def traits(self) -> set[str]:
        """The traits that it names."""
        return set().union(*(part.traits for part in self.parts))


Condition: TypeAlias = Atom | Negated | Joined
NONE = Atom(words.ALWAYS)
"""The condition of an effect that always happens."""

CODES = {"and": words.AND, "or": words.OR}


def program(condition: Condition, traits: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The steps that find out whether a condition holds, each with its number."""
    if isinstance(condition, Atom):
        yield condition.subject, condition.argument(traits)
    elif isinstance(condition, Negated):
        yield from program(condition.part, traits)
        yield words.NOT, 0
    else:
        for place, part in enumerate(condition.parts):
            yield from program(part, traits)
            if place:
                yield CODES[condition.word], 0


# --- reading ---

FIXED = {
    "your turn": Atom(words.IN_TURN),
    "their turn": Atom(words.IN_TURN + words.THEIRS),
    "combat": Atom(words.IN_COMBAT),
    "no combat": Atom(words.IN_COMBAT + words.THEIRS),
    "previous yours": Atom(words.PREVIOUS_LINK),
    "previous theirs": Atom(words.PREVIOUS_LINK + words.THEIRS),
    "alter": Atom(words.IN_PHASE, 0),
    "battle": Atom(words.IN_PHASE, 1),
    "chain": Atom(words.IN_CHAIN),
    "answer": Atom(words.ANSWERING),
    "defended": Atom(words.DEFENDED, 1),
    "undefended": Atom(words.DEFENDED, 0),
}
TYPES = {"attack": words.ATTACK_TYPE, "defence": words.DEFENCE_TYPE}
TYPE = re.compile(r"(attack|defence) type (.+)")
COMPARED = re.compile(r"(.*?) *([<>=\u2264\u2265]+) *(.*)")
SIGNS = {">=": 0, "<=": words.AT_MOST}
OWNERS = {"your": 0, "their": words.THEIRS}
TOKEN = re.compile(r"[()]|[^()\s]+")
JOINED = re.compile(r"[()]|(?<!\S)(and|or|not)(?!\S)")
LONGEST, MOST_BRACKETS = 500, 20
JOINING = ("and", "or", "not", "(", ")")
FORMS = (
    "'your turn', 'their turn', 'combat', 'no combat', 'previous yours', 'previous theirs', "
    "'alter', 'battle', 'chain', 'answer', 'defended', 'undefended', 'attack type TRAIT', "
    "'defence type TRAIT', 'links >= 3', 'turn >= 5', 'combats >= 1', 'your Hand >= 3', "
    "'their HP <= 4', 'your damage taken >= 1', 'their TRAIT <= 1'; and, or, not, ( )"
)


class ConditionSource(NamedTuple):
    """Where a condition is written, and what can be said there."""

    place: Place
    traits: Sequence[str]
    faults: Faults

    def at(self, letter: int) -> "ConditionSource":
        """A part of it that begins with a letter."""
        return self._replace(place=(*self.place, Letter(letter)))

    @property
    def counts(self) -> list[str]:
        """All that can be compared with a number."""
        names = [*words.OWNED, *self.traits]
        return [*words.COMMON, *(f"{owner} {name}" for owner in OWNERS for name in names)]


def parse_condition(text: object, place: Place, traits: Sequence[str], faults: Faults) -> Condition:
    """The condition in a text; faults are noted."""
    if isinstance(text, str) and (len(text) > LONGEST or text.count("(") > MOST_BRACKETS):
        faults.add(place, f"a condition has at most {LONGEST} characters and {MOST_BRACKETS} (")
        return NONE
    if isinstance(text, str) and text.strip():
        if JOINED.search(text):
            return Reader(text, ConditionSource(place, traits, faults)).whole()
        start = Letter(len(text) - len(text.lstrip()))
        return parse_atom(" ".join(text.split()), ConditionSource((*place, start), traits, faults))
    faults.add(place, f"{shortened(text)} is not a condition (allowed: {FORMS})")
    return NONE


class Reader:
    """Reads a condition from left to right."""

    def __init__(self, text: str, source: ConditionSource) -> None:
        self._text, self._source = text, source
        found = list(TOKEN.finditer(text))
        self._tokens, self._starts = [one[0] for one in found], [one.start() for one in found]
        self._at = 0
        self._is_faulty = False

    def whole(self) -> Condition:
        """The whole text as one condition."""
        found = self._any()
        while self._at < len(self._tokens):
            self._refuse(f"there is a {self._tokens[self._at]!r} too many")
            self._at += 1
            self._any()
        return NONE if self._is_faulty else found

    def _refuse(self, says: str) -> None:
        """Note what is wrong with how a condition is put together, the first of such faults."""
        if not self._is_faulty:
            start = self._starts[min(self._at, len(self._starts) - 1)]
            source = self._source.at(start)
            source.faults.add(source.place, f"in the condition {shortened(self._text)} {says}")
        self._is_faulty = True

    def _next_is(self, word: str) -> bool:
        """Whether a word comes next; if so, go on behind it."""
        is_next = self._at < len(self._tokens) and self._tokens[self._at] == word
        self._at += is_next
        return is_next

    def _any(self) -> Condition:
        parts = [self._all()]
        while self._next_is("or"):
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Joined("or", tuple(parts))

    def _all(self) -> Condition:
        parts = [self._part()]
        while self._next_is("and"):
            parts.append(self._part())
        return parts[0] if len(parts) == 1 else Joined("and", tuple(parts))

    def _part(self) -> Condition:
        if self._next_is("not"):
            return Negated(self._part())
        if self._next_is("("):
            found = self._any()
            if not self._next_is(")"):
                self._refuse("a ')' is missing")
            return found
        start = self._at
        while self._at < len(self._tokens) and self._tokens[self._at] not in JOINING:
            self._at += 1
        if start == self._at:
            after = f"after {self._tokens[start - 1]!r}" if start else "at its beginning"
            self._refuse(f"something is missing {after}")
            return NONE
        text = " ".join(self._tokens[start : self._at])
        return parse_atom(text, self._source.at(self._starts[start]))


def parse_atom(text: str, source: ConditionSource) -> Atom:
    """One thing that a condition asks for."""
    if text in FIXED:
        return FIXED[text]
    if found := TYPE.fullmatch(text):
        trait = _trait(found[2], source)
        return Atom(TYPES[found[1]], trait=trait) if trait else NONE
    if found := COMPARED.fullmatch(text):
        return _compared(found, source)
    source.faults.add(source.place, f"{shortened(text)} is not a condition{_hint(text, source)}")
    return NONE


def _hint(text: str, source: ConditionSource) -> str:
    """What may have been meant by something that is not a condition."""
    if any(word in JOINING for word in text.lower().split()):
        return ": and, or and not are written in small letters"
    types = [f"{kind} type {trait}" for kind in TYPES for trait in source.traits]
    near = source.faults.nearest(text, [*FIXED, *types, *source.counts])
    if near in source.counts:
        return f": compare it with a number, as in '{near} >= 3'"
    return f"{f'; did you mean {near!r}?' if near else ''} (allowed: {FORMS})"


def _trait(word: str, source: ConditionSource, others: Sequence[str] = ()) -> str:
    """A trait that is known; nothing, with a fault noted, if it is not."""
    found = source.faults.trait(source.place, word, source.traits, others)
    return "" if found is None else word


def _compared(found: re.Match[str], source: ConditionSource) -> Atom:
    what, sign, number = found[1], found[2], found[3]
    if sign not in SIGNS:
        says = f"{shortened(sign)} is not a comparison: write >= (at least) or <= (at most)"
        source.faults.add(source.place, says)
    whose, _, name = what.partition(" ")
    more = SIGNS.get(sign, 0) + OWNERS.get(whose, 0)
    if what in words.COMMON:
        return Atom(words.COMMON[what] + more, _bounded(number, words.MOST_COUNT, source))
    if whose not in OWNERS:
        source.faults.add_word(source.place, what, "count", source.counts)
        return NONE
    if name in words.OWNED:
        return Atom(words.OWNED[name] + more, _bounded(number, words.MOST_COUNT, source))
    trait = _trait(name, source, list(words.OWNED))
    left = _bounded(number, words.MOST_OF_A_TRAIT, source)
    return Atom(words.TRAIT_LEFT + more, left, trait) if trait else NONE


def _bounded(number: str, most: int, source: ConditionSource) -> int:
    is_short = re.fullmatch(r"\d{1,9}", number, re.ASCII)
    found: object = int(number) if is_short else number
    named = "the number in this condition"
    return source.faults.number(source.place, found, named, 0, most) or 0


ZONES = {words.IN_HAND + place: zone for place, zone in enumerate(words.ZONES)}
COUNTS = {*words.OWNED.values(), *words.COMMON.values(), words.TRAIT_LEFT}
"""What is compared with a number."""
DENIED = {
    words.IN_TURN, words.IN_PHASE, words.IN_CHAIN, words.ATTACK_TYPE, words.DEFENCE_TYPE,
}  # fmt: skip
"""What is denied by a `not` in its clause."""


def condition_phrase(condition: Condition) -> str:
    """A condition before what it makes happen: `if your Hand has 3 or more cards`."""
    return "" if condition == NONE else _with_word("if", condition)


def required_phrase(condition: Condition) -> str:
    """A condition behind what it lets be done: `while your Hand has 3 or more cards`."""
    return _with_word("while", condition)


def _with_word(word: str, condition: Condition) -> str:
    """A condition as part of a sentence; a moment by itself needs no word before it."""
    says = clause(condition)
    return MOMENTS.get(says, f"{word} {says}")


def clause(condition: Condition, *, is_inner: bool = False) -> str:
    """A condition as a clause: `your Hand has 3 or more cards and it is your turn`."""
    if isinstance(condition, Atom):
        return _atom(condition)
    if isinstance(condition, Negated):
        part = condition.part
        opposite = _opposite(part) if isinstance(part, Atom) else None
        return opposite or f"it is not the case that {clause(part, is_inner=True)}"
    said = f" {condition.word} ".join(clause(part, is_inner=True) for part in condition.parts)
    return f"({said})" if is_inner else said


def _opposite(atom: Atom) -> str | None:
    """What is so if something is not, where that is easily said: `it is not your turn`."""
    subject = atom.subject % words.THEIRS
    if subject == words.IN_COMBAT:
        return _atom(replace(atom, subject=atom.subject ^ words.THEIRS))
    if subject in DENIED:
        what, _, how = _atom(atom).rpartition(" is ")
        return f"{what} is not {how}"
    number = atom.number + (1 if atom.subject & words.AT_MOST else -1)
    if subject not in COUNTS or number < 0:
        return None
    return _atom(replace(atom, subject=atom.subject ^ words.AT_MOST, number=number))


MOMENTS = {
    "it is your turn": "during your turn",
    "it is the opponent's turn": "during the opponent's turn",
    "this is combat": "in combat",
    "this is not combat": "outside combat",
    "this is Alter": "in Alter",
    "this is Battle": "in Battle",
    "this is a chain": "in a chain",
}


def _atom(atom: Atom) -> str:
    subject, is_theirs = atom.subject % words.THEIRS, bool(atom.subject & words.THEIRS)
    owner, have = ("the opponent's", "the opponent has") if is_theirs else ("your", "you have")
    is_most = bool(atom.subject & words.AT_MOST)
    compared = f"{atom.number} or {'fewer' if is_most else 'more'}"
    initiated = f"been initiated {compared} times"
    if is_most and atom.number == 0:
        compared, initiated = "no", "not been initiated"
    if subject == words.TRAIT_LEFT:
        return f"{have} {compared} {atom.trait} left"
    if subject == words.DAMAGE_TAKEN:
        return f"{have} taken {compared} damage this turn"
    if subject == words.HP_LEFT:
        return f"{owner} monster has {compared} HP left"
    if subject in ZONES:
        return f"{owner} {ZONES[subject]} has {compared} cards"
    return {
        words.IN_TURN: f"it is {owner} turn",
        words.IN_COMBAT: "this is not combat" if is_theirs else "this is combat",
        words.ATTACK_TYPE: f"{atom.trait} is among the attack types",
        words.DEFENCE_TYPE: f"{atom.trait} is among the defence types",
        words.PREVIOUS_LINK: f"the link before it is {'the opponent' if is_theirs else 'your'}"
        + ("'s" if is_theirs else "s"),
        words.LINKS: f"the chain has {compared} links",
        words.TURN: "this is the first turn"
        if is_most and atom.number == 1
        else f"this is turn {atom.number} or {'earlier' if is_most else 'later'}",
        words.COMBATS: f"combat has {initiated} this turn",
        words.IN_PHASE: f"this is {'Battle' if atom.number else 'Alter'}",
        words.IN_CHAIN: "this is a chain",
        words.ANSWERING: "this answers a non-combat chain",
        words.DEFENDED: f"{'a' if atom.number else 'no'} defensive move was used in this combat",
    }[subject]
