"""Blade on a board and in writing."""

import numpy as np
import pytest

import duelhall
from duelhall.engine.board import Card, Piece, SketchRow, Zone
from duelhall.engine.errors import BadDeal, BadPosition, UnreadableMove
from duelhall.games.blade import notation
from duelhall.games.blade.board import change as change_of
from duelhall.match.game import Game

SEATS_LOOKING = (0, 1)


def test_a_seat_sees_its_own_cards_at_the_bottom(blade: Game) -> None:
    match = blade.match(position="1BM:35:7 22:12:35X to_move=1 turn=3")
    sketch = match.sketch(1)
    assert sketch.heading == "Turn 3"
    assert sketch.rows == (
        SketchRow("Opponent's hand", (Piece("?", "hidden"),) * 3, "3 in hand, 2 in deck", 0),
        SketchRow("Opponent's field", (Piece("7"),), "score 7", 0),
        SketchRow("Your field", (Piece("3"), Piece("5X", "invalid")), "score 3", 1),
        SketchRow("Your hand", (Piece("2", name="2"),) * 2, "2 in hand, 2 in deck", 1),
        SketchRow("Out of the round", tuple(Piece(name) for name in "334444556667BBBBBMMM")),
    )


def test_without_a_seat_everything_is_shown(blade: Game) -> None:
    sketch = blade.match(position="1BM:35:7 22:12:35X to_move=1 turn=3").sketch(None)
    assert [row.label for row in sketch.rows] == [
        "Player 1's hand",
        "Player 1's field",
        "Player 0's field",
        "Player 0's hand",
        "Out of the round",
    ]
    assert [piece.text for piece in sketch.rows[3].pieces] == ["1", "B", "M"]


def test_what_the_turn_number_cannot_say_is_said() -> None:
    game = duelhall.load("blade")
    started = game.match(position="1BM:35:7 22:12:35 to_move=1 turn=0").sketch(1)
    assert started.heading == "Turn 0: the fields have just been initialized"
    over = game.match(position="1B:35:7 22:12:35 to_move=1 turn=4 won=0:forfeit").sketch(1)
    assert over.heading == "The round is over"
    placing = game.match(position="1BM:-:- 22:-:- placing").sketch(0)
    assert placing.heading == "Initialization: both decks are empty, place a card from your hand"


def test_everything_is_on_the_board_as_data(blade: Game) -> None:
    board = blade.match(position="1BM:35:7 22:12:35X to_move=1 turn=3").board(1)
    assert board.seat == 1
    assert board.facts == {
        "to_move": 1, "over": False, "winner": None, "stage": "turn", "turn": 3, "score": [7, 3],
    }  # fmt: skip
    assert [(zone.id, zone.kind, zone.owner, zone.size) for zone in board.zones] == [
        ("hand0", "hand", 0, 3),
        ("deck0", "deck", 0, 2),
        ("field0", "field", 0, 1),
        ("field1", "field", 1, 2),
        ("hand1", "hand", 1, 2),
        ("deck1", "deck", 1, 2),
        ("gone", "pile", None, 20),
    ]
    assert board.zone("hand0") == Zone(
        "hand0", "hand", "Opponent's hand", 0, (Card(facing="hidden", count=3),)
    )
    struck = (Card("3"), Card("5", marks=("invalid",)))
    assert board.zone("field1") == Zone("field1", "field", "Your field", 1, struck, {"score": 3})
    assert board.zone("hand1") == Zone("hand1", "hand", "Your hand", 1, (Card("2", count=2),))
    assert board.zone("hand2") is None


def test_a_board_says_who_won(blade: Game) -> None:
    over = blade.match(position="1B:35:7 22:12:35 to_move=1 turn=4 won=0:forfeit").board(1)
    assert over.facts["stage"] == "over"
    assert (over.facts["over"], over.facts["winner"], over.facts["to_move"]) == (True, 0, None)


# --- games/blade/test_notation ---


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
        ("12:-:3 4:-:5 won=0:going-on", "expected one of lower-score"),
        ("6:-:1 77:-:122233334444555566BBB to_move=1", "more cards on a field than can have been"),
        ("25:??:5 ??:??:7 gone=1122333344445666BBBBBB", "here some are hidden"),
        ("12:-:3 4:-:5 to_move=2", "expected a number below 2"),
        ("12:-:3 4:-:5 won=0:boredom", "expected one of lower-score"),
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


@pytest.mark.parametrize(
    ("position", "card", "change"),
    [
        ("7B:3:2 66:3:4", "7", {"card": "7", "score": [9, 4]}),
        ("7B:3:5 66:3:46", "B", {"card": "B", "score": [5, 4], "struck": "6"}),
        ("17:3:15X 66:3:4", "1", {"card": "1", "score": [6, 4], "raised": "5"}),
        ("7M:3:2 66:3:4", "M", {"card": "M", "score": [4, 2]}),
        ("27:3:2 66:4:4", "2", {"card": "2", "score": [3, 4], "tied": True}),
        ("57:-:- 66:-:- placing", "5", {"card": "5", "score": [5, 0], "opens": True}),
    ],
)
def test_a_card_tells_what_it_did(
    position: str, card: str, change: dict[str, object], blade: Game
) -> None:
    match = blade.match(position=position)
    move = match.check(card)
    match.play(card)
    for seat in SEATS_LOOKING:
        before, after = (blade.view(state, seat) for state in match.states)
        assert change_of(before, move, after) == change


def test_b2_a_tie_is_shown_before_the_new_rows(blade: Game) -> None:
    match = blade.match(position="27:53:2 66:54:4")  # two cards are drawn, and are equal again
    match.play("2")
    tie, cards, *again = match.scenes(1, seat=1)
    assert tie.caption == "4 to 4: both rows leave the table"
    assert tie.board is not None
    assert [[card.face for card in zone.cards] for zone in tie.board.zones] == [["2", "2"], ["4"]]
    assert cards.facts == {"step": "cards", "score": [3, 4]}
    assert again == []
