"""What effects of links that have not resolved yet will add to a combat, as things stand."""

from collections.abc import Iterator

from duelhall.engine.board import Fact, Facts
from duelhall.engine.record import other_seat
from duelhall.engine.template import interpreted
from duelhall.games.monsters import words
from duelhall.games.monsters.conditions import amount_of, is_met
from duelhall.games.monsters.language import Effect
from duelhall.games.monsters.names import Names, owner_and_card
from duelhall.games.monsters.state import CANCELLED, NOTHING, SIDEWAYS, State

LEFT_OPEN = words.MAY | words.UP_TO | words.ALTERNATIVE | words.FIRST
"""Kinds of choices that decide whether an effect adds all that it says."""


def pending(names: Names, s: State) -> list[Fact]:
    """What is to come, in the order in which it will; a link that another one will cancel, and an
    effect whose condition does not hold now, add nothing.
    """
    found: list[Fact] = []
    top = int(s.link_count if s.asks == NOTHING else s.resolving)
    is_cancelled = False
    for place in range(top - 1, int(s.chain_start) - 1, -1):
        is_idle = is_cancelled or bool(s.links[place] & CANCELLED)
        effects = [] if is_idle else list(_effects(names, s, place))
        is_cancelled = any(
            effect.operation == words.CANCEL and not effect.choice & LEFT_OPEN
            for _, effect in effects
        )
        for number, effect in effects:
            found += _changes(names, s, place, number, effect)
    return found


def _effects(names: Names, s: State, place: int) -> Iterator[tuple[int, Effect]]:
    """The effects of a link that will happen, with their numbers."""
    link = int(s.links[place])
    seat, kind = owner_and_card(link)
    when = words.FIELD if kind == words.MONSTER or link & SIDEWAYS else words.PLAY
    first = int(s.effect) - 1 if place == s.resolving - 1 else 0
    for number, (owner, effect) in enumerate(names.deck(s.options, seat).numbered_effects):
        is_due = (owner, effect.when) == (kind, when) and number >= first
        if is_due and interpreted(is_met)(s, seat, number, place):
            yield number, effect


def _changes(names: Names, s: State, place: int, number: int, effect: Effect) -> Iterator[Facts]:
    """What an effect adds to the attack of the attacker or to the defence of the defender."""
    seat, kind = owner_and_card(int(s.links[place]))
    if effect.operation > words.CHANGE_DEFENCE or effect.what == words.NEXT_COMBAT:
        return
    is_attack = effect.operation == words.CHANGE_ATTACK
    changed = int(s.active) if is_attack else other_seat(int(s.active))
    reached = {words.SELF: [seat], words.OPPONENT: [other_seat(seat)]}.get(effect.target, [0, 1])
    amount = int(interpreted(amount_of)(s, seat, number))
    if changed in reached and amount:
        yield {
            "from": names.card_name(s.options, seat, kind),
            "stat": "ATK" if is_attack else "DEF",
            "value": amount,
            "chosen": bool(effect.choice & LEFT_OPEN),
        }


def pending_text(found: list[Facts]) -> str:
    """What is to come as a person writes it down."""
    return ", ".join(
        f"{part['stat']} {part['value']:+d} ({part['from']}{', if chosen' * part['chosen']})"
        for part in found
    )
