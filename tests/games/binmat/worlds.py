"""All worlds that a seat holds possible, counted by playing every one of them by the rules.

The seat holds all cards that a test does not name, so that few are hidden. Every order of the
hidden ones is tried, every card that the other player could have taken for a move that was not
seen, and every order of a shuffle. Each way that shows the seat the same is one world.
"""

from collections import Counter
from collections.abc import Iterator
from copy import copy
from itertools import permutations

from duelhall.games.binmat.state import NAMES, State
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.tree import move_outcomes
from duelhall.testing.conformance import TRIALS_A_DEAL, largest_chi_square
from tests.games.binmat.setting import CARD, position


def check_worlds(game: Game, places: str, hidden: str, seat: int, *moves: str) -> int:
    """Compare guesses after some moves with all worlds; gives how many differ in their cards.

    `places` has an X for each of the hidden cards, which are X by X what they are in the match.
    """
    words = iter(CARD.findall(hidden))
    text = "".join(next(words) if letter == "X" else letter for letter in places)
    match = game.match(position=position(text, f"h{'da'[seat]}"))
    for move in moves:
        match.play(move)
    expected: Counter[bytes] = Counter()
    for start in shuffled(match.states[0], CARD.findall(hidden)):
        if seen_in(game, start, seat) == seen_in(game, match.states[0], seat):
            expected.update(ends(match, seat, start, 0))
    compare(match, seat, expected)
    return len(expected)


def shuffled(state: State, cards: list[str]) -> Iterator[State]:
    """A state with some cards in every order; none of them may be in a stack."""
    numbers = [NAMES.index(card) for card in cards]
    for order in permutations(numbers):
        other = copy(state)
        for card, place in zip(numbers, order, strict=True):
            other.spot[card] = state.spot[place]
        yield other


def seen_in(game: Game, state: State, seat: int) -> bytes:
    view: bytes = game.view(state, seat).tobytes()
    return view


def ends(match: Match, seat: int, state: State, made: int) -> Iterator[bytes]:
    """Where the cards are at the end of each way to go on that shows the seat the same."""
    if made == len(match.moves):
        yield state.spot.tobytes()
        return
    game = match.game
    wanted = seen_in(game, match.states[made + 1], seat)
    for move in alike(match, seat, state, made):
        after = game.after(state, move)
        states = [after]
        if after.rng != state.rng:
            states = [outcome.state for outcome in move_outcomes(game, state, move)]
        for one in states:
            if seen_in(game, one, seat) == wanted:
                yield from ends(match, seat, one, made + 1)


def alike(match: Match, seat: int, state: State, made: int) -> list[int]:
    """The moves that the seat could not tell from the one that was made."""
    move, tell = match.moves[made], match.game.definition.writing.notation.move_seen
    if int(state.to_move) == seat:
        return [move]
    told = tell(match.states[made], move, seat)
    return [other for other in match.game.legal_moves(state) if tell(state, other, seat) == told]


def compare(match: Match, seat: int, expected: Counter[bytes]) -> None:
    view, trials = match.view(seat), TRIALS_A_DEAL * len(expected)
    found = Counter(match.game.guess(view, seat, seed).spot.tobytes() for seed in range(trials))
    assert set(found) <= set(expected), "a guess is impossible"
    assert set(found) == set(expected), "a world is never guessed"
    total, squares = expected.total(), 0.0
    for cards, ways in expected.items():
        mean = trials * ways / total
        squares += (found[cards] - mean) ** 2 / mean
    bound = largest_chi_square(len(expected) - 1)
    assert squares <= bound, f"guesses are uneven: chi-square {squares:.1f} > {bound:.1f}"
