"""Positions in writing."""

import pytest

import duelhall
from duelhall.engine.errors import BadPosition
from duelhall.games.monsters.positions import hides
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import JAB, PUSH, begun, duel, field, move, position

DRUM = move("Drum", "0", "~", field("draw"))
GAME = duel(JAB, PUSH, DRUM)
WHOLE = position(GAME, "")


@pytest.mark.uncovered
@pytest.mark.parametrize("rules", ["standard", "deck-out"])
@pytest.mark.parametrize("decks", ["Struck Match vs Crossed Out", "Kiln Yard vs Long Winter"])
def test_every_state_and_view_of_random_games_is_read_back(rules: str, decks: str) -> None:
    game = duelhall.load("monsters", rules, decks=decks)
    for state in random_match(game, 1).states:
        for shown in (state, game.view(state, 0), game.view(state, 1)):
            text = game.position_text(shown)
            again = game.parse_position(text)
            again.rng = shown.rng
            assert again.tobytes() == shown.tobytes()
            assert game.position_text(again) == text


def test_the_signs_of_links() -> None:
    links = "0:drum.r,1:!drum.x/0:jab,1:monster,0:push.rh"
    game = GAME
    text = game.position_text(
        game.parse_position(position(game, f"chain=combat links={links} passes=1 bonus=2:-3"))
    )
    assert f"links={links}" in text.split()
    assert "bonus=2:-3" in text.split()


def test_a_view_is_no_start_of_a_match() -> None:
    match = begun(GAME, "hand0=jab hand1=jab")
    for seat in (0, 1):
        view = match.view(seat)
        assert hides(view)
        with pytest.raises(BadPosition, match="a match begins with all cards known"):
            GAME.match(position=GAME.position_text(view))
    assert not hides(match.state)


def test_a_hidden_hand_with_an_empty_deck_hides_too() -> None:
    text = "left=420000:420000 hand0=? drop0=jab*2,push*3,drum*3,filler*11 "
    state = GAME.parse_position(f"{text} drop1=jab*3,push*3,drum*3,filler*11")
    assert hides(state)


def test_an_ended_game_says_how() -> None:
    for won in ("0:fainted", "1:decked-out", "-:both-lost", "-:turn-limit"):
        state = GAME.parse_position(f"{WHOLE} won={won}")
        assert f"won={won}" in GAME.position_text(state)


@pytest.mark.parametrize(
    ("places", "fault"),
    [
        ("colour=red", "there is no entry 'colour'"),
        ("turn=1 turn=2", "expected each entry once"),
        ("turn=101", "expected a number below 101, not '101'"),
        ("active=2", "expected a number below 2"),
        ("to_move=x", "expected a number below 2, not 'x'"),
        ("passes=2", "expected a number below 2"),
        ("attacked=-1", "expected a number below 44"),
        ("lasting=1:2", "lasting has four numbers for each player"),
        ("phase=draw", "expected one of alter, battle"),
        ("chain=long", "expected one of none, combat, quiet"),
        ("left=420000", "left is what is left of each trait, 0 to 7, like 330000:420000"),
        ("left=42000:420000", "left is what is left of each trait"),
        ("left=480000:420000", "left is what is left of each trait"),
        ("chain=combat", "there are links in a chain if there is a chain"),
        ("links=0:jab", "there are links in a chain if there is a chain"),
        ("chain=combat links=0:jab/", "there are links in a chain if there is a chain"),
        ("chain=combat links=0:jab,1:jab", "in combat a move has ATK on the attack side"),
        ("chain=combat links=0:jab/0:push/0:push", "a turn has at most 42 links, and one /"),
        (f"chain=combat links={','.join(['0:monster'] * 43)}", "at most 42 links"),
        ("chain=combat links=jab", "a link is written like 0:!rivet-punch.r, not 'jab'"),
        ("chain=combat links=2:jab", "a link is written like"),
        ("chain=combat links=0:jab.q", "a link is written like"),
        ("chain=combat links=0:jib", "there is no move 'jib' in the deck of player 0"),
        ("sides=1", "expected sides=0:0, not '1'"),
        ("sides=8:0", "expected a number below 8"),
        ("monster_used=0:2", "expected a number below 2"),
        ("forbidden=32:0", "expected a number below 32"),
        ("bonus=1:2:3", "expected bonus=0:0"),
        ("bonus=10001:0", "expected a number below 10001"),
        ("bonus=--1:0", "expected a number below 10001"),
        ("to_move=1", r"outside a chain it is the turn player who moves \(M3\)"),
        ("won=2:fainted", "expected a number below 2"),
        ("won=0:bored", "expected one of fainted, decked-out"),
    ],
)
def test_a_bad_position_is_refused(places: str, fault: str) -> None:
    parts = WHOLE.split()
    given = {part.partition("=")[0] for part in places.split()}
    text = " ".join([*(part for part in parts if part.partition("=")[0] not in given), places])
    with pytest.raises(BadPosition, match=fault):
        GAME.parse_position(text)


DECK = ",".join(["jab"] * 3 + ["push"] * 3 + ["drum"] * 3 + ["filler"] * 11)


@pytest.mark.parametrize(
    ("places", "fault"),
    [
        (f"deck0={DECK}", "20 cards of player 1 are nowhere, and 0 are hidden"),
        ("deck0=jib", "there is no move 'jib' in the deck of player 0"),
        ("hand0=jab*x", r"expected cards like rivet-punch\*2,\?, not 'jab\*x'"),
        ("hand0=jab,,push", "expected cards like"),
        ("hand0=jab*21", "there are 21 cards in hand0, more than a deck has"),
        ("stasis0=?", "a card can be hidden only in a hand or a deck, not in stasis0"),
        ("known0=?", "not in known0"),
        (f"deck0={DECK} hand0=jab", "there are 4 of 'Jab' here, and 3 in the deck of player 0"),
        ("deck0=jab*2,?*18", "either all cards of a deck are seen, or only those face up under it"),
        (f"deck0={DECK} known0=jab", "known cards are in the hand"),
        ("deck0=?*19", "20 cards of player 0 are nowhere, and 19 are hidden"),
        ("deck0=?*10 hand0=?*5,jab*3", "17 cards of player 0 are nowhere, and 15 are hidden"),
        ("deck0=?*17 damage0=jab*2 drop0=jab*2", "there are 4 of 'Jab' here"),
    ],
)
def test_a_position_must_have_the_cards_of_the_decks(places: str, fault: str) -> None:
    with pytest.raises(BadPosition, match=fault):
        GAME.parse_position(f"left=420000:420000 {places}")


def test_m13_a_monster_with_as_many_cards_in_damage_as_hp_has_lost() -> None:
    with pytest.raises(BadPosition, match=r"as many cards in Damage as HP has lost \(M13\)"):
        begun(GAME, "damage1=filler*9")
