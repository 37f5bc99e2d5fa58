"""Looking back at games, all by Python: blunders, luck, and what a seat could know."""

import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.engine.errors import BadDeal, UnknownName
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.search.review import MARKS, Review, Reviewer
from tests.games.binmat.setting import position as binmat_position
from tests.games.monsters.duels import game_of
from tests.games.monsters.test_greedy import DECK

BLUNDER, *_ = MARKS


@pytest.fixture(scope="module")
def blade() -> Game:
    return duelhall.load("blade", backend=PYTHON)


def played(game: Game, position: str, *moves: str) -> Match:
    match = game.match(seed=1, position=position)
    for move in moves:
        match.play(move)
    return match


def reviewed(match: Match, simulations: int, seat: int | None = None, seed: int = 0) -> Review:
    return Reviewer(match, f"search({simulations})", seat=seat, seed=seed).review()


TOO_LATE = "7B:5:3 22:6:5 to_move=0"


def blunder(game: Game, position: str, move: str, simulations: int = 10) -> str:
    """The best move in a position that a move throws away."""
    match = played(game, position, move)
    (first, *_) = reviewed(match, simulations, seat=int(match.states[0].to_move)).decisions
    assert (first.number, first.known.mark) == (1, BLUNDER)
    return game.move_text(first.known.best.move, match.states[0])


def test_a_blunder_in_blade(blade: Game) -> None:
    """With the 7 played, the Bolt is the last card (B10)."""
    assert blunder(blade, TOO_LATE, "7") == "B"


def test_a_blunder_in_frontline() -> None:
    """Both cards stand in one column."""
    game = duelhall.load("frontline[mirror, hand=2]", backend=PYTHON)
    deployed = "|,-:2,1 |,-:2 stage=deploying score=0:0 fought=0 to_move=1"
    assert blunder(game, deployed, "1b1") in ("1<", "1>")


def test_a_blunder_in_binmat() -> None:
    """In the last turn (N30), to draw from a lane without cards would have won (N9)."""
    game = duelhall.load("binmat", backend=PYTHON)
    assert blunder(game, binmat_position("turn=109"), "--", 8) in ("d0", "d1", "d2", "d3", "d4")


def test_a_blunder_in_monsters() -> None:
    """Both monsters are about to faint (M13)."""
    game = game_of(DECK, DECK, backend=PYTHON)
    hurt = "damage0=drum*5 damage1=guard*5 left=500000:500000"
    cards = "hand0=jab deck0=jab*4,guard*5,blow*5 hand1=blow*5 deck1=jab*5,drum*5"
    assert blunder(game, f"phase=battle {hurt} {cards}", "pass") == "jab"


UNLUCKY = "72:B:3 7:4:6 to_move=0"
"""The 7 is the only card that does not lose at once; only the other 7 tops it."""


def test_bad_luck_is_no_mistake(blade: Game) -> None:
    review = reviewed(played(blade, UNLUCKY, "7", "7", "2"), 25)
    assert review.match.winner == 1
    (only,) = review.decisions
    assert only.all_known is not None
    assert (only.known.loss, only.known.mark) == (0, None)
    assert only.known.played.chance > 0.3
    assert only.all_known.best.chance == 0
    balance = review.balance(0)
    assert (balance.own, balance.others, balance.end) == (0, 0, 0)
    assert balance.luck == -balance.start < -0.3


def test_a_blunder_that_luck_forgives_is_one_all_the_same(blade: Game) -> None:
    """As the cards lie, the 7 wins as well; that could not be known."""
    (only,) = reviewed(played(blade, TOO_LATE, "7"), 10).decisions
    assert only.all_known is not None
    assert only.known.mark == BLUNDER
    assert (only.all_known.loss, only.all_known.played.chance) == (0, 1)


def test_the_same_seed_and_budget_give_the_same_review(blade: Game) -> None:
    match = played(blade, TOO_LATE, "7", "2")
    first, again, other = (
        Reviewer(match, "search(3)", seed=seed, threads=threads).review().decisions
        for seed, threads in ((4, 1), (4, 2), (5, 1))
    )
    assert first == again != other


def test_a_seat_is_shown_its_own_decisions_by_its_own_cards(blade: Game) -> None:
    """Whatever is hidden from it, the review is the same."""
    own = [
        reviewed(played(blade, f"7B:5:3 {hidden}:5 to_move=0", "7"), 6, seat=0).decisions
        for hidden in ("22:6", "26:2")
    ]
    assert own[0] == own[1]
    assert [decision.all_known for decision in own[0]] == [None]


def test_only_decisions_are_judged(blade: Game) -> None:
    match = played(blade, UNLUCKY, "7", "7", "2")
    assert Reviewer(match, "search(1)").numbers == [1]
    assert Reviewer(match, "search(1)", seat=1).numbers == []


def test_a_game_without_a_result_ends_with_the_last_chance(blade: Game) -> None:
    match = played(blade, TOO_LATE, "7")
    match.forfeit(1)
    review = reviewed(match, 5)
    assert not review.has_result
    balance = review.balance(0)
    assert balance.end == review.decisions[-1].known.played.chance
    assert balance.start + balance.own + balance.others + balance.luck == pytest.approx(balance.end)


def test_who_stops_asking_does_not_wait_for_all(blade: Game) -> None:
    match = duelhall.play_match(blade, "random", "random", seed=3)
    reviewer = Reviewer(match, "search(1)")
    decisions = reviewer.decisions()
    first = next(decisions)
    decisions.close()
    assert first.number == reviewer.numbers[0]


@pytest.mark.parametrize("name", ["search(0)", "search(abc)", "greedy"])
def test_a_judge_without_a_budget_is_refused(blade: Game, name: str) -> None:
    with pytest.raises(UnknownName, match="needs a budget"):
        Reviewer(blade.match(1), name)


def test_a_seed_below_zero_is_refused(blade: Game) -> None:
    with pytest.raises(BadDeal):
        Reviewer(blade.match(1), "search(1)", seed=-1)
