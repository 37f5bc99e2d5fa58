"""The log of a game in the shape that BINMAT's players know from hackmud, colour codes included.

A turn begins with its number. A move names its player, `d0` or `a0`, itself, and behind a slash
what went where: `hd0` and `ha0` are hands, `xa` and `x0` to `x5` discard piles, `d0` to `d5` and
`a0` to `a5` stacks. Combat adds a line with both stacks, the attacker's first, lines for TRAPs and
BOUNCEs, and one with both attack powers, the damage and what went with it. A card that the reader
did not see is `X`.

The last line of a combat is as the game's server writes it: `-` is the damage of an attack that was
beaten off, and a combat that a BOUNCE ended, or 0 against 0, or for want of attackers, is `0 0 0`.
Attackers keep the `u` of cards that lay face up. The pile of the defender's lost cards is left out
if the stack has cards left.
"""

from collections.abc import Sequence

from duelhall.games.binmat.notation import move_seen, move_text
from duelhall.games.binmat.scenes import Fight, Sent, as_seen, bounced_away, drawn, fight_of, named
from duelhall.games.binmat.state import (
    ATTACKER_DECK,
    CARD_MOVES,
    COMBAT,
    DECKS,
    DISCARD,
    DISCARD_FOR_TWO,
    DRAW,
    NAMES,
    PASS,
    WAYS,
    State,
)
from duelhall.games.binmat.turn import discard_for_two
from duelhall.match.explain import Trace

PLAYERS = ("d0", "a0")
NOTE = "`n--`"


def binlog(before: State, move: int, trace: Trace, seat: int | None) -> list[str]:
    """The lines of one turn as a seat may read them, or openly."""
    mover = int(before.to_move)
    is_own = seat in (None, mover)
    text = move_text(move, before) if is_own else move_seen(before, move, int(seat or 0))
    said = NOTE if move == PASS else text + _moved(before, move, text, trace, seat)
    lines = [f"`V{before.turn:03d}` `n------`", f"{PLAYERS[mover]} {said}"]
    fight = fight_of(move, trace)
    return lines + (_combat(fight, seat) if fight else _bounces(bounced_away(trace)))


def _moved(before: State, move: int, text: str, trace: Trace, seat: int | None) -> str:
    """Behind a slash: which card went where by the move itself."""
    mover, after = int(before.to_move), trace.steps[-1].state
    hand = f"h{PLAYERS[mover]}"
    if move < COMBAT:
        got = as_seen(drawn(before, after, mover, DECKS + move - DRAW), seat)
        return f" / {got} {hand} " if got else ""  # nothing where a lane had no card left
    if move < CARD_MOVES:
        return ""
    card, way = divmod(move - CARD_MOVES, WAYS)
    shown = "X" if "X" in text else NAMES[card]
    if way == DISCARD_FOR_TWO:
        discarded = next(step.state for step in trace.steps if step.is_of(discard_for_two))
        two = as_seen(drawn(discarded, after, mover, ATTACKER_DECK), seat)
        return f" / {shown} xa / {two} {hand} "
    place = f"x{text[-1]}" if way >= DISCARD else f"{PLAYERS[mover][0]}{text[-1]}"
    return f" / {shown} {place}"


def _combat(fight: Fight, seat: int | None) -> list[str]:
    defenders, attackers = (" ".join(stack) for stack in fight.stacks)
    lines = [f"{NOTE} c{fight.lane} / {attackers} / {defenders}"]
    lines += [_sent(sent, "@") for sent in fight.traps]
    lines += _bounces(fight.bounces)
    return [*lines, " / ".join([f"{NOTE} {_powers(fight)}", *_gone(fight, seat)])]


def _powers(fight: Fight) -> str:
    if fight.damage is None and not fight.is_repelled:
        return "0 0 0"
    damage = "-" if fight.is_repelled else fight.damage
    return f"{fight.powers[1]} {fight.powers[0]} {damage}"


def _gone(fight: Fight, seat: int | None) -> list[str]:
    """The cards that a combat sent somewhere in the end."""
    parts = []
    if not fight.breaks_through:  # attackers who win stay where they are (N22)
        parts.append(f"{' '.join(fight.attackers)} {fight.attackers_to}")
    if fight.lost:
        parts.append(f"{named(fight.lost)} {'' if fight.stack_outlasts else 'xa'}")
    if fight.taken:
        parts.append(f"{as_seen(fight.taken, seat)} ha0 ")
    return parts


def _bounces(bounces: Sequence[Sent]) -> list[str]:
    return [_sent(sent, "?") for sent in bounces]


def _sent(sent: Sent, sign: str) -> str:
    return f"{NOTE} {PLAYERS[sent.role][0]}{sign} / {named(sent.cards)} {sent.place}"
