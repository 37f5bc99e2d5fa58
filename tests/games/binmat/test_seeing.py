"""What each role can tell of the cards it does not see (N40)."""

from collections import Counter

import numpy as np
import pytest

import duelhall
from duelhall.games.binmat.notation import PLACE_NAMES
from duelhall.games.binmat.state import NAMES, PLACE, PLACES, State
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match

RULE_SETS = ("hackmud", "rulebook", "live")


def possible(state: State, seat: int, card: str) -> set[str]:
    """Where a seat holds a card possible, by the names of the places."""
    mask = int(state.seen[seat, NAMES.index(card)])
    return {name for name, place in PLACE_NAMES.items() if mask >> place & 1}


@pytest.fixture
def game() -> Game:
    return duelhall.load("binmat")


@pytest.mark.parametrize("rules", RULE_SETS)
def test_a_card_is_always_where_a_role_holds_it_possible(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    for seed in range(25):
        for state in random_match(game, seed).states:
            places = (state.spot // PLACE).astype(int)
            for seat in range(2):
                masks = state.seen[seat].astype(np.int64)
                assert (masks >> places & 1).all()
                single = masks & (masks - 1) == 0
                known = np.bincount(places[single], minlength=PLACES)
                assert (known == state.known[seat]).all()
                unsure = [
                    int(known[place] < state.count[place]) << place for place in range(PLACES)
                ]
                assert sum(unsure) == state.unsure[seat]


def test_n40_a_card_drawn_from_an_open_deck_is_known_to_be_in_the_hand(game: Game) -> None:
    match = game.match(seed=3)
    top = game.position_text(match.state).split("l3=")[1].split()[0][-2:]
    match.play("d3")
    assert possible(match.state, 1, top) == {"hd"}
    match.play("--")
    match.play("d0")
    assert possible(match.state, 1, top) == {"hd"}


def test_n40_a_known_card_may_have_been_the_one_played_face_down(game: Game) -> None:
    match = game.match(seed=3)
    top = game.position_text(match.state).split("l3=")[1].split()[0][-2:]
    for move in ("d3", "--", "d0", "--"):
        match.play(move)
    match.play(next(move for move in match.legal() if move.startswith("p") and move.endswith("2")))
    assert possible(match.state, 1, top) == {"hd", "d2"}
    assert possible(match.state, 0, top) <= {"hd", "d2"}
    assert len(possible(match.state, 0, top)) == 1


def test_n40_the_only_card_of_a_hand_is_known_where_it_goes(game: Game) -> None:
    match = game.match(seed=3)
    top = game.position_text(match.state).split("l3=")[1].split()[0][-2:]
    match.play("d3")
    match.play("--")
    match.play(f"x{top}5")
    assert possible(match.state, 1, top) == {"x5"}


@pytest.mark.parametrize("rules", RULE_SETS)
def test_guesses_agree_with_what_was_seen(rules: str) -> None:
    game = duelhall.load("binmat", rules)
    for seed in range(4):
        for number, state in enumerate(random_match(game, seed).states):
            for seat in range(2):
                guessed = game.guess(game.view(state, seat), seat, number)
                places = (guessed.spot // PLACE).astype(int)
                assert (state.seen[seat].astype(np.int64) >> places & 1).all()


def test_every_card_is_guessed_as_often_as_the_others(game: Game) -> None:
    """The attacker has drawn one card unseen from lane 0: it can be any that is hidden."""
    match = game.match(seed=3)
    match.play("--")
    match.play("d0")
    view = match.view(0)
    hidden = [NAMES[card] for card in range(len(NAMES)) if len(possible(view, 0, NAMES[card])) > 1]
    trials = 100 * len(hidden)
    found: Counter[str] = Counter()
    for seed in range(trials):
        guessed = game.guess(view, 0, seed)
        (card,) = np.flatnonzero(guessed.spot // PLACE == PLACE_NAMES["ha"])
        found[NAMES[card]] += 1
    assert set(found) == set(hidden)
    squares = sum((found[card] - 100) ** 2 / 100 for card in hidden)
    freedom = len(hidden) - 1
    assert squares < freedom + 4 * (2 * freedom) ** 0.5
