"""Players that are slow, or fail, at a table with a person."""

import shlex
import threading
from pathlib import Path

import pytest

from duelhall.match.game import Game
from duelhall.players.seat import Answer, Question, Quiet
from duelhall.terminal import commands as waiting
from duelhall.terminal.commands import noticed
from duelhall.terminal.conversation import Conversation
from duelhall.terminal.output import make_console
from tests.arena.scripts import FIRST_LEGAL, script
from tests.terminal.test_play import play

CRASHING = """
hello()
for decision in decisions():
    print("what now?", file=sys.stderr)
    sys.exit(3)
"""


@pytest.mark.parametrize(
    ("is_behind", "reason"),
    [(False, ""), (True, ": the first time, the game's machine code has to be compiled")],
)
def test_who_waits_long_is_told_for_whom_and_why(
    *, is_behind: bool, reason: str, blade: Game, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, has_said = list[str](), threading.Event()

    def say(text: str) -> None:
        said.append(text)
        has_said.set()

    monkeypatch.setattr(waiting, "PATIENCE", 0.001)
    monkeypatch.setattr(Game, "is_behind", is_behind)
    with noticed(say, "adept", blade):
        assert has_said.wait(60)
    assert said == [f"Still waiting for adept{reason}. Ctrl-C leaves the game, which is saved."]


def test_nothing_is_said_of_a_quick_player(blade: Game) -> None:
    said = list[str]()
    with noticed(said.append, "greedy", blade):
        pass
    assert not said


def test_the_errors_of_a_program_that_crashed_are_shown(tmp_path: Path) -> None:
    program = shlex.join(script(tmp_path, CRASHING).command or ())
    out = play("blade", "--seed", "7", "--opponent", program, typed="7\n", folder=tmp_path)
    assert "You win: " in out
    assert "its process ended with exit code 3.\nIt wrote to standard error:\n  what now?\n" in out


def test_where_a_function_failed_is_shown(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text("def choose(question):\n    return 1 / 0\n")
    out = play("blade", "--seed", "7", "--opponent", "mine:choose", typed="7\n", folder=tmp_path)
    assert "it raised ZeroDivisionError: division by zero." in out
    assert 'mine.py", line 2, in choose' in out


def test_a_program_that_failed_can_be_played_on_with_as_practice(tmp_path: Path) -> None:
    """It is started anew, and told of the game from its beginning."""
    program = shlex.join(script(tmp_path, FIRST_LEGAL).command or ())
    typed = "7\nundo\n7\n"
    out = play("blade", "--seed", "7", "--opponent", program, typed=typed, folder=tmp_path)
    assert out.count("Opponent played B.") == 2
    assert "lost by" not in out


def test_what_a_program_that_hangs_has_written_is_shown_when_one_leaves(
    blade: Game, capsys: pytest.CaptureFixture[str]
) -> None:
    class Hanging(Quiet):
        def decide(self, _question: Question) -> Answer:
            raise KeyboardInterrupt

        def errors(self) -> str:
            return "cannot open my book\n"

    match = blade.match(seed=7, players=("./bot", "person"))
    game = Conversation(match, {0: Hanging()}, make_console())
    with pytest.raises(KeyboardInterrupt):
        game.run()
    game.leave_at_once()
    shown = capsys.readouterr().out
    assert "./bot wrote to standard error:\n  cannot open my book\nGame saved." in shown
