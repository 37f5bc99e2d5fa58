"""Effects of the card language, read into numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from duelhall.engine.errors import shortened
from duelhall.games.monsters import words
from duelhall.games.monsters.condition_text import NONE, Condition, parse_condition
from duelhall.games.monsters.faults import Faults
from duelhall.games.monsters.lines import Place

ENTRIES = (
    "when", "requires", "if", "either", "do", "target", "amount", "per", "trait", "what", "until",
    "may", "up_to", "choose", "by",
)  # fmt: skip
CHOICES = {"may": words.MAY, "up_to": words.UP_TO, "choose": words.CHOSEN}
"""What can be left to a player; bits."""
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
    can_choose: bool = False  # whether its cards can be chosen
    lasts: bool = False  # whether it can last longer than a combat


ALL_TIMES = (*ACTING, words.PASSIVE)
SPECIAL_FORMS = {
    words.CHANGE_ATTACK: Form(ANY_STAT, whens=ALL_TIMES, lasts=True),
    words.CHANGE_DEFENCE: Form(ANY_STAT, whens=ALL_TIMES, lasts=True),
    words.PREVENT: Form(whens=ALL_TIMES),
    words.RECALL: Form(can_choose=True),
    words.SEARCH: Form(trait=ALWAYS, can_choose=True),
    words.RECOVER: Form(trait=MAYBE, can_choose=True),
    words.REVIVE: Form(trait=MAYBE, can_choose=True),
    words.DISCARD: Form(can_choose=True),
    words.HEAL: Form(can_choose=True),
    words.RECLAIM: Form(can_choose=True),
    words.DESTROY: Form(can_choose=True),
    words.EXPOSE: Form(can_choose=True),
    words.DRAIN: Form(TO_TRAITS, trait=ALWAYS),
    words.CHARGE: Form(TO_TRAITS, trait=ALWAYS),
    words.FORBID: Form(None, what=words.FORBIDDEN, whens=(*ALL_TIMES, words.CHAIN)),
    words.CANCEL: Form(None, has_target=False),
    words.RETURN: Form(None, what=words.MOVED, has_target=False),
    words.KEEP: Form(None, has_target=False, whens=(words.FIELD,)),
}
NAMES = {words.PASSIVE: "a Passive", words.CHAIN: "what holds in a chain"}
OF_HIDDEN_CARDS = (words.DISCARD, words.EXPOSE, words.SEARCH)
"""Operations with cards of a hand or a deck, which only their owner can choose (M23)."""

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
    choice: int = 0  # what is left to a player, as bits
    by: int = words.BY_SELF  # to whom
    either: str = ""  # what the choice is called of which this is an alternative
    entries: tuple[tuple[str, Any], ...] = ()  # as it was written

    @property
    def meaning(self) -> tuple[Any, ...]:
        """All that matters of it, whatever the set's other traits are."""
        return (
            self.when, self.operation, self.condition, self.target, self.trait, self.what,
            self.amount, self.per, self.requires, self.choice, self.by, self.either,
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
            self.by + self.choice,
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
    if "requires" in found and when in words.HOLDING:
        faults.add((*place, "requires"), f"{NAMES[when]} requires nothing: it is never used (M17)")
    _check_moment(found, place, when, faults)
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
        _choice(found, place, form, faults),
        parse_chooser(found, place, (operation, target), faults),
        _label(found, place, faults),
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
    is_free = form.trait == MAYBE or found.get("choose") is True
    if is_free and "trait" not in found:
        return ""
    return "" if faults.trait((*place, "trait"), trait, traits) is None else str(trait)


def _what(found: Mapping[str, Any], place: Place, form: Form, faults: Faults) -> int:
    """The place of what it is about in the operation's own list."""
    do = found["do"]
    if form.what:
        return faults.word((*place, "what"), found.get("what"), f"what of {do!r}", form.what) or 0
    if "what" in found:
        faults.add((*place, "what"), f"{do!r} takes no what")
    if "until" not in found:
        return 0
    if not form.lasts or found["when"] == words.WHEN[words.PASSIVE]:
        faults.add((*place, "until"), f"{found['when']} {do!r} takes no until")
    return faults.word((*place, "until"), found["until"], "until", words.UNTIL) or 0


# --- choices ---


def _check_moment(found: Mapping[str, Any], place: Place, when: int, faults: Faults) -> None:
    """Refuse a choice in an effect that never resolves (M17, M23)."""
    for name in ("either", *CHOICES, "by"):
        if name in found and when in words.HOLDING:
            faults.add((*place, name), f"{NAMES[when]} leaves no choice: it never resolves (M17)")


def _choice(found: Mapping[str, Any], place: Place, form: Form, faults: Faults) -> int:
    """What is left to a player."""
    for name in CHOICES:
        if not isinstance(found.get(name, True), bool):
            faults.add((*place, name), f"{name} is true or false, not {shortened(found[name])}")
    bits = sum(bit for name, bit in CHOICES.items() if found.get(name) is True)
    if bits & words.CHOSEN and not form.can_choose:
        faults.add((*place, "choose"), f"{found['do']!r} leaves no cards to choose")
    if bits & words.UP_TO and form.amounts is None:
        faults.add((*place, "up_to"), f"{found['do']!r} has no amount of which there can be less")
    if bits & words.UP_TO and bits & words.MAY:
        faults.add((*place, "may"), "leave out may: with up_to, the player can already choose 0")
    is_counted = bits & (words.UP_TO | words.CHOSEN) and form.amounts is not None
    if is_counted and "amount" in found:
        named = f"an amount of {found['do']!r} that is chosen"
        faults.number((*place, "amount"), found["amount"], named, 1, words.MOST_CHOSEN)
    return bits


def parse_chooser(
    found: Mapping[str, Any], place: Place, what: tuple[int, int], faults: Faults
) -> int:
    """Who chooses; cards that are hidden are chosen by their owner (M23)."""
    operation, target = what
    by = faults.word((*place, "by"), found.get("by", "self"), "by", words.CHOOSERS) or 0
    chooses = found.get("choose") is True
    if "by" in found and not any(found.get(name) for name in ("either", *CHOICES)):
        faults.add((*place, "by"), "by says who chooses, and there is nothing to choose")
    if by == words.BY_OWNER and not chooses:
        faults.add((*place, "by"), "by 'owner' is for cards that are chosen")
    owners = {words.SELF: words.BY_SELF, words.OPPONENT: words.BY_OPPONENT}
    fits = by in (words.BY_OWNER, owners.get(target, words.BY_OWNER))
    if chooses and operation in OF_HIDDEN_CARDS and not fits:
        faults.add(
            (*place, "by"),
            f"the cards of {found['do']!r} are chosen by their owner, who alone sees them: write "
            'by = "owner" (M23)',
        )
    return by


def _label(found: Mapping[str, Any], place: Place, faults: Faults) -> str:
    """What the choice is called of which an effect is one alternative."""
    label = found.get("either", "")
    if not isinstance(label, str) or ("either" in found and not label.strip()):
        faults.add((*place, "either"), f"either is a word in quotes, not {shortened(label)}")
        return ""
    return label


def with_alternatives(effects: Sequence[Effect], place: Place, faults: Faults) -> list[Effect]:
    """The effects of a card, of which those with one label are alternatives."""
    found = []
    for number, effect in enumerate(effects):
        if not effect.either:
            found.append(effect)
            continue
        before = effects[number - 1] if number else None
        is_first = before is None or (before.either, before.when) != (effect.either, effect.when)
        where = (*place, "effect", number)
        earlier = [other.either for other in effects[:number]]
        if is_first and effect.either in earlier:
            faults.add((*where, "either"), f"the alternatives {effect.either!r} are not in a row")
        if not is_first and effect.choice & words.MAY:
            faults.add((*where, "may"), "may belongs to the first of several alternatives")
        bits = words.ALTERNATIVE + (words.FIRST if is_first else 0)
        found.append(replace(effect, choice=effect.choice + bits))
    return found
