"""The log of a game in the shape that BINMAT's players know from hackmud, colour codes included.

A turn begins with its number. A move names its player, `d0` or `a0`, itself, and behind a slash
what went where: `hd0` and `ha0` are hands, `xa` and `x0` to `x5` discard piles, `d0` to `d5` and
`a0` to `a5` stacks. Combat adds a line with both stacks, the attacker's first, lines for TRAPs and
BOUNCEs, and one with both attack powers and the damage, `-` where there is none. A card that the
reader may not know is `X`.
"""

from collections.abc import Sequence

from duelhall.engine.explain import Step
from duelhall.engine.record import State
from duelhall.games.binmat.cards import NAMES
from duelhall.games.binmat.fights import Fight, Sent, fight_of, named, seen_card
from duelhall.games.binmat.notation import move_seen, move_text
from duelhall.games.binmat.state import (
    CARD_MOVES,
    COMBAT,
    DISCARD,
    DISCARD_FOR_TWO,
    HANDS,
    PASS,
    PLACE,
    WAYS,
)

PLAYERS = ("d0", "a0")
NOTE = "`n--`"


def binlog(before: State, move: int, steps: Sequence[Step], seat: int | None) -> list[str]:
    """The lines of one turn as a seat may read them, or openly."""
    after, mover = steps[-1].state, int(before.to_move)
    is_own = seat in (None, mover)
    text = move_text(move) if is_own else move_seen(before, move, int(seat or 0))
    said = NOTE if move == PASS else text + _moved(before, after, move, text, seat)
    lines = [f"`V{before.turn:03d}` `n------`", f"{PLAYERS[mover]} {said}"]
    fight = fight_of(move, steps)
    if fight:
        lines += _combat(fight, after, seat)
    return lines


def _moved(before: State, after: State, move: int, text: str, seat: int | None) -> str:
    """Behind a slash: which card went where by the move itself."""
    mover = int(before.to_move)
    hand = f"h{PLAYERS[mover]}"
    if move < COMBAT:
        count = int(after.count[HANDS + mover]) - int(before.count[HANDS + mover])
        drawn = _drawn(after, mover, count)  # none where a lane had no card left
        return "".join(f" / {seen_card(after, card, seat)} {hand} " for card in drawn)
    if move < CARD_MOVES:
        return ""
    card, way = divmod(move - CARD_MOVES, WAYS)
    shown = "X" if "X" in text else NAMES[card]
    if way == DISCARD_FOR_TWO:
        two = " ".join(seen_card(after, drawn, seat) for drawn in _drawn(after, mover, 2))
        return f" / {shown} xa / {two} {hand} "
    place = f"x{text[-1]}" if way >= DISCARD else f"{PLAYERS[mover][0]}{text[-1]}"
    return f" / {shown} {place}"


def _drawn(after: State, seat: int, count: int) -> list[int]:
    """The cards that came into a hand last, in order."""
    hand = [card for card in range(len(NAMES)) if int(after.spot[card]) // PLACE == HANDS + seat]
    return sorted(hand, key=lambda card: int(after.spot[card]))[len(hand) - count :]


def _combat(fight: Fight, after: State, seat: int | None) -> list[str]:
    """The lines of a combat."""
    defenders, attackers = (" ".join(stack) for stack in fight.stacks)
    lines = [f"{NOTE} c{fight.lane} / {attackers} / {defenders}"]
    lines += [_sent(sent, "@") for sent in fight.traps]
    lines += [_sent(sent, "?") for sent in fight.bounces]
    damage = "-" if fight.damage is None else fight.damage
    parts = [f"{NOTE} {fight.powers[1]} {fight.powers[0]} {damage}"]
    if fight.attackers:
        parts.append(f"{named(fight.attackers)} {fight.attackers_to}")
    if fight.lost:
        parts.append(f"{named(fight.lost)} xa")
    if fight.taken:
        parts.append(" ".join(seen_card(after, card, seat) for card in fight.taken) + " ha0 ")
    return [*lines, " / ".join(parts)]


def _sent(sent: Sent, sign: str) -> str:
    return f"{NOTE} {PLAYERS[sent.role][0]}{sign} / {named(sent.cards)} {sent.place}"
