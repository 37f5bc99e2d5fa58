"""Conversations with one person and with two."""

import json
import shlex
import threading
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall.engine.errors import IllegalMove
from duelhall.match.game import Game, load
from duelhall.play.seat import Answer, Question, Quiet
from duelhall.play.undo import PRACTICE
from duelhall.terminal import commands as waiting
from duelhall.terminal import screen as screens
from duelhall.terminal.commands import noticed
from duelhall.terminal.conversation import Conversation
from duelhall.terminal.keyboard import END_OF_INPUT_KEY, Keyboard
from duelhall.terminal.output import make_console
from duelhall.terminal.replay import replay_as_json
from duelhall.terminal.screen import ALTERNATE, EMPTY, FORGET, KEY, MAIN, Screen, hand_over
from duelhall.terminal.seat import Seating
from duelhall.terminal.speaker import Speaker, StepPrinter
from tests.arena.scripts import FIRST_LEGAL, script
from tests.terminal.console import SEED, duelhall, play, printed
from tests.terminal.console import Screen as Terminal

# --- two people at one terminal: nothing of the other hand is left when it is handed over ---


class Keys(Keyboard):
    """A keyboard at which keys have been pressed already."""

    def __init__(self, *keys: str) -> None:
        self.at_terminal, self.keys, self.forgot = True, list(keys), False

    def forget(self) -> None:
        self.forgot = True

    def key(self) -> str:
        return self.keys.pop(0)

    def ask(self, prompt: str) -> str | None:
        return f"answer to {prompt}"


def shared_screen(monkeypatch: pytest.MonkeyPatch, *, height: int = 24) -> Screen:
    monkeypatch.setattr(screens, "is_screen", lambda _console: True)
    console = Console(
        file=StringIO(), force_terminal=True, color_system=None, width=60, height=height
    )
    return Screen(console, shared=True)


def test_the_other_hand_is_on_no_screen_and_in_no_scroll_back(tmp_path: Path) -> None:
    arguments = ("play", "blade", "--seed", "7", "--hotseat", "--plain")
    with Terminal(*arguments, state=tmp_path) as terminal:
        assert ALTERNATE + FORGET in terminal.wait_for("Player 0, take the terminal")
        terminal.type(" ")
        assert "1 1 4 4 4 5 5 5 7 B" in terminal.wait_for("> ")
        terminal.type("7\n")
        over = terminal.wait_for("Player 1, take the terminal")
        assert over.endswith(FORGET)
        terminal.type(" ")
        shown = terminal.wait_for("> ")
        assert "2 2 3 6 7 B B B M M" in shown
        assert "1 1 4 4 4 5 5 5" not in shown
        terminal.type("quit\n")
        assert terminal.wait_for("Game saved.").endswith(FORGET + MAIN)


@pytest.mark.parametrize(
    ("keys", "wanted"),
    [
        (" ", ""), ("\r", ""), ("\n", ""), ("xy ", ""), ("u", "undo"), ("q", "quit"), ("?", "?"),
        ("S", "save answer to Save as> "), (END_OF_INPUT_KEY, None),
    ],
)  # fmt: skip
def test_the_terminal_is_handed_over_by_a_key(
    monkeypatch: pytest.MonkeyPatch, keys: str, wanted: str | None
) -> None:
    keyboard, screen = Keys(*keys), shared_screen(monkeypatch)
    assert hand_over(keyboard, screen, "Player 1", can_undo=True) == wanted
    assert keyboard.forgot
    assert printed(screen.console).startswith(
        "Player 1, take the terminal and press Space.\n(u takes"
    )


def test_nothing_leaves_the_alternate_screen_unread(monkeypatch: pytest.MonkeyPatch) -> None:
    waits: list[str] = []
    monkeypatch.setattr(screens, "pressed", waits.append)
    screen = shared_screen(monkeypatch, height=12)
    screen.open()
    screen.say("\n".join(["line"] * 10))
    assert not waits
    screen.say("line")
    assert waits == [KEY]
    screen.heard()
    screen.say("\n".join(["line"] * 10))
    assert waits == [KEY]


