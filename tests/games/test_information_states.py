"""What a seat recalls is all that it was shown: pasts with equal information states look alike."""

import random
from collections.abc import Iterator

import pytest

import duelhall
from duelhall.match.match import Match
from duelhall.testing.conformance import random_match

pytestmark = pytest.mark.uncovered

GAMES = ("blade", "frontline[battles=3]", "frontline[draft]", "binmat", "binmat[live]", "monsters")
MATCHES = {"blade": 9, "frontline": 1, "binmat": 1, "monsters": 1}
"""How many are played, of which the longest is looked at."""

MOVES = 8
"""How far two worlds are played on that a seat cannot tell apart."""


def begun(match: Match, number: int, seat: int, dice: random.Random) -> tuple[Match, Match]:
    """The match as it went on from a state, and the same in a world that a seat imagines."""
    game, state = match.game, match.states[number]
    world = game.guess(game.view(state, seat), seat, dice.getrandbits(32))
    texts = [game.position_text(found) for found in (state, world)]
    first, second = (game.match(position=text, seed=number) for text in texts)
    return first, second


def shown(match: Match, seat: int) -> list[object]:
    """All that a seat is shown of the last move and of what came of it, but for the order in which
    cards came into a hand.
    """
    game, number = match.game, len(match.moves)
    return [
        match.move_seen(number, seat),
        [sorted(scene.caption.split()) for scene in match.scenes(number, seat)],
        match.log(number, seat),
        [step.sentence for step in match.explain(number, seat)],
        game.observation(match.state, seat).tobytes(),
        game.legal_mask(match.state).tobytes() if match.to_move == seat else None,
    ]


def moves_in_both(first: Match, second: Match, dice: random.Random) -> Iterator[int]:
    """Random moves that are legal in two matches, each to be made before the next is chosen."""
    for _ in range(MOVES):
        both = sorted(set(first.legal_moves()) & set(second.legal_moves()))
        if not both:
            return
        yield dice.choice(both)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seat", [0, 1])
def test_worlds_that_a_seat_cannot_tell_apart_are_shown_alike(name: str, seat: int) -> None:
    game, dice, compared = duelhall.load(name), random.Random(1), 0
    match = max(
        (random_match(game, seed) for seed in range(MATCHES[name.partition("[")[0]])),
        key=lambda one: len(one.moves),
    )
    for number in range(0, len(match.moves), 1 + len(match.moves) // 12):
        first, second = begun(match, number, seat, dice)
        for move in moves_in_both(first, second, dice):
            first.play(move)
            second.play(move)
            if first.information_state(seat) != second.information_state(seat):
                break
            assert shown(first, seat) == shown(second, seat)
            compared += 1
    assert compared > 5
