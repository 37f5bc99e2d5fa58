"""Conditions in words, as a player reads them on a card."""

from dataclasses import replace

from duelhall.games.monsters import words
from duelhall.games.monsters.condition_text import NONE, Atom, Condition, Negated

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
    """One thing that a condition asks for."""
    subject, is_theirs = atom.subject % words.THEIRS, bool(atom.subject & words.THEIRS)
    owner = "the opponent's" if is_theirs else "your"
    is_most = bool(atom.subject & words.AT_MOST)
    compared = f"{atom.number} or {'fewer' if is_most else 'more'}"
    initiated = f"been initiated {compared} times"
    if is_most and atom.number == 0:
        compared, initiated = "no", "not been initiated"
    if subject == words.TRAIT_LEFT:
        have = "the opponent has" if is_theirs else "you have"
        return f"{have} {compared} {atom.trait} left"
    if subject == words.DAMAGE_TAKEN:
        have = "the opponent has" if is_theirs else "you have"
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
