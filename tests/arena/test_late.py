"""Players whose time is up: where the game says so, they pass and play on (N31, N8)."""

import time
from pathlib import Path

import pytest

from duelhall.arena.contests import GameRecord
from duelhall.arena.referee import Referee, play_game
from duelhall.arena.settings import BadTournament, Settings, load_settings
from duelhall.match.game import load
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.play.table import Late
from duelhall.players.clock import Clock
from duelhall.players.entry import Entry
from duelhall.terminal.contest import settings_of
from duelhall.terminal.start import record_lines, seen_by
from tests.arena.scripts import PATIENT, RANDOM, job, script

QUICK = Clock(move=0.05, start=60.0)

SLOW_ONCE = """
next(messages())
say(json.dumps({"type": "hello", "protocol": 2, "again": True}))
for message in messages():
    if message["type"] == "game":
        os.write(2, f"process {os.getpid()}\\n".encode())
    if message["type"] == "decide":
        if message["number"] == 3:
            time.sleep(0.2)
        elif message["number"] == 5:
            os.write(2, json.dumps(message["moves"]).encode())
        move(message["legal"][0])
"""


def passes(record: GameRecord) -> list[int]:
    """The numbers of the moves that are passes."""
    moves = replayed(parse(record.replay)).replay().moves
    return [number for number, move in enumerate(moves, start=1) if move == "--"]


def test_n31_a_late_bot_passes_and_plays_on(tmp_path: Path) -> None:
    bot = script(tmp_path, SLOW_ONCE)
    record = play_game(job(bot, RANDOM, game="binmat", clock=QUICK, late=Late.PASS))
    assert record.ending == "played", record.detail
    assert (3, 0, "timeout") in record.lapses
    assert 3 in passes(record)
    assert '[{"seat": 0, "move": "--"}' in record.stderr[0]
    assert GameRecord.from_json(record.to_json()) == record


def test_a_late_bot_loses_where_the_contest_says_so(tmp_path: Path) -> None:
    record = play_game(job(script(tmp_path, SLOW_ONCE), RANDOM, game="binmat", clock=QUICK))
    assert (record.ending, record.faulty, record.lapses) == ("timeout", 0, ())


def test_who_has_used_up_the_time_of_the_game_loses(tmp_path: Path) -> None:
    body = 'hello()\nfor decision in decisions():\n    time.sleep(0.1)\n    move("--")'
    clock = Clock(move=60.0, bank=0.3, start=60.0)
    playing = job(script(tmp_path, body), RANDOM, game="binmat", clock=clock, late=Late.PASS)
    record = play_game(playing)
    assert (record.ending, record.faulty) == ("timeout", 0)


CHEAT = """
hello()
for decision in decisions():
    move("c5" if decision["number"] < 4 else decision["legal"][-1])
"""


@pytest.mark.parametrize(("rules", "ending"), [("live", "played"), ("hackmud", "illegal")])
def test_n8_a_refused_move_is_a_pass_in_live(tmp_path: Path, rules: str, ending: str) -> None:
    bot = script(tmp_path, CHEAT)
    playing = job(bot, RANDOM, game="binmat", rules=rules, clock=PATIENT, late=Late.PASS)
    record = play_game(playing)
    assert record.ending == ending, record.detail
    refused = ((1, 0, "illegal"), (3, 0, "illegal"))
    assert record.lapses == (refused if rules == "live" else ())


def test_a_bot_that_was_late_does_not_play_again(tmp_path: Path) -> None:
    """Its late answer might come in the next game."""
    bot, passing = script(tmp_path, SLOW_ONCE), script(tmp_path, PASSING, "passing")
    playing = job(bot, passing, game="binmat", clock=QUICK, late=Late.PASS)
    with Referee() as referee:
        processes = [referee.play(playing).stderr[0].split()[1] for _ in range(2)]
    assert processes[0] != processes[1]


PASSING = "hello()\nfor decision in decisions():\n    move('--')"


def late_function(_question: object) -> str:
    time.sleep(0.06)
    return "--"


def test_functions_have_the_same_clock() -> None:
    here = Entry("late", function=f"{__name__}:late_function")
    record = play_game(job(here, RANDOM, game="binmat", clock=QUICK))
    assert (record.ending, record.faulty) == ("timeout", 0)
    assert record.detail.startswith("it took ")
    assert record.detail.endswith(" s, and had 0.05")


# --- settings ---


def test_the_games_own_rule_is_the_default() -> None:
    for game, late in (("binmat", Late.PASS), ("blade", Late.LOSE)):
        assert settings_of(load(game), (RANDOM, RANDOM), 2, None, 1).late is late
    assert settings_of(load("binmat"), (RANDOM, RANDOM), 2, None, 1, "lose").late is Late.LOSE


@pytest.mark.parametrize(
    ("game", "limit", "fault"),
    [
        ("blade", "5", "passing is impossible in blade"),
        ("binmat", "60/game", "needs a time limit per"),
    ],
)
def test_a_pass_that_cannot_be_is_refused(game: str, limit: str, fault: str) -> None:
    with pytest.raises(BadTournament, match=fault):
        settings_of(load(game), (RANDOM, RANDOM), 2, limit, 1, "pass")


def test_tournaments_that_do_not_say_go_on_as_they_began(tmp_path: Path) -> None:
    Settings("binmat", 1, (RANDOM, RANDOM), 2, late=Late.PASS).save(tmp_path)
    assert load_settings(tmp_path).late is Late.PASS
    legacy = Path(__file__).parents[1] / "legacy" / "tournaments" / "binmat-match"
    file = tmp_path / "tournament.json"
    file.write_text((legacy / file.name).read_text())
    assert load_settings(tmp_path).late is Late.LOSE
    file.write_text(file.read_text().replace('"sprt"', '"late": "never", "sprt"'))
    with pytest.raises(BadTournament, match="is damaged"):
        load_settings(tmp_path)


def test_lapses_are_told_with_the_game(tmp_path: Path) -> None:
    bot = script(tmp_path, CHEAT)
    playing = job(bot, RANDOM, game="binmat", rules="live", clock=PATIENT, late=Late.PASS)
    record = play_game(playing)
    told = "bot made an illegal move, which counted as a pass: moves 1, 3"
    assert told in record_lines(record)
    assert told in record_lines(seen_by(record, 0))
    assert told not in record_lines(seen_by(record, 1))  # who saw a pass and no more
