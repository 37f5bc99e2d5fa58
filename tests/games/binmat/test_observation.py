"""What learners are told of BINMAT: what a role sees and remembers, and nothing else."""

import numpy as np
import pytest

import duelhall
from duelhall.engine.record import UNDECIDED, Array, copied
from duelhall.games.binmat.memory import count_known
from duelhall.games.binmat.state import (
    BREAK,
    CARD_MOVES,
    HANDS,
    LANES,
    NAMES,
    PLACE,
    PLACES,
    STACKS,
    UP,
    WAYS,
    face_of,
)
from duelhall.games.binmat.view import LEAVES_OUT
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match

RULE_SETS = ("hackmud", "rulebook", "live")


def counts(shares: Array, most: int) -> Array:
    whole: Array = np.rint(shares * most).astype(np.int64)
    return whole


def places_of(seat: int) -> list[int]:
    """The places in the order in which a role is told of them."""
    stacks = [STACKS + (seat ^ side) * LANES + lane for side in (0, 1) for lane in range(LANES)]
    return [*range(1, STACKS), *stacks, HANDS + seat, HANDS + 1 - seat]


def read_back(game: Game, numbers: Array, seat: int) -> bytes:
    """The view that these numbers were made from, without what they leave out."""
    cell, parts, places = game.blank(), game.layout.parts(numbers), places_of(seat)
    s, owners = cell[0], [seat, 1 - seat]
    assert parts["attacking"] == seat
    s.turn, s.shown[:] = counts(parts["turn"], 110), parts["shown"]
    s.passes[owners] = counts(parts["passes"], 2)
    s.count[places] = counts(parts["count"][:, 0], 13) + counts(parts["count"][:, 1], 65)
    s.seen[seat] = [sum(1 << places[at] for at in np.flatnonzero(row)) for row in parts["possible"]]
    for card, (in_sight, face_up, _, below) in enumerate(parts["sight"]):
        if in_sight:
            place = places[parts["possible"][card].argmax()]
            s.spot[card] = place * PLACE + int(face_up) * UP + counts(below, 77)
            if STACKS <= place < HANDS:
                s.ups[place - STACKS] += int(face_up)
                s.breaks[place - STACKS] += face_of(card) == BREAK
                s.up_breaks[place - STACKS] += int(face_up) and face_of(card) == BREAK
    count_known(s, seat)
    if parts["result"].any():
        s.winner = owners[parts["result"].argmax()]
        s.reason = 1 + parts["reason"].argmax()
    else:
        s.to_move = seat if parts["my_move"] else 1 - seat
    return cell.tobytes()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_view_can_be_read_back_from_its_numbers(rules: str) -> None:
    game, plain = duelhall.load("binmat", rules), duelhall.load("binmat", rules, backend="python")
    for number, state in enumerate(random_match(game, seed=5).states[::6]):
        seat = number % 2
        view = copied(game.view(state, seat))
        for name in LEAVES_OUT:
            view[name] = 0
        if state.winner != UNDECIDED:
            view[0].to_move = 0
        assert read_back(game, plain.observation(state, seat), seat) == view.tobytes()


def test_faces_are_counted_where_they_are_known_to_be() -> None:
    game = duelhall.load("binmat", backend="python")
    state = random_match(duelhall.load("binmat"), seed=1).states[60]
    for seat in range(2):
        parts = game.layout.parts(game.observation(state, seat))
        known = parts["possible"].sum(axis=1) == 1
        for face in range(13):
            cards = known & (np.arange(78) % 13 == face)
            faces = counts(parts["faces"][:, face], 6)
            assert (faces == parts["possible"][cards].sum(axis=0)).all()
        assert len(places_of(seat)) == PLACES - 1 == len(faces)


def test_the_cards_of_moves_are_in_the_same_order() -> None:
    game = duelhall.load("binmat", backend="python")
    for card in (0, 13, 77):
        assert game.move_text(CARD_MOVES + card * WAYS) == f"p{NAMES[card]}0"


def test_the_newest_card_of_a_hand_is_marked() -> None:
    game = duelhall.load("binmat", backend="python")
    match = game.match(seed=3)
    for move in ("d3", "--", "d4"):
        match.play(move)
    parts = game.layout.parts(game.observation(match.state, 0))
    newest = [NAMES[card] for card in np.flatnonzero(parts["sight"][:, 2])]
    drawn = [card for card in newest if parts["possible"][NAMES.index(card), -2]]
    assert len(drawn) == 1
    assert parts["sight"][NAMES.index(drawn[0]), 3] == np.float32(1 / 77)


def test_every_move_is_a_turn_and_the_end_is_seen() -> None:
    game = duelhall.load("binmat", backend="python")
    match = game.match(seed=1)
    assert game.longest_game == 110
    match.forfeit(0)
    parts = game.layout.parts(game.observation(match.state, 1))
    assert parts["result"].tolist() == [1, 0, 0]
    assert parts["reason"].argmax() == len(parts["reason"]) - 1
