"""A situation in words: the sums of a combat (M11, M12), what is to come, what an effect asks (M23)
and why a card may not be used (M6, M22).
"""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, TypedDict

from duelhall.engine.board import Fact, Facts
from duelhall.engine.record import SEATS, UNDECIDED, foe, other_seat
from duelhall.engine.rule import python_function
from duelhall.engine.template import interpreted
from duelhall.engine.text import counted
from duelhall.games.monsters import words
from duelhall.games.monsters.card_text import cost, effect_sentence, effect_text
from duelhall.games.monsters.choice import chooser_of, is_choice
from duelhall.games.monsters.condition import required_phrase
from duelhall.games.monsters.conditions import amount_of, is_met
from duelhall.games.monsters.deck_sheet import (
    atk_of,
    base_atk,
    base_def,
    def_of,
    how_chosen,
    owner_of_effect,
    trait_count,
)
from duelhall.games.monsters.decks import Names, owner_and_card
from duelhall.games.monsters.effects import NEXT_ATTACK, cost_change, cost_of, past_passives
from duelhall.games.monsters.operations import (
    CANCEL,
    CHANGE_ATTACK,
    CHANGE_DEFENCE,
    OPERATIONS,
    Effect,
)
from duelhall.games.monsters.state import (
    ACTIVATE,
    ASK_CARD,
    ASK_NUMBER,
    ASK_WHETHER,
    ASK_WHICH,
    CANCELLED,
    COMBAT,
    MOVES,
    NOTHING,
    PICK,
    PLAY_CARD,
    SIDEWAYS,
    State,
)
from duelhall.games.monsters.turns import counts_for, final_atk, final_def, is_direct
from duelhall.games.monsters.usage import can_pay, is_unmet_requirement, meets_requirements
from duelhall.games.monsters.words import CHOSEN, FIELD, FIRST, MAY, MONSTER, PLAY, UP_TO

EFFECTS = "effects"


def totals(names: Names, s: State) -> dict[str, Fact]:
    """Both sums with their parts, and the damage that they come to."""
    attacker, defender = int(s.active), interpreted(foe)(int(s.active))
    atk, defence = int(interpreted(final_atk)(s)), int(interpreted(final_def)(s))
    return {
        "atk": _sum(names, s, attacker, int(interpreted(base_atk)(s, attacker)), atk, atk_of),
        "def": _sum(names, s, defender, int(interpreted(base_def)(s, defender)), defence, def_of),
        **_damage(s, atk, defence),
    }


def _damage(s: State, atk: int, defence: int) -> dict[str, Fact]:
    """What an attack does to a defence, and how much of that is prevented."""
    defender = int(interpreted(foe)(int(s.active)))
    is_saved = atk // defence == 0 and bool(interpreted(is_direct)(s, defender))
    damage = 1 if is_saved else atk // defence
    left = int(interpreted(past_passives)(s, defender, damage)) - int(s.shield[defender])
    return {"damage": damage, "prevented": damage - max(left, 0), "direct": is_saved}


def damage_in_all(s: State, found: Facts) -> int:
    """The damage that is left when all that is sure to come has come, if nothing is added."""
    changes = {"ATK": 0, "DEF": 0}
    for part in found["to_come"]:
        changes[part["stat"]] += 0 if part["chosen"] else part["value"]
    atk = max(found["atk"]["total"] + changes["ATK"], 0)
    done = _damage(s, atk, max(found["def"]["total"] + changes["DEF"], 1))
    return int(done["damage"]) - int(done["prevented"])


AttackFacts = TypedDict("AttackFacts", {"atk": int, "def": int, "makes": list[list[int]]})
"""What an attack would begin with and what it would meet, and what cards would make of it: their
ATK, and the damage.
"""

LARGEST_CARD = 9
"""The largest ATK of a card for which it is said."""


