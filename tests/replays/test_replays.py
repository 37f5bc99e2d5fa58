"""Every bug that became a replay is replayed."""

from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

import duelhall
from duelhall.engine.errors import BadReplay
from duelhall.match.match import Match
from duelhall.terminal.replay import print_replay

HERE = Path(__file__).parent
PLAYED = sorted((HERE / "played").glob("*.json"))
REFUSED = sorted((HERE / "refused").glob("*.json"))
SEATS = {"seat0": 0, "seat1": 1, "open": None}


def name(file: Path) -> str:
    return file.stem


@pytest.mark.parametrize("file", PLAYED, ids=name)
def test_a_game_that_showed_a_bug_is_replayed_and_explained(file: Path) -> None:
    match = duelhall.load_match(file)
    for number in range(1, len(match.states)):
        assert match.explain(number)[-1].state.tobytes() == match.states[number].tobytes()
    for seat in SEATS.values():
        console = Console(file=StringIO(), width=80)
        print_replay(match, seat, console, why=True)


@pytest.mark.parametrize("file", sorted((HERE / "played").glob("*.log")), ids=name)
def test_its_log_tells_a_seat_no_more_than_it_should(file: Path) -> None:
    stem, seat = file.stem.rsplit(".", 1)
    match = duelhall.load_match(file.with_name(f"{stem}.json"))
    assert log_of(match, SEATS[seat]) == file.read_text(encoding="utf-8").splitlines()


def log_of(match: Match, seat: int | None) -> list[str]:
    return [line for n in range(1, len(match.moves) + 1) for line in match.log(n, seat) or []]


@pytest.mark.parametrize("file", REFUSED, ids=name)
def test_a_file_that_showed_a_bug_is_refused(file: Path) -> None:
    with pytest.raises(BadReplay) as caught:
        duelhall.load_match(file)
    assert f"{caught.value}\n" == file.with_suffix(".txt").read_text(encoding="utf-8")


def test_the_table_has_a_line_for_every_replay() -> None:
    lines = (HERE / "README.md").read_text(encoding="utf-8").splitlines()
    listed = [line.split("`")[1] for line in lines if line.startswith("| `")]
    assert sorted(listed) == sorted(f"{file.parent.name}/{file.stem}" for file in PLAYED + REFUSED)
