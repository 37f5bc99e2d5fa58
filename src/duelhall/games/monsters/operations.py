"""What effects do: each operation of the card language in one row, and effects in numbers.

docs/how-to/add-an-operation.md adds one.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

import numpy as np

from duelhall.games.monsters import words
from duelhall.games.monsters.condition import NONE, Condition
from duelhall.games.monsters.words import IN_DAMAGE, IN_DECK, IN_DROP, IN_HAND, IN_STASIS

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
PASSIVE_TOO = (*ACTING, words.PASSIVE)
ALL_TIMES = (*PASSIVE_TOO, words.CHAIN)
NO_ZONE = 0


class Operation(NamedTuple):
    """An operation: its word, what it takes, which cards it moves, and how it is said.

    The texts name the target first: where it is left out, as in `draw 1 card`, {s} stands behind
    the verb; without {s} it is never left out. An operation without a target is done to a link.
    """

    word: str
    does: str  # what happens to the target, for the table of the card language
    prints: str = ""  # what it does, on a card
    prints_chosen: str = ""  # the same with cards that are chosen, if it is said in another way
    prints_passive: str = ""
    tells: str = ""  # what it did
    lack: str = ""  # why it did nothing, if that is not plain from the zone that its cards leave
    amounts: tuple[int, int] | None = TO_ANYBODY
    trait: int = NEVER
    what: Sequence[str] = ()  # words for `what`
    phrases: Sequence[str] = ()  # what is printed and told for each of them
    has_target: bool = True
    whens: Sequence[int] = ACTING
    untils: Sequence[str] = ()  # how long it can last, the first where nothing is said
    is_in_turn: bool = False  # whether it means something in a turn only
    leaves: int = NO_ZONE  # where its cards come from
    enters: int = NO_ZONE  # where they go; the same zone if they are only shown there
    can_choose: bool = False  # whether they can be chosen

    @property
    def is_of_hidden_cards(self) -> bool:
        """Whether only the owner of its cards can choose them, who alone sees them (M23)."""
        return self.can_choose and self.leaves in (IN_HAND, IN_DECK)

    @property
    def zone_left(self) -> str:
        """The name of the zone that its cards leave."""
        return words.ZONES[self.leaves - IN_HAND]

    def phrase(self, what: int) -> str:
        """What is printed and told for a word for `what`."""
        return self.phrases[what] if self.phrases else ""


OPERATIONS: list[Operation] = []


def row(operation: Operation) -> int:
    """Put an operation into the table; its number is its place there."""
    OPERATIONS.append(operation)
    return len(OPERATIONS) - 1


# fmt: off
CHANGE_ATTACK = row(Operation(
    "attack", "its attack in this combat changes",
    amounts=ANY_STAT, whens=PASSIVE_TOO, untils=words.UNTIL, is_in_turn=True,
))
CHANGE_DEFENCE = row(Operation(
    "defence", "its defence in this combat changes",
    amounts=ANY_STAT, whens=PASSIVE_TOO, untils=words.UNTIL, is_in_turn=True,
))
DRAW = row(Operation(
    "draw", "it draws cards", "draw{s} {cards}",
    leaves=IN_DECK, enters=IN_HAND,
))
DISCARD = row(Operation(
    "discard", "cards from its hand, at random, go to its Drop", "discard{s} {cards} {how}",
    prints_chosen="discard{s} {cards}{per}, {how}", tells="discard{s} {cards}",
    leaves=IN_HAND, enters=IN_DROP, can_choose=True,
))
MILL = row(Operation(
    "mill", "cards from the top of its deck go to its Drop",
    "drop{s} {cards} from the top of the deck", tells="drop{s} {cards} from the deck",
    leaves=IN_DECK, enters=IN_DROP,
))
SEARCH = row(Operation(
    "search", "it looks through the top of its deck for a card with the trait",
    "search{s} the top {cards} of the deck for one with {trait}",
    prints_chosen="take{s} {some} from the deck to hand{per}, {how}; then the deck is shuffled",
    trait=ALWAYS_NAMED, leaves=IN_DECK, enters=IN_HAND, can_choose=True,
))
RECOVER = row(Operation(
    "recover", "cards from its Drop, at random, go to its hand",
    "take{s} {some} from Drop to hand{per}, {how}", tells="take{s} {cards} from Drop to hand",
    trait=MAYBE, leaves=IN_DROP, enters=IN_HAND, can_choose=True,
))
REVIVE = row(Operation(
    "revive", "lasting cards of its Drop, at random, go to its Stasis",
    "bring{s} {some} with a lasting effect from Drop to Stasis{per}, {how}",
    tells="bring{s} {cards} from Drop to Stasis",
    trait=MAYBE, leaves=IN_DROP, enters=IN_STASIS, can_choose=True,
))
HEAL = row(Operation(
    "heal", "the newest cards in its Damage go to its Drop (M13)", "heal{s} {count}",
    prints_chosen="heal{s} {count}{per}; the cards are {how}",
    tells="heal{s} {count}: {cards} from Damage to Drop",
    leaves=IN_DAMAGE, enters=IN_DROP, can_choose=True,
))
RECLAIM = row(Operation(
    "reclaim", "the newest cards in its Damage go to its hand",
    "take{s} the newest {cards} from Damage to hand",
    prints_chosen="take{s} {cards} from Damage to hand{per}, {how}",
    tells="take{s} {cards} from Damage to hand",
    leaves=IN_DAMAGE, enters=IN_HAND, can_choose=True,
))
DAMAGE = row(Operation(
    "damage", "it takes damage (M13)", "take{s} {count} damage",
    leaves=IN_DECK, enters=IN_DAMAGE,
))
DESTROY = row(Operation(
    "destroy", "cards from its Stasis, at random, go to its Drop",
    "lose{s} {cards} of Stasis{per}, {how}", tells="lose{s} {cards} from Stasis to Drop",
    leaves=IN_STASIS, enters=IN_DROP, can_choose=True,
))
EXPOSE = row(Operation(
    "expose", "cards from its hand, at random, are shown to its opponent",
    "show{s} {cards} of the hand{per}, {how}", tells="show{s} {cards}",
    lack="has nothing new to show",
    leaves=IN_HAND, enters=IN_HAND, can_choose=True,
))
DRAIN = row(Operation(
    "drain", "it has fewer of the trait left this turn", "lose{s} {count} {trait} for this turn",
    amounts=TO_TRAITS, trait=ALWAYS_NAMED, is_in_turn=True,
))
CHARGE = row(Operation(
    "charge", "it has more of the trait left this turn",
    "get{s} {count} more {trait} for this turn",
    amounts=TO_TRAITS, trait=ALWAYS_NAMED, is_in_turn=True,
))
COST = row(Operation(
    "cost", "its moves cost more or less",
    amounts=CHANGED_COSTS, trait=MAYBE, whens=ALL_TIMES, untils=words.UNTIL[1:], is_in_turn=True,
))
FORBID = row(Operation(
    "forbid", "it cannot use what is named", "cannot {what}",
    tells="cannot {what} until the end of the turn",
    amounts=None, whens=ALL_TIMES, is_in_turn=True, what=words.FORBIDDEN,
    phrases=(
        "use initial moves", "use additional moves", "use special moves",
        "activate cards from Stasis", "use the monster's effect",
    ),
))
PREVENT = row(Operation(
    "prevent", "this much of the damage that it would take is prevented",
    "take{s} {count} less damage this turn",
    prints_passive="take{s} {count} less damage each time",
    tells="take{s} {count} less damage this turn",
    whens=PASSIVE_TOO, is_in_turn=True,
))
AGAIN = row(Operation(
    "again", "it can initiate combat more often in this turn (M7)",
    "can initiate combat {count} more time{times} this turn",
    is_in_turn=True,
))
RECALL = row(Operation(
    "recall", "cards of its Stasis, at random, go to its hand",
    "take{s} {cards} from Stasis to hand{per}, {how}", tells="take{s} {cards} from Stasis to hand",
    leaves=IN_STASIS, enters=IN_HAND, can_choose=True,
))
BURY = row(Operation(
    "bury", "cards of its Drop, at random, go face up under its deck",
    "put{s} {some} from Drop face up under the deck{per}, {how}",
    tells="put{s} {cards} from Drop face up under the deck",
    trait=MAYBE, leaves=IN_DROP, enters=IN_DECK, can_choose=True,
))
CANCEL = row(Operation(
    "cancel", "the link just before this one is cancelled (M10)", "cancel{s} the link before it",
    tells="is cancelled", amounts=None, has_target=False, is_in_turn=True,
))
RETURN = row(Operation(
    "return", "a card goes to its owner's hand in Clear, and adds no stats", "{what}",
    tells="goes to the hand in Clear",
    amounts=None, has_target=False, is_in_turn=True, what=words.MOVED,
    phrases=(
        "this card goes back to your hand",
        "the card of the link before it goes back to its owner's hand",
    ),
))
KEEP = row(Operation(
    "keep", "this card goes to Stasis in Clear, and still counts", "this card goes back to Stasis",
    tells="goes to Stasis in Clear", amounts=None, has_target=False, whens=(words.FIELD,),
))
# fmt: on

WORDS = tuple(operation.word for operation in OPERATIONS)
LEAVES = np.array([operation.leaves for operation in OPERATIONS])
ENTERS = np.array([operation.enters for operation in OPERATIONS])
TRAIT_OPERATIONS = tuple(n for n, one in enumerate(OPERATIONS) if one.trait != NEVER)
LINK_OPERATIONS = tuple(n for n, one in enumerate(OPERATIONS) if not one.has_target)
HELD = [
    (when, n) for when in words.HOLDING for n, one in enumerate(OPERATIONS) if when in one.whens
]
HOLDING_BITS = {held: 1 << place for place, held in enumerate(HELD)}
"""What can hold by an effect of a deck, as a Passive or on the chain; bits."""

NAMES = {words.PASSIVE: "a Passive", words.CHAIN: "what holds in a chain"}
ANY_OPERATION = Operation(
    "", "", amounts=ANY_STAT, trait=MAYBE, what=(*words.FORBIDDEN, *words.MOVED),
    whens=range(len(words.WHEN)), untils=words.UNTIL, can_choose=True,
)  # fmt: skip
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
    # as it was written, which does not matter
    entries: tuple[tuple[str, Any], ...] = field(default=(), compare=False)

    def row(self, owner: int, condition: tuple[int, int], traits: Sequence[str]) -> list[int]:
        """The effect's row in a deck's table, with its condition in numbers."""
        trait = traits.index(self.trait) + 1 if self.trait else 0
        return [
            owner + 1,
            self.when + words.OPERATION_STEP * self.operation,
            *condition,
            self.target,
            trait + self.what * (words.UNTIL_STEP if self.operation == COST else 1),
            self.amount + words.BIAS,
            self.per + (traits.index(self.per_trait) if self.per_trait else 0),
            self.by + self.choice,
        ]
