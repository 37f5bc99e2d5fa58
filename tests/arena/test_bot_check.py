"""`duelhall bot check`: a good bot, and bots with each fault."""

import json
from itertools import islice
from pathlib import Path
from typing import Any

import pytest

from duelhall.engine import registry
from duelhall.players.clock import now
from duelhall.players.entry import BadEntry, Entry
from duelhall.workshop.check import Plan, check_bot
from duelhall.workshop.report import report_json, report_lines
from duelhall.workshop.talk import HeardOnce, Patience
from duelhall.workshop.trouble import (
    FIRST,
    FORCED,
    HINTS,
    KINDS,
    NARROW,
    ONESHOT_HINTS,
    Trouble,
    Wrong,
    kinds_in_a_round,
    situations,
)
from tests.arena.checks import (
    DECIDE,
    FOREVER,
    HELLO,
    HURRIED,
    ONESHOT,
    assert_told,
    bot,
    checked,
    troubles,
)
from tests.arena.tools import GAMES

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
    trouble: Trouble,
    detail: str,
    parts: dict[str, str],
    settings: dict[str, Any],
    tmp_path: Path,
) -> None:
    assert_told(checked(tmp_path, bot(**parts), **settings), trouble, detail)


def test_a_late_answer_is_waited_for(tmp_path: Path) -> None:
    script = bot(decide=f"time.sleep(2); {DECIDE}")
    result = checked(tmp_path, script, positions=2, limit=0.05, patience=Patience(late=FOREVER))
    assert_told(result, Trouble.LATE, "it answered after")


def test_a_program_that_there_is_none_of() -> None:
    result = check_bot(Plan(Entry("bot", ("/nowhere/bot",)), "blade"))
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
