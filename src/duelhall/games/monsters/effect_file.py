"""Effects as they are written in card files, and those of a deck in rows of numbers."""

from collections.abc import Sequence
from dataclasses import replace

from duelhall.engine.errors import shortened
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Deck
from duelhall.games.monsters.condition import NONE, Atom, Condition, parse_condition, program
from duelhall.games.monsters.faults import Faults, Place
from duelhall.games.monsters.operations import (
    ALWAYS_NAMED,
    ANY_OPERATION,
    CHOICES,
    ENTRIES,
    NAMES,
    NEVER,
    OPERATIONS,
    WORDS,
    Effect,
)

OWNERS = {"your": 0, "their": words.THEIRS}


class EffectReader:
    """Reads the entries of an effect, each whatever is wrong with the others."""

    def __init__(self, entry: object, place: Place, traits: Sequence[str], faults: Faults) -> None:
        self._place, self._traits, self._faults = place, traits, faults
        self._found = found = faults.entries(place, entry, "an effect", ENTRIES, ("when", "do"))
        self._when: int | None = None
        self._operation: int | None = None
        if "when" in found:
            when, kind = found["when"], "time of an effect"
            self._when = faults.word((*place, "when"), when, kind, words.WHEN)
        if "do" in found:
            self._operation = faults.word((*place, "do"), found["do"], "operation", WORDS)
        self._row = ANY_OPERATION if self._operation is None else OPERATIONS[self._operation]
        self._do = repr(self._row.word) if self._row.word else shortened(found.get("do"))

    def effect(self) -> Effect | None:
        """The effect, if it is known what it does and when; None, with faults noted, otherwise."""
        found, row = self._found, self._row
        condition = self._condition("if") if "if" in found else NONE
        requires = self._condition("requires") if "requires" in found else NONE
        self._check_when()
        target = self._target() if "target" in found else words.SELF
        per, per_trait = self._per() if "per" in found else (0, "")
        trait = self._trait() if "trait" in found or row.trait == ALWAYS_NAMED else ""
        amount = self._amount() if "amount" in found else 1
        is_left, is_chosen = not found.keys().isdisjoint(CHOICES), found.get("choose") is True
        choice = self._choice() if is_left else 0
        what = self._what() if row.what or "what" in found else 0
        until = self._until() if "until" in found or row.untils else 0
        by = self._chooser(target) if "by" in found or is_chosen else words.BY_SELF
        label = self._label() if "either" in found else ""
        if self._when is None or self._operation is None:
            return None
        entries = list(filter(found.__contains__, ENTRIES))
        return Effect(
            self._when,
            self._operation,
            condition,
            target,
            trait,
            what or until,
            amount,
            per,
            per_trait,
            requires,
            choice,
            by,
            label,
            tuple(zip(entries, map(found.get, entries), strict=True)),
        )

    def _refuse(self, name: str, says: str) -> None:
        self._faults.add((*self._place, name), says)

    def _word(self, name: str, allowed: Sequence[str], kind: str = "") -> int:
        """The number of a word; that of the first one where none is known."""
        place = (*self._place, name)
        return self._faults.word(place, self._found[name], kind or name, allowed) or 0

    def _condition(self, name: str) -> Condition:
        place = (*self._place, name)
        return parse_condition(self._found[name], place, self._traits, self._faults)

    # --- when, how much, of what ---

    def _check_when(self) -> None:
        """Refuse a time that the operation does not have, and what an effect cannot have that is
        never triggered (M17, M23).
        """
        if self._when is None:
            return
        if self._when not in self._row.whens:
            times = " or ".join(repr(words.WHEN[time]) for time in self._row.whens)
            self._refuse("when", f"{self._do} happens {times}, not {words.WHEN[self._when]!r}")
        if self._when not in words.HOLDING:
            return
        name = NAMES[self._when]
        if "requires" in self._found:
            self._refuse("requires", f"{name} requires nothing: it is never used (M17)")
        for entry in ("either", *CHOICES, "by"):
            if entry in self._found:
                self._refuse(entry, f"{name} leaves no choice: it never resolves (M17)")

    def _target(self) -> int:
        if not self._row.has_target:
            self._refuse("target", f"{self._do} takes no target")
            return words.SELF
        return self._word("target", words.TARGETS)

    def _per(self) -> tuple[int, str]:
        if self._row.amounts is None:
            self._refuse("per", f"{self._do} takes no per")
            return 0, ""
        text = self._found["per"]
        if isinstance(text, str) and text in words.PER:
            return words.PER[text], ""
        owner, _, trait = str(text).partition(" ")
        if isinstance(text, str) and owner in OWNERS and trait in self._traits:
            return words.PER_TRAIT + OWNERS[owner], trait
        left = [f"{owner} {trait}" for owner in OWNERS for trait in self._traits]
        self._faults.add_word((*self._place, "per"), text, "per", [*words.PER, *left])
        return 0, ""

    def _amount(self) -> int:
        if self._row.amounts is None:
            self._refuse("amount", f"{self._do} takes no amount")
            return 1
        place, named = (*self._place, "amount"), f"the amount of {self._do}"
        return self._faults.number(place, self._found["amount"], named, *self._row.amounts) or 0

    def _trait(self) -> str:
        """The trait that it is about; nothing if it is about none."""
        if self._row.trait == NEVER:
            self._refuse("trait", f"{self._do} takes no trait")
            return ""
        if "trait" not in self._found:
            if self._found.get("choose") is not True:
                self._faults.add_word(self._place, None, "trait", self._traits)
            return ""
        trait, place = self._found["trait"], (*self._place, "trait")
        return "" if self._faults.trait(place, trait, self._traits) is None else trait

    def _what(self) -> int:
        """The place of what it is about in the operation's own list."""
        if not self._row.what:
            self._refuse("what", f"{self._do} takes no what")
        elif "what" in self._found:
            return self._word("what", self._row.what, f"what of {self._do}")
        elif self._operation is not None:
            self._faults.add_word(self._place, None, f"what of {self._do}", self._row.what)
        return 0

    def _until(self) -> int:
        allowed = () if self._when in words.HOLDING else self._row.untils
        if allowed:
            place = self._word("until", allowed) if "until" in self._found else 0
            return words.UNTIL.index(allowed[place])
        if "until" in self._found:
            held = f"{NAMES[self._when]} with " if self._when in words.HOLDING else ""
            self._refuse("until", f"{held}{self._do} takes no until")
        return 0

    # --- choices ---

    def _choice(self) -> int:
        for name in CHOICES:
            value = self._found.get(name, True)
            if not isinstance(value, bool):
                self._refuse(name, f"{name} is true or false, not {shortened(value)}")
        bits = sum([bit for name, bit in CHOICES.items() if self._found.get(name) is True])
        if bits & words.CHOSEN and not self._row.can_choose:
            self._refuse("choose", f"{self._do} leaves no cards to choose")
        if bits & words.UP_TO and self._row.amounts is None:
            self._refuse("up_to", f"{self._do} has no amount of which there can be less")
        if bits & words.UP_TO and bits & words.MAY:
            self._refuse("may", "leave out may: with up_to, the player can already choose 0")
        is_counted = bits & (words.UP_TO | words.CHOSEN) and self._row.amounts is not None
        if is_counted and "amount" in self._found:
            self._check_chosen_amount()
        return bits

    def _check_chosen_amount(self) -> None:
        """Refuse an amount of which nobody could choose a part; what is no number was refused."""
        amount = self._found["amount"]
        low, high = self._row.amounts or (0, 0)
        if type(amount) is int and low <= amount <= high:
            named = f"an amount of {self._do} that is chosen"
            self._faults.number((*self._place, "amount"), amount, named, 1, words.MOST_CHOSEN)

    def _chooser(self, target: int) -> int:
        """Who chooses; cards that are hidden are chosen by their owner (M23)."""
        by = self._word("by", words.CHOOSERS) if "by" in self._found else words.BY_SELF
        chooses = self._found.get("choose") is True
        if "by" in self._found and not any(self._found.get(name) for name in ("either", *CHOICES)):
            self._refuse("by", "by says who chooses, and there is nothing to choose")
        if by == words.BY_OWNER and not chooses:
            self._refuse("by", "by 'owner' is for cards that are chosen")
        owners = {words.SELF: words.BY_SELF, words.OPPONENT: words.BY_OPPONENT}
        fits = by in (words.BY_OWNER, owners.get(target, words.BY_OWNER))
        if chooses and self._row.is_of_hidden_cards and not fits:
            self._refuse(
                "by",
                f"the cards of {self._do} are chosen by their owner, who alone sees them: write "
                'by = "owner" (M23)',
            )
        return by

    def _label(self) -> str:
        """What the choice is called of which an effect is one alternative."""
        label = self._found["either"]
        if not isinstance(label, str) or not label.strip():
            self._refuse("either", f"either is a word in quotes, not {shortened(label)}")
            return ""
        return label


