"""What a seat sees of BINMAT, in words and as numbers."""

import numpy as np
import pytest

import duelhall
from duelhall.engine.record import Array
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
from tests.games.binmat.setting import (
    GameOf,
    by_both_roles,
    by_every_rule_set,
    check,
    fought,
    may_be,
    played,
    same,
    seen_in,
)
from tests.games.counting import counts, read_end, told_view


@by_every_rule_set
def test_n40_each_sees_his_own_cards_and_all_that_lies_face_up(game_of: GameOf, rules: str) -> None:
    hidden = "a2=8&u9& " if rules == "live" else ""
    match = played(
        game_of(rules),
        "hd=7&8% ha=9% d0=2&3& a0=4& d1=5&u6&u a1=?&u d2=3%u>% l0=2%6% l3=4%5% a=8+9+ "
        f"{hidden}turn=0",
    )
    common = {"d1": "5&u6&u", "a1": "?&u", "l0": "XX", "l3": "X5%", "a": "XX"}
    defender = {"hd": "7&8%", "ha": "X", "d0": "2&3&", "a0": "X", "d2": "3%u>%"}
    attacker = {"hd": "XX", "ha": "9%", "d0": "XX", "a0": "4&", "d2": "3%uX"}
    if hidden:
        defender["a2"], attacker["a2"] = "8&uX", "8&u9&"
    for seat, own in enumerate((defender, attacker)):
        expected = {**common, **own}
        assert {place: seen_in(match, seat, place) for place in expected} == expected


@by_every_rule_set
@by_both_roles
@pytest.mark.parametrize(("one", "other"), [("7&", "@&"), ("7&", ">&"), ("?&", "*&")])
def test_n40_a_card_played_face_down_is_not_named(
    game_of: GameOf, rules: str, seat: int, one: str, other: str
) -> None:
    role = "da"[seat]
    places = f"h{role}=7&?&*&>&@& {role}0=4% turn={seat}"
    first = played(game_of(rules), places, f"p{one}0")
    second = played(game_of(rules), places, f"p{other}0")
    assert same(first, second, 1 - seat)
    assert not same(first, second, seat)
    assert first.move_seen(1, 1 - seat) == second.move_seen(1, 1 - seat) == "pX0"
    assert first.move_seen(1, seat) == f"p{one}0"
    assert seen_in(first, 1 - seat, f"{role}0") == "XX"


@by_every_rule_set
@pytest.mark.parametrize(
    ("seat", "one", "other", "move"),
    [
        (0, "l0=2%7&", "l0=7&2%", "d0"),
        (1, "l0=2%7&", "l0=7&2%", "d0"),
        (1, "a=2%7&", "a=7&2%", "da"),
        (1, "a0=2& l0=2%5%7&", "a0=2& l0=7&5%2%", "c0"),
        (0, "l0=2%7& hd=9&", "l0=2%9& hd=7&", "d0"),
    ],
)
def test_n40_a_card_from_a_face_down_deck_is_not_named(
    game_of: GameOf, rules: str, seat: int, one: str, other: str, move: str
) -> None:
    first = played(game_of(rules), f"{one} turn={seat}", move)
    second = played(game_of(rules), f"{other} turn={seat}", move)
    assert same(first, second, 1 - seat)
    assert not same(first, second, seat)
    assert first.move_seen(1, 1 - seat) == move


def test_n40_nor_are_the_two_that_are_drawn_for_one(game_of: GameOf) -> None:
    first = played(game_of("live"), "ha=7& a=2%3%4% turn=1", "x7&a")
    second = played(game_of("live"), "ha=7& a=4%2%3% turn=1", "x7&a")
    assert same(first, second, 0)
    assert not same(first, second, 1)


@by_every_rule_set
@by_both_roles
def test_n40_a_card_drawn_from_an_open_deck_is_known(
    game_of: GameOf, rules: str, seat: int
) -> None:
    match = played(game_of(rules), f"l3=2%9^ turn={seat}", "d3")
    hand = f"h{'da'[seat]}"
    assert may_be(match, 1 - seat, "9^") == {hand}
    assert seen_in(match, 1 - seat, hand) == "X"
    for other in (0, 1):
        assert may_be(match, other, "2%") == {"l3"}


