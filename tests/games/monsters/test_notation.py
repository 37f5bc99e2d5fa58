"""Monsters in writing: moves, deals and positions."""

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import BadDeal, BadPosition, UnreadableMove
from duelhall.games.monsters.positions import hides
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import JAB, PUSH, begun, duel, field, monster, move, position

RIVET = move("Rivet Punch", "3", "~")
RIVETER = move("Riveter", "0", "~", field("draw"))
POTTER = move("Potter's Wheel", "0", "~", field("draw"))
POT = move("Pot", "1", "~")
BEAST = monster(field("draw"), use="alter")


@pytest.fixture
def game() -> Game:
    return duel(RIVET, RIVETER, POTTER, POT, mine=BEAST)


def test_moves_are_written_as_cards_are_called(game: Game) -> None:
    match = begun(game, "hand0=rivet-punch,pot stasis0=potters-wheel,riveter")
    assert match.legal() == ["pass", "rivet-punch", "pot", "!riveter", "!potters-wheel"]
    assert begun(game, "phase=alter").legal() == ["pass", "!monster"]


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("rivet-punch", "rivet-punch"),
        ("Rivet Punch", "rivet-punch"),
        ("  RIVET-P ", "rivet-punch"),
        ("rivet-", "rivet-punch"),
        ("potter's wheel", "potters-wheel"),
        ("pott", "potters-wheel"),
        ("pot", "pot"),
        ("!potters", "!potters-wheel"),
        ("! Potter's Wheel", "!potters-wheel"),
        ("!monster", "!monster"),
        ("!Monster", "!monster"),
        ("PASS", "pass"),
        ("-", "pass"),
        ("--", "pass"),
    ],
)
def test_a_move_is_read_by_its_name_or_a_beginning_that_no_other_has(
    game: Game, text: str, move: str
) -> None:
    assert game.move_text(game.parse_move(text)) == move


@pytest.mark.parametrize(
    "text",
    ["rivet", "po", "", "!", "monster", "punch", "rivet*2", "0", "#", "#1", "?", "rivet-punch2"],
)
def test_other_words_are_refused_with_examples(game: Game, text: str) -> None:
    with pytest.raises(UnreadableMove, match="a card's name to play it"):
        game.parse_move(text)


def test_a_number_without_a_card_is_written_as_a_number(game: Game) -> None:
    assert game.move_text(20) == "#19"
    assert game.parse_move("#19") == 20
    assert game.parse_move("!#19") == 40


def test_a_move_is_read_by_the_deck_of_the_seat_to_move() -> None:
    match = duelhall.load("monsters").match(seed=1)
    own = match.game.move_text(1, match.state)
    match.play("pass")
    match.play("pass")
    assert match.game.move_text(1, match.state) != own


def test_every_move_is_open(game: Game) -> None:
    match = begun(game, "hand0=rivet-punch", "rivet-punch -")
    assert [match.move_seen(number, seat) for number in (1, 2) for seat in (0, 1, None)] == (
        ["rivet-punch"] * 3 + ["pass"] * 3
    )


@pytest.mark.uncovered
def test_a_deal_is_written_and_read_back() -> None:
    for seed in range(5):
        game = duelhall.load("monsters", decks="Kiln Yard vs Long Winter")
        notation, options = game.definition.writing.notation, game.blank()[0].options
        start = game.match(seed=seed).state
        hands = [[k for k, n in enumerate(start.hand[s]) for _ in range(n)] for s in (0, 1)]
        decks = [start.deck[s][: start.in_deck[s]].tolist() + hands[s] for s in (0, 1)]
        text = notation.deal_text(np.array([start.active, *decks[0], *decks[1]]), options)
        assert notation.deal_text(notation.parse_deal(text, options), options) == text
        match = game.match(deal=text)
        assert match.replay().start == {"deal": text}
        assert sorted(hands[0]) == sorted(
            k for k, n in enumerate(match.state.hand[0]) for _ in range(n)
        )


DECK = "jab,jab,jab" + ",filler" * 17


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("", "a deal is first=0 deck0=CARD"),
        (f"first=0 deck0={DECK}", "a deal is first=0 deck0=CARD"),
        (f"first=0 deck1={DECK} deck0={DECK}", "a deal is first=0 deck0=CARD"),
        (f"first=2 deck0={DECK} deck1={DECK}", r"the player who begins is 0 or 1, not '2' \(M2\)"),
        (f"first=0 deck0={DECK} deck1={DECK},jab", r"has 3 of 'Jab', and this deal has 4 \(M1\)"),
        (f"first=0 deck0=jib deck1={DECK}", r"no move 'jib' in the deck of player 0 \(M1\)"),
        (f"first=0 deck0={DECK} deck1=", "no move '' in the deck of player 1"),
        (f"first=0 deck0={DECK} deck1={DECK.upper()}", "no move 'JAB' in the deck"),
    ],
)
def test_a_bad_deal_is_refused(text: str, fault: str) -> None:
    with pytest.raises(BadDeal, match=fault):
        duel(JAB).match(deal=text)


def test_every_move_of_random_games_is_read_back() -> None:
    for seed in range(3):
        match = random_match(duelhall.load("monsters"), seed)
        for number, made in enumerate(match.moves):
            state = match.states[number]
            assert match.game.parse_move(match.game.move_text(made, state), state) == made


def test_a_beginning_means_a_card_that_is_there_before_others_and_pass_before_those(
    game: Game,
) -> None:
    match = begun(game, "hand0=pot")
    assert game.parse_move("po", match.state) == game.parse_move("pot", match.state)
    assert game.parse_move("p", begun(game, "hand0=riveter").state) == 0
    assert game.move_text(game.parse_move("pott", match.state)) == "potters-wheel"


# --- positions in writing ---


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


DRUMS = ",".join(["jab"] * 3 + ["push"] * 3 + ["drum"] * 3 + ["filler"] * 11)


@pytest.mark.parametrize(
    ("places", "fault"),
    [
        (f"deck0={DRUMS}", "20 cards of player 1 are nowhere, and 0 are hidden"),
        ("deck0=jib", "there is no move 'jib' in the deck of player 0"),
        ("hand0=jab*x", r"expected cards like rivet-punch\*2,\?, not 'jab\*x'"),
        ("hand0=jab,,push", "expected cards like"),
        ("hand0=jab*21", "there are 21 cards in hand0, more than a deck has"),
        ("stasis0=?", "a card can be hidden only in a hand or a deck, not in stasis0"),
        ("known0=?", "not in known0"),
        (f"deck0={DRUMS} hand0=jab", "there are 4 of 'Jab' here, and 3 in the deck of player 0"),
        ("deck0=jab*2,?*18", "either all cards of a deck are seen, or only those face up under it"),
        (f"deck0={DRUMS} known0=jab", "known cards are in the hand"),
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