def parse_effects(
    entries: object, place: Place, traits: Sequence[str], faults: Faults
) -> tuple[Effect, ...]:
    """The effects of a card that could be read, of which those with one label are alternatives."""
    listed = faults.list_of(place, entries, "effect")
    if len(listed) > words.MOST_EFFECTS:
        says = f"a card has at most {words.MOST_EFFECTS} effects, not {len(listed):,}"
        faults.add(place, says)
    found: list[Effect] = []
    for number, entry in enumerate(listed[: words.MOST_EFFECTS]):
        where = (*place, number)
        effect = EffectReader(entry, where, traits, faults).effect()
        if effect and effect.either:
            effect = _as_alternative(effect, found, where, faults)
        if effect:
            found.append(effect)
    return tuple(found)


def _as_alternative(
    effect: Effect, earlier: Sequence[Effect], where: Place, faults: Faults
) -> Effect:
    """An effect as one of several operations of which one is chosen."""
    before = earlier[-1] if earlier else None
    is_first = before is None or (before.either, before.when) != (effect.either, effect.when)
    if is_first and effect.either in [other.either for other in earlier]:
        faults.add((*where, "either"), f"the alternatives {effect.either!r} are not in a row")
    if not is_first and effect.choice & words.MAY:
        faults.add((*where, "may"), "may belongs to the first of several alternatives")
    bits = words.ALTERNATIVE + (words.FIRST if is_first else 0)
    return replace(effect, choice=effect.choice + bits)


