import duelhall
from duelhall.engine.board import Card, Row
from duelhall.engine.game import Game


def test_a_seat_sees_its_own_cards_at_the_bottom(blade: Game) -> None:
    match = blade.match(position="1BM:35:7 22:12:35X to_move=1 turn=3")
    board = match.board(1)
    assert board.heading == "Turn 3"
    assert board.rows == (
        Row("Opponent's hand", (Card("?", "hidden"),) * 3, "3 in hand, 2 in deck"),
        Row("Opponent's field", (Card("7"),), "score 7"),
        Row("Your field", (Card("3"), Card("5X", "invalid")), "score 3"),
        Row("Your hand", (Card("2"), Card("2")), "2 in hand, 2 in deck"),
        Row("Out of the round", tuple(Card(name) for name in "334444556667BBBBBMMM")),
    )


def test_without_a_seat_everything_is_shown(blade: Game) -> None:
    board = blade.match(position="1BM:35:7 22:12:35X to_move=1 turn=3").board(None)
    assert [row.label for row in board.rows] == [
        "Player 1's hand",
        "Player 1's field",
        "Player 0's field",
        "Player 0's hand",
        "Out of the round",
    ]
    assert board.rows[3].cards == (Card("1"), Card("B"), Card("M"))


def test_what_the_turn_number_cannot_say_is_said() -> None:
    game = duelhall.load("blade")
    started = game.match(position="1BM:35:7 22:12:35 to_move=1 turn=0").board(1)
    assert started.heading == "Turn 0: the fields have just been initialized"
    over = game.match(position="1B:35:7 22:12:35 to_move=1 turn=4 won=0:forfeit").board(1)
    assert over.heading == "The round is over"
    placing = game.match(position="1BM:-:- 22:-:- placing").board(0)
    assert placing.heading == "Initialization: both decks are empty, place a card from your hand"
