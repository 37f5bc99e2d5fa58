"""Homes of bots: removing what they leave behind, which costs them a game and stops no contest."""

import os
import signal
from pathlib import Path

import pytest

from duelhall.arena import runner
from duelhall.arena.referee import Referee, play_game
from duelhall.arena.settings import Settings
from duelhall.arena.verification import verify
from duelhall.bots import home as homes
from duelhall.bots.home import Home
from duelhall.bots.home import remove as really_remove
from duelhall.cli.contest import show_contest
from duelhall.play.entry import Entry
from tests.arena.damages import records
from tests.arena.scripts import FIRST_LEGAL, PATIENT, RANDOM, job, script

pytestmark = pytest.mark.usefixtures("long_farewell")

DEPTH = 3000
"""Deeper than the stack, than the number of files that may be open, and than the longest path."""


def dig(folder: Path, depth: int) -> None:
    """Make folders in folders, with a file in each."""
    place = os.open(folder, os.O_RDONLY)
    for _ in range(depth):
        os.close(os.open("file", os.O_CREAT, dir_fd=place))
        os.mkdir("in", dir_fd=place)
        deeper = os.open("in", os.O_RDONLY, dir_fd=place)
        os.close(place)
        place = deeper
    os.close(place)


@pytest.fixture
def folder(in_memory: Path) -> Path:
    place = in_memory / "home"
    place.mkdir()
    return place


def test_depth_does_not_matter(folder: Path) -> None:
    dig(folder, DEPTH)
    really_remove(folder)
    assert not folder.exists()


def test_what_a_link_leads_to_stays(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    (folder / "inner").mkdir()
    for place in (folder, folder / "inner"):
        (place / "to a folder").symlink_to(kept)
        (place / "to nothing").symlink_to("nothing")
    really_remove(folder)
    assert not folder.exists()
    assert (kept / "file").exists()


def test_folders_that_nobody_may_enter(folder: Path) -> None:
    locked = folder / "a" / "b"
    locked.mkdir(parents=True)
    (locked / "file").touch()
    os.mkfifo(folder / "pipe")
    for place in (locked, locked.parent, folder):
        place.chmod(0)
    really_remove(folder)
    assert not folder.exists()


def test_there_is_a_limit_to_how_long_it_takes(folder: Path) -> None:
    (folder / "file").touch()
    with pytest.raises(TimeoutError, match="it contains too much"):
        really_remove(folder, seconds=-1.0)


@pytest.mark.usefixtures("in_memory")
def test_a_home_says_what_was_left_behind(monkeypatch: pytest.MonkeyPatch) -> None:
    with Home() as home:
        dig(home.folder, DEPTH)
    assert home.left_behind == ""
    assert not home.folder.exists()

    def refuse(_folder: Path) -> None:
        raise PermissionError(1, "Operation not permitted")

    monkeypatch.setattr(homes, "remove", refuse)
    with Home() as home:
        pass
    home.folder.rmdir()
    assert home.left_behind == (
        f"its folder {home.folder} cannot be removed: Operation not permitted"
    )


def test_processes_that_always_come_back(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(homes, "_processes", lambda: {999_999_999})
    with Home() as home:
        home._strangers = set()
        monkeypatch.setattr(home, "_is_stray", lambda _pid: True)
    assert home.left_behind == "processes that cannot be ended: 999999999"


# --- in contests ---

NESTED = """
for _ in range(2000):
    os.mkdir("x")
    os.chdir("x")
"""
STAYS = FIRST_LEGAL.replace(
    "hello()",
    """
next(messages())
say(json.dumps({"type": "hello", "protocol": 2, "again": True}))
""",
)


@pytest.fixture
def sticky(monkeypatch: pytest.MonkeyPatch) -> None:
    """Homes in which there is a file named `sticky` cannot be removed."""

    def remove(folder: Path) -> None:
        if (folder / "sticky").exists():
            (folder / "sticky").unlink()
            really_remove(folder)
            raise PermissionError(1, "Operation not permitted")
        really_remove(folder)

    monkeypatch.setattr(homes, "remove", remove)


def littering(folder: Path, body: str = FIRST_LEGAL, name: str = "litterer") -> Entry:
    return script(folder, f'open("sticky", "w")\n{body}', name)


@pytest.mark.usefixtures("in_memory")
def test_thousands_of_folders_do_not_stop_a_contest(tmp_path: Path) -> None:
    bot = script(tmp_path, NESTED + FIRST_LEGAL)
    settings = Settings("blade", 1, (bot, RANDOM), 2, clock=PATIENT)
    settings.save(tmp_path)
    runner.run(settings, tmp_path)
    assert [record.ending for record in records(tmp_path)] == ["played"] * 2


@pytest.mark.usefixtures("sticky")
@pytest.mark.parametrize("seat", [0, 1])
def test_what_cannot_be_cleaned_up_costs_the_game(tmp_path: Path, seat: int) -> None:
    bot = littering(tmp_path)
    record = play_game(job(*((bot, RANDOM) if seat == 0 else (RANDOM, bot))))
    assert (record.ending, record.faulty, record.winner) == ("litter", seat, 1 - seat)
    assert record.detail.endswith("cannot be removed: Operation not permitted")
    assert "[duelhall could not clean up: its folder" in record.stderr[seat]


@pytest.mark.usefixtures("sticky")
def test_who_failed_before_has_lost_already(tmp_path: Path) -> None:
    dead = script(tmp_path, "sys.exit(3)", "dead")
    record = play_game(job(littering(tmp_path), dead))
    assert (record.ending, record.faulty, record.winner) == ("start", 1, 0)
    assert "could not clean up" in record.stderr[0]


@pytest.mark.usefixtures("sticky")
def test_who_left_something_behind_after_a_game_loses_the_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bot = littering(tmp_path, STAYS)
    with Referee() as referee:
        for number in (1, 3):
            assert referee.play(job(bot, RANDOM, number=number)).ending == "played"
        (waiting,) = referee._standby._waiting.values()
        os.kill(waiting.process.pid, signal.SIGKILL)
        assert waiting.process.has_ended(60.0)
        lost, after = (referee.play(job(bot, RANDOM, number=number)) for number in (5, 7))
        assert (lost.ending, lost.faulty) == ("litter", 0)
        assert lost.detail.startswith("after an earlier game, its folder")
        assert after.ending == "played"
    assert "after a bot's last game, its folder" in capsys.readouterr().err


@pytest.mark.usefixtures("sticky")
def test_the_report_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    settings = Settings("blade", 1, (littering(tmp_path), RANDOM), 2, clock=PATIENT)
    settings.save(tmp_path)
    runner.run(settings, tmp_path)
    assert verify(tmp_path, settings).faults == []
    show_contest(tmp_path, "text")
    said = " ".join(capsys.readouterr().out.split())
    assert "litterer lost 2 games by leaving something behind that cannot be cleaned up" in said
