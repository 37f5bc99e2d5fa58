"""Effects of the card language: what each operation takes, and effects in numbers."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from duelhall.games.monsters import words
from duelhall.games.monsters.condition import NONE, Condition

ENTRIES = (
    "when", "requires", "if", "either", "do", "target", "amount", "per", "trait", "what", "until",
    "may", "up_to", "choose", "by",
)  # fmt: skip
CHOICES = {"may": words.MAY, "up_to": words.UP_TO, "choose": words.CHOSEN}
"""What can be left to a player; bits."""
NEVER, MAYBE, ALWAYS_NAMED = range(3)
TO_ANYBODY = (1, words.MOST_AMOUNT)
TO_TRAITS = (1, words.MOST_OF_A_TRAIT)
CHANGED_COSTS = (-words.MOST_OF_A_TRAIT, words.MOST_OF_A_TRAIT)
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
    untils: Sequence[str] = ()  # how long it can last, the first where nothing is said


ALL_TIMES = (*ACTING, words.PASSIVE)
SPECIAL_FORMS = {
    words.CHANGE_ATTACK: Form(ANY_STAT, whens=ALL_TIMES, untils=words.UNTIL),
    words.CHANGE_DEFENCE: Form(ANY_STAT, whens=ALL_TIMES, untils=words.UNTIL),
    words.PREVENT: Form(whens=ALL_TIMES),
    words.RECALL: Form(can_choose=True),
    words.BURY: Form(trait=MAYBE, can_choose=True),
    words.SEARCH: Form(trait=ALWAYS_NAMED, can_choose=True),
    words.RECOVER: Form(trait=MAYBE, can_choose=True),
    words.REVIVE: Form(trait=MAYBE, can_choose=True),
    words.DISCARD: Form(can_choose=True),
    words.HEAL: Form(can_choose=True),
    words.RECLAIM: Form(can_choose=True),
    words.DESTROY: Form(can_choose=True),
    words.EXPOSE: Form(can_choose=True),
    words.DRAIN: Form(TO_TRAITS, trait=ALWAYS_NAMED),
    words.CHARGE: Form(TO_TRAITS, trait=ALWAYS_NAMED),
    words.COST: Form(
        CHANGED_COSTS, trait=MAYBE, whens=(*ALL_TIMES, words.CHAIN), untils=words.UNTIL[1:]
    ),
    words.FORBID: Form(None, what=words.FORBIDDEN, whens=(*ALL_TIMES, words.CHAIN)),
    words.CANCEL: Form(None, has_target=False),
    words.RETURN: Form(None, what=words.MOVED, has_target=False),
    words.KEEP: Form(None, has_target=False, whens=(words.FIELD,)),
}
NAMES = {words.PASSIVE: "a Passive", words.CHAIN: "what holds in a chain"}
OF_HIDDEN_CARDS = (words.DISCARD, words.EXPOSE, words.SEARCH)
"""Operations with cards of a hand or a deck, which only their owner can choose (M23)."""

FORMS = [SPECIAL_FORMS.get(number, Form()) for number in range(len(words.OPERATIONS))]
ANY_FORM = Form(
    ANY_STAT,
    trait=MAYBE,
    what=(*words.FORBIDDEN, *words.MOVED),
    whens=range(len(words.WHEN)),
    can_choose=True,
    untils=words.UNTIL,
)
"""What is allowed to an operation that cannot be read."""


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
    per_trait: str = ""  # the trait, if it is counted by one
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
            self.amount, self.per, self.per_trait, self.requires, self.choice, self.by, self.either,
        )  # fmt: skip

    def row(self, owner: int, condition: tuple[int, int], traits: Sequence[str]) -> list[int]:
        """The effect's row in a deck's table, with its condition in numbers."""
        return [
            owner + 1,
            self.when + words.OPERATION_STEP * self.operation,
            *condition,
            self.target,
            self._subject(traits),
            self.amount + words.BIAS,
            self.per + (traits.index(self.per_trait) if self.per_trait else 0),
            self.by + self.choice,
        ]

    def _subject(self, traits: Sequence[str]) -> int:
        """What it is about, in one number."""
        trait = traits.index(self.trait) + 1 if self.trait else 0
        return trait + self.what * (words.UNTIL_STEP if self.operation == words.COST else 1)
