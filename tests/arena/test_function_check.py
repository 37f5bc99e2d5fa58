"""`duelhall bot check module:function`."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from duelhall.play.entry import parse_entry
from duelhall.players.entry import BadEntry
from duelhall.workshop.check import Plan, Result, check_bot
from duelhall.workshop.report import report_json
from duelhall.workshop.trouble import FUNCTION_HINTS, Trouble
from tests.arena.checks import FOREVER, assert_told, report, troubles

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
        return check_bot(Plan(entry, "blade", positions=positions, limit=limit))

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
