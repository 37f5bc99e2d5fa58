"""The effects of a deck's cards, and their longer conditions, in rows of numbers."""

from collections.abc import Sequence

from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Deck
from duelhall.games.monsters.condition_text import Atom, Condition, program

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