@by_every_rule_set
@by_both_roles
def test_n40_known_cards_are_followed(game_of: GameOf, rules: str, seat: int) -> None:
    role = "da"[seat]
    places = f"l3=2%9^ h{role}=7& turn={seat}"
    match = played(game_of(rules), places, "d3", "--", "p9^0")
    for card in ("7&", "9^"):
        assert {f"h{role}", f"{role}0"} <= may_be(match, 1 - seat, card)
    assert may_be(match, 1 - seat, "9^") == {f"h{role}", f"{role}0"}
    assert may_be(match, seat, "9^") == {f"{role}0"}


@by_every_rule_set
@by_both_roles
def test_n40_the_only_card_of_a_hand_is_known_where_it_is_played(
    game_of: GameOf, rules: str, seat: int
) -> None:
    role = "da"[seat]
    match = played(game_of(rules), f"l3=2%9^ turn={seat}", "d3", "--", "p9^0")
    assert may_be(match, 1 - seat, "9^") == {f"{role}0"}
    assert seen_in(match, 1 - seat, f"{role}0") == "X"


@by_every_rule_set
def test_n40_cards_taken_by_damage_are_seen_in_an_open_lane(game_of: GameOf, rules: str) -> None:
    places = "a0=2& a3=2% l0=4&5&6&7& l3=4%5%6%7% hd=9& turn=1"
    match = played(game_of(rules), places, "c3", "--", "c0")
    assert [may_be(match, 0, card) for card in ("7%", "6%")] == [{"ha"}, {"ha"}]
    assert {"l0", "ha"} <= may_be(match, 0, "7&")
    check(match, "ha=7%6%7&6&")


@by_every_rule_set
def test_n40_cards_that_were_face_up_are_remembered(game_of: GameOf, rules: str) -> None:
    """The BOUNCEs that combat showed are known in the piles, whether those are open or not."""
    match = fought(game_of(rules), "a0=8&?% d0=4^?# x0=2& xa=3& a1=5&")
    for seat in (0, 1):
        found = [may_be(match, seat, card) for card in ("8&", "?%", "4^", "?#")]
        assert found == [{"xa"}, {"x0"}, {"d0"}, {"xa"}]


@by_every_rule_set
@pytest.mark.parametrize("move", ["d3", "da", "c1", "u>&1", "--"])
def test_n40_the_log_names_other_moves(game_of: GameOf, rules: str, move: str) -> None:
    match = played(game_of(rules), "ha=>& a1=2& l1=4%5%6% l3=2% a=8% turn=21", move)
    assert [match.move_seen(1, seat) for seat in (0, 1)] == [move, move]


@by_every_rule_set
def test_n41_order_inside_a_discard_pile_never_matters(game_of: GameOf, rules: str) -> None:
    one = played(game_of(rules), "x0=2&7%4^ xa=@&3+9# l1=5& turn=0")
    other = played(game_of(rules), "x0=4^2&7% xa=9#3+@& l1=5& turn=0")
    assert one.state.tobytes() == other.state.tobytes()
    for move in ("d0", "da", "d0", "da", "d0"):
        one.play(move)
        other.play(move)
        assert one.state.tobytes() == other.state.tobytes()
        assert all(same(one, other, seat) for seat in (0, 1))
    check(one, "x0= xa= l0=")


# --- what learners are told of BINMAT ---


RULE_SETS = ("hackmud", "rulebook", "live")


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
    read_end(s, parts, seat)
    return cell.tobytes()


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_view_can_be_read_back_from_its_numbers(rules: str) -> None:
    game, plain = duelhall.load("binmat", rules), duelhall.load("binmat", rules, backend="python")
    for number, state in enumerate(random_match(game, seed=5).states[::6]):
        seat = number % 2
        view = told_view(game, state, seat)
        for name in LEAVES_OUT:
            view[name] = 0
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
