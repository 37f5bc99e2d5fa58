"""Games of Monsters, and what is counted in them: who won and how, which cards were drawn and which
were played, and how many decisions were none.

Games between policies are played in machine code. Those of other players, such as a search, are
played one by one, and counted afterwards.
"""

from collections.abc import Callable

import numpy as np

from duelhall.batch.launch import in_pieces, launch, one_game
from duelhall.batch.one_game import set_chance, take_dice
from duelhall.engine.record import SEATS, UNDECIDED, Array
from duelhall.engine.rule import helper
from duelhall.engine.template import deal, legal, play, policy, view
from duelhall.games.monsters.state import ACTIVATE, PLAY_CARD, State
from duelhall.games.monsters.words import DECK
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play import play_match
from duelhall.players.builtin import policy_names, policy_of
from duelhall.search.search import SearchSeat, thinker

WINNER, REASON, TURNS, FIRST, DECISIONS, LONE, DRAWN, PLAYED = 0, 1, 2, 3, 4, 5, 6, 8
COLUMNS = PLAYED + SEATS
"""Of a game: its winner, why it ended, in which turn, who began, how many decisions there were and
how many of those had only one move; and of each seat, which kinds of cards it had in hand at some
time, and which it played from there, as bits.
"""

PIECE = 500
"""How many games are played in machine code between two updates of the progress."""


@helper
def play_and_count(
    table: Array, row: int, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a game with one policy deciding for both seats; what is passed in is as for
    `play_by_policies`.
    """
    s = cells[0]
    set_chance(seed, blank, cells, dice)
    deal(s)
    see_hands(table, row, s)
    while s.winner == UNDECIDED:
        cells[1] = blank[0]
        view(s, s.to_move, cells[1])
        take_dice(dice, s.to_move, table[row, DECISIONS])
        see_decision(table, row, legal(cells[1], moves))
        move = int(policy(cells[1:], moves, dice))
        see_play(table, row, int(s.to_move), move)
        play(s, move)
        see_hands(table, row, s)
    see_end(table, row, s)


@helper
def see_hands(table: Array, row: int, s: State) -> None:
    """Write down which kinds of cards are in the hands."""
    for seat in range(SEATS):
        for kind in range(DECK):
            if s.hand[seat, kind] > 0:
                table[row, DRAWN + seat] |= 1 << kind


@helper
def see_decision(table: Array, row: int, count: int) -> None:
    """Write down that there was a decision between so many moves."""
    table[row, DECISIONS] += 1
    table[row, LONE] += int(count == 1)


@helper
def see_play(table: Array, row: int, seat: int, move: int) -> None:
    """Write down which card a move plays from the hand, if it does."""
    if PLAY_CARD <= move < ACTIVATE:
        table[row, PLAYED + seat] |= 1 << (move - PLAY_CARD)


@helper
def see_end(table: Array, row: int, s: State) -> None:
    """Write down how a game ended, in which turn, and who had begun."""
    table[row, WINNER], table[row, REASON], table[row, TURNS] = s.winner, s.reason, s.turn
    table[row, FIRST] = (int(s.active) + int(s.turn) + 1) % 2


# --- many games ---


def counted_games(
    game: Game,
    player: str,
    count: int,
    seed: int,
    threads: int,
    progress: Callable[[int], None],
) -> Array:
    """Games in which one player decides for both seats, dealt from seeds from `seed` on."""
    if player not in policy_names(game.definition):
        return _games_of_a_thinker(game, player, count, seed, threads, progress)
    one = one_game(game, play_and_count, policy=policy_of(game, player))
    table = np.zeros((count, COLUMNS), np.int32)
    for start in range(0, count, PIECE):
        piece = table[start : start + PIECE]
        launch(game, one, piece, seed + start, threads)
        progress(len(piece))
    return table


def _games_of_a_thinker(
    game: Game,
    player: str,
    count: int,
    seed: int,
    threads: int,
    progress: Callable[[int], None],
) -> Array:
    table = np.zeros((count, COLUMNS), np.int32)

    def run(rows: slice) -> None:
        seat = SearchSeat(thinker(player, game))
        for row in range(rows.start, rows.stop):
            count_match(table, row, play_match(game, seat, seat, seed=seed + row))
            progress(1)

    in_pieces(count, threads, threads, run)
    return table


def count_match(table: Array, row: int, match: Match) -> None:
    """Write down what is counted in a match that was played to its end."""
    game = match.game
    for number, move in enumerate(match.moves):
        s = match.states[number]
        see_hands(table, row, s)
        see_decision(table, row, len(game.legal_moves(s)))
        see_play(table, row, int(s.to_move), move)
    see_hands(table, row, match.states[-1])
    see_end(table, row, match.states[-1])
