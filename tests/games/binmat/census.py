"""Counting the cards of a game."""

from duelhall.games.binmat.state import NOWHERE, PLACE, PLACES, State


def census(s: State) -> list[object]:
    """Whether every card is somewhere, and every place has as many as it says."""
    places = (s.spot // PLACE).tolist()
    counts = [places.count(place) for place in range(PLACES)]
    return [NOWHERE not in places, counts == s.count.tolist(), sum(counts)]
