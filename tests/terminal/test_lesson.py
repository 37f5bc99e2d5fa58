"""Lessons at a terminal."""

from tests.terminal.console import duelhall

RIGHT = ("4", "", "B", "M", "1", "", "B", "5", "")


def lesson(*typed: str) -> str:
    process = duelhall("lesson", "blade", typed="".join(f"{line}\n" for line in typed))
    assert process.returncode == 0, process.stderr
    return process.stdout


def test_a_lesson_is_gone_through_to_its_end() -> None:
    said = lesson(*RIGHT)
    assert said.startswith("Blade in two minutes. Type ? for help.\n")
    assert "Opponent played 5." in said
    assert "The scores are equal" in said
    assert "Both hands are empty, so the scores decide: 11 to 10. You win." in said
    *_, end, play_on = said.splitlines()
    assert end == "Now ten cards each."
    assert play_on.endswith("play blade --opponent novice")
    assert said.count("The round is over") == 1, "a board that is the same is not shown again"


def test_every_move_is_answered() -> None:
    said = lesson("7", "nonsense", "1", "M", "4", "B", "1")
    for answer in (
        "Illegal move 7: You can place only cards from your own hand (S4)",
        "Cannot read the move 'nonsense'; expected one card",
        "3 to 3 would be a tie. You need more.",
        "That works, too; the lesson goes on: Place a 4.",
        "There is nothing to play in this step. Enter goes on.",
    ):
        assert answer in said
    assert "That loses at once: " in lesson("skip", "skip", "1")


def test_the_learner_goes_back_skips_begins_anew_and_leaves() -> None:
    said = lesson("?", "moves", "skip", "back", "skip", "skip", "why", "again", "quit", "4")
    assert "  skip   go on without deciding" in said
    assert "1 4 5 B M\n" in said
    asked = [line.split(",")[0].split(" (")[0] for line in said.splitlines() if line[:5] == "Step "]
    steps = [int(each.split()[1]) for each in asked]
    assert steps == [1, 1, 1, 2, 1, 2, 3, 3, 1]


def test_lessons_are_listed_and_an_unknown_game_is_refused() -> None:
    listed = duelhall("lesson").stdout
    assert "blade  Blade in two minutes\n" in listed
    assert listed.splitlines()[-1].startswith("Begin with: ")
    assert "there is no game 'chess'" in duelhall("lesson", "chess").stderr
