"""Random games in which the cards are counted after every move: none is lost, and none comes in.

A game's cards are counted by one number, which stays the same as long as they do.
"""

import os
import random
import tempfile
from collections.abc import Callable
from functools import cache

import numpy as np

from duelhall.batch.launch import launch, one_game, set_chance, take_dice
from duelhall.batch.simulate import random_games
from duelhall.engine import registry
from duelhall.engine.chance import below
from duelhall.engine.record import SEATS, UNDECIDED, Array
from duelhall.engine.rule import helper
from duelhall.engine.template import deal, legal, play
from duelhall.games.binmat import state as binmat
from duelhall.games.blade import state as blade
from duelhall.games.frontline import state as frontline
from duelhall.games.monsters import state as monsters
from duelhall.games.monsters.words import MONSTER
from duelhall.games.monsters.zones import link_kind, link_seat
from duelhall.match.game import Game, load

LENGTH, MISCOUNTED = 0, 1
"""Of a game: the number of its moves, and of those after which the cards were not the same."""

COLUMNS = 2


@helper
def weight(kind: int) -> int:
    """What a card of a kind counts; hardly any other cards count the same together."""
    return (kind + 2) ** 3


@helper
def cards_of_blade(s: blade.State) -> int:
    """The cards in both hands, fields and decks, and those that are gone."""
    total = 0
    for card in range(len(s.gone)):
        total += weight(card) * (int(s.gone[card]) + int(s.hand[0, card]) + int(s.hand[1, card]))
    for seat in range(SEATS):
        for place in range(s.field_size[seat]):
            total += weight(int(s.field[seat, place]))
        for place in range(s.deck_size[seat]):
            total += weight(int(s.deck[seat, place]))
    return total


@helper
def cards_of_binmat(s: binmat.State) -> int:
    """By how much the cards in their places differ from what the places say that they hold."""
    total = 0
    for card in range(len(s.spot)):
        total += weight(int(s.spot[card]) // binmat.PLACE)
    for place in range(binmat.PLACES):
        total -= weight(place) * int(s.count[place])
    return total


@helper
def cards_of_frontline(s: frontline.State) -> int:
    """By how much the units in the armies differ from those that were placed, and the cards in the
    hands from those that were dealt; while hands are chosen, only the former.
    """
    total = 0
    for seat in range(SEATS):
        for place in range(s.ahead.shape[1]):
            total += int(s.ahead[seat, place] != 0) + int(s.behind[seat, place] != 0)
        for place in range(s.placed.shape[1]):
            total -= int(s.placed[seat, place])
        if s.stage != frontline.PICKING:
            total -= int(s.options.hand)
            for place in range(s.hand.shape[1]):
                total += int(s.hand[seat, place] != 0)
    return total


@helper
def cards_of_monsters(s: monsters.State) -> int:
    """The cards of both players in all zones and in the chain."""
    total = 0
    for seat in range(SEATS):
        own = 0
        for place in range(s.in_deck[seat]):
            own += weight(int(s.deck[seat, place]))
        for place in range(s.in_damage[seat]):
            own += weight(int(s.damage[seat, place]))
        for kind in range(s.hand.shape[1]):
            held = int(s.hand[seat, kind]) + int(s.stasis[seat, kind]) + int(s.drop[seat, kind])
            own += weight(kind) * held
        for place in range(s.link_count):
            link = int(s.links[place])
            if link_seat(link) == seat and link_kind(link) != MONSTER:
                own += weight(link_kind(link))
        total += own * (1 + seat * 1_000_003)
    return total


COUNTS: dict[str, Callable[..., int]] = {
    "binmat": cards_of_binmat,
    "blade": cards_of_blade,
    "frontline": cards_of_frontline,
    "monsters": cards_of_monsters,
}


@helper
def cards(_s: blade.State) -> int:
    """What a game's cards count; bound to one of the above."""
    raise NotImplementedError


@helper
def play_counted(
    table: Array, row: int, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a random game as `play_at_random` does, and count the cards after each move."""
    s = cells[0]
    set_chance(seed, blank, cells, dice)
    deal(s)
    whole, length, wrong = cards(s), 0, 0
    while s.winner == UNDECIDED:
        take_dice(dice, s.to_move, length)
        play(s, int(moves[below(dice[0], legal(s, moves))]))
        length += 1
        wrong += int(cards(s) != whole)
    table[row, LENGTH], table[row, MISCOUNTED] = length, wrong


def counted_games(game: Game, games: int, seed: int) -> int:
    """Play games, and return the number of their moves; AssertionError if a card was lost."""
    assert game.name in COUNTS, (
        f"tests/endurance/counting.py needs a cards_of_{game.name} in COUNTS"
    )
    table = np.zeros((games, COLUMNS), np.int32)
    launch(game, one_game(game, play_counted, cards=COUNTS[game.name]), table, seed)
    assert not table[:, MISCOUNTED].any(), f"{game.full_name}, seeds from {seed} on"
    return int(table[:, LENGTH].sum())


GAMES_AT_ONCE = {"blade": 500_000, "frontline": 20_000}
"""So many that they take about half a second, where that is not 2,000."""


def random_moves(chance: random.Random) -> int:
    """Random moves of random games, and how many they were."""
    name = chance.choice(tuple(COUNTS))
    game = load(name, chance.choice(registry.find(name).rules.OPTIONS.rule_sets))
    return counted_games(game, GAMES_AT_ONCE.get(name, 2_000), chance.getrandbits(60))


# --- no rule looks beyond its arrays: machine code does not notice, unless it is told to check ---

CHECKING = "NUMBA_BOUNDSCHECK"
GAMES = 500


@cache
def check_every_index() -> str:
    """Let all that this process compiles from now on check every index, and keep it apart."""
    os.environ[CHECKING] = "1"
    os.environ["NUMBA_CACHE_DIR"] = folder = tempfile.mkdtemp()
    return folder


def checked_indices(chance: random.Random) -> int:
    """Random games in which every index is checked, and how many moves they had."""
    check_every_index()
    name = chance.choice(registry.names())
    game = load(name, chance.choice(registry.find(name).rules.OPTIONS.rule_sets))
    return random_games(game, GAMES, chance.getrandbits(60)).moves
