"""Counting: cards, games that a rule of thumb wins, and what learners are told in numbers."""

from collections import Counter

import numpy as np

import duelhall
from duelhall.engine.record import DRAWN, UNDECIDED, Array, GameState, copied
from duelhall.games.binmat import state as binmat
from duelhall.games.blade import state as blade
from duelhall.games.frontline import state as frontline
from duelhall.games.frontline.cards import COPIES
from duelhall.games.monsters import state as monsters
from duelhall.games.monsters.words import MONSTER
from duelhall.games.monsters.zones import link_kind, link_seat
from duelhall.match.game import Game
from duelhall.play.builtin import RANDOM


def blade_census(s: blade.State) -> list[int]:
    """How many of each card there are, wherever they lie."""
    counts = s.gone.astype(int) + s.hand.sum(axis=0)
    for seat in range(2):
        for card in (*s.field[seat, : s.field_size[seat]], *s.deck[seat, : s.deck_size[seat]]):
            counts[card] += 1
    return [int(count) for count in counts]


def frontline_census(s: frontline.State) -> list[object]:
    """How many cards there are in a battle, and whether the set has them all.

    Fresh deals and guesses change which cards those are. A finished draft puts the row away.
    """
    hands = s.hand[:1] if s.options.mode == frontline.MIRROR else s.hand
    cards = [int(card) for card in (*hands.ravel(), *s.row, *s.pack) if card]
    there = all(count <= s.options.cards[kind, COPIES] for kind, count in Counter(cards).items())
    units = [*s.ahead.ravel(), *s.behind.ravel()]
    placed = sum(1 for unit in units if unit) == s.placed.sum()
    is_whole = len(cards) - 2 * int(s.options.hand) in (0, 4, -int(s.options.hand))
    return [there, bool(placed), is_whole or s.stage == 0, not s.pool.any(), not s.units.any()]


def binmat_census(s: binmat.State) -> list[object]:
    """Whether every card is somewhere, and every place has as many as it says."""
    places = (s.spot // binmat.PLACE).tolist()
    counts = [places.count(place) for place in range(binmat.PLACES)]
    return [binmat.NOWHERE not in places, counts == s.count.tolist(), sum(counts)]


def monsters_census(s: monsters.State) -> list[Counter[int]]:
    """How many of each card each player has, wherever they are."""
    return [owned(s, seat) for seat in (0, 1)]


def owned(s: monsters.State, seat: int) -> Counter[int]:
    cards: Counter[int] = Counter(int(kind) for kind in s.deck[seat][: s.in_deck[seat]])
    cards.update(int(kind) for kind in s.damage[seat][: s.in_damage[seat]])
    for zone in (s.hand, s.stasis, s.drop):
        cards.update({kind: int(count) for kind, count in enumerate(zone[seat]) if count})
    for link in s.links[: s.link_count]:
        if link_seat(int(link)) == seat and link_kind(int(link)) != MONSTER:
            cards[link_kind(int(link))] += 1
    return cards


def won_by_the_first(game: Game, games: int) -> int:
    """Games that it wins with seat 0. They are played one by one: whole games in machine code take
    seconds to compile for each pair of players.
    """
    seeds = range(games)
    return sum(duelhall.play_match(game, "greedy", RANDOM, seed=seed).winner == 0 for seed in seeds)


def won_by_the_second(game: Game, games: int) -> int:
    """Games that it wins with seat 1, in machine code that other tests need too."""
    return duelhall.simulate(game, (RANDOM, "greedy"), games, threads=1).won(1)


def counts(shares: Array, most: float | Array) -> Array:
    """The whole numbers that were divided."""
    whole: Array = np.rint(shares * most).astype(np.int64)
    return whole


def read_end(s: GameState, parts: dict[str, Array], seat: int) -> None:
    """Read who won and why, or who is to move."""
    owners = [seat, 1 - seat]
    if parts["result"].any():
        s.winner = [*owners, DRAWN][parts["result"].argmax()]
        s.reason = 1 + parts["reason"].argmax()
    else:
        s.to_move = owners[0 if parts["my_move"] else 1]


def told_view(game: Game, state: GameState, seat: int) -> Array:
    """What a seat sees, as far as learners are told: after the end nobody is to move."""
    view = copied(game.view(state, seat))
    if state.winner != UNDECIDED:
        view[0].to_move = 0
    return view
