"""Moves that are made by touching the board, and what a person calls them."""

from typing import Any

import pytest

import duelhall
from duelhall.engine.board import Touch
from duelhall.games.monsters.operations import OPERATIONS, Operation
from duelhall.games.monsters.words import IN_DECK
from duelhall.match.match import Match
from duelhall.testing import Subject
from duelhall.testing.conformance import check_touches
from tests.games.monsters.duels import (
    JAB,
    ROSE,
    STONE,
    begun,
    duel,
    field,
    monster,
    move,
    play,
    special,
    zones,
)

GAMES = ("blade", "binmat[live]", "binmat[rulebook]", "frontline", "frontline[draft]", "monsters")


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_touched_is_on_the_board(name: str) -> None:
    check_touches(Subject(duelhall.load(name), census=lambda _: None, games=1))


def told(match: Match) -> dict[str, tuple[str, list[Touch]]]:
    """By the legal moves, how they are said and made."""
    touches = match.game.definition.picture.touches
    assert touches
    view = match.view(int(match.state.to_move))
    moves = zip(match.legal(), match.legal_moves(), strict=True)
    return {text: (touches.says(view, move), list(touches.places(view, move)))
            for text, move in moves}  # fmt: skip


def test_blade_is_played_by_touching_a_card() -> None:
    match = duelhall.load("blade").match(position="7B1:-:3 45:-:6 to_move=0")
    assert told(match) == {
        "B": ("Place a Bolt", [Touch("hand0", "B")]),
        "1": ("Place a 1", [Touch("hand0", "1")]),
        "7": ("Place a 7", [Touch("hand0", "7")]),
    }


def test_binmat_is_played_by_touching_decks_stacks_and_cards() -> None:
    match = duelhall.load("binmat", "live").match(7)
    said = told(match)
    assert said["--"] == ("Pass", [])
    assert said["d3"] == ("Draw from lane 3", [Touch("l3")])
    match.play("d3")
    match.play("d4")
    card = match.board(0).zones[-1].cards[0].face
    said = told(match)
    goal = [Touch("hd", card), Touch("d2")]
    assert said[f"p{card}2"] == (f"Play {card} face down to lane 2", goal)
    assert said[f"u{card}2"] == (f"Play {card} face up to lane 2", goal)
    assert said[f"x{card}5"] == (f"Discard {card} to lane 5", [Touch("hd", card), Touch("x5")])
    match.play(f"x{card}5")
    said = told(match)
    assert said["c1"] == ("Begin combat in lane 1", [Touch("a1")])


def test_binmat_has_two_moves_with_the_attackers_piles() -> None:
    touches = duelhall.load("binmat").definition.picture.touches
    game = duelhall.load("binmat", "live")
    match = game.match(7)
    match.play("d3")
    view = match.view(1)
    assert touches
    draw, discard = game.parse_move("da"), game.parse_move("x5&a")
    assert touches.says(view, draw) == "Draw from the attacker deck"
    assert touches.places(view, draw) == (Touch("a"),)
    assert touches.says(view, discard) == "Discard 5& and draw two cards"
    assert touches.places(view, discard) == (Touch("ha", "5&"), Touch("xa"))


def test_an_army_is_deployed_card_by_card_to_places() -> None:
    match = duelhall.load("frontline[hand=3]").match(deal="|@,!,! |,!,+")
    said = told(match)
    assert said["3<"] == (
        "Put 3, spear and shield, at the left end of the front line",
        [Touch("hand0", "0.3"), Touch("army0", row=0, column=-1)],
    )
    assert said["1>"][1][1] == Touch("army0", row=0, column=0)
    match.play("1>")
    assert match.board(0).zones[-1].cards[0].column == 0
    said = told(match)
    assert said["2<"][1][1] == Touch("army0", row=0, column=-1)
    assert said["2>"][1][1] == Touch("army0", row=0, column=1)
    assert said["2b1"] == (
        "Put 2, sword, behind front unit 1",
        [Touch("hand0", "0.2"), Touch("army0", row=1, column=0)],
    )
    match.play("2b1")
    match.play("3>")
    assert told(match) == {"commit": ("Commit", [])}


def test_the_odd_unit_has_a_side() -> None:
    match = duelhall.load("frontline[hand=1]").match(deal="| !")
    match.play("1>")
    assert told(match) == {
        "commit<": ("Commit, the odd unit to the left of the divide", [Touch("army0")]),
        "commit>": ("Commit, the odd unit to the right of the divide", []),
    }


