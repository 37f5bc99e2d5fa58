"""Effects as they are written in card files, read with all their faults named.

The effects of a deck's cards, and their longer conditions, in rows of numbers.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from duelhall.engine.errors import shortened
from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Deck
from duelhall.games.monsters.condition import Atom, Condition, parse_condition, program
from duelhall.games.monsters.faults import Faults, Place
from duelhall.games.monsters.operations import (
    ANY_OPERATION,
    CHOICES,
    ENTRIES,
    MAYBE,
    NAMES,
    NEVER,
    OPERATIONS,
    WORDS,
    Effect,
)

OWNERS = {"your": 0, "their": words.THEIRS}


def parse_effect(
    entry: object, place: Place, traits: Sequence[str], faults: Faults
) -> Effect | None:
    """The effect in a table of a card file; None, with faults noted, if there is none."""
    found = faults.entries(place, entry, "an effect", ENTRIES, ("when", "do"))
    return EffectReader(found, place, traits, faults).effect()


class EffectReader:
    """Reads the entries of an effect, each whatever is wrong with the others."""

    def __init__(
        self, found: Mapping[str, Any], place: Place, traits: Sequence[str], faults: Faults
    ) -> None:
        self._found, self._place, self._traits, self._faults = found, place, traits, faults
        self._when = self._needed_word("when", "time of an effect", words.WHEN)
        self._operation = self._needed_word("do", "operation", WORDS)
        self._row = ANY_OPERATION if self._operation is None else OPERATIONS[self._operation]
        self._do = shortened(found.get("do"))

    def effect(self) -> Effect | None:
        """The effect, if it is known what it does and when."""
        conditions = [
            parse_condition(self._found.get(name), self._at(name), self._traits, self._faults)
            for name in ("if", "requires")
        ]
        self._check_when()
        target = self._word("target", words.TARGETS, is_used=self._row.has_target)
        per, per_trait = self._per()
        trait, amount, choice = self._trait(), self._amount(), self._choice()
        what, by, label = self._what(), self._chooser(target), self._label()
        if self._when is None or self._operation is None:
            return None
        return Effect(
            self._when,
            self._operation,
            conditions[0],
            target,
            trait,
            what,
            amount,
            per,
            per_trait,
            conditions[1],
            choice,
            by,
            label,
            tuple((name, self._found[name]) for name in ENTRIES if name in self._found),
        )

    def _at(self, name: str) -> Place:
        return (*self._place, name)

    def _refuse(self, name: str, says: str) -> None:
        self._faults.add(self._at(name), says)

    def _needed_word(self, name: str, kind: str, allowed: Sequence[str]) -> int | None:
        """The number of a word that cannot be left out; that it is missing was said already."""
        if name not in self._found:
            return None
        return self._faults.word(self._at(name), self._found[name], kind, allowed)

    def _word(self, name: str, allowed: Sequence[str], *, is_used: bool) -> int:
        """The number of a word that may be left out, the first being meant then."""
        if name not in self._found:
            return 0
        if not is_used:
            self._refuse(name, f"{self._do} takes no {name}")
            return 0
        return self._faults.word(self._at(name), self._found[name], name, allowed) or 0

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

    def _per(self) -> tuple[int, str]:
        """What the amount is counted by, and the trait, if it is one."""
        if "per" not in self._found:
            return 0, ""
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
        self._faults.add_word(self._at("per"), text, "per", [*words.PER, *left])
        return 0, ""

    def _amount(self) -> int:
        """How much of it; 1 where nothing is said."""
        if self._row.amounts is None:
            if "amount" in self._found:
                self._refuse("amount", f"{self._do} takes no amount")
            return 1
        named, amount = f"the amount of {self._do}", self._found.get("amount", 1)
        return self._faults.number(self._at("amount"), amount, named, *self._row.amounts) or 0

    def _trait(self) -> str:
        """The trait that it is about; nothing if it is about none."""
        if self._row.trait == NEVER:
            if "trait" in self._found:
                self._refuse("trait", f"{self._do} takes no trait")
            return ""
        is_free = self._row.trait == MAYBE or self._found.get("choose") is True
        if "trait" not in self._found:
            if not is_free:
                self._faults.add_word(self._place, None, "trait", self._traits)
            return ""
        trait = self._found["trait"]
        return "" if self._faults.trait(self._at("trait"), trait, self._traits) is None else trait

    def _what(self) -> int:
        """The place of what it is about in the operation's own list, or of how long it lasts."""
        if "what" in self._found and not self._row.what:
            self._refuse("what", f"{self._do} takes no what")
        until = self._until()
        if not self._row.what or (self._operation is None and "what" not in self._found):
            return until
        if "what" not in self._found:
            self._faults.add_word(self._place, None, f"what of {self._do}", self._row.what)
            return 0
        kind = f"what of {self._do}"
        return self._faults.word(self._at("what"), self._found["what"], kind, self._row.what) or 0

    def _until(self) -> int:
        """How long a change lasts."""
        allowed = () if self._when in words.HOLDING else self._row.untils
        if "until" in self._found and not allowed:
            held = f"{NAMES[self._when]} with " if self._when in words.HOLDING else ""
            self._refuse("until", f"{held}{self._do} takes no until")
            return 0
        place = self._word("until", allowed, is_used=True)
        return words.UNTIL.index(allowed[place]) if allowed else 0

    # --- choices ---

    def _choice(self) -> int:
        """What is left to a player."""
        for name in CHOICES:
            value = self._found.get(name, True)
            if not isinstance(value, bool):
                self._refuse(name, f"{name} is true or false, not {shortened(value)}")
        bits = sum(bit for name, bit in CHOICES.items() if self._found.get(name) is True)
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
            self._faults.number(self._at("amount"), amount, named, 1, words.MOST_CHOSEN)

    def _chooser(self, target: int) -> int:
        """Who chooses; cards that are hidden are chosen by their owner (M23)."""
        by = self._word("by", words.CHOOSERS, is_used=True)
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
        label = self._found.get("either", "")
        if not isinstance(label, str) or ("either" in self._found and not label.strip()):
            self._refuse("either", f"either is a word in quotes, not {shortened(label)}")
            return ""
        return label


