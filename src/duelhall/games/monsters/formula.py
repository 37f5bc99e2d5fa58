"""The damage of a combat as a sum that a person can check (M11, M12)."""

from collections.abc import Callable

from duelhall.engine.binding import interpreted
from duelhall.engine.seats import foe
from duelhall.games.monsters.names import card_name, owner_and_card
from duelhall.games.monsters.state import State
from duelhall.games.monsters.table import atk_of, base_atk, base_def, def_of
from duelhall.games.monsters.turns import counts_for, final_atk, final_def, is_direct
from duelhall.games.monsters.words import MONSTER


def formula(s: State) -> str:
    """Both sums, and the damage that they come to."""
    attacker, defender = int(s.active), interpreted(foe)(int(s.active))
    atk, defence = interpreted(final_atk)(s), interpreted(final_def)(s)
    damage = atk // defence
    sums = (
        f"ATK {_sum(s, attacker, interpreted(base_atk)(s, attacker), atk, atk_of)} / "
        f"DEF {_sum(s, defender, interpreted(base_def)(s, defender), defence, def_of)}"
    )
    if damage == 0 and interpreted(is_direct)(s, defender):
        return f"{sums} = 0, but the attack is direct: 1 damage"
    return f"{sums} = {damage} damage"


def _sum(s: State, seat: int, base: int, total: int, stat_of: Callable[..., int]) -> str:
    """The parts of a sum: the monster, each move, and what effects and limits make of it."""
    parts = [f"{base} ({card_name(s.options, seat, MONSTER)})"]
    rest = total - base
    for place in range(s.chain_start, s.link_count):
        link = int(s.links[place])
        if interpreted(counts_for)(link, seat):
            kind = owner_and_card(link)[1]
            stat = interpreted(stat_of)(s, seat, kind)
            if stat:
                parts.append(f"{stat:+d} ({card_name(s.options, seat, kind)})")
            rest -= stat
    if rest:
        parts.append(f"{rest:+d} (effects)")
    return f"{' '.join(parts)} = {total}" if len(parts) > 1 else f"{total}"
