"""The conformance suite over every registered game and rule set."""

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

import duelhall
from duelhall.engine import registry
from duelhall.engine.board import Board, Touch, Touches
from duelhall.engine.chance import draw_word
from duelhall.engine.observation import Bounds, Observation
from duelhall.engine.record import Array
from duelhall.engine.rule import helper, rule
from duelhall.games.blade import notation, rules
from duelhall.games.blade.board import TOUCHES
from duelhall.games.blade.state import FORFEIT, State
from duelhall.games.blade.view import Observed, observe
from duelhall.match.game import Game
from duelhall.testing import CHECKS, Subject, check_guess_frequencies
from duelhall.testing.conformance import (
    check_boards,
    check_bounds,
    check_chance_can_be_scripted,
    check_explanations,
    check_forfeits,
    check_games_end,
    check_guesses_keep_cards,
    check_interpreted_is_compiled,
    check_legality,
    check_move_notation,
    check_observations,
    check_players_only_look,
    check_position_notation,
    check_rules_can_be_compiled,
    check_seeds_repeat,
    check_there_are_secrets,
    check_touches,
    check_views_hide,
)
from tests.games import counting
from tests.games.blade.setting import view_and_deals
from tests.games.counting import blade_census

GAMES = {"blade": 60, "frontline": 12, "binmat": 2}
"""How many random games are looked at, if not 8; one of BINMAT has a hundred large states."""


@cache
def subject(name: str, rules: str) -> Subject:
    census = f"{name.replace('-', '_')}_census"
    assert hasattr(counting, census), (
        f"tests/games/counting.py needs a {census}: its cards, counted"
    )
    return Subject(duelhall.load(name, rules), getattr(counting, census), GAMES.get(name, 8))


def marked(check: Callable[[Subject], None]) -> Any:
    """Rules that other tests call in machine code only are run by Python in one of the checks."""
    marks = [pytest.mark.covered] if check is check_interpreted_is_compiled else []
    return pytest.param(check, marks=marks, id=check.__name__)


@pytest.mark.parametrize("check", [marked(check) for check in CHECKS])
@pytest.mark.parametrize(
    ("name", "rules"),
    [
        (name, rules)
        for name in registry.names()
        for rules in registry.find(name).rules.OPTIONS.rule_sets
    ],
)
def test_game_conforms(name: str, rules: str, check: Callable[[Subject], None]) -> None:
    check(subject(name, rules))


# --- the suite must catch a game that breaks a promise: here Blade, broken in one place each ---


honest_play, honest_view, honest_guess = rules.play, rules.view, rules.guess
honest_legal, honest_deal = rules.legal, rules.deal


@helper
def peeking_view(s: State, seat: int, out: State) -> None:
    honest_view(s, seat, out)
    out.deck[0, 0] = s.deck[0, 0]


@helper
def view_with_chance(s: State, seat: int, out: State) -> None:
    honest_view(s, seat, out)
    out.rng = 1


@helper
def guess_that_loses_a_card(s: State, seat: int) -> None:
    honest_guess(s, seat)
    for kind in range(9):
        if s.hand[0, kind] > 0 and s.deck_size[0] > 0:
            s.deck[0, 0] = kind


@helper
def legal_without_the_last(s: State, moves: Array) -> int:
    return max(1, honest_legal(s, moves) - 1)


@helper
def play_of_the_compiled_mind(s: State, card: int) -> None:
    honest_play(s, card)
    s.turn = int(np.int8(100) + np.int8(100) > 0)  # wraps around interpreted, and not compiled


@helper
def play_that_allocates(s: State, card: int) -> None:
    honest_play(s, np.zeros(3, np.int8)[0] + card)


@helper
def play_that_grows_a_list(s: State, card: int) -> None:
    cards = [0]
    while len(cards) < card + 1:
        cards.append(card)
    honest_play(s, cards[-1] * 0 + card)


