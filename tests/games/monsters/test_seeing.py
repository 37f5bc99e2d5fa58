"""What is hidden, and what may be guessed: M19."""

import random
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from duelhall.engine.record import UNDECIDED
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing import check_guess_frequencies
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import (
    HUM,
    JAB,
    begun,
    cards_of,
    check,
    duel,
    game_with,
    move,
    passive,
    play,
    position,
    special,
    zones,
)
from tests.games.monsters.random_cards import random_document

STONE = move("Stone", "0", "~", passive("attack"))
ROSE = move("Rose", "~", "~", use="answer", traits="Red")
IRIS = move("Iris", "~", "~", use="answer", traits="Blue")


def same(game: Game, first: str, second: str, seat: int) -> bool:
    """Whether two positions look the same to a seat, byte by byte."""
    views = [game.view(game.match(position=position(game, text)).state, seat)
             for text in (first, second)]  # fmt: skip
    return bool(views[0].tobytes() == views[1].tobytes())


def seen(match: Match, seat: int, zone: str) -> list[str]:
    return sorted(zones(match, seat).get(zone, []))


# --- views ---


def test_m19_each_hand_is_seen_by_its_owner_only() -> None:
    match = begun(duel(JAB, STONE), "hand0=jab,stone hand1=stone*2")
    assert seen(match, 0, "hand0") == ["jab", "stone"]
    assert seen(match, 1, "hand0") == ["?", "?"]
    assert seen(match, 0, "hand1") == ["?", "?"]


def test_m19_the_order_of_a_deck_is_seen_by_nobody_its_owner_included() -> None:
    match = begun(duel(JAB), "hand0=jab")
    for seat in (0, 1):
        assert set(seen(match, seat, "deck0")) == set(seen(match, seat, "deck1")) == {"?"}
        assert len(seen(match, seat, "deck0")) == 19


def test_m19_everything_else_is_open() -> None:
    match = begun(
        duel(JAB, STONE, HUM),
        "hand0=hum stasis0=stone drop1=jab damage1=jab,stone damage0=hum attacked=1", "hum",
    )  # fmt: skip
    for seat in (0, 1):
        text = match.game.position_text(match.view(seat))
        for part in (
            "stasis0=stone",
            "drop1=jab",
            "damage1=jab,stone",
            "links=0:hum",
            "attacked=1",
        ):
            assert part in text.split()


HERE = "hand0=jab,rose hand1=jab,iris"


@pytest.mark.parametrize(
    ("other", "who"),
    [
        ("hand0=jab,rose hand1=jab,rose", {0}),
        ("hand0=jab,iris hand1=jab,iris", {1}),
        ("hand0=jab,rose hand1=jab,iris deck0=rose,iris", {0, 1}),
        ("hand0=jab,rose hand1=jab,iris deck1=rose,jab", {0, 1}),
        ("hand0=jab,iris hand1=rose*2 deck1=jab,iris", set()),
        ("hand0=jab,rose hand1=jab,iris drop1=iris", set()),
        ("hand0=jab,rose hand1=jab,iris known1=iris", set()),
    ],
)
def test_m19_states_that_differ_only_in_what_is_hidden_look_the_same(
    other: str, who: set[int]
) -> None:
    game = duel(JAB, ROSE, IRIS)
    assert {seat for seat in (0, 1) if same(game, HERE, other, seat)} == who


def test_m19_a_view_holds_no_chance_to_come() -> None:
    match = duel(JAB).match(seed=77)
    assert match.state.rng != 0
    assert match.view(0).rng == 0


def test_m19_both_deck_lists_are_known_to_both() -> None:
    match = duel(JAB, STONE).match(seed=1)
    for seat in (0, 1):
        guess = match.game.guess(match.view(seat), seat, 5)
        for owner in (0, 1):
            found = match.game.position_text(guess)
            parts = dict(part.split("=") for part in found.split())
            cards = Counter(cards_of(parts[f"hand{owner}"]) + cards_of(parts[f"deck{owner}"]))
            assert cards == Counter({"jab": 3, "stone": 3, "filler": 14})


# --- cards that the enemy knows ---


