"""`duelhall bot check`: what it finds in good bots and in bots with each fault, and its report."""

import json
import os
import signal
import sys
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from duelhall.bots.check import Plan, Result, kinds_in_a_round, run_check, situations
from duelhall.bots.report import (
    FUNCTION_HINTS,
    HINTS,
    ONESHOT_HINTS,
    bins,
    hint,
    progress_text,
    report_json,
    report_lines,
)
from duelhall.bots.talk import (
    FIRST,
    FORCED,
    KINDS,
    NARROW,
    ODD,
    HeardOnce,
    Patience,
    Trouble,
    Wrong,
)
from duelhall.engine import registry
from duelhall.play.clock import now
from duelhall.play.entry import BadEntry, Entry, parse_entry
from tests.arena.scripts import GAMES
from tests.terminal.console import Screen, duelhall

BOT = """\
import json, sys, time

def say(text):
    print(text, flush=True)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        {hello}
    elif message["type"] == "decide":
        {decide}
    elif message["type"] == "quit":
        {quit}
"""
HELLO = """say('{"type": "hello", "protocol": 2, "name": "tester", "version": "7"}')"""
DECIDE = 'say(json.dumps({"type": "move", "move": message["legal"][-1]}))'
QUIT = "break"

FOREVER = 300.0
"""Seconds to wait for what must come; a busy neighbour does not make it longer than that."""

HURRIED: dict[str, Any] = {"limit": 0.1, "patience": Patience(0.1, 0.1, last=FOREVER)}
"""For what cannot come before the input is closed."""

ONESHOT = "import json, sys\nposition = json.load(sys.stdin)\n"


def checked(folder: Path, script: str, *, oneshot: bool = False, **settings: Any) -> Result:
    """What a check finds in a bot with this program."""
    file = folder / "bot.py"
    file.write_text(script, encoding="utf-8")
    entry = Entry("bot", (sys.executable, str(file)), oneshot=oneshot)
    defaults = {"positions": 1, "limit": FOREVER, "start": FOREVER, "game": "blade"}
    return run_check(Result(Plan(entry, **{**defaults, **settings})))


def bot(hello: str = HELLO, decide: str = DECIDE, quit: str = QUIT) -> str:  # noqa: A002
    """A bot that does one thing its own way."""
    return BOT.format(hello=hello, decide=decide, quit=quit)


def troubles(result: Result) -> list[Trouble]:
    return [found.trouble for found in result.found]


def report(result: Result) -> str:
    """The report, however its lines are broken."""
    return " ".join(" ".join(report_lines(result)).split())


def assert_told(result: Result, trouble: Trouble, detail: str) -> None:
    """The report names this trouble and no other, says what happened, and gives a hint."""
    assert set(troubles(result)) == {trouble}
    assert detail in result.found[0].detail
    assert f"{trouble.upper()}, " in report(result)
    assert f"Hint: {hint(trouble, result)}" in report(result)
    assert report_json(result)["ok"] is False


# --- a good bot ---


@pytest.mark.parametrize("game", GAMES)
def test_all_is_well_with_a_good_bot(game: str, tmp_path: Path) -> None:
    result = checked(tmp_path, bot(), game=game, positions=60)
    assert result.is_well, report_lines(result)
    assert (result.asked, len(result.times), result.name) == (60, 60, "tester 7")
    assert result.rules == list(registry.find(game).rules.OPTIONS.rule_sets)
    assert not result.stopped
    assert report_lines(result)[-1] == "No faults found."
    document = json.loads(json.dumps(report_json(result)))
    assert document["ok"] is True
    assert sum(bar["answers"] for bar in document["histogram"]) == 60


def test_a_bot_may_answer_with_the_bare_move(tmp_path: Path) -> None:
    assert checked(tmp_path, bot(decide='say(message["legal"][0])'), positions=20).is_well


AGAIN = HELLO.replace("}", ', "again": true}')


def test_a_bot_that_can_play_again_does_so(tmp_path: Path) -> None:
    once, twice = (checked(tmp_path, bot(hello=hello), positions=20) for hello in (HELLO, AGAIN))
    assert twice.is_well, report_lines(twice)
    assert len(twice.starting) < len(once.starting)