@rule("B14")
def forfeit_that_allocates(s: State, seat: int) -> None:
    """Whoever gives up loses."""
    s.winner, s.reason = 1 - seat + np.zeros(2, np.int8)[0], FORFEIT


@helper
def view_that_hides_nothing(s: State, _seat: int, out: State) -> None:
    honest_view(s, 0, out)
    for seat in range(2):
        for kind in range(9):
            out.hand[seat, kind] = s.hand[seat, kind]
        for place in range(s.deck_size[seat]):
            out.deck[seat, place] = s.deck[seat, place]


@helper
def guess_that_has_nothing_to_guess(_s: State, _seat: int) -> None:
    return


@helper
def deal_without_chance(s: State) -> None:
    s.rng = 1
    honest_deal(s)


@rule("B0")
def forfeit_that_wins(s: State, seat: int) -> None:
    """Giving up wins."""
    s.winner, s.reason = seat, FORFEIT


@helper
def endless_play(s: State, card: int) -> None:
    honest_play(s, card)
    s.reason = 0


@helper
def silent_play(s: State, _card: int) -> None:
    s.winner, s.reason = 0, 1


@helper
def play_that_draws_past_the_door(s: State, card: int) -> None:
    honest_play(s, card)
    draw_word(s)


def board_with_followed_cards(s: State, seat: int | None) -> Board:
    board = registry.find("blade").picture.board(s, seat)
    first, *others = board.zones
    cards = tuple(replace(card, id=f"card {at}") for at, card in enumerate(first.cards))
    return replace(board, zones=(replace(first, cards=cards), *others))


def board_of_numpy(s: State, seat: int | None) -> Board:
    return replace(registry.find("blade").picture.board(s, seat), facts={"turn": s.turn})


def board_with_a_zone_twice(s: State, seat: int | None) -> Board:
    board = registry.find("blade").picture.board(s, seat)
    return replace(board, zones=board.zones * 2)


def touch_nowhere(_s: State, _move: int) -> list[Touch]:
    return [Touch("nowhere")]


def touch_a_card_elsewhere(s: State, move: int) -> list[Touch]:
    return [Touch(f"deck{s.to_move}", notation.move_text(move, s))]


def touch_a_place(s: State, _move: int) -> list[Touch]:
    return [Touch(f"hand{s.to_move}", row=0, column=0)]


@helper
def observe_nothing(_s: State, _seat: int, _out: Observed) -> None:
    return


@helper
def observe_too_much(s: State, seat: int, out: Observed) -> None:
    observe(s, seat, out)
    out.turn = s.turn + 1


@helper
def observe_what_a_seat_cannot_see(s: State, seat: int, out: Observed) -> None:
    observe(s, seat, out)
    out.turn = 0.5 if s.deck[0, 0] > 3 else 0.25


def observing(function: Any) -> dict[str, Any]:
    """Observations made by a function, by Python, which needs not compile it."""
    return {"observation": Observation(Observed, function), "backend": "python"}


@helper
def player_that_tries_where_it_looks(cells: Any, moves: Any, _dice: Any) -> int:
    honest_legal(cells[0], moves)
    cells[0].turn += 1
    return int(moves[0])


def changed(record: Any, changes: dict[str, Any]) -> Any:
    """A part of a definition with those changes that are about it."""
    return replace(record, **{name: changes[name] for name in vars(record) if name in changes})


def broken(**changes: Any) -> Subject:
    """Blade with some functions replaced."""
    blade = registry.find("blade")
    parts = SimpleNamespace(**{**vars(rules), **changes})
    words = SimpleNamespace(**{**vars(notation), **changes})
    definition = replace(
        blade,
        rules=parts,
        writing=replace(blade.writing, notation=words),
        picture=changed(blade.picture, changes),
        thinking=changed(blade.thinking, changes),
        learning=changed(blade.learning, changes),
        features=changes.get("features", blade.features),
    )
    game = Game(definition, "readme", {}, backend=changes.get("backend", "cpu"))
    return Subject(game, blade_census, games=12)


