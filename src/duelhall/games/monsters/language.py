"""Effects of the card language, read into numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from duelhall.games.monsters import words
from duelhall.games.monsters.condition_text import NONE, Condition, parse_condition
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.lines import Place

ENTRIES = ("when", "requires", "if", "do", "target", "amount", "per", "trait", "what")
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


@dataclass(frozen=True)
class Effect:
    """An effect in numbers."""

    when: int
    operation: int
    condition: Condition = NONE
    target: int = words.SELF
    trait: str = ""
    what: int = 0  # the place of `what` in its list
    amount: int = 1
    per: int = 0  # what the amount is counted by; 0 if it counts once
    requires: Condition = NONE  # what using the card for this effect takes
    entries: tuple[tuple[str, Any], ...] = ()  # as it was written

    @property
    def meaning(self) -> tuple[Any, ...]:
        """All that matters of it, whatever the set's other traits are."""
        return (
            self.when, self.operation, self.condition, self.target, self.trait, self.what,
            self.amount, self.per, self.requires,
        )  # fmt: skip

    def row(self, owner: int, condition: tuple[int, int], traits: Sequence[str]) -> list[int]:
        """The effect's row in a deck's table, with its condition in numbers."""
        return [
            owner + 1,
            self.when + words.OPERATION_STEP * self.operation,
            *condition,
            self.target,
            traits.index(self.trait) + 1 if self.trait else self.what,
            self.amount + words.BIAS,
            self.per,
            0,
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
    condition = parse_condition(found.get("if"), (*place, "if"), traits, faults)
    requires = parse_condition(found.get("requires"), (*place, "requires"), traits, faults)
    if when is None or operation is None:
        return None
    form = FORMS[operation]
    if when not in form.whens:
        times = " or ".join(repr(words.WHEN[time]) for time in form.whens)
        faults.add((*place, "when"), f"{found['do']!r} happens {times}, not {found['when']!r}")
    target = _optional_word(found, place, "target", words.TARGETS, faults, form.has_target)
    counted_by = ("", *words.PER)
    per = _optional_word(found, place, "per", counted_by, faults, form.amounts is not None)
    if "requires" in found and when == words.PASSIVE:
        faults.add((*place, "requires"), "a Passive requires nothing: it is never used (M17)")
    return Effect(
        when,
        operation,
        condition,
        target,
        _trait(found, place, form, traits, faults),
        _what(found, place, form, faults),
        _amount(found, place, form, faults),
        words.PER[counted_by[per]] if per else 0,
        requires,
        tuple((name, found[name]) for name in ENTRIES if name in found),
    )


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


def _trait(
    found: Mapping[str, Any], place: Place, form: Form, traits: Sequence[str], faults: Faults
) -> str:
    """The trait that it is about; nothing if it is about none."""
    trait = found.get("trait")
    if form.trait == NEVER:
        if "trait" in found:
            faults.add((*place, "trait"), f"{found['do']!r} takes no trait")
        return ""
    if form.trait == MAYBE and "trait" not in found:
        return ""
    return "" if faults.trait((*place, "trait"), trait, traits) is None else str(trait)


def _what(found: Mapping[str, Any], place: Place, form: Form, faults: Faults) -> int:
    """The place of what it is about in the operation's own list."""
    do = found["do"]
    if form.what:
        return faults.word((*place, "what"), found.get("what"), f"what of {do!r}", form.what) or 0
    if "what" in found:
        faults.add((*place, "what"), f"{do!r} takes no what")
    return 0