def test_what_fits_on_the_screen_is_not_divided(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shared_screen(monkeypatch, height=12)
    monkeypatch.setattr(screens, "pressed", screen.console.file.write)
    screen.open()
    screen.say("\n".join(["scene"] * 6))
    screen.say("\n".join(["board"] * 6))
    assert printed(screen.console).endswith("scene\n" * 6 + KEY + EMPTY + "board\n" * 6)


@pytest.mark.parametrize("at_terminal", [True, False])
def test_people_are_warned_of_a_terminal_that_cannot_be_emptied(*, at_terminal: bool) -> None:
    match = load("blade", backend="python").match(7, players=("person", "person"))
    output = StringIO()
    console = Console(file=output, force_terminal=at_terminal, color_system=None)
    Speaker(match, Seating(match), console).welcome()
    assert ("It cannot be emptied" in output.getvalue()) == at_terminal


def test_the_screen_is_left_once(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = shared_screen(monkeypatch)
    screen.open()
    assert screen.close()
    assert not screen.close()
    assert printed(screen.console) == ALTERNATE + FORGET + FORGET + MAIN


def test_two_people_are_called_by_their_roles(tmp_path: Path) -> None:
    typed = "\nd0\n\nd0\nwhy\nquit\n"
    arguments = ("play", "binmat", "--hotseat", "--seed", "2")
    out = duelhall(*arguments, typed=typed, XDG_STATE_HOME=str(tmp_path)).stdout
    assert "Defender, take the terminal" in out
    assert "The attacker's move (" in out
    assert "The defender played d0." in out
    assert "layer 0" not in out.replace("You are player 0", "")


# --- taking back whatever one likes, giving up, and what else can be typed during a game ---


BLADE = ("blade", "--seed", SEED)


def test_undo_takes_back_the_computers_answer_as_practice(tmp_path: Path) -> None:
    out = play(*BLADE, typed="7\nundo\n7\nsave game.json\nquit\n", folder=tmp_path)
    first, _, rest = out.partition("Taken back. This game is practice.")
    assert "practice" not in first
    assert "Turn 0: the fields have just been initialized (practice)" in rest
    assert "Your hand         1 1 4 4 4 5 5 5 7 B" in rest
    assert "Turn 2 (practice)" in rest
    assert rest.count("Opponent played 6.") == 1  # the same answer to the same move
    document = json.loads((tmp_path / "game.json").read_text())
    assert document["moves"] == ["7", "6"]
    assert document["notes"] == {"practice": True}


def test_practice_stays_practice(tmp_path: Path, blade: Game) -> None:
    match = blade.match(seed=7, players=("person", "greedy"))
    match.notes[PRACTICE] = True
    match.save(tmp_path / "game.json")
    out = play("--resume", "game.json", typed="quit\n", folder=tmp_path)
    assert "This game is practice." in out
    assert StepPrinter(match, None, make_console()).title.endswith("greedy (player 1) (practice)")
    assert json.loads(replay_as_json(match, None))["notes"] == {"practice": True}


def test_undo_goes_back_as_far_as_one_likes(tmp_path: Path) -> None:
    out = play(*BLADE, typed="7\n5\nundo\nundo\nundo\n", folder=tmp_path)
    assert out.count("Taken back.") == 2
    assert "You have no move to take back." in out


def test_a_lost_game_goes_on_as_practice(tmp_path: Path) -> None:
    out = play(*BLADE, typed="1\n1\nundo\n7\n", folder=tmp_path)
    assert "Taken back. This game is practice." in out
    assert "Opponent played 6." in out


def test_people_cannot_practise_on_each_other(tmp_path: Path) -> None:
    typed = "\n7\n\n6\n\nundo\n"
    out = play(*BLADE, "--hotseat", typed=typed, folder=tmp_path)
    assert "You cannot take that back: you have seen something new since." in out


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ((), "take back your last move; if you have seen something new since, the game becomes"),
        (("--strict",), "take back your last move, if you have seen nothing new since"),
    ],
)
def test_help_says_what_undo_does(tmp_path: Path, arguments: tuple[str, ...], says: str) -> None:
    assert says in play(*BLADE, *arguments, typed="?\n", folder=tmp_path)