@pytest.mark.filterwarnings("ignore:overflow")
@pytest.mark.parametrize(
    ("check", "changes"),
    [
        (check_views_hide, {"view": peeking_view}),
        (check_views_hide, {"view": view_with_chance}),
        (check_guesses_keep_cards, {"guess": guess_that_loses_a_card}),
        (check_legality, {"legal": legal_without_the_last}),
        (check_interpreted_is_compiled, {"play": play_of_the_compiled_mind}),
        (check_rules_can_be_compiled, {"play": play_that_allocates}),
        (check_rules_can_be_compiled, {"play": play_that_grows_a_list}),
        (check_rules_can_be_compiled, {"forfeit": forfeit_that_allocates}),
        (
            check_there_are_secrets,
            {"view": view_that_hides_nothing, "guess": guess_that_has_nothing_to_guess},
        ),
        (check_seeds_repeat, {"deal": deal_without_chance}),
        (check_boards, {"board": board_with_followed_cards}),
        (check_boards, {"board": board_of_numpy}),
        (check_boards, {"board": board_with_a_zone_twice}),
        (check_touches, {"touches": Touches(touch_nowhere, TOUCHES.says)}),
        (check_touches, {"touches": Touches(touch_a_card_elsewhere, TOUCHES.says)}),
        (check_touches, {"touches": Touches(touch_a_place, TOUCHES.says)}),
        (check_touches, {"touches": Touches(TOUCHES.places, lambda _s, _m: "Play")}),
        (check_bounds, {"bounds": Bounds(lambda _options: 3)}),
        (check_bounds, {"bounds": Bounds(lambda _options: 20, (-0.5, 0.5))}),
        (check_bounds, {"bounds": None}),
        (check_observations, observing(observe_nothing)),
        (check_observations, observing(observe_too_much)),
        (check_observations, {**observing(observe_what_a_seat_cannot_see), "view": peeking_view}),
        (check_forfeits, {"forfeit": forfeit_that_wins}),
        (check_players_only_look, {"policies": {"greedy": player_that_tries_where_it_looks}}),
        (check_games_end, {"play": endless_play}),
        (check_explanations, {"play": silent_play}),
        (check_chance_can_be_scripted, {"play": play_that_draws_past_the_door}),
        (check_move_notation, {"move_text": lambda _move, _s: "5"}),
        (check_position_notation, {"position_text": lambda _state: "1:-:1 2:-:2"}),
    ],
)
def test_the_suite_catches(check: Callable[[Subject], None], changes: dict[str, Any]) -> None:
    with pytest.raises(AssertionError):
        check(broken(**changes))


def test_three_games_are_enough_to_look_at_something() -> None:
    subject = broken(legal=legal_without_the_last)
    subject.games = 3
    with pytest.raises(AssertionError):
        check_legality(subject)


def test_the_suite_passes_what_is_not_broken() -> None:
    subject = broken()
    for check in CHECKS:
        check(subject)


@helper
def guess_without_shuffling(s: State, seat: int) -> None:
    s.rng = 0
    honest_guess(s, seat)


@helper
def guess_that_prefers_one_deal(s: State, seat: int) -> None:
    if s.rng % 8 == 0:
        s.rng = 0
    honest_guess(s, seat)


def test_uneven_guesses_are_caught() -> None:
    view, deals = view_and_deals(seat=0, unseen="115M", hand=2, deck=1)
    check_guess_frequencies(broken().game, view, 0, deals)
    with pytest.raises(AssertionError, match="never guessed"):
        check_guess_frequencies(broken(guess=guess_without_shuffling).game, view, 0, deals)
    with pytest.raises(AssertionError, match="uneven"):
        check_guess_frequencies(broken(guess=guess_that_prefers_one_deal).game, view, 0, deals)
    with pytest.raises(AssertionError, match="not a deal"):
        check_guess_frequencies(broken().game, view, 0, dict(list(deals.items())[1:]))
