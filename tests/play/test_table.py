"""The loop ask, play, tell: what seats are asked, and what their faults cost."""

import time
from dataclasses import fields
from unittest.mock import Mock

import pytest

import duelhall
from duelhall.arena.referee import play_game
from duelhall.arena.schedule import GameJob
from duelhall.engine.errors import DuelhallError
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.play.builtin import RANDOM, PolicySeat, player_of
from duelhall.play.clock import Clock
from duelhall.play.entry import Entry
from duelhall.play.roster import FunctionSeat
from duelhall.play.seat import Answer, Closing, Ending, Fault, Opening, Question, Quiet
from duelhall.play.table import Late, Table
from duelhall.play.undo import PRACTICE, Resign, TakeBack

GAMES = ("blade", "frontline", "binmat", "monsters")


def first_legal(question: Question) -> str:
    return question.legal[0]


def at_table(match: Match, *choices: object) -> Table:
    return Table(match, [FunctionSeat(choose) for choose in choices])  # type: ignore[arg-type]


class Choosing(Quiet):
    """A seat whose function may raise a fault of its own."""

    def __init__(self, choose: object) -> None:
        self._choose = choose

    def decide(self, question: Question) -> Answer:
        return Answer(self._choose(question))  # type: ignore[operator]


@pytest.mark.parametrize("name", GAMES)
def test_a_question_has_just_what_its_seat_may_know(name: str) -> None:
    match, asked = duelhall.load(name).match(seed=5), list[int]()

    def choose(question: Question) -> int:
        seat = question.seat
        assert seat == match.to_move
        assert question.number == len(match.moves) + 1
        assert question.view.tobytes() == match.view(seat).tobytes()
        assert question.legal == match.legal()
        assert not any(isinstance(getattr(question, f.name), Match) for f in fields(question))
        asked.append(seat)
        return question.legal_moves[-1]

    at_table(match, choose, choose).run()
    assert match.over
    assert asked == [match.mover(number) for number in range(1, len(match.moves) + 1)]


@pytest.mark.parametrize("name", GAMES)
def test_a_seat_is_told_each_move_once_as_it_may_see_it(name: str) -> None:
    match = duelhall.load(name).match(seed=6)
    told: list[list[tuple[int, str]]] = [[], []]

    class Listening(Quiet):
        def decide(self, question: Question) -> Answer:
            self.end(question)
            return Answer(question.legal_moves[0])

        def end(self, heard: Closing | Question) -> None:
            told[heard.seat] += [(each.seat, each.move) for each in heard.told]

    Table(match, [Listening(), Listening()]).run()
    for seat in range(2):
        numbers = range(1, len(match.moves) + 1)
        seen = [(match.mover(number), match.move_seen(number, seat)) for number in numbers]
        assert told[seat] == [(mover, move) for mover, move in seen if move is not None]


@pytest.mark.parametrize("name", GAMES)
def test_the_same_seed_gives_the_same_game_wherever_it_is_played(name: str) -> None:
    game = duelhall.load(name)
    players = (RANDOM, "greedy")
    outcomes = duelhall.simulate(game, players, games=2, seed=40)
    entries = (Entry("one", builtin=players[0]), Entry("other", builtin=players[1]))
    for row in range(2):
        match = duelhall.play_match(game, *players, seed=40 + row)
        record = play_game(GameJob(1, name, game.definition.edition, entries, 40 + row, Clock()))
        assert replayed(parse(record.replay)).moves == match.moves
        assert outcomes.lengths[row] == len(match.moves)
        assert outcomes.winners[row] == match.state.winner


def test_dice_are_a_seats_own(blade: Game) -> None:
    match, dice = blade.match(seed=3), dict[tuple[int, int], int]()

    def choose(question: Question) -> str:
        dice[question.seat, question.number] = question.dice
        return question.legal[0]

    at_table(match, choose, choose).run()
    openings = [Table(match, ()).opening(seat).dice for seat in range(2)]
    mirrored = [Table(match, (), mirrored=True).opening(seat).dice for seat in range(2)]
    assert len({*dice.values(), *openings, *mirrored}) == len(dice) + 4


# --- faults ---


def fails(_question: Question) -> str:
    raise ZeroDivisionError("twice nothing")


def mute(_question: Question) -> None:
    return None


@pytest.mark.parametrize(
    ("choose", "ending", "detail"),
    [
        (lambda _question: "9", Ending.UNREADABLE, "cannot read the move '9'"),
        (lambda _question: 99, Ending.UNREADABLE, "a number from 0 to 8"),
        (lambda _question: "M", Ending.ILLEGAL, "illegal move M: You can place only cards from"),
        (fails, Ending.CRASH, "it raised ZeroDivisionError: twice nothing"),
        (mute, Ending.UNREADABLE, "it returned None, which is not a move"),
    ],
)
def test_a_fault_costs_its_seat_the_game(
    blade: Game, choose: object, ending: Ending, detail: str
) -> None:
    match = blade.match(position="12:-:3 45:-:6")
    table = at_table(match, choose, first_legal)
    table.run()
    assert (match.winner, match.reason.word) == (1, "forfeit")
    assert table.faulty == 0
    assert table.fault is not None
    assert table.fault.ending is ending
    assert detail in table.fault.detail


