import numpy as np
import pytest

import duelhall
from duelhall.engine.errors import BadDeal, BadPosition, UnreadableMove
from duelhall.games.blade import notation
from duelhall.match.game import Game

BLANK = duelhall.load("blade").blank()[0]


@pytest.mark.parametrize(
    ("text", "card"), [("B", 0), ("b", 0), ("bolt", 0), ("1", 1), ("7", 7), ("M", 8), ("mirror", 8)]
)
def test_moves_are_read_in_either_case_and_as_words(text: str, card: int) -> None:
    assert notation.parse_move(text, BLANK) == card


@pytest.mark.parametrize("text", ["", "8", "0", "BB", "12", "x", "-1", "½"])
def test_what_is_no_card_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="expected one card"):
        notation.parse_move(text, BLANK)


def test_a_deal_is_read_back(blade: Game) -> None:
    text = "112223333444455B 55666BBBBB77MMMM"
    cards = notation.parse_deal(text, blade.blank()[0].options)
    assert notation.deal_text(cards, blade.blank()[0].options) == text
    assert cards.shape == (2, 16)


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("112223333444455B", "two decks of 16"),
        ("112223333444455B 55666BBBBB77MMM", "two decks of 16"),
        ("112223333444455B 55666BBBBB77MMMX", "column 33: there is no card 'X'"),
        ("112222333444455B 55666BBBBB77MMMM", "the pack has 3 of the card 2 and this deal 4"),
    ],
)
def test_a_bad_deal_is_refused(blade: Game, deal: str, reason: str) -> None:
    with pytest.raises(BadDeal, match=reason):
        blade.match(deal=deal)


def test_a_deal_of_the_other_rule_set_is_refused() -> None:
    deal = "112222333344445B 555666BBBBB77MMM"
    assert duelhall.load("blade", "controller").match(deal=deal)
    with pytest.raises(BadDeal, match="B1"):
        duelhall.load("blade", "readme").match(deal=deal)


@pytest.mark.parametrize(
    "text",
    [
        "145BM:36536:74X 2:12443:35 gone=2567BBBBBMMM turn=3 to_move=1",
        "??:?:7 12:?:- gone=223333444455666BBBBBBMMMM turn=0 to_move=1",
        "-:-:7 1:-:3 gone=12223334444555566" + "67BBBBBBMMMM turn=4 to_move=0 won=1:hand-empty",
        (
            "-:-:- -:-:- gone=112223333444455556667"
            "7BBBBBBMMMM turn=0 to_move=0 placing drawn=stranded"
        ),
    ],
)
def test_positions_are_read_back(blade: Game, text: str) -> None:
    assert blade.position_text(blade.parse_position(text)) == text


def test_cards_that_are_nowhere_have_left_the_round(blade: Game) -> None:
    s = blade.parse_position("145BM:365367:745X 2:124432:6 to_move=1")
    total = s.gone + s.hand.sum(axis=0)
    assert total.sum() + s.field_size.sum() + s.deck_size.sum() == 32
    assert np.all(s.gone >= 0)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("12:-:3", "begins with two players' cards"),
        ("12:3 4:-:5", "player 0: expected hand:deck:field"),
        ("12:-:3 4:-:5:6", "player 1: expected hand:deck:field"),
        ("12:-:3 4:-:8", "there is no card '8'"),
        ("12:-:3 4:-:X", "X stands after the card"),
        ("12:-:3 4:1:5", "both decks"),
        ("12:-:3 4:-:5 tunr=3", "no entry 'tunr'"),
        ("12:-:3 4:-:5 turn=x", "expected a number below 18"),
        ("12:-:3 4:-:5 turn=²", "expected a number below 18"),
        ("12:-:3 4:-:5 turn=18", "expected a number below 18"),
        ("12:-:3 4:-:5 placing=no", "each entry once, as name=value or placing"),
        ("12:-:3 4:-:5 turn", "each entry once, as name=value or placing"),
        ("12:-:3 4:-:5 turn=1 turn=2", "each entry once"),
        ("12:-:3 4:-:5 won=0:forfeit drawn=stranded", "won or drawn, not both"),
        ("12:-:3 4:-:5 won=0:going-on", "no reason 'going-on'"),
        ("6:-:1 77:-:122233334444555566BBB to_move=1", "more cards on a field than can have been"),
        ("25:??:5 ??:??:7 gone=1122333344445666BBBBBB", "here some are hidden"),
        ("12:-:3 4:-:5 to_move=2", "expected a number below 2"),
        ("12:-:3 4:-:5 won=0:boredom", "no reason 'boredom'"),
        ("12:-:3 4:-:5 won=5:forfeit", "expected a number below 2"),
        ("111:-:3 4:-:5", "more of the card 1 than the pack has, 2"),
        ("11:-:3 4:-:5 gone=1", "more of the card 1 than the pack has, 2"),
        ("1:-:3 4:-:5 gone=11", "more of the card 1"),
        ("12:-:3 ?:-:5", "1 hidden card .*: a game needs every card"),
        ("1:-:3 4:-:5 gone=1", "27 cards are missing and 0 are hidden"),
        ("12345671234:-:3 4:-:5", "at most 10 cards in the hand of player 0, not 11"),
        ("1:2345671:3 4:1:5", "at most 6 cards in the deck of player 0"),
        (f"1:-:{'5' * 22} 4:-:5", "at most 21 cards on the field of player 0"),
        ("12:-:- -:-:- placing", "player 1 has no card to place"),
        ("12:4:- 3:5:- placing", "both decks are empty"),
        ("12:-:3 3:-:- placing", "both decks are empty"),
        ("12:-:- 3:-:- placing to_move=1", "both decks are empty"),
        ("-:-:3 4:-:5", "player 0 is to move and has no card"),
    ],
)
def test_bad_positions_are_refused(blade: Game, text: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        blade.match(position=text)
