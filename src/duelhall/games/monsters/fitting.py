"""Which cards of a deck fit which moment: worked out by the rules, once for each deck.

What is printed on a card decides whether it can be used in Alter, to open a chain, to attack, to
defend or to answer, and that never changes. A list of legal moves asks the table of a deck for all
cards that fit the moment, and the rules only for the rest.
"""

from collections.abc import Iterable, Iterator

import numpy as np

from duelhall.engine.record import SEATS, Array, other_seat
from duelhall.engine.template import interpreted
from duelhall.games.monsters import usage, words
from duelhall.games.monsters.state import (
    COMBAT,
    IN_ALTER,
    IN_BATTLE,
    NO_CHAIN,
    NON_COMBAT,
    STATE,
    State,
)

SITUATIONS = {
    usage.ALTERING: (NO_CHAIN, IN_ALTER, True),
    usage.OPENING: (NO_CHAIN, IN_BATTLE, True),
    usage.ATTACKING: (COMBAT, IN_BATTLE, True),
    usage.DEFENDING: (COMBAT, IN_BATTLE, False),
    usage.ANSWERING: (NON_COMBAT, IN_BATTLE, True),
}
"""A chain, a phase, and whether it is the own turn, for each moment."""

_fits, _has_field = interpreted(usage.fits), interpreted(usage.has_field_effect)
_monster_fits = interpreted(usage.monster_fits)


def note_fitting_cards(tables: Array) -> None:
    """Note in the tables of two decks which cards fit which moment, one bit each."""
    s: State = np.zeros(1, STATE)[0]
    s.options.decks[:] = tables
    for seat in range(SEATS):
        for moment, (chain, phase, is_own_turn) in SITUATIONS.items():
            s.chain, s.phase = chain, phase
            s.active = seat if is_own_turn else other_seat(seat)
            row = b"".join(_bits(kinds) for kinds in (_in_hand(s, seat), _in_stasis(s, seat)))
            tables[seat, words.FITTING_ROWS + moment, : len(row)] = np.frombuffer(row, np.int8)


def _in_hand(s: State, seat: int) -> Iterator[int]:
    """The cards that fit the moment, if they are in the hand."""
    return (kind for kind in _moves(s, seat) if _fits(s, seat, kind, words.FROM_HAND))


def _in_stasis(s: State, seat: int) -> Iterator[int]:
    """The cards that fit the moment, if they are in Stasis, and the monster, if that does."""
    for kind in _moves(s, seat):
        if _has_field(s, seat, kind) and _fits(s, seat, kind, words.FROM_STASIS):
            yield kind
    if _monster_fits(s, seat):
        yield words.MONSTER


def _moves(s: State, seat: int) -> range:
    return range(s.options.decks[seat, words.FACTS_ROW, words.KINDS])


def _bits(kinds: Iterable[int]) -> bytes:
    return sum(1 << kind for kind in kinds).to_bytes(words.PACKED, "little")