def with_alternatives(
    effects: Sequence[Effect | None], place: Place, faults: Faults
) -> list[Effect]:
    """The effects of a card that could be read, of which those with one label are alternatives."""
    found: list[Effect] = []
    for number, effect in enumerate(effects):
        if effect is None:
            continue
        if effect.either:
            where = (*place, "effect", number)
            effect = _as_alternative(effect, found, where, faults)  # noqa: PLW2901
        found.append(effect)
    return found


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
    effects = deck.numbered_effects
    programs: list[Row] = []
    starts: dict[Condition, int] = {}
    for _, effect in effects:
        condition = effect.condition
        if not isinstance(condition, Atom) and condition not in starts:
            starts[condition] = len(effects) + len(programs)
            programs += _program_rows(condition, deck.traits)
    return [
        *(
            effect.row(owner, _asked(effect.condition, starts, deck.traits), deck.traits)
            for owner, effect in effects
        ),
        *programs,
    ]


def _program_rows(condition: Condition, traits: Sequence[str]) -> list[Row]:
    """A condition of several parts in as many rows as it needs, its end included."""
    steps = [*program(condition, traits), (words.END, 0)]
    parts = [steps[start : start + words.CELLS] for start in range(0, len(steps), words.CELLS)]
    numbers = [[number for step in part for number in step] for part in parts]
    return [[NOBODY, *row, *[0] * (words.WIDTH - 1 - len(row))] for row in numbers]


def _asked(
    condition: Condition, starts: dict[Condition, int], traits: Sequence[str]
) -> tuple[int, int]:
    """A condition as an effect has it: itself, or where its program is."""
    if isinstance(condition, Atom):
        return condition.subject, condition.argument(traits)
    return words.COMPOUND, starts[condition]
