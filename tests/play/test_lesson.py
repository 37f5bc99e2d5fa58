"""Lessons: each is played to its end, with all that it says of other moves."""

from dataclasses import replace
from pathlib import Path

import pytest

from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.play.lesson import (
    BadLesson,
    Lesson,
    Remark,
    find_lesson,
    games_with_lessons,
    read_lesson,
)

BLADE = Path(str(registry.find("blade").lesson))


def lesson_with(folder: Path, before: str, after: str) -> Lesson:
    """Blade's lesson, changed."""
    text = BLADE.read_text(encoding="utf-8")
    assert before in text
    file = folder / "lesson.toml"
    file.write_text(text.replace(before, after, 1), encoding="utf-8")
    return read_lesson(file)


@pytest.mark.parametrize("game", games_with_lessons())
def test_each_lesson_goes_on_by_its_answers_and_by_nothing_that_it_warns_of(game: str) -> None:
    lesson = find_lesson(game)
    *steps, end = lesson.steps
    assert end.answer == ()
    for step in steps:
        assert step.says
        for move in step.match.legal_moves() if step.answer else ():
            reply = step.reply(move)
            assert reply.goes_on or reply.says
            assert reply.goes_on or move not in step.answer
            assert not (reply.goes_on and move in step.others)


def test_what_the_lesson_of_blade_says_is_so() -> None:
    steps = find_lesson("blade").steps
    scores = [tuple(step.match.state.score.tolist()) for step in steps]
    assert scores[:9] == [
        *((2, 3), (6, 8), (6, 8), (6, 8), (3, 6), (6, 4), (6, 7), (6, 10), (11, 10)),
    ]
    assert steps[-1].match.winner == steps[-1].seat
    said = {(1, "5"): (7, 3), (5, "5"): (8, 6), (5, "B"): (3, 2), (7, "5"): (11, 7)}
    for number, step in enumerate(steps, start=1):
        for move in step.others:
            text = step.match.game.move_text(move)
            if (number, text) != (1, "1"):  # a tie, after which the rows are others
                after = step.match.game.after(step.match.state, move)
                assert tuple(after.score.tolist()) == said[number, text]


def test_a_reply_says_what_becomes_of_a_move() -> None:
    first, touched, strike, *_ = find_lesson("blade").steps
    read = first.match.game.parse_move
    assert first.reply(read("4")) == Remark("", goes_on=True)
    assert first.reply(read("1")) == Remark("3 to 3 would be a tie. You need more.", goes_on=False)
    works = "That works, too; the lesson goes on: Place a 4."
    assert first.reply(read("M")) == Remark(works, goes_on=True)
    assert touched.touch == read("1")
    assert strike.reply(read("1")).says.startswith("That loses at once: ")


TWO_SEATS = """
title = "Two seats"
game = "blade"
end = "That is all."

[[step]]
position = "145BBM:6:2 12356B:4:3"
says = "Lay a card."
answer = ["4"]
otherwise = "Not that one."

[[step]]
position = "145BBM:6:2 12356B:4:3 to_move=1"
seat = 1
says = "Now from the other side."
answer = ["5", "6"]
"""


def test_a_lesson_may_refuse_all_other_moves_and_begin_anew_in_another_seat(
    tmp_path: Path,
) -> None:
    file = tmp_path / "lesson.toml"
    file.write_text(TWO_SEATS, encoding="utf-8")
    first, second, end = read_lesson(file).steps
    assert first.reply(first.match.check("M")) == Remark("Not that one.", goes_on=False)
    assert (second.seat, second.shown_from) == (1, 0)
    works = "That works, too; the lesson goes on: Place a 5."
    assert second.reply(second.match.check("6")) == Remark(works, goes_on=True)
    assert (end.says, end.shown_from, len(end.match.states)) == ("That is all.", 1, 2)


MOVE_4 = 'answer = ["4"]'


@pytest.mark.parametrize(
    ("before", "after", "says"),
    [
        (MOVE_4, 'answer = ["2"]', "step 1: illegal move 2: You can place only cards from your"),
        (MOVE_4, 'answer = ["9"]', "step 1: cannot read the move '9'"),
        ('1 = "3', '7 = "3', "step 1: illegal move 7"),
        ('1 = "3', '4 = "3', "step 1: 4 is an answer, and in step.others"),
        ('then = ["1"]', 'then = ["7"]', "step 3: illegal move 7"),
        ('then = ["1"]', "", "step 4: the learner in seat 0 is asked, but seat 1 is to move; add"),
        ('touch = "1"', 'touch = "4"', "step 2: illegal move 4"),
        ('touch = "1"', 'touch = "1"\nanswer = ["B"]', "step 2: it has an answer and something"),
        ('touch = "1"', 'otherwise = "No."', "step 2: it speaks of other moves, but has no answer"),
        ('touch = "1"', "seat = 1", "step 2: only a step that begins anew has a seat"),
        ('position = "', 'position = "?', "step 1: "),
        ('position = "145BBM:6:2 12356B:4:3"\n', "", "step 1: a lesson begins with a position"),
        ('game = "blade"', 'game = "blades"', "step 1: there is no game 'blades'"),
        ("seat = 0", "seat = 2", "this is no lesson: Invalid enum value 2"),
        ("seat = 0", "chair = 0", "this is no lesson: Object contains unknown field `chair`"),
        ("seat = 0", "seat = ", "this is no lesson: "),
    ],
)
def test_a_lesson_that_cannot_be_is_refused(
    tmp_path: Path, before: str, after: str, says: str
) -> None:
    with pytest.raises(BadLesson) as refused:
        lesson_with(tmp_path, before, after)
    assert str(refused.value).startswith(str(tmp_path / "lesson.toml"))
    assert says in str(refused.value)


def test_a_game_without_a_lesson_says_which_have_one() -> None:
    registry.add(replace(registry.find("blade"), name="bare", lesson=None))
    try:
        with pytest.raises(UnknownName, match=r"there is no lesson 'bare'.*available: .*blade"):
            find_lesson("bare")
    finally:
        registry.remove("bare")
