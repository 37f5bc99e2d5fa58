"""Looking back at games, all by Python: blunders, luck, and what a seat could know."""

from dataclasses import dataclass, field, replace
from typing import Any

import pytest

import duelhall
from duelhall.backend import PYTHON
from duelhall.engine.errors import BadArgument, BadDeal, UnknownName
from duelhall.engine.record import GameState
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.search.review import MARKS, RUNS, Judgement, Review, Reviewer, Verdict, judged
from duelhall.search.search import RUNS as SEARCHES
from duelhall.search.search import (
    Judged,
    Search,
    Thought,
    consulted,
    standard_error,
    taken_together,
    thinker,
)
from duelhall.stats.score import NORMAL_95
from tests.games.binmat.setting import position as binmat_position
from tests.games.monsters.duels import game_of
from tests.games.monsters.test_greedy import DECK

BLUNDER, *_ = MARKS


@pytest.fixture(scope="module")
def python_blade() -> Game:
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


def test_a_blunder_in_blade(python_blade: Game) -> None:
    """With the 7 played, the Bolt is the last card (B10)."""
    assert blunder(python_blade, TOO_LATE, "7") == "B"


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


def test_bad_luck_is_no_mistake(python_blade: Game) -> None:
    review = reviewed(played(python_blade, UNLUCKY, "7", "7", "2"), 25)
    assert review.match.winner == 1
    (only,) = review.decisions
    assert only.all_known is not None
    assert (only.known.loss, only.known.mark) == (0, None)
    assert only.known.played.chance > 0.3
    assert only.all_known.best.chance == 0
    balance = review.balance(0)
    assert (balance.own, balance.others, balance.end) == (0, 0, 0)
    assert balance.luck == -balance.start < -0.3


def test_a_blunder_that_luck_forgives_is_one_all_the_same(python_blade: Game) -> None:
    """As the cards lie, the 7 wins as well; that could not be known."""
    (only,) = reviewed(played(python_blade, TOO_LATE, "7"), 10).decisions
    assert only.all_known is not None
    assert only.known.mark == BLUNDER
    assert (only.all_known.loss, only.all_known.played.chance) == (0, 1)


def test_the_same_seed_and_budget_give_the_same_review(python_blade: Game) -> None:
    match = played(python_blade, TOO_LATE, "7", "2")
    first, again, other = (
        Reviewer(match, "search(3)", seed=seed, threads=threads).review().decisions
        for seed, threads in ((4, 1), (4, 2), (5, 1))
    )
    assert first == again != other


def test_a_seat_is_shown_its_own_decisions_by_its_own_cards(python_blade: Game) -> None:
    """Whatever is hidden from it, the review is the same."""
    own = [
        reviewed(played(python_blade, f"7B:5:3 {hidden}:5 to_move=0", "7"), 6, seat=0).decisions
        for hidden in ("22:6", "26:2")
    ]
    assert own[0] == own[1]
    assert [decision.all_known for decision in own[0]] == [None]


def test_only_decisions_are_judged(python_blade: Game) -> None:
    match = played(python_blade, UNLUCKY, "7", "7", "2")
    assert Reviewer(match, "search(1)").numbers == [1]
    assert Reviewer(match, "search(1)", seat=1).numbers == []


def test_a_game_without_a_result_ends_with_the_last_chance(python_blade: Game) -> None:
    match = played(python_blade, TOO_LATE, "7")
    match.forfeit(1)
    review = reviewed(match, 5)
    assert not review.has_result
    balance = review.balance(0)
    assert balance.end == review.decisions[-1].known.played.chance
    assert balance.start + balance.own + balance.others + balance.luck == pytest.approx(balance.end)


def test_who_stops_asking_does_not_wait_for_all(python_blade: Game) -> None:
    match = duelhall.play_match(python_blade, "random", "random", seed=3)
    reviewer = Reviewer(match, "search(1)")
    decisions = reviewer.decisions()
    first = next(decisions)
    decisions.close()
    assert first.number == reviewer.numbers[0]


@pytest.mark.parametrize("name", ["search(0)", "search(abc)", "greedy"])
def test_a_judge_without_a_budget_is_refused(python_blade: Game, name: str) -> None:
    with pytest.raises(UnknownName, match="needs a budget"):
        Reviewer(python_blade.match(1), name)


def test_a_seed_below_zero_is_refused(python_blade: Game) -> None:
    with pytest.raises(BadDeal):
        Reviewer(python_blade.match(1), "search(1)", seed=-1)


# --- what a move was worth, as several searches found it, and what it is called ---


GOOD, BAD = 1, 2
NO_VIEW: Any = None


