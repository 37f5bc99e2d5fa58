"""Why a card may not be used, where its own text says so (M22)."""

from collections.abc import Callable
from typing import Any

from duelhall.engine.binding import interpreted
from duelhall.engine.rule import python_function
from duelhall.games.monsters.condition_words import required_phrase
from duelhall.games.monsters.effect_rows import numbered_effects
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.state import ACTIVATE, PLAY_CARD, USE_MONSTER, State
from duelhall.games.monsters.usage import is_unmet_requirement, meets_requirements
from duelhall.games.monsters.words import FIELD, MONSTER, PLAY


def refusal_text(names: Names, s: State, move: int, rule: Callable[..., Any]) -> str:
    """What a card requires that does not hold; nothing if it is another rule that forbids it."""
    if rule is not python_function(meets_requirements):
        return ""
    kind, when = _card_and_use(move)
    seat = int(s.to_move)
    verb = "activate" if when == FIELD else "play"
    unmet = next(
        effect.condition
        for number, (owner, effect) in enumerate(numbered_effects(names.deck(s.options, seat)))
        if owner == kind and interpreted(is_unmet_requirement)(s, seat, number, when)
    )
    name = names.card_name(s.options, seat, kind)
    return f"You can {verb} {name} only {required_phrase(unmet)}."


def _card_and_use(move: int) -> tuple[int, int]:
    """Which card a move uses, and for which of its effects."""
    if move == USE_MONSTER:
        return MONSTER, FIELD
    return (move - ACTIVATE, FIELD) if move >= ACTIVATE else (move - PLAY_CARD, PLAY)
