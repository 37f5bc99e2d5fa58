"""Games as trees of decisions and draws."""

import pickle
from copy import deepcopy
from fractions import Fraction
from random import Random

import pytest

import duelhall
from duelhall.match import tree
from duelhall.match.game import Game
from duelhall.match.tree import (
    Chance,
    Node,
    Odds,
    Position,
    TooLarge,
    Walker,
    Ways,
    deal_outcomes,
    dealt,
    merged,
    undealt,
)

TINY = duelhall.load("blade[deck=tiny]", backend="python")
BLADE = duelhall.load("blade")


def walked(node: Node, dice: Random) -> list[Node]:
    """The nodes of a random game."""
    way = [node]
    while isinstance(node, Chance) or not node.over:
        actions = (
            range(len(node.draw.names))
            if isinstance(node, Chance)
            else node.game.legal_moves(node.state)
        )
        node = node.child(dice.choice(actions))
        way.append(node)
    return way


def moves_to(position: Position) -> list[int]:
    moves = []
    while position.before is not None:
        moves.append(position.move)
        position = position.before
    return moves[::-1]


def first_position(node: Node, dice: Random) -> Position:
    return next(each for each in walked(node, dice) if isinstance(each, Position))


@pytest.fixture(scope="module")
def tiny_deal() -> Chance:
    node = undealt(TINY)
    assert isinstance(node, Chance)
    return node


def test_few_different_deals_are_one_draw(tiny_deal: Chance) -> None:
    deals = merged(deal_outcomes(TINY))
    assert sum(tiny_deal.draw.probabilities) == 1
    assert tiny_deal.draw.probabilities == tuple(deal.probability for deal in deals)
    assert isinstance(tiny_deal.child(0), Position)


def test_of_many_deals_card_by_card_is_drawn() -> None:
    chances = [node for node in walked(undealt(BLADE), Random(1)) if isinstance(node, Chance)]
    assert len(chances) == 22
    assert chances[0].draw.names == tuple(map(str, range(9)))
    assert chances[0].draw.probabilities[0] == Fraction(6, 32)
    assert all(sum(chance.draw.probabilities) == 1 for chance in chances)


def test_a_move_that_draws_leads_to_chance() -> None:
    way = walked(undealt(duelhall.load("binmat")), Random(3))
    number = next(
        n
        for n, node in enumerate(way)
        if isinstance(node, Position) and isinstance(way[n + 1], Chance)
    )
    before, chance, after = way[number], way[number + 1], way[number + 2 :]
    assert isinstance(before, Position)
    assert isinstance(chance, Chance)
    assert chance.decided is before
    assert chance.information_state(0) == before.information_state(0)
    settled = next(node for node in after if isinstance(node, Position))
    assert settled.before is before


def test_one_by_one_comes_to_the_same_as_all_at_once(
    tiny_deal: Chance, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tree, "FEW", 0)
    found: dict[bytes, Fraction] = {}

    def walk(node: Node, probability: Fraction) -> None:
        if isinstance(node, Position):
            state = node.state.tobytes()
            found[state] = found.get(state, Fraction()) + probability
            return
        for number, each in enumerate(node.draw.probabilities):
            walk(node.child(number), probability * each)

    walk(undealt(TINY), Fraction(1))
    at_once = {
        tiny_deal.child(number).state.tobytes(): probability  # type: ignore[union-attr]
        for number, probability in enumerate(tiny_deal.draw.probabilities)
    }
    assert found == at_once


def test_a_seed_decides_all_draws() -> None:
    way = walked(dealt(BLADE, 7), Random(1))
    assert all(isinstance(node, Position) for node in way)
    assert way[0].state.tobytes() == BLADE.match(seed=7).state.tobytes()  # type: ignore[union-attr]


@pytest.mark.parametrize("name", ["blade", "binmat"])
def test_an_information_state_is_that_of_a_match(name: str) -> None:
    game = duelhall.load(name)
    match = game.match(seed=7)
    end = walked(dealt(game, 7), Random(1))[-1]
    assert isinstance(end, Position)
    for move in moves_to(end):
        match.play(move)
    for seat in range(2):
        assert end.information_state(seat) == match.information_state(seat)


@pytest.mark.parametrize("has_draws", [True, False])
def test_an_imagined_position_looks_the_same_to_its_seat(*, has_draws: bool) -> None:
    position = first_position(undealt(BLADE) if has_draws else dealt(BLADE, 3), Random(5))
    found = [position.imagined(1, seed) for seed in range(20)]
    assert {each.information_state(1) for each in found} == {position.information_state(1)}
    assert len({each.information_state(0) for each in found}) > 1
    assert len({each.state.tobytes() for each in found}) == 20


@pytest.mark.parametrize("name", ["blade[deck=small]", "monsters"])
def test_a_node_can_be_stored(name: str) -> None:
    way = walked(undealt(duelhall.load(name)), Random(2))
    for node in (way[0], way[3], way[-2]):
        again = pickle.loads(pickle.dumps(node))
        ends = [walked(each, Random(4))[-1] for each in (node, again)]
        for seat in range(2):
            assert ends[0].information_state(seat) == ends[1].information_state(seat)


def test_a_copy_is_the_node_itself(tiny_deal: Chance) -> None:
    assert deepcopy(tiny_deal) is tiny_deal
    position = tiny_deal.child(0)
    assert deepcopy(position) is position


# --- the walker, on a game that is small enough to be counted by hand ---


def test_a_single_line_of_play(blade: Game) -> None:
    """7 and 1 are more than 5, and with 2 more still: player 1 loses."""
    state = blade.parse_position("7:-:1 2:-:5")
    walker = Walker(blade)
    assert walker.ways(state) == Ways(1, (1, 0), 0)
    assert walker.odds(state) == Odds((Fraction(1), Fraction(0)), Fraction(0))
    assert walker.value(state) == 1


def test_a_state_is_left_as_it_was(blade: Game) -> None:
    state = blade.match(position="12:-:3 2B:-:4", seed=9).state
    before = state.tobytes()
    Walker(blade).ways(state)
    assert state.tobytes() == before


def test_a_game_that_is_over_has_one_line() -> None:
    blade = duelhall.load("blade")
    match = blade.match(seed=1)
    match.forfeit(0)
    assert Walker(blade).ways(match.state) == Ways(1, (0, 1), 0)


def test_a_walk_that_is_too_long_is_given_up(blade: Game) -> None:
    with pytest.raises(TooLarge, match="more than 10 states"):
        Walker(blade, most_states=10).ways(blade.parse_position("123BM:1:5 34BBM:2:6"))


def test_the_best_move_is_better_than_any_move(blade: Game) -> None:
    walker, state = Walker(blade), blade.parse_position("11BM7:2B:3 22BM6:M3:4")
    odds = walker.odds(state)
    assert odds.won[0] - odds.won[1] < 0 == walker.value(state)
    assert sum(odds.won) + odds.drawn == 1
