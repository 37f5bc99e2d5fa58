"""Effects and conditions of the card language, read into numbers."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from duelhall.engine.errors import shortened
from duelhall.games.monsters import words
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.lines import Place

ENTRIES = ("when", "if", "do", "target", "amount", "per", "trait", "what")
NEVER, MAYBE, ALWAYS = range(3)
TO_ANYBODY = (1, words.MOST_AMOUNT)
TO_TRAITS = (1, words.MOST_OF_A_TRAIT)
ANY_STAT = (-words.MOST_STAT, words.MOST_STAT)
ACTING = (words.PLAY, words.FIELD)


class Form(NamedTuple):
    """What an operation takes: bounds of its amount, a trait, words for `what`, and when."""

    amounts: tuple[int, int] | None = TO_ANYBODY
    trait: int = NEVER
    what: Sequence[str] = ()
    has_target: bool = True
    whens: Sequence[int] = ACTING


ALL_TIMES = (*ACTING, words.PASSIVE)
SPECIAL_FORMS = {
    words.CHANGE_ATTACK: Form(ANY_STAT, whens=ALL_TIMES),
    words.CHANGE_DEFENCE: Form(ANY_STAT, whens=ALL_TIMES),
    words.SEARCH: Form(trait=ALWAYS),
    words.RECOVER: Form(trait=MAYBE),
    words.REVIVE: Form(trait=MAYBE),
    words.DRAIN: Form(TO_TRAITS, trait=ALWAYS),
    words.CHARGE: Form(TO_TRAITS, trait=ALWAYS),
    words.FORBID: Form(None, what=words.FORBIDDEN, whens=ALL_TIMES),
    words.CANCEL: Form(None, has_target=False),
    words.RETURN: Form(None, what=words.MOVED, has_target=False),
    words.KEEP: Form(None, has_target=False, whens=(words.FIELD,)),
}
FORMS = [SPECIAL_FORMS.get(number, Form()) for number in range(len(words.OPERATIONS))]

FIXED_CONDITIONS = {
    "your turn": words.IN_TURN,
    "their turn": words.IN_TURN + words.THEIRS,
    "combat": words.IN_COMBAT,
    "no combat": words.IN_COMBAT + words.THEIRS,
    "previous yours": words.PREVIOUS_LINK,
    "previous theirs": words.PREVIOUS_LINK + words.THEIRS,
}
TYPE = re.compile(r"(attack|defence) type (.+)")
COMPARED = re.compile(r"(?:(your|their) )?(.+?) *(>=|<=) *(\d{1,3})", re.ASCII)
ZONE_CONDITIONS = dict(
    zip(
        words.ZONES,
        (words.IN_HAND, words.IN_DECK, words.IN_DROP, words.IN_STASIS, words.IN_DAMAGE),
        strict=True,
    )
)
CONDITION_FORMS = (
    "'your turn', 'their turn', 'combat', 'no combat', 'previous yours', 'previous theirs', "
    "'attack type TRAIT', 'defence type TRAIT', 'links >= 3', 'your Hand >= 3', 'their TRAIT <= 1'"
)


@dataclass(frozen=True)
class Effect:
    """An effect in numbers."""

    when: int
    operation: int
    condition: int
    argument: int
    target: int
    subject: int  # the trait from 1, or the place of `what` in its list
    amount: int
    per: int
    entries: tuple[tuple[str, Any], ...]  # as it was written

    def row(self, owner: int) -> list[int]:
        """The effect's row in a deck's table."""
        return [
            owner + 1,
            self.when + words.OPERATION_STEP * self.operation,
            self.condition,
            self.argument,
            self.target + words.SUBJECT_STEP * self.subject,
            self.amount,
            self.per,
        ]


def parse_effect(
    entry: object, place: Place, traits: Sequence[str], faults: Faults
) -> Effect | None:
    """The effect in a table of a card file; None, with faults noted, if there is none."""
    found = faults.entries(place, entry, "an effect", ENTRIES, ("when", "do"))
    if "when" not in found or "do" not in found:
        return None
    when = faults.word((*place, "when"), found["when"], "time of an effect", words.WHEN)
    operation = faults.word((*place, "do"), found["do"], "operation", words.OPERATIONS)
    condition, argument = parse_condition(found.get("if"), (*place, "if"), traits, faults)
    if when is None or operation is None:
        return None
    form = FORMS[operation]
    if when not in form.whens:
        times = " or ".join(repr(words.WHEN[time]) for time in form.whens)
        faults.add((*place, "when"), f"{found['do']!r} happens {times}, not {found['when']!r}")
    target = _optional_word(found, place, "target", words.TARGETS, faults, form.has_target)
    per = _optional_word(found, place, "per", words.PER, faults, form.amounts is not None)
    subject = _subject(found, place, form, traits, faults)
    amount = _amount(found, place, form, faults)
    entries = tuple((name, found[name]) for name in ENTRIES if name in found)
    return Effect(when, operation, condition, argument, target, subject, amount, per, entries)


def _optional_word(
    found: Mapping[str, Any],
    place: Place,
    name: str,
    allowed: Sequence[str],
    faults: Faults,
    is_used: bool,  # noqa: FBT001
) -> int:
    """The number of an entry that may be left out, the first word being meant then."""
    if name not in found:
        return 0
    if not is_used:
        faults.add((*place, name), f"{found['do']!r} takes no {name}")
        return 0
    choices = [word for word in allowed if word]
    number = faults.word((*place, name), found[name], name, choices)
    return 0 if number is None else number + len(allowed) - len(choices)


def _amount(found: Mapping[str, Any], place: Place, form: Form, faults: Faults) -> int:
    """How much of it; 1 where nothing is said."""
    if form.amounts is None:
        if "amount" in found:
            faults.add((*place, "amount"), f"{found['do']!r} takes no amount")
        return 1
    named = f"the amount of {found['do']!r}"
    return faults.number((*place, "amount"), found.get("amount", 1), named, *form.amounts) or 0


def _subject(
    found: Mapping[str, Any], place: Place, form: Form, traits: Sequence[str], faults: Faults
) -> int:
    """What it is about: a trait, counted from 1, or a word of its own list."""
    do = found["do"]
    if "trait" in found and form.trait == NEVER:
        faults.add((*place, "trait"), f"{do!r} takes no trait")
    if "what" in found and not form.what:
        faults.add((*place, "what"), f"{do!r} takes no what")
    if form.what:
        return faults.word((*place, "what"), found.get("what"), f"what of {do!r}", form.what) or 0
    if form.trait == ALWAYS or (form.trait == MAYBE and "trait" in found):
        number = faults.trait((*place, "trait"), found.get("trait"), traits)
        return 0 if number is None else number + 1
    return 0


def parse_condition(
    text: object, place: Place, traits: Sequence[str], faults: Faults
) -> tuple[int, int]:
    """What a condition asks for, and its number."""
    if text is None:
        return words.ALWAYS, 0
    if isinstance(text, str):
        if text in FIXED_CONDITIONS:
            return FIXED_CONDITIONS[text], 0
        if found := TYPE.fullmatch(text):
            subject = words.ATTACK_TYPE if found[1] == "attack" else words.DEFENCE_TYPE
            return subject, faults.trait(place, found[2], traits) or 0
        if found := COMPARED.fullmatch(text):
            return _compared(found, place, traits, faults)
    faults.add(place, f"{shortened(text)} is no condition (allowed: {CONDITION_FORMS})")
    return words.ALWAYS, 0


def _compared(
    found: re.Match[str], place: Place, traits: Sequence[str], faults: Faults
) -> tuple[int, int]:
    """A condition that compares a number."""
    whose, subject, sign, number = found[1], found[2], found[3], int(found[4])
    more = (words.AT_MOST if sign == "<=" else 0) + (words.THEIRS if whose == "their" else 0)
    if whose is None:
        faults.word(place, subject, "thing to compare", ("links",))
        return words.LINKS + more, _bounded(place, number, words.MOST_COUNT, faults)
    if subject in ZONE_CONDITIONS:
        return ZONE_CONDITIONS[subject] + more, _bounded(place, number, words.MOST_COUNT, faults)
    trait = faults.trait(place, subject, traits, words.ZONES)
    left = _bounded(place, number, words.MOST_OF_A_TRAIT, faults)
    counted = 0 if trait is None else trait - len(words.ZONES)
    return words.TRAIT_LEFT + more, counted * words.TRAIT_STEP + left


def _bounded(place: Place, number: int, most: int, faults: Faults) -> int:
    return faults.number(place, number, "the number in this condition", 0, most) or 0
