"""What learners are told of Frontline: all that a seat sees, and nothing else."""

import numpy as np
import pytest

import duelhall
from duelhall.engine.record import DRAWN, HIDDEN, UNDECIDED, Array, copied
from duelhall.games.frontline.cards import COPIES, SYMBOLS
from duelhall.games.frontline.state import DEPLOYING, LARGEST_PACK, State
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match

GAMES = ("skirmish", "mirror", "muster", "draft, battles=3, hand=4", "skirmish, hand=10")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return duelhall.load(f"frontline[{request.param}]", backend="python")


def counts(shares: Array, most: int | Array) -> Array:
    return np.rint(shares * most).astype(np.int8)


def kind_of(game: Game, card: Array) -> int:
    """The kind of a card by its numbers."""
    if not card[SYMBOLS]:
        return 0
    symbols, table = counts(card[:SYMBOLS], 9), game.blank()[0].options.cards
    same = (table[:, :SYMBOLS] == symbols).all(axis=1) & (table[:, COPIES] > 0)
    return int(same.argmax()) if symbols.any() else HIDDEN


def read_back(game: Game, numbers: Array, seat: int) -> bytes:
    """The view that these numbers were made from."""
    cell, parts = game.blank(), game.layout.parts(numbers)
    s, owners = cell[0], [seat, 1 - seat]
    s.stage = parts["stage"].argmax()
    s.fought = counts(parts["fought"], s.options.battles)
    s.score[owners] = counts(parts["score"], s.options.battles)
    s.pack_size = counts(parts["pack_size"], LARGEST_PACK)
    s.pack[: s.pack_size] = HIDDEN
    s.row[:] = [kind_of(game, card) for card in parts["row"]]
    for side, owner in enumerate(owners):
        s.hand[owner] = [kind_of(game, card) for card in parts["hand"][side]]
        for card, place in enumerate(parts["place"][side]):
            if place.any():
                line = s.ahead if place[-2] else s.behind
                line[owner, place[:-2].argmax()] = card + 1
                s.placed[owner, card] = True
                s.length[owner] += int(place[-2])
        s.odd[owner] = parts["odd"][side] @ (1, 2)
    if parts["result"].any():
        s.winner = [seat, 1 - seat, DRAWN][parts["result"].argmax()]
        s.reason = 1 + parts["reason"].argmax()
    else:
        s.to_move = seat if parts["my_move"] else 1 - seat
    return cell.tobytes()


def test_a_view_can_be_read_back_from_its_numbers(game: Game) -> None:
    compiled = duelhall.load(game.full_name)
    for state in random_match(compiled, seed=1).states:
        for seat in range(2):
            view = copied(game.view(state, seat))
            if state.winner != UNDECIDED:
                view[0].to_move = 0
            assert read_back(game, game.observation(state, seat), seat) == view.tobytes()


def test_the_picture_shows_the_cards_where_they_stand() -> None:
    game = duelhall.load("frontline", backend="python")
    match = game.match(deal="|,!,@,|,!,@ |@,!@,|@,!@,|,!")
    for move in ("2<", "3b1"):
        match.play(move)
    parts = game.layout.parts(game.observation(match.state, 0))
    line = counts(parts["line"], 9)
    hand = counts(parts["hand"][0, :, :SYMBOLS], 9)
    assert (line[0, 0] == hand[1]).all()
    assert (line[0, 10] == hand[2]).all()
    assert not parts["line"][1].any()


@pytest.mark.parametrize(("mode", "left"), [("skirmish", 3), ("mirror", 3)])
def test_cards_that_are_nowhere_in_sight_are_counted(mode: str, left: int) -> None:
    game = duelhall.load(f"frontline[{mode}, hand=1, cards=4|]", backend="python")
    state = game.match(seed=1).state
    for seat in range(2):
        assert counts(game.layout.parts(game.observation(state, seat))["unseen"], 4)[0] == left


@pytest.mark.parametrize(
    ("name", "moves"),
    [("skirmish", 2 * 7), ("muster", 2 * 9), ("draft, battles=3", 3 * 2 * (6 + 7))],
)
def test_every_card_is_picked_and_placed_once_a_battle(name: str, moves: int) -> None:
    assert duelhall.load(f"frontline[{name}]", backend="python").longest_game == moves


def test_both_armies_of_a_battle_are_recalled() -> None:
    """The next battle begins at once, and no view shows the last one any more (F23)."""
    game = duelhall.load("frontline[hand=1, battles=3]", backend="python")
    match = game.match(deal="| !")
    for move in ("1<", "commit<", "1>", "commit>"):
        match.play(move)
    for seat in range(2):
        *_, line = match.information_state(seat).splitlines()
        assert "(|:1< !:1 commit>)" in line
    assert "1<" not in match.information_state(1).splitlines()[2]


def mirrored(state: State) -> State:
    """The same position with the players exchanged."""
    cell = copied(state)
    for name in ("hand", "placed", "ahead", "behind", "length", "odd", "score"):
        cell[0][name][:] = state[name][::-1]
    cell[0].to_move = 1 - state.to_move
    cell[0].winner = 1 - state.winner if state.winner in (0, 1) else state.winner
    mirror: State = cell[0]
    return mirror


def test_both_seats_see_the_same_position_alike() -> None:
    """But for a deployment, in which player 0 is always ahead (F22)."""
    game = duelhall.load("frontline[draft]")
    states = [state for state in random_match(game, seed=3).states if state.stage != DEPLOYING]
    for state in states[::3]:
        for seat in range(2):
            own = game.layout.parts(game.observation(state, seat))
            other = game.layout.parts(game.observation(mirrored(state), 1 - seat))
            assert own.pop("going_first") != other.pop("going_first")
            assert all((own[name] == other[name]).all() for name in own)