def attack_now(s: Any) -> AttackFacts:
    """What the turn player's attack would be, if nobody defended; from a state unpacked."""
    whats = [CHANGE_ATTACK if seat == s.active else CHANGE_DEFENCE for seat in range(SEATS)]
    bonus = [sum(s.lasting[seat, [what, NEXT_ATTACK + what]]) for seat, what in enumerate(whats)]
    begun = s._replace(chain=COMBAT, chain_start=s.link_count, bonus=bonus)
    atk, defence = int(interpreted(final_atk)(begun)), int(interpreted(final_def)(begun))
    first: dict[int, int] = {}
    for card in range(1, LARGEST_CARD + 1):
        first.setdefault((atk + card) // defence, card)
    makes = [[card, damage] for damage, card in first.items() if damage]
    return {"atk": atk, "def": defence, "makes": makes[:3]}


def _sum(
    names: Names, s: State, seat: int, base: int, total: int, stat_of: Callable[..., int]
) -> dict[str, Fact]:
    """The parts of a sum: the monster, each move, and what effects and limits make of it."""
    parts = [{"from": names.card_name(s.options, seat, MONSTER), "value": base}]
    rest = total - base
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        if interpreted(counts_for)(link, seat):
            kind = owner_and_card(link)[1]
            stat = int(interpreted(stat_of)(s, seat, kind))
            if stat:
                parts.append({"from": names.card_name(s.options, seat, kind), "value": stat})
            rest -= stat
    if rest:
        parts.append({"from": EFFECTS, "value": rest})
    return {"total": total, "parts": parts}


def formula(found: Facts) -> str:
    """Totals as a person writes them down."""
    sums = f"ATK {_written(found['atk'])} against DEF {_written(found['def'])}"
    prevented = f", {found['prevented']} of it prevented" * bool(found["prevented"])
    if found["direct"]:
        return f"{sums}: 0, but the attack is direct: 1 damage{prevented}"
    return f"{sums}: {found['damage']} damage{prevented}"


def _written(found: Mapping[str, Fact]) -> str:
    first, *others = found["parts"]
    if not others:
        return str(found["total"])
    parts = [f"{first['value']} ({first['from']})"]
    parts += [f"{part['value']:+d} ({part['from']})" for part in others]
    return f"{' '.join(parts)} = {found['total']}"


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
            effect.operation == CANCEL and not effect.choice & LEFT_OPEN for _, effect in effects
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
    if effect.operation > CHANGE_DEFENCE or effect.what == words.NEXT_COMBAT:
        return
    is_attack = effect.operation == CHANGE_ATTACK
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


ASKED = ("whether", "which", "number", "card")
"""What an effect can wait for, in the order of its numbers."""


class ChoiceFacts(TypedDict):
    """What is to be chosen."""

    asks: str
    of: int
    rest: int
    card: str  # whose effect asks
    does: str  # the operation
    says: str  # the effect


def asked_for(names: Names, s: State) -> ChoiceFacts | None:
    """What is to be chosen, as data."""
    if s.asks == NOTHING:
        return None
    card, effect = asking_effect(names, s)
    return {
        "asks": ASKED[s.asks - 1],
        "of": int(s.concerned),
        "rest": int(s.rest),
        "card": card,
        "does": OPERATIONS[effect.operation].word,
        "says": effect_text(effect),
    }


def asking_effect(names: Names, s: State) -> tuple[str, Effect]:
    """The effect that waits for a choice, and the name of its card."""
    owner, kind = owner_and_card(int(s.links[s.resolving - 1]))
    _, effect = names.deck(s.options, owner).numbered_effects[s.effect - 1]
    return names.card_name(s.options, owner, kind), effect


def question(names: Names, s: State, seat: int | None) -> str:
    """What the seat to move is asked, and by which card; empty if it is asked nothing."""
    if s.asks == NOTHING or s.winner != UNDECIDED:
        return ""
    card, effect = asking_effect(names, s)
    chooser = {None: f"Player {s.to_move} chooses", s.to_move: "You choose"}.get(
        seat, "The opponent chooses"
    )
    asked = _asked(s, effect)
    return f"{card}: {effect_sentence(effect)} {chooser} {asked}"


def _asked(s: State, effect: Effect) -> str:
    if s.asks == ASK_WHETHER:
        return "whether it happens: yes or pass"
    if s.asks == ASK_NUMBER:
        return f"how much, from :0 to :{s.amount}"
    if s.asks == ASK_CARD:
        stop = ", or pass" if effect.choice & UP_TO else ""
        return f"a card, {counted(s.rest, 'card')} to go{stop}"
    return "one of several operations, :1 being the first"


def can_be_asked(s: State, *, is_hidden: bool) -> bool:
    """Whether the effect that waits for a choice is one that lets the seat to move make it; what it
    offers may be hidden.
    """
    place, number = int(s.resolving) - 1, int(s.effect) - 1
    if not s.chain_start <= place < s.link_count:
        return False
    owner, kind = owner_and_card(int(s.links[place]))
    if number < 0 or owner_of_effect(s, owner, number) != kind or s.links[place] & CANCELLED:
        return False
    if s.to_move != chooser_of(s, owner, number):
        return False
    if not _can_ask(int(s.asks), how_chosen(s, owner, number)):
        return False
    return is_hidden or any(is_choice(s, move) for move in range(PICK, MOVES))


def _can_ask(asks: int, how: int) -> bool:
    if asks == ASK_WHETHER:
        return how & (MAY | FIRST) == MAY
    return bool(how & {ASK_WHICH: FIRST, ASK_NUMBER: UP_TO, ASK_CARD: CHOSEN}[asks])


# --- costs, and refusals ---


def cost_number(s: State, owner: int, kind: int, change: int) -> int:
    """What a move costs, in one number, with what effects change."""
    return int(interpreted(cost_of)(s, owner, kind, change))


def cost_parts(traits: tuple[str, ...], cost: int) -> tuple[str, ...]:
    """The traits that a cost consists of."""
    return tuple(trait for trait, count in supply_parts(traits, cost).items() for _ in range(count))


@lru_cache(maxsize=1024)
def supply_parts(traits: tuple[str, ...], supply: int) -> dict[str, int]:
    """How much there is of each trait in a supply, or in a cost."""
    count = interpreted(trait_count)
    return {trait: int(count(supply, number)) for number, trait in enumerate(traits)}


def refusal_text(names: Names, s: State, move: int, rule: Callable[..., Any]) -> str:
    """What a card requires that does not hold, or what it costs now, if that is not what is printed
    on it; nothing if it is another rule that forbids it.
    """
    if rule is python_function(can_pay):
        return _unpaid(names, s, move - PLAY_CARD)
    if rule is not python_function(meets_requirements):
        return ""
    kind, when = (move - ACTIVATE, FIELD) if move >= ACTIVATE else (move - PLAY_CARD, PLAY)
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
    change = int(interpreted(cost_change)(s, seat))
    now, move = cost_parts(deck.traits, cost_number(s, seat, kind, change)), deck.moves[kind][0]
    if now == move.traits:
        return ""
    return f"You can play {move.name} only for {cost(now)}, which it costs now."
