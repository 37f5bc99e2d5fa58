"""`duelhall bot check`: what its report tells, and the command."""

import json
import os
import signal
import sys
from pathlib import Path

import pytest

from duelhall.players.entry import Entry
from duelhall.workshop.check import Plan, Result
from duelhall.workshop.report import bins, progress_text, report_json, report_lines
from duelhall.workshop.trouble import HINTS, ODD, Trouble
from tests.arena.checks import (
    DECIDE,
    FOREVER,
    HELLO,
    ONESHOT,
    assert_told,
    bot,
    checked,
    report,
    troubles,
)
from tests.terminal.console import duelhall
from tests.terminal.screen import Screen


def test_the_last_lines_of_standard_error_are_shown_as_they_are(tmp_path: Path) -> None:
    result = checked(tmp_path, bot(decide="for n in range(9): print(f'  {n}', file=sys.stderr)\n"
                                   "        sys.exit(1)"))  # fmt: skip
    shown = report_lines(result)
    assert result.found[0].errors.startswith("  0\n")
    begun = shown.index("  standard error ends with:")
    assert shown[begun + 1 : begun + 9] == [f"      {number}" for number in range(1, 9)]
    assert shown[begun + 9].startswith("  Hint: ")


def test_a_program_that_is_none_is_shown_with_all_that_python_says(tmp_path: Path) -> None:
    told = report(checked(tmp_path, "def choose(:\n"))
    assert "START, 1 time" in told
    assert 'bot.py", line 1 def choose(: ^ SyntaxError: invalid syntax' in told


def test_a_bot_that_does_not_start_is_shown_without_a_position(tmp_path: Path) -> None:
    for hello in ("sys.exit(4)", "say('{}')"):
        told = report(checked(tmp_path, bot(hello=hello)))
        assert "before a game that begins with: first decision" in told
        assert not any(word in told for word in ("at decision", "position:", "legal:"))


@pytest.mark.parametrize("hello", [f"say('loading ...'); {HELLO}", "say('{'); say('}')"])
def test_output_that_is_no_hello_is_told_what_standard_output_is_for(
    hello: str, tmp_path: Path
) -> None:
    result = checked(tmp_path, bot(hello=hello))
    assert_told(result, Trouble.START, "expected a hello, not")
    assert "Standard output is only for answers, one JSON object per line" in report(result)


@pytest.mark.parametrize(("game", "is_advised"), [("blade", True), ("binmat", False)])
@pytest.mark.parametrize(
    "script", [ONESHOT.replace("load", "loads").replace("stdin", "stdin.readline()"), ""]
)
def test_only_in_blade_a_bot_that_does_not_last_is_told_of_the_original_form(
    script: str, game: str, *, is_advised: bool, tmp_path: Path
) -> None:
    result = checked(tmp_path, f"{script}position['player']" if script else script, game=game)
    assert set(troubles(result)) == {Trouble.START}
    assert ("--oneshot" in report(result)) is is_advised
    died = checked(tmp_path, bot(decide="sys.exit(3)"), game=game)
    assert ("--oneshot" in report(died)) is is_advised


STRICT = "assert 'new_field' not in message; "
BAFFLED = "message['legal'] = ['x'] if 'new_field' in message else message['legal']; "


@pytest.mark.parametrize(
    ("trouble", "parts"),
    [
        (Trouble.START, {"hello": STRICT + HELLO}),
        (Trouble.CRASH, {"decide": STRICT + DECIDE}),
        (Trouble.UNREADABLE, {"decide": BAFFLED + DECIDE}),
    ],
)
def test_a_bot_that_fails_by_new_fields_alone_is_told_to_ignore_them(
    trouble: Trouble, parts: dict[str, str], tmp_path: Path
) -> None:
    result = checked(tmp_path, bot(**parts), positions=60)
    assert_told(result, trouble, "")
    assert "ignore fields that you do not know" in report(result)
    assert "ignore fields that you do not know" in report_json(result)["faults"][0]["hint"]


