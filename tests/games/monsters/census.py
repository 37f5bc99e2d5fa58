"""Counting the cards of Monsters."""

from collections import Counter

from duelhall.games.monsters.state import State
from duelhall.games.monsters.words import MONSTER
from duelhall.games.monsters.zones import link_kind, link_seat


def census(s: State) -> list[Counter[int]]:
    """How many of each card each player has, wherever they are."""
    return [owned(s, seat) for seat in (0, 1)]


def owned(s: State, seat: int) -> Counter[int]:
    cards: Counter[int] = Counter(int(kind) for kind in s.deck[seat][: s.in_deck[seat]])
    cards.update(int(kind) for kind in s.damage[seat][: s.in_damage[seat]])
    for zone in (s.hand, s.stasis, s.drop):
        cards.update({kind: int(count) for kind, count in enumerate(zone[seat]) if count})
    for link in s.links[: s.link_count]:
        if link_seat(int(link)) == seat and link_kind(int(link)) != MONSTER:
            cards[link_kind(int(link))] += 1
    return cards
