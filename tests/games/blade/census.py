"""Counting the cards of a round."""

from duelhall.games.blade.state import State


def census(s: State) -> list[int]:
    """How many of each card there are, wherever they lie."""
    counts = s.gone.astype(int) + s.hand.sum(axis=0)
    for seat in range(2):
        for card in (*s.field[seat, : s.field_size[seat]], *s.deck[seat, : s.deck_size[seat]]):
            counts[card] += 1
    return [int(count) for count in counts]