def test_a_bot_that_says_so_and_cannot_play_again(tmp_path: Path) -> None:
    ends = bot(hello=AGAIN).replace('"quit"', '"game over"')
    assert_told(checked(tmp_path, ends, positions=28), Trouble.CRASH, "ended with exit code 0")


def test_a_bot_may_end_when_its_input_ends(tmp_path: Path) -> None:
    assert checked(tmp_path, bot(quit="pass"), positions=5).is_well


# --- bots with faults ---


@pytest.mark.parametrize(
    ("trouble", "detail", "parts", "settings"),
    [
        (Trouble.SILENT, "nothing came", {"decide": "time.sleep(1000)"},
         {"limit": 0.1, "patience": Patience(late=0.1, last=0.1)}),
        (Trouble.FLUSH, "only when its process ended", {"decide": "print(message['legal'][0])"},
         HURRIED),
        (Trouble.FLUSH, "only when its process ended", {"hello": HELLO.replace("say", "print")},
         {**HURRIED, "start": 0.1}),
        (Trouble.NEWLINE, "did not end the line",
         {"decide": "print(message['legal'][0], end='', flush=True)"}, HURRIED),
        (Trouble.UNREADABLE, "expected", {"decide": "say('{}')"}, {}),
        (Trouble.UNREADABLE, "cannot read the move 'pancake'", {"decide": "say('pancake')"}, {}),
        (Trouble.ILLEGAL, "illegal move",
         {"decide": "say(next(card for card in '1234567BM' if card not in message['legal']))"}, {}),
        (Trouble.OUTPUT, "a line of more than", {"decide": "say('x' * 1_000_000)"}, {}),
        (Trouble.EXTRA, "without being asked", {"decide": f"{DECIDE}; say('thinking...')"}, {}),
        (Trouble.CRASH, "exit code 3", {"decide": "sys.exit(3)"}, {}),
        (Trouble.CRASH, "told to quit, its process ended with exit code 1", {"quit": "oops"}, {}),
        (Trouble.QUIT, "still running", {"quit": "time.sleep(1000)"},
         {"patience": Patience(quit=0.2)}),
        (Trouble.START, "protocol 3", {"hello": HELLO.replace("2", "3")}, {}),
        (Trouble.START, "exit code 4", {"hello": "sys.exit(4)"}, {}),
        (Trouble.START, "no hello", {"hello": "time.sleep(1000)"},
         {"start": 0.1, "patience": Patience(hello=0.1, last=0.1)}),
    ],
)  # fmt: skip
def test_a_fault_is_named_with_its_hint(
    trouble: Trouble, detail: str, parts: dict[str, str], settings: dict[str, Any], tmp_path: Path
) -> None:
    assert_told(checked(tmp_path, bot(**parts), **settings), trouble, detail)


def test_a_late_answer_is_waited_for(tmp_path: Path) -> None:
    script = bot(decide=f"time.sleep(2); {DECIDE}")
    result = checked(tmp_path, script, positions=2, limit=0.05, patience=Patience(late=FOREVER))
    assert_told(result, Trouble.LATE, "it answered after")


def test_a_program_that_there_is_none_of() -> None:
    result = run_check(Result(Plan(Entry("bot", ("/nowhere/bot",)), "blade")))
    assert_told(result, Trouble.START, "cannot start '/nowhere/bot'")
    assert result.stopped
    assert len(result.found) == 2


def test_a_fault_is_shown_with_its_position_and_standard_error(tmp_path: Path) -> None:
    script = bot(decide="print('lost the thread', file=sys.stderr); sys.exit(1)")
    (found,) = checked(tmp_path, script).found
    assert found.errors == "lost the thread"
    assert found.legal
    assert found.position.endswith(f"to_move={found.seat}")