Row = list[int]
NOBODY = 0
"""In place of the owner of an effect, so that nobody takes a condition for one."""


def effect_rows(deck: Deck) -> list[Row]:
    """All rows: Passives first, then for each card what it requires and does, then conditions."""
    programs, starts = _programs(deck)
    rows = []
    for owner, effect in deck.numbered_effects:
        condition = effect.condition
        if isinstance(condition, Atom):
            asked = condition.subject, condition.argument(deck.traits)
        else:
            asked = words.COMPOUND, starts[condition]
        rows.append(effect.row(owner, asked, deck.traits))
    return rows + programs


def count_rows(deck: Deck) -> int:
    """How many rows the effects of a deck take."""
    return len(deck.numbered_effects) + len(_programs(deck)[0])


def _programs(deck: Deck) -> tuple[list[Row], dict[Condition, int]]:
    """The rows of the longer conditions of a deck, and where each of them begins."""
    rows: list[Row] = []
    starts: dict[Condition, int] = {}
    for _, effect in deck.numbered_effects:
        condition = effect.condition
        if not isinstance(condition, Atom) and condition not in starts:
            starts[condition] = len(deck.numbered_effects) + len(rows)
            rows += _program_rows(condition, deck.traits)
    return rows, starts


def _program_rows(condition: Condition, traits: Sequence[str]) -> list[Row]:
    """A condition of several parts in as many rows as it needs, its end included."""
    steps = [*program(condition, traits), (words.END, 0)]
    parts = [steps[start : start + words.CELLS] for start in range(0, len(steps), words.CELLS)]
    numbers = [[number for step in part for number in step] for part in parts]
    return [[NOBODY, *row, *[0] * (words.WIDTH - 1 - len(row))] for row in numbers]
