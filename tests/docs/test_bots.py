"""The bots that stand on pages play, and are asked what the pages say that they are asked."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.match.game import load
from duelhall.match.saves import load_match
from duelhall.play import play_match
from duelhall.play.roster import find_function
from duelhall.players.entry import Entry
from duelhall_kits.blade.contest import Contest, run_contest
from duelhall_kits.blade.original import request
from tests.docs.blocks import ROOT, blocks

PAGE = "docs/how-to/controller.md"
SEARCH = "docs/explanation/search.md"
RECORDED = ROOT / "tests/games/blade/golden/recorded-match.json"


def test_the_question_is_that_of_a_recorded_turn() -> None:
    (text,) = blocks(PAGE, "json")
    shown = json.loads(text)
    recorded = load_match(RECORDED)
    match = recorded.game.match(deal=recorded.start.deal)
    match.play(recorded.moves[0])
    assert (
        request(
            match.seen(match.to_move, 0), match.view(match.to_move), match.to_move, shown["file"]
        )
        == shown
    )


def test_the_bot_answers_the_question_with_the_lowest_card_that_is_enough(tmp_path: Path) -> None:
    bot = tmp_path / "lowest.py"
    bot.write_text(blocks(PAGE, "python")[0])
    question = json.dumps(json.loads(blocks(PAGE, "json")[0]))
    answer = subprocess.run(
        [sys.executable, str(bot)], input=question, capture_output=True, text=True, check=True
    )
    assert answer.stdout == "1\n"  # the 2: a 1 would make the scores equal


def test_the_bot_never_faults(tmp_path: Path) -> None:
    bot = tmp_path / "lowest.py"
    bot.write_text(blocks(PAGE, "python")[0])
    entries = (
        Entry("lowest", (sys.executable, "-S", str(bot)), oneshot=True),
        Entry("greedy", builtin="greedy"),
    )
    told: list[str] = []
    run_contest(Contest(entries, 0, 2, 1), told.extend)
    assert not any("loses this turn" in line for line in told)


def test_the_bot_that_searches_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program,) = blocks(SEARCH, "python")
    (tmp_path / "mybot.py").write_text(program.replace("500", "20"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    assert play_match(load("blade"), find_function("mybot:choose"), "random", seed=1).over