def test_a_bot_that_never_answers_is_given_up_soon(tmp_path: Path) -> None:
    patience = Patience(hello=0.1, late=0.1, last=0.1)
    silent: dict[str, Any] = {"positions": 100, "limit": 0.1, "patience": patience}
    result = checked(tmp_path, bot(decide="time.sleep(1000)"), **silent)
    assert troubles(result) == [Trouble.SILENT] * 2
    assert result.stopped
    result = checked(tmp_path, bot(hello="time.sleep(1000)"), **silent, start=0.1)
    assert troubles(result) == [Trouble.START]
    assert result.stopped


def test_a_bot_that_has_answered_is_given_up_later() -> None:
    wrong = Wrong(Trouble.SILENT, "nothing came")
    assert wrong.cost(has_answered=True) < wrong.cost(has_answered=False)


def test_waiting_takes_less_than_15_seconds_in_all() -> None:
    plan, wait = Plan(Entry("bot", ("bot",)), "blade"), Patience()
    assert plan.start + wait.hello + wait.last < 13
    assert 2 * (plan.limit + wait.late + wait.last) < 13


def test_a_bot_that_fails_is_started_again(tmp_path: Path) -> None:
    fails_in_the_end = "say('pancake' if len(message['legal']) == 1 else message['legal'][0])"
    result = checked(tmp_path, bot(decide=fails_in_the_end), positions=100)
    assert set(troubles(result)) == {Trouble.UNREADABLE}
    assert all(len(found.legal) == 1 for found in result.found)
    assert result.stopped or result.asked == 100


def test_a_check_does_not_go_on_for_ever(tmp_path: Path) -> None:
    result = checked(tmp_path, bot(decide="say('pancake')"), positions=1000, most_trouble=15)
    assert result.stopped
    assert result.asked == len(result.found) == 15
    assert "stopped early" in " ".join(report_lines(result))


def test_two_faults_are_both_found(tmp_path: Path) -> None:
    script = bot(decide=f"{DECIDE} if message['seat'] else say('pancake')", quit="oops")
    result = checked(tmp_path, script, positions=8)
    assert set(troubles(result)) == {Trouble.UNREADABLE, Trouble.CRASH}


def test_every_trouble_has_a_hint() -> None:
    assert set(HINTS) == set(ONESHOT_HINTS) == set(Trouble)


# --- the original form ---


def test_all_is_well_with_a_good_bot_in_the_original_form(tmp_path: Path) -> None:
    script = ONESHOT + "print(len(position['player']['hand']) - 1)"
    result = checked(tmp_path, script, oneshot=True, positions=20)
    assert result.is_well, report_lines(result)


@pytest.mark.parametrize(
    ("trouble", "detail", "answer", "settings"),
    [
        (Trouble.ILLEGAL, "no card 99", "print(99)", {}),
        (Trouble.UNREADABLE, "index of a card", "print('pancake')", {}),
        (Trouble.CRASH, "exit code 3", "sys.exit(3)", {}),
        (Trouble.LATE, "it ended after", "import time; time.sleep(2); print(0)",
         {"limit": 0.05, "patience": Patience(late=FOREVER), "positions": 2}),
        (Trouble.SILENT, "nothing came", "import time; time.sleep(1000)",
         {"limit": 0.1, "patience": Patience(late=0.1)}),
    ],
)  # fmt: skip
def test_a_fault_in_the_original_form_is_named_with_its_hint(
    trouble: Trouble, detail: str, answer: str, settings: dict[str, Any], tmp_path: Path
) -> None:
    result = checked(tmp_path, ONESHOT + answer, oneshot=True, **settings)
    assert_told(result, trouble, detail)


def test_a_one_shot_process_that_answers_and_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_ended = HeardOnce.has_ended

    def has_answered_and_ended(process: HeardOnce, seconds: float = 0.0) -> bool:
        while not process.heard() and process.wait(now() + FOREVER):
            pass
        return has_ended(process, seconds)

    monkeypatch.setattr(HeardOnce, "has_ended", has_answered_and_ended)
    stays = "import time; print(0, flush=True); time.sleep(1000)"
    settings = {"limit": 0.1, "patience": Patience(late=0.1)}
    result = checked(tmp_path, ONESHOT + stays, oneshot=True, **settings)
    assert_told(result, Trouble.QUIT, "and did not end")