def test_a_bot_that_fails_anyway_is_not_told_of_new_fields(tmp_path: Path) -> None:
    result = checked(tmp_path, bot(decide="say('pancake')"), positions=60)
    assert result.kinds[ODD]
    assert "ignore fields" not in report(result)


def test_bars_of_the_histogram() -> None:
    assert bins([]) == []
    assert bins([0.0015, 0.003, 0.0049, 0.012]) == [(1, 2, 1), (2, 5, 2), (5, 10, 0), (10, 20, 1)]
    assert bins([20.0]) == [(10000, None, 1)]


# --- the command ---


def test_the_command_exits_with_0_if_all_is_well(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(bot(), encoding="utf-8")
    command = ["bot", "check", f"{sys.executable} bot.py", "--game", "blade", "--time", "300"]
    done = duelhall(*command, "--positions", "20", folder=tmp_path)
    assert done.returncode == 0, done.stderr
    assert "tester 7: 20 positions of blade" in done.stdout
    assert "Thinking times" in done.stdout
    assert done.stdout.endswith("No faults found.\n")


def test_the_command_exits_with_1_if_there_is_a_fault(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(bot(decide="say('pancake')"), encoding="utf-8")
    command = ["bot", "check", f"{sys.executable} bot.py", "--game", "blade", "--time", "300"]
    done = duelhall(*command, "--positions", "2", "--json", folder=tmp_path)
    assert done.returncode == 1
    faults = json.loads(done.stdout)["faults"]
    assert [fault["fault"] for fault in faults] == ["unreadable"] * 2
    assert faults[0]["hint"] == HINTS[Trouble.UNREADABLE]


def test_quotes_around_the_command_may_be_forgotten(tmp_path: Path) -> None:
    (tmp_path / "my bot.py").write_text(bot(), encoding="utf-8")
    command = ["bot", "check", sys.executable, "my bot.py", "--game", "blade", "--time", "300"]
    done = duelhall(*command, "--positions", "2", folder=tmp_path)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("option", ["-u", "--depth=3"])
def test_an_option_of_the_bot_needs_quotes(option: str, tmp_path: Path) -> None:
    done = duelhall("bot", "check", "python3", "a b.py", option, "--game", "blade", folder=tmp_path)
    assert done.returncode == 2
    assert done.stderr == (
        f"duelhall: `bot check` has no option {option}; if it belongs to the bot, put the bot's "
        f"command in quotes: \"python3 'a b.py' {option}\"\n"
    )


def test_somebody_at_a_terminal_sees_at_once_what_is_waited_for(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("import time; time.sleep(1000)", encoding="utf-8")
    command = f"{sys.executable} {file}"
    with Screen("bot", "check", command, "--game", "blade", state=tmp_path) as screen:
        screen.wait_for("0 of 300 positions")
        screen.wait_for("0 of 300 positions, waiting for the bot's hello ... 1 s")
        screen.wait_for("0 of 300 positions, waiting for the bot's hello ... 2 s")
        os.killpg(screen.process.pid, signal.SIGINT)
        screen.process.wait(FOREVER)


def test_how_far_a_check_is() -> None:
    result = Result(Plan(Entry("bot", ("bot",)), "blade"), asked=7)
    assert progress_text(result) == "7 of 300 positions"
    result.wait_for("move")
    assert progress_text(result) == "7 of 300 positions"
    result.waiting_since -= 2
    assert progress_text(result) == "7 of 300 positions, waiting for the bot's move ... 2 s"


def test_what_cannot_be_checked_is_told_in_one_line() -> None:
    for arguments in (["greedy", "--game", "blade"], ["x", "--game", "chess"],
                      ["x", "--game", "blade", "--positions", "0"]):  # fmt: skip
        done = duelhall("bot", "check", *arguments)
        assert done.returncode == 2
        assert done.stderr.splitlines()[-1].startswith("duelhall: ")
        assert "Traceback" not in done.stderr
