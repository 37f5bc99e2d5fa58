"""Why a card may not be used, where its own text or an effect says so (M6, M22)."""

from collections.abc import Callable
from typing import Any

from duelhall.engine.rule import python_function
from duelhall.engine.template import interpreted
from duelhall.games.monsters.board import cost_now
from duelhall.games.monsters.condition_words import required_phrase
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.state import ACTIVATE, PLAY_CARD, USE_MONSTER, State
from duelhall.games.monsters.usage import can_pay, is_unmet_requirement, meets_requirements
from duelhall.games.monsters.wording import cost
from duelhall.games.monsters.words import FIELD, MONSTER, PLAY


def refusal_text(names: Names, s: State, move: int, rule: Callable[..., Any]) -> str:
    """What a card requires that does not hold, or what it costs now, if that is not what is printed
    on it; nothing if it is another rule that forbids it.
    """
    if rule is python_function(can_pay):
        return _unpaid(names, s, move - PLAY_CARD)
    if rule is not python_function(meets_requirements):
        return ""
    kind, when = _card_and_use(move)
    seat = int(s.to_move)
    verb = "activate" if when == FIELD else "play"
    unmet = next(
        effect.condition
        for number, (owner, effect) in enumerate(names.deck(s.options, seat).numbered_effects)
        if owner == kind and interpreted(is_unmet_requirement)(s, seat, number, when)
    )
    name = names.card_name(s.options, seat, kind)
    return f"You can {verb} {name} only {required_phrase(unmet)}."


def _unpaid(names: Names, s: State, kind: int) -> str:
    """What a move costs, if effects have changed that."""
    seat = int(s.to_move)
    deck = names.deck(s.options, seat)
    now = cost_now(s, seat, kind, deck.traits)
    move = deck.moves[kind][0]
    if now == list(move.traits):
        return ""
    return f"You can play {move.name} only for {cost(now)}, which it costs now."


def _card_and_use(move: int) -> tuple[int, int]:
    """Which card a move uses, and for which of its effects."""
    if move == USE_MONSTER:
        return MONSTER, FIELD
    return (move - ACTIVATE, FIELD) if move >= ACTIVATE else (move - PLAY_CARD, PLAY)