def judgement(best: tuple[float, ...], played: tuple[float, ...], sampling: float) -> Judgement:
    return Judgement(Verdict(GOOD, best, sampling), Verdict(BAD, played, sampling))


@pytest.mark.parametrize(
    ("loss", "word"),
    [(0.04, None), (0.06, "inaccuracy"), (0.12, "mistake"), (0.25, "blunder"), (-0.3, None)],
)
def test_marks_go_by_the_size_of_the_loss(loss: float, word: str | None) -> None:
    mark = judgement((0.5,) * RUNS, (0.5 - loss,) * RUNS, 0.001).mark
    assert (mark.word if mark else None) == word


def test_nothing_is_marked_that_the_number_of_simulations_allows() -> None:
    assert judgement((0.5,) * RUNS, (0.35,) * RUNS, 0.06).mark is None


def test_nothing_is_marked_that_the_runs_disagree_on() -> None:
    found = judgement((0.2, 0.8, 0.2, 0.8), (0.3,) * RUNS, 0.001)
    assert found.loss == pytest.approx(0.2)
    assert found.doubt > found.loss
    assert found.mark is None


def test_runs_that_go_up_and_down_together_agree() -> None:
    chances = (0.2, 0.8, 0.3, 0.7)
    found = judgement(chances, tuple(chance - 0.15 for chance in chances), 0.001)
    assert found.mark == MARKS[1]


@dataclass
class Oracle:
    """It knows the chances of both moves, likes the first, and counts how often it is asked."""

    chances: dict[int, float]
    error: float = 0.01
    asked: list[int | None] = field(default_factory=list)

    def think(
        self, _view: GameState, _dice: int, _left: float | None = None, *, only: int | None = None
    ) -> Thought:
        self.asked.append(only)
        found = [
            Judged(move, 10 - place, chance, self.error)
            for place, (move, chance) in enumerate(self.chances.items())
            if only in (None, move)
        ]
        return Thought(tuple(found), 100)


def test_the_played_move_is_judged_as_often_as_the_best() -> None:
    oracle = Oracle({GOOD: 0.9, BAD: 0.2})
    found = judged(oracle, NO_VIEW, BAD, 1)
    assert (found.best.move, found.played.move) == (GOOD, BAD)
    assert found.loss == pytest.approx(0.7)
    assert [oracle.asked.count(only) for only in (None, GOOD, BAD)] == [RUNS] * 3


def test_the_best_move_is_judged_once() -> None:
    oracle = Oracle({GOOD: 0.9, BAD: 0.2})
    found = judged(oracle, NO_VIEW, GOOD, 1)
    assert (found.loss, found.doubt, found.mark) == (0, 0, None)
    assert oracle.asked == [None] * RUNS + [GOOD] * RUNS


def test_a_played_move_that_is_better_than_the_favourite_is_the_best_that_was_found() -> None:
    found = judged(Oracle({GOOD: 0.5, BAD: 0.7}), NO_VIEW, BAD, 1)
    assert (found.best.move, found.loss) == (BAD, 0)


def test_what_is_known_for_certain_is_asked_once() -> None:
    oracle = Oracle({GOOD: 0.56, BAD: 0.5}, error=0.0)
    found = judged(oracle, NO_VIEW, BAD, 1)
    assert found.mark == MARKS[-1]
    assert found.doubt == 0
    assert oracle.asked == [None]


# --- a search that judges one move, and one that sees all cards ---


def test_all_thought_goes_to_the_move_that_is_asked_about(python_blade: Game) -> None:
    view = python_blade.match(position=TOO_LATE).view(0)
    for text in "7", "B":
        move = python_blade.parse_move(text, view)
        (choice,) = Search(python_blade, simulations=40).think(view, 1, only=move).choices
        assert (choice.move, choice.visits) == (move, 40)


def test_a_move_that_cannot_be_made_is_not_judged(python_blade: Game) -> None:
    view = python_blade.match(position=TOO_LATE).view(0)
    with pytest.raises(BadArgument, match="the move must be a legal one"):
        Search(python_blade, simulations=40).think(view, 1, only=python_blade.parse_move("5", view))


def chance_of_the_seven(game: Game, hidden: str, *, all_known: bool) -> float:
    """By the last card in the other hand, and the one in the player's own deck."""
    state = game.match(position=f"72:{hidden[1]}:3 {hidden[0]}:4:6 to_move=0").state
    seen = state if all_known else game.view(state, 0)
    thought = thinker("search(60)", game, all_known=all_known).think(seen, 1)
    (chance,) = (c.chance for c in thought.choices if game.move_text(c.move, state) == "7")
    return chance