@pytest.mark.parametrize(
    ("do", "places", "more"),
    [
        ("search", "deck0=rose,iris", {"trait": "Red", "amount": 2}),
        ("recover", "drop0=rose", {}),
        ("reclaim", "damage0=rose", {}),
        ("expose", "hand0=trick,rose", {}),
    ],
)
def test_m19_cards_from_an_open_place_are_known(do: str, places: str, more: dict[str, Any]) -> None:
    hand = "" if "hand0" in places else "hand0=trick"
    game = duel(special(do, **more), ROSE, IRIS)
    match = begun(game, f"phase=alter {hand} {places}", "trick - -")
    assert seen(match, 1, "hand0") == ["rose"]
    check(match, "known0=rose")


def test_m19_so_are_returned_cards() -> None:
    boomerang = move("Boomerang", "0", "~", play("return", what="this"))
    match = begun(duel(boomerang), "hand0=boomerang", "boomerang - - -")
    assert seen(match, 1, "hand0") == ["?", "?", "boomerang"]


def test_m19_drawn_cards_are_not() -> None:
    match = begun(duel(special("draw", amount=2)), "phase=alter hand0=trick", "trick - -")
    assert seen(match, 1, "hand0") == ["?", "?"]


def test_m19_cards_are_known_until_they_leave_the_hand() -> None:
    match = begun(duel(HUM), "hand0=hum*2 known0=hum", "hum")
    check(match, "known0=")
    assert seen(match, 1, "hand0") == ["?"]


def test_m19_or_are_discarded() -> None:
    trick = special("discard", target="opponent", amount=2)
    match = begun(
        duel(trick, ROSE), "phase=alter hand0=trick hand1=rose*2 known1=rose", "trick - -"
    )
    check(match, "known1= hand1= drop1=rose*2")


@pytest.mark.parametrize("do", ["draw", "mill", "damage", "search"])
def test_m19_with_an_empty_deck_the_hand_is_known(do: str) -> None:
    trick = special(do, **({"trait": "Blue"} if do == "search" else {}))
    game = duel(trick, ROSE)
    match = begun(game, "phase=alter hand0=trick,rose deck0=rose", "trick - -", rest="drop")
    hand = ["rose", "rose"] if do == "draw" else ["rose"]
    assert seen(match, 1, "hand0") == hand


def test_m19_so_after_drawing_the_last_card_in_draw() -> None:
    match = begun(duel(JAB, ROSE), "hand0=jab deck0=rose,jab", "-", rest="drop")
    assert seen(match, 1, "hand0") == ["jab", "jab", "rose"]


# --- guesses ---


@pytest.mark.parametrize("rules", ["standard", "deck-out"])
def test_m19_a_guess_agrees_with_the_view(rules: str) -> None:
    trick = special("expose", target="both")
    game = duel(JAB, ROSE, STONE, trick, HUM, rules=rules)
    compiled = Game(game.definition, game.rule_set, game.options)
    for seed in range(4):
        for number, state in enumerate(random_match(compiled, seed).states):
            for seat in (0, 1):
                view = compiled.view(state, seat)
                guess = compiled.guess(view, seat, number)
                assert compiled.view(guess, seat).tobytes() == view.tobytes()


@pytest.mark.uncovered
def test_m19_a_seat_cannot_tell_a_guess_from_the_game_whatever_the_cards_say() -> None:
    for number in range(8):
        game = game_with(random_document(random.Random(number)))
        for state in random_match(game, number).states[::4]:
            for seat in (0, 1):
                view = game.view(state, seat)
                guess = game.guess(view, seat, number)
                assert game.view(guess, seat).tobytes() == view.tobytes()
                assert game.board(game.view(guess, seat), seat) == game.board(view, seat)
                if seat == state.to_move and state.winner == UNDECIDED:
                    assert game.legal_moves(guess) == game.legal_moves(state)


@pytest.mark.uncovered
def test_m19_every_possibility_is_guessed_as_often_as_its_cards_make_it() -> None:
    """Unseen are three cards of player 0, and three of player 1, who has shown a rose."""
    text = (
        "turn=1 active=0 to_move=0 phase=battle left=420000:420000 "
        "hand0=jab drop0=jab,rose,filler*14 deck0={} "
        "hand1={} known1=rose drop1=jab,rose,filler*14 deck1={}"
    )
    deals: Counter[str] = Counter()
    for mine, theirs in product(
        permutations(["jab", "rose", "rose"]), permutations(["jab", "jab", "rose"])
    ):
        hand = {"jab": "jab,rose", "rose": "rose*2"}[theirs[0]]
        deals[text.format(",".join(mine), hand, ",".join(theirs[1:]))] += 1
    assert len(deals) == 9
    check_guess_frequencies(duel(JAB, ROSE), text.format("?*3", "rose,?", "?*2"), 0, deals)