def test_only_blade_has_the_original_form() -> None:
    with pytest.raises(BadEntry, match="one-shot form"):
        Plan(Entry("bot", ("bot",), oneshot=True), "binmat")


# --- the positions ---


@pytest.mark.parametrize("game", GAMES)
def test_situations_are_of_all_kinds_rule_sets_and_seats(game: str) -> None:
    found = list(islice(situations(game, None, seed=1), kinds_in_a_round(game, None)))
    assert {each.game.rule_set for each in found} == {*registry.find(game).rules.OPTIONS.rule_sets}
    assert {each.seat for each in found} == {0, 1}
    assert {each.kind for each in found} >= {*KINDS} - {FORCED, NARROW}
    for each in found:
        assert each.match.to_move == each.seat
        assert not each.match.over
        count = len(each.match.legal())
        assert count == {FORCED: 1, NARROW: 2}.get(each.kind, count)
        if each.kind == FIRST:
            assert each.match.last_move_of(each.seat) is None


def test_the_same_seed_gives_the_same_situations() -> None:
    def positions(seed: int) -> list[str]:
        return [str(each.match.state) for each in islice(situations("blade", None, seed), 20)]

    assert positions(1) == positions(1) != positions(2)


# --- functions ---

BODIES = {
    "good": "return question.legal[-1]",
    "by number": "return question.legal_moves[0]",
    "talkative": 'print("thinking")\n    return question.legal[0]',
    "failing": 'print("thinking")\n    raise ValueError("no idea")',
    "cheating": 'return next(card for card in "1234567BM" if card not in question.legal)',
    "silent": "return None",
}


@pytest.fixture
def check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Result]:
    monkeypatch.chdir(tmp_path)

    def checked(body: str, limit: float = FOREVER, positions: int = 14) -> Result:
        (tmp_path / "mybot.py").write_text(f"def choose(question):\n    {BODIES[body]}\n")
        entry = parse_entry("mybot.py:choose", "blade")
        return run_check(Result(Plan(entry, "blade", positions=positions, limit=limit)))

    return checked


@pytest.mark.parametrize("body", ["good", "by number", "talkative"])
def test_a_good_function(
    check: Callable[..., Result], body: str, capsys: pytest.CaptureFixture[str]
) -> None:
    result = check(body)
    assert result.is_well, report(result)
    assert (result.asked, len(result.times)) == (14, 14)
    assert report(result).startswith("mybot.py:choose: 14 positions of blade ")
    assert report_json(result)["function"].endswith("mybot.py:choose")
    assert capsys.readouterr().out == ""


@pytest.mark.parametrize(
    ("body", "trouble", "detail"),
    [
        ("failing", Trouble.CRASH, "it raised ValueError: no idea"),
        ("cheating", Trouble.ILLEGAL, "illegal move"),
        ("silent", Trouble.UNREADABLE, "it returned None, which is not a move"),
    ],
)
def test_the_faults_of_a_function(
    check: Callable[..., Result], body: str, trouble: Trouble, detail: str
) -> None:
    result = check(body)
    assert_told(result, trouble, detail)
    assert FUNCTION_HINTS[trouble] in report(result)


def test_what_it_printed_is_shown_with_its_error(check: Callable[..., Result]) -> None:
    told = report(check("failing"))
    assert "it printed, at the end: thinking Traceback" in told
    assert "mybot.py" in told


def test_a_late_function(check: Callable[..., Result]) -> None:
    assert set(troubles(check("good", limit=1e-9, positions=1))) == {Trouble.LATE}


def test_what_cannot_be_checked(check: Callable[..., Result]) -> None:
    entry = check("good", positions=1).plan.entry
    with pytest.raises(BadEntry, match="is a function: leave out --oneshot"):
        Plan(replace(entry, oneshot=True), "blade")
    with pytest.raises(BadEntry, match="give a command or a function to check"):
        Plan(parse_entry("greedy", "blade"), "blade")


# --- the report ---


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
