"""Moves and deals in writing."""

import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import BadDeal, UnreadableMove
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match
from tests.games.monsters.duels import JAB, begun, duel, field, monster, move

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