# --- losing at once ---


def test_a_move_that_loses_at_once_is_asked_for_twice(tmp_path: Path) -> None:
    out = play(*BLADE, typed="1\n1\n", folder=tmp_path)
    warning, _, rest = out.partition("Type it again to play it.")
    assert "That loses at once: the player who placed a card stayed below" in warning
    assert "(B11)" in warning
    assert "You lose" not in warning
    assert "You lose" in rest


def test_another_move_can_be_made_after_a_warning(tmp_path: Path) -> None:
    out = play(*BLADE, typed="1\n7\n1\n", folder=tmp_path)
    assert out.count("That loses at once") == 2
    assert "Opponent played 6." in out
    assert "You lose" not in out


def test_warnings_can_be_turned_off(tmp_path: Path) -> None:
    out = play(*BLADE, "--no-warnings", typed="1\n", folder=tmp_path)
    assert "That loses at once" not in out
    assert "You lose" in out


def test_the_move_that_was_considered_is_the_one_that_is_played(blade: Game) -> None:
    match = blade.match(seed=7)
    after = match.after(7)
    assert not match.moves
    match.play("7")
    assert match.state is after
    match.undo()
    with pytest.raises(IllegalMove, match=r"your own hand \(S4\); legal: 1 4 5 7 B"):
        match.after(2)


# --- other words ---


def test_who_resigns_has_lost_and_can_think_again(tmp_path: Path) -> None:
    out = play(*BLADE, "--strict", typed="7\nresign\nresign\nundo\n", folder=tmp_path)
    assert "You lose: a player timed out, crashed, gave up" in out
    assert out.count("The game is over.\n") == 1
    assert out.count("Taken back.") == 1
    assert out.rstrip().splitlines()[-1].startswith("Game saved. Resume with")


def test_whoever_gives_up_sees_their_own_cards_and_can_think_again(tmp_path: Path) -> None:
    typed = "\n7\n\nresign\nundo\n6\n"
    out = play(*BLADE, "--hotseat", typed=typed, folder=tmp_path)
    second = out.split("take the terminal and press Enter")[2]
    assert second.count("Your hand         2 2 3 6 7 B B B M M") == 3
    assert "1 1 4 4" not in second
    assert "Player 0 wins" in second
    assert "Taken back." in second


def test_a_resigned_game_is_kept_as_such(tmp_path: Path) -> None:
    play(*BLADE, typed="save game.json\nresign\n", folder=tmp_path)
    result = json.loads((tmp_path / "game.json").read_text())["result"]
    assert result == {"winner": 1, "reason": "forfeit"}
    assert duelhall("replay", "game.json", folder=tmp_path).returncode == 0


def test_the_log_lists_the_moves_that_one_may_know(tmp_path: Path) -> None:
    out = play(*BLADE, typed="log\n7\nlog\n", folder=tmp_path)
    assert "You have not seen a move yet." in out
    assert "   1. You played 7\n   2. Opponent played 6\n" in out


def test_the_log_keeps_secrets(tmp_path: Path) -> None:
    """The opponent has deployed, and nobody has seen which cards where."""
    out = play("frontline", "--seed", "1", "--seat", "1", typed="log\n", folder=tmp_path)
    assert "> log\n   7. Opponent played commit\nYour move" in out


def test_a_ruling_is_read_during_a_game(tmp_path: Path) -> None:
    typed = "rules n8\nrules N99\nrules\n"
    out = play("binmat", typed=typed, folder=tmp_path)
    assert "**N8.** In `live`, passing in two of your turns in a row" in out
    assert "There is no ruling 'N99'" in out
    assert "Name a ruling by its number. `duelhall rules binmat` prints them all." in out


# --- players that are slow, or fail, at a table with a person ---


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
