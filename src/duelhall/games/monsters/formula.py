"""The damage of a combat as sums that a person can check (M11, M12)."""

from collections.abc import Callable, Mapping

from duelhall.engine.board import Fact, Facts
from duelhall.engine.record import foe
from duelhall.engine.template import interpreted
from duelhall.games.monsters.effects import past_passives
from duelhall.games.monsters.names import Names, owner_and_card
from duelhall.games.monsters.state import State
from duelhall.games.monsters.table import atk_of, base_atk, base_def, def_of
from duelhall.games.monsters.turns import counts_for, final_atk, final_def, is_direct
from duelhall.games.monsters.words import MONSTER

EFFECTS = "effects"


def totals(names: Names, s: State) -> dict[str, Fact]:
    """Both sums with their parts, and the damage that they come to."""
    attacker, defender = int(s.active), interpreted(foe)(int(s.active))
    atk, defence = int(interpreted(final_atk)(s)), int(interpreted(final_def)(s))
    is_saved = atk // defence == 0 and bool(interpreted(is_direct)(s, defender))
    damage = 1 if is_saved else atk // defence
    left = int(interpreted(past_passives)(s, defender, damage)) - int(s.shield[defender])
    return {
        "atk": _sum(names, s, attacker, int(interpreted(base_atk)(s, attacker)), atk, atk_of),
        "def": _sum(names, s, defender, int(interpreted(base_def)(s, defender)), defence, def_of),
        "damage": damage,
        "prevented": damage - max(left, 0),
        "direct": is_saved,
    }


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
