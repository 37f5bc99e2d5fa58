"""What a seat has learnt, on which taking a move back depends."""

from duelhall.match.game import Game
from duelhall.play.undo import has_learnt, take_back, way_to_take_back


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


# --- practice ---


def test_what_taught_nothing_is_taken_back_for_real(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    assert way_to_take_back(match, 0, as_practice=True) is None  # nothing to take back
    match.play("3")
    wish = way_to_take_back(match, 0, as_practice=True)
    assert wish is not None
    assert not wish.is_practice


def test_the_answer_is_taken_back_as_practice(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    match.play("4")
    assert way_to_take_back(match, 0, as_practice=False) is None
    wish = way_to_take_back(match, 0, as_practice=True)
    assert wish is not None
    assert wish.is_practice
    take_back(match, 0)
    assert not match.moves


def test_a_lost_game_goes_on_as_practice(blade: Game) -> None:
    match = blade.match(position="B:34:7 45:61:3 to_move=0")
    match.play("B")
    for as_practice in (False, True):
        wish = way_to_take_back(match, 0, as_practice=as_practice)
        assert wish is not None
        assert wish.is_practice == as_practice


def test_giving_up_is_taken_back_alone(blade: Game) -> None:
    match = blade.match(position="35:5:23 45:6:7 to_move=0")
    match.play("3")
    match.play("4")
    match.forfeit(0)
    wish = way_to_take_back(match, 0, as_practice=False)
    assert wish is not None
    take_back(match, 0)
    assert len(match.moves) == 2
    assert not match.over
