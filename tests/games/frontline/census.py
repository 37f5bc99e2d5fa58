"""Counting the cards of a match."""

from collections import Counter

from duelhall.games.frontline.cards import COPIES
from duelhall.games.frontline.state import MIRROR, State


def census(s: State) -> list[object]:
    """How many cards there are in a battle, and whether the set has them all.

    Fresh deals and guesses change which cards those are. A finished draft puts the row away.
    """
    hands = s.hand[:1] if s.options.mode == MIRROR else s.hand
    cards = [int(card) for card in (*hands.ravel(), *s.row, *s.pack) if card]
    there = all(count <= s.options.cards[kind, COPIES] for kind, count in Counter(cards).items())
    units = [*s.ahead.ravel(), *s.behind.ravel()]
    placed = sum(1 for unit in units if unit) == s.placed.sum()
    is_whole = len(cards) - 2 * int(s.options.hand) in (0, 4, -int(s.options.hand))
    return [there, bool(placed), is_whole or s.stage == 0, not s.pool.any(), not s.units.any()]
