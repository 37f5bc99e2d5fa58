"""Lessons as files for a browser."""

from pathlib import Path

import msgspec

from duelhall.bots.protocol import BoardMessage
from duelhall.play.lesson import find_lesson
from duelhall_web.lessons import LessonMessage, LessonsListed, lesson_message, write_lessons


def shown(board: BoardMessage, zone: str) -> list[str]:
    return [card.face for each in board.zones if each.id == zone for card in each.cards]


def test_lessons_are_written_with_a_list(tmp_path: Path) -> None:
    write_lessons(tmp_path / "lessons", ["blade"])
    index = (tmp_path / "lessons/index.json").read_bytes()
    listed = msgspec.json.decode(index, type=LessonsListed).lessons
    assert [(each.game, each.name) for each in listed] == [("blade", "Blade")]
    text = (tmp_path / "lessons/blade.json").read_bytes()
    lesson = msgspec.json.decode(text, type=LessonMessage)
    assert lesson.title == listed[0].title
    assert all(step.moments for step in lesson.steps)


def test_a_step_has_all_that_a_browser_needs_to_go_through_it() -> None:
    first, touched, strike, *_, last, end = lesson_message(find_lesson("blade")).steps
    assert [each.move for each in first.moments[0].state.legal] == ["B", "1", "4", "5", "M"]
    assert (first.answer, sorted(first.others), first.touch) == (("4",), ["1", "5"], "")
    assert first.tried["4"].board
    assert first.tried["4"].board.facts["score"] == [6, 3]
    assert "1" not in first.tried, "a tie depends on cards that nobody has seen"
    made, answered = (each.state for each in touched.moments)
    assert [(each.seat, each.move) for each in (*made.moves, *answered.moves)] == [
        *((0, "4"), (1, "5")),
    ]
    assert (touched.touch, touched.answer) == ("1", ())
    assert [each.move for each in strike.foreseen.losing] == ["1"]
    assert len(strike.moments) == 1, "it begins where the step before it ended"
    assert last.moments[-1].state.result
    assert end.says == "Now ten cards each."


def test_what_is_hidden_from_the_learner_is_not_in_the_file() -> None:
    for step in lesson_message(find_lesson("blade")).steps:
        boards = [each.state.board for each in step.moments]
        boards += [each.board for each in step.tried.values() if each.board]
        assert not any("".join(shown(board, "hand1")) for board in boards)
        assert not any("".join(shown(board, "deck0")) for board in boards)


def test_moments_tell_what_a_move_set_off() -> None:
    steps = lesson_message(find_lesson("blade")).steps
    tie = steps[5].moments[-1].happened
    assert [each.rulings for each in tie.notable] == [("B11",)]