def test_a_seat_that_cannot_start_has_lost(blade: Game) -> None:
    absent = Mock(start=Mock(side_effect=Fault(Ending.START, "not here")))
    table = Table(blade.match(1), [FunctionSeat(first_legal), absent])
    table.run()
    assert (table.faulty, table.match.winner, table.match.moves) == (1, 0, [])


def test_play_match_raises_the_fault_of_a_player(blade: Game) -> None:
    with pytest.raises(DuelhallError, match="it raised ZeroDivisionError") as caught:
        duelhall.play_match(blade, first_legal, fails, seed=1)
    assert isinstance(caught.value.__cause__, ZeroDivisionError)


# --- taking back ---


def test_a_decision_that_is_taken_back_is_asked_again() -> None:
    match, numbers = duelhall.load("frontline").match(seed=2), list[int]()

    def doubt(question: Question) -> int:
        numbers.append(question.number)
        if len(numbers) == 2:
            raise TakeBack(question.seat)
        return question.legal_moves[0]

    table = Table(match, [Choosing(doubt), PolicySeat(player_of(match.game, "greedy"))])
    while len(numbers) < 4:
        table.step()
    assert numbers == [1, 2, 1, 2]


# --- late players ---


def late(_question: Question) -> str:
    raise Fault(Ending.TIMEOUT, "it wrote nothing")


def refused(_question: Question) -> str:
    return "c5"


@pytest.mark.parametrize(
    ("game", "choose", "ending"),
    [
        ("binmat", late, Ending.TIMEOUT),
        ("binmat[live]", late, Ending.TIMEOUT),
        ("binmat[live]", refused, Ending.ILLEGAL),
    ],
)
def test_n31_n8_a_late_player_passes(game: str, choose: object, ending: Ending) -> None:
    match = duelhall.load(game).match(seed=1)
    table = Table(match, [Choosing(choose), FunctionSeat(first_legal)], late=Late.PASS)
    assert table.step()
    assert match.move_seen(1, None) == "--"
    (lapse,) = table.lapses
    assert (lapse.number, lapse.seat, lapse.fault.ending) == (1, 0, ending)
    assert not match.over


@pytest.mark.parametrize(
    ("game", "choose", "rule"),
    [
        ("binmat", refused, Late.PASS),  # only `live` takes a refused move for a pass
        ("binmat[live]", lambda _question: "hm", Late.PASS),
        ("binmat[live]", late, Late.LOSE),
        ("blade", late, Late.PASS),  # which has no such clock
    ],
)
def test_other_faults_cost_the_game(game: str, choose: object, rule: Late) -> None:
    match = duelhall.load(game).match(seed=1)
    seat = match.to_move
    seats = [Choosing(choose), Choosing(choose)]
    table = Table(match, seats, late=rule)
    assert not table.step()
    assert table.faulty == seat
    assert match.winner == 1 - seat
    assert not table.lapses


def test_n31_a_game_from_python_has_the_same_clock() -> None:
    def slow(question: Question) -> str:
        if question.number == 1:
            time.sleep(0.02)
        return "--"

    clock = Clock(move=0.01)
    match = duelhall.play_match(duelhall.load("binmat"), slow, "random", seed=1, clock=clock)
    assert match.over
    with pytest.raises(Fault, match=r"it took 0\.0"):
        duelhall.play_match(duelhall.load("blade"), slow, slow, seed=1, clock=clock)


# --- giving up, and practice ---


def test_a_seat_can_give_up(blade: Game) -> None:
    def tired(question: Question) -> str:
        raise Resign(question.seat)

    table = Table(blade.match(position="12:-:3 45:-:6"), [Choosing(tired), Choosing(tired)])
    table.run()
    assert (table.match.winner, table.match.forfeited_by, table.fault) == (1, 0, None)
    table = Table(blade.match(position="12:-:3 45:-:6"), ())
    table.resign(1)  # at any time
    assert table.match.winner == 0


def test_practice_is_noted_and_the_other_seat_begins_anew(blade: Game) -> None:
    calls: list[str] = []

    class Remembering(Quiet):
        def start(self, _opening: Opening) -> None:
            calls.append("start")

        def decide(self, question: Question) -> Answer:
            calls.append(" ".join(told.move for told in question.told))
            return Answer(question.legal_moves[-1])

    match = blade.match(position="35:56:23 45:66:7 to_move=0")
    table = Table(match, [FunctionSeat(first_legal), Remembering()])
    table.open()
    for _ in range(2):
        table.step()
        table.step()
        table.take_back(TakeBack(0, is_practice=True))
        assert match.notes == {PRACTICE: True}
    assert calls == ["start", "3", "start", "3", "start"]


def test_a_fault_that_is_taken_back_is_forgotten_and_going_on_is_practice(blade: Game) -> None:
    match = blade.match(position="35:56:23 45:66:7 to_move=0")
    table = at_table(match, first_legal, fails)
    table.step()
    table.step()
    assert match.over
    assert "lost by crash" in table.fault_text
    table.take_back(TakeBack(1))
    assert table.fault_text == ""
    assert (len(match.moves), match.notes) == (1, {PRACTICE: True})