def test_where_all_is_known_a_hidden_card_decides(python_blade: Game) -> None:
    """A Bolt as the last card loses (B10), and a 7 tops the field."""
    assert chance_of_the_seven(python_blade, "B7", all_known=True) == 1
    assert chance_of_the_seven(python_blade, "7B", all_known=True) == 0
    seen = chance_of_the_seven(python_blade, "B7", all_known=False)
    assert 0.2 < seen < 0.8
    assert chance_of_the_seven(python_blade, "7B", all_known=False) == seen


def test_a_move_that_was_never_tried_is_judged_beside_a_certain_win(python_blade: Game) -> None:
    """The Bolt strikes the 7; the 3 does not top the enemy's field."""
    view = python_blade.match(position="3B:-:7B B4:-:237").view(0)
    found = judged(Search(python_blade, simulations=1), view, python_blade.parse_move("3", view), 1)
    assert python_blade.move_text(found.best.move, view) == "B"
    assert (found.best.chance, found.best.error, found.played.chance) == (1, 0, 0)


# --- several searches for one move: what they find together, and how far that may be off ---


AMPLE = 1000.0


def found(*tried: tuple[int, float]) -> Thought:
    """A search that tried the first moves so often, with such chances."""
    choices = [
        Judged(move, visits, chance, standard_error(visits * chance, visits))
        for move, (visits, chance) in enumerate(tried)
    ]
    return Thought(tuple(choices), sum(visits for visits, _ in tried))


def test_every_search_counts_by_its_simulations() -> None:
    both = taken_together([found((30, 0.5), (10, 0.2)), found((10, 0.9), (30, 0.4), (5, 0.0))])
    tried = [(choice.move, choice.visits, choice.chance) for choice in both.choices]
    assert tried == [(0, 40, pytest.approx(0.6)), (1, 40, pytest.approx(0.35)), (2, 5, 0)]
    assert both.simulations == 85


def test_a_move_that_wins_more_comes_before_one_that_was_tried_more_often() -> None:
    one, other = found((9000, 0.46), (1000, 0.48)), found((2000, 0.45), (8000, 0.49))
    assert [choice.move for choice in taken_together([one, other] * 4).choices] == [1, 0]


def test_a_move_that_was_hardly_tried_does_not_come_first_by_luck() -> None:
    thoughts = [found((1000, 0.5), (2, 1.0))] * SEARCHES
    assert taken_together(thoughts).best.move == 0


def test_searches_that_agree_are_as_sure_as_their_number_says() -> None:
    (choice,) = taken_together([found((1000, 0.5))] * SEARCHES).choices
    assert choice.error == standard_error(500 * SEARCHES, 1000 * SEARCHES)


def test_searches_that_disagree_are_less_sure() -> None:
    apart = [found((1000, 0.4)), found((1000, 0.6))] * (SEARCHES // 2)
    (choice,) = taken_together(apart).choices
    assert choice.chance == pytest.approx(0.5)
    assert NORMAL_95 * choice.error == pytest.approx(2.365 * 0.1 / (SEARCHES - 1) ** 0.5)


def test_a_win_that_is_proved_needs_no_other_search(blade: Game) -> None:
    view = blade.match(position="3B:-:7B B4:-:237").view(0)
    thought = consulted(Search(blade, simulations=50), view, 1, AMPLE)
    assert (thought.is_won, thought.simulations) == (True, 0)


def test_each_search_has_the_whole_budget_and_a_share_of_the_time(blade: Game) -> None:
    match = blade.match(seed=5)
    view = match.view(match.to_move)
    assert consulted(Search(blade, simulations=50), view, 1, AMPLE).simulations == 50 * SEARCHES
    assert consulted(Search(blade, simulations=50), view, 1, 0.0).simulations == SEARCHES


@pytest.mark.uncovered
def test_a_hint_is_off_by_no_more_than_it_says_19_times_out_of_20(blade: Game) -> None:
    """Compared with what many hints find on average. A search that hardly explores sticks to what
    came first, so the number of its simulations says too little.
    """
    settings = replace(blade.definition.thinking.search, exploration=0.05)
    match, hints = blade.match(seed=5), 20
    search, view = Search(blade, simulations=1000, settings=settings), match.view(match.to_move)
    thoughts = [consulted(search, view, dice, AMPLE) for dice in range(hints)]
    best = thoughts[0].best.move
    choices = [thought.about(best).best for thought in thoughts]
    truth = taken_together(thoughts).about(best).best.chance
    alone = [standard_error(choice.visits * choice.chance, choice.visits) for choice in choices]
    errors = [choice.error for choice in choices]

    def often_within(errors: list[float]) -> int:
        pairs = zip(choices, errors, strict=True)
        return sum(abs(choice.chance - truth) <= NORMAL_95 * error for choice, error in pairs)

    assert often_within(alone) < 0.7 * hints
    assert often_within(errors) >= 0.95 * hints