def test_cards_that_are_alike_are_told_apart_in_a_draft() -> None:
    match = duelhall.load("frontline[draft, hand=1]").match(deal="|,|,|,!,!,@")
    match.play("take2")
    said = told(match)
    picks = {text: places[0] for text, (_, places) in said.items()}
    row = next(zone for zone in match.board(1).zones if zone.id == "row")
    assert all(row.cards[touch.at or 0].face == touch.card for touch in picks.values())
    assert len(set(picks.values())) == len(picks)
    assert all(words.startswith(f"Take {text[-1]}, ") for text, (words, _) in said.items())


# --- Monsters ---


def asked(do: str, places: str = "", **more: Any) -> Match:
    """The match in which a special asks something, in the Alter phase of player 0."""
    game = duel(special(do, **more), STONE, ROSE)
    return begun(game, f"phase=alter hand0=trick {places}", "trick - -")


def test_monsters_is_played_by_touching_cards() -> None:
    beast = monster(field("draw"), use="alter")
    wheel = move("Wheel", "0", "~", field("draw"), activate="alter")
    match = begun(duel(wheel, mine=beast), "phase=alter hand0=wheel stasis0=wheel")
    said = told(match)
    assert said["pass"] == ("End the Alter phase", [])
    assert said["!wheel"] == ("Activate Wheel", [Touch("stasis0", "wheel")])
    assert said["!monster"] == ("Use Beast's effect", [Touch("monster0", "monster0")])
    match.play("pass")
    said = told(match)
    assert said["pass"] == ("End the turn", [])
    assert said["wheel"] == ("Play Wheel", [Touch("hand0", "wheel")])


def test_a_pass_is_called_what_it_means() -> None:
    match = begun(duel(JAB), "hand0=jab hand1=jab", "jab")
    assert told(match)["pass"] == ("Pass", [])
    assert told(asked("draw", may=True)) == {"pass": ("No", []), "yes": ("Yes", [])}
    assert told(asked("draw", amount=1, up_to=True)) == {":0": ("0", []), ":1": ("1", [])}


OFFERED = [row for row in OPERATIONS if row.can_choose and row.leaves != IN_DECK]


@pytest.mark.parametrize("row", OFFERED, ids=lambda row: row.word)
def test_an_offered_card_is_touched_where_it_lies(row: Operation) -> None:
    places = "hand0=trick,rose stasis0=stone drop0=stone damage0=stone"
    match = asked(row.word, places, choose=True, up_to=True)
    found = told(match)
    move = next(move for move in found if move != "pass")
    says, (touch,) = found[move]
    assert (says, touch.card) == (f"Choose {move[1:].capitalize()}", move[1:])
    assert found["pass"] == ("No more", [])
    before = zones(match)[touch.zone].count(move[1:])
    match.play(move)
    is_shown = row.leaves == row.enters
    assert zones(match).get(touch.zone, []).count(move[1:]) == before - (not is_shown)


def test_a_card_in_a_deck_is_chosen_with_a_button() -> None:
    found = told(asked("search", choose=True))
    assert found[":stone"] == ("Choose Stone", [])


def test_operations_are_read_out() -> None:
    fork = move("Fork", "0", "~", play("draw", either="A", may=True), play("mill", either="A"))
    found = told(begun(duel(fork), "hand0=fork", "fork - -"))
    assert found["pass"] == ("None of these", [])
    assert found[":1"][0] == "1: draw 1 card."
    assert found[":2"][0] == "2: drop 1 card from the top of the deck."


# --- moves of which not all is seen ---


@pytest.mark.parametrize(
    ("name", "move", "says"),
    [
        ("binmat[live]", "p5&1", "Play a card face down to lane 1"),
        ("binmat[live]", "x5&a", "Discard a card and draw two cards"),
        ("frontline", "commit<", "Commit"),
    ],
)
def test_what_is_hidden_is_left_out(name: str, move: str, says: str) -> None:
    game = duelhall.load(name)
    words, view = game.definition.picture.touches, game.match(7).view(1)
    assert words
    assert words.says_partly
    assert words.says_partly(view, game.parse_move(move)) == says


def test_a_card_is_chosen_from_a_deck_unseen() -> None:
    match = asked("search", choose=True)
    words, hidden = match.game.definition.picture.touches, match.game.parse_move(":stone")
    assert words
    assert words.says_partly
    assert words.says_partly(match.view(1), hidden) == "Choose a card"
