"""What a seat of Frontline knows: as numbers, and what it guesses behind it."""

from collections import Counter
from itertools import combinations

import pytest

import duelhall
from duelhall.engine.record import HIDDEN, Array, copied
from duelhall.games.frontline.cards import COPIES, SYMBOLS
from duelhall.games.frontline.state import DEPLOYING, LARGEST_PACK, State
from duelhall.match.game import Game
from duelhall.testing import check_guess_frequencies
from duelhall.testing.conformance import random_match
from tests.games.counting import counts, read_end, told_view

GAMES = ("skirmish", "mirror", "muster", "draft, battles=3, hand=4", "skirmish, hand=10")


@pytest.fixture(scope="module", params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    return duelhall.load(f"frontline[{request.param}]", backend="python")


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
    read_end(s, parts, seat)
    return cell.tobytes()


def test_a_view_can_be_read_back_from_its_numbers(game: Game) -> None:
    compiled = duelhall.load(game.full_name)
    for state in random_match(compiled, seed=1).states:
        for seat in range(2):
            view = told_view(game, state, seat)
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


# --- guesses from small positions ---


def test_every_hand_is_guessed_as_often_as_its_cards_make_it() -> None:
    """Seat 0 holds a spear and a sword of the set `3| 2! 1@`; four cards are unseen."""
    game = duelhall.load("frontline", hand=2, cards="3| 2! 1@")
    unseen = ["|", "|", "!", "@"]
    order = ["|", "!", "@"]
    hands = Counter(",".join(sorted(pair, key=order.index)) for pair in combinations(unseen, 2))
    rest = "stage=deploying score=0:0 fought=0 to_move=0"
    deals = {f"|,!:none {hand}:none {rest}": ways for hand, ways in hands.items()}
    check_guess_frequencies(game, f"|,!:none ?,?:none {rest}", 0, deals)


def test_every_deployment_is_guessed_as_often_as_the_others() -> None:
    """Three cards have 24 deployments: 3! orders, one unit behind one of two, or three ahead."""
    game = duelhall.load("frontline", "mirror", hand=3)
    rest = "|,!,@:none stage=deploying score=0:0 fought=0 to_move=1"
    lines = [
        line
        for a, b, c in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))
        for line in (f"{a},{b},{c}<", f"{a},{b},{c}>", f"{a}b{c},{b}", f"{a},{b}b{c}")
    ]
    deals = {f"|,!,@:{line} {rest}": 1 for line in lines}
    check_guess_frequencies(game, f"|,!,@:none {rest}", 1, deals)


def test_the_pack_of_a_draft_is_guessed_in_every_order() -> None:
    game = duelhall.load("frontline", "draft", hand=2, cards="| ! @ & - + || !!")
    rest = "stage=picking score=0:0 fought=0 to_move=1"
    view = f"!:none none:none row=|,@,&,-,+ pack=%s {rest}"
    deals = {view % order: 1 for order in ("||,!!", "!!,||")}
    check_guess_frequencies(game, view % "?,?", 0, deals)
