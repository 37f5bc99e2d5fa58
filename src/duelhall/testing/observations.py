"""What a game must guarantee to learners: how long it lasts, what it is worth, what a seat sees."""

from typing import TYPE_CHECKING

import numpy as np

from duelhall.backend import PYTHON
from duelhall.engine.features import Bounds, Observation
from duelhall.engine.record import SEATS, UNDECIDED, Array, State, copied
from duelhall.match.game import Game

if TYPE_CHECKING:
    from duelhall.testing.conformance import Subject

SAMPLE = 25
"""One in this many states is looked at by interpreted rules, since that can take long."""


def check_bounds(subject: "Subject") -> None:
    """No game is longer, and none is worth more or less, than the game declares; what one seat
    wins, the other loses.
    """
    game = subject.game
    assert game.definition.feature(Bounds), "the game declares no Bounds"
    low, high = game.utility_bounds
    for match in subject.matches:
        assert len(match.moves) <= game.longest_game, f"a game has {len(match.moves)} moves"
        first, second = game.returns(match.state)
        assert -1 <= low <= min(first, second) <= max(first, second) <= high <= 1
        assert first + second == 0, "the game is not zero-sum"
        assert all(game.returns(state) == (0, 0) for state in match.states[:-1])


def check_information_states(subject: "Subject") -> None:
    """A seat forgets nothing: what it recalls begins with what it recalled halfway."""
    for match in subject.some_matches:
        halfway = match.copy()
        while len(halfway.moves) > len(match.moves) // 2:
            halfway.undo()
        for seat in range(SEATS):
            recalled = match.information_state(seat)
            before = halfway.information_state(seat)
            assert recalled.startswith(before), f"seat {seat} has forgotten something"
        assert match.information_state(0) != match.information_state(1)


def check_observations(subject: "Subject") -> None:
    """Observations show what the seat's view shows, and nothing else, in numbers from 0 to 1."""
    game = subject.game
    if game.definition.feature(Observation) is None:
        return
    plain = Game(game.definition, game.rule_set, game.options, backend=PYTHON)
    views: dict[tuple[int, bytes], bytes] = {}
    for number, state in enumerate(subject.some_states):
        for seat in range(SEATS):
            seen = game.view(state, seat)
            numbers = game.observation(state, seat)
            _check_numbers(game, numbers)
            guessed = game.guess(seen, seat, number)
            for world in (seen, guessed):
                same = game.observation(world, seat).tobytes() == numbers.tobytes()
                assert same, "an observation shows what the seat does not see"
            if number % SAMPLE == 0:
                interpreted = plain.observation(state, seat)
                assert interpreted.tobytes() == numbers.tobytes(), "differs when interpreted"
            known = _known(game, seen)
            first = views.setdefault((seat, numbers.tobytes()), known)
            assert known == first, "two views have the same observation"


def _check_numbers(game: Game, numbers: Array) -> None:
    assert numbers.dtype == np.float32
    assert numbers.shape == (game.layout.size,)
    for name, part in game.layout.parts(numbers).items():
        assert np.all((part >= 0) & (part <= 1)), f"{name} is not within 0 and 1"


def _known(game: Game, view: State) -> bytes:
    """What must be seen in an observation of a view: all but what the game says it leaves out, and
    whose move it would be after the end.
    """
    cell = copied(view)
    if view.winner != UNDECIDED:
        cell[0].to_move = 0
    observation = game.definition.feature(Observation)
    for name in observation.leaves_out if observation else ():
        cell[name] = 0
    return cell.tobytes()
