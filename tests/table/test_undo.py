"""What a seat has learnt, on which taking a move back depends."""

from duelhall.engine.game import Game
from duelhall.table.undo import has_learnt


def test_ones_own_card_teaches_nothing(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    assert not has_learnt(match, seat=0, since=0)
    assert has_learnt(match, seat=1, since=0)  # who sees the card for the first time


def test_the_answer_teaches(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    match.play("4")
    assert has_learnt(match, seat=0, since=0)


def test_an_answer_that_every_hand_could_give_teaches_all_the_same(blade: Game) -> None:
    match = blade.match(position="37:-:5 6:-:7 to_move=0")
    match.play("3")
    match.play("6")
    assert has_learnt(match, seat=0, since=0)


def test_cards_from_the_deck_teach(blade: Game) -> None:
    match = blade.match(position="25:3M:5 45:61:7 to_move=0")
    match.play("2")  # 7 to 7: initialization
    assert has_learnt(match, seat=0, since=0)


def test_losing_at_once_teaches_nothing(blade: Game) -> None:
    match = blade.match(position="B:34:7 45:61:3 to_move=0")
    match.play("B")
    assert match.over
    assert not has_learnt(match, seat=0, since=0)
