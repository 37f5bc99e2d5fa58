import duelhall
from duelhall.engine.board import Card, Piece, Row, Zone
from duelhall.match.game import Game


def test_a_seat_sees_its_own_cards_at_the_bottom(blade: Game) -> None:
    match = blade.match(position="1BM:35:7 22:12:35X to_move=1 turn=3")
    sketch = match.sketch(1)
    assert sketch.heading == "Turn 3"
    assert sketch.rows == (
        Row("Opponent's hand", (Piece("?", "hidden"),) * 3, "3 in hand, 2 in deck", 0),
        Row("Opponent's field", (Piece("7"),), "score 7", 0),
        Row("Your field", (Piece("3"), Piece("5X", "invalid")), "score 3", 1),
        Row("Your hand", (Piece("2", name="2"),) * 2, "2 in hand, 2 in deck", 1),
        Row("Out of the round", tuple(Piece(name) for name in "334444556667BBBBBMMM")),
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
