"""The games of a contest in their file: nothing that was told is lost, whatever happens to it, and
only one process writes there.
"""

import os
import random
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from duelhall.arena import runner, store
from duelhall.arena.record import GameRecord
from duelhall.arena.schedule import meetings_of
from duelhall.arena.settings import FILE as SETTINGS_FILE
from duelhall.arena.settings import KEY, KEY_COPY, REPAIRS, BadTournament, Settings, load_settings
from duelhall.arena.store import FILE, HOLDER, LOCK, FolderLock, InUse, Store, connected, open_games
from duelhall.cli.contest import make_folder
from duelhall.play.entry import Entry
from tests.arena.damages import (
    FILES,
    KINDS,
    Damage,
    change,
    check_damaged,
    contents,
    records,
    repaired,
    told_to_lookers,
)
from tests.terminal.console import duelhall
from tests.terminal.forking import Limits, forker

SETTINGS = Settings("blade", 1, tuple(Entry(name, builtin="greedy") for name in "ab"), 6, seed=3)


def numbers_in(folder: Path) -> list[int]:
    with open_games(folder) as games:
        return list(games.rows()["number"])


def test_every_game_is_found_by_its_number(folder: Path) -> None:
    assert numbers_in(folder) == [record.number for record in records(folder)] == [1, 2, 3, 4, 5, 6]
    with open_games(folder) as games:
        assert [games.record(number).number for number in (6, 1)] == [6, 1]
        with pytest.raises(BadTournament, match=r"there is no game 7 .* which has 6 games"):
            games.record(7)


def test_a_record_comes_back_as_it_was_added(tmp_path: Path) -> None:
    SETTINGS.save(tmp_path)
    meeting = meetings_of(SETTINGS)[1]
    record = GameRecord(
        2, ("b", "a"), 2**64 - 1, 0, None, "draw", "played", None, "", 7, (0.5, 0.25), (0.1, 0.2),
        ("words", "\U0001f0cf"), "a replay",
        ((3, 0, "timeout"), (5, 1, "illegal"), (6, 0, "timeout")),
    )  # fmt: skip
    with Store(tmp_path, SETTINGS) as games:
        games.add(meeting, record)
        assert games.record(2) == record
        (row,) = games.rows()
        assert games.finished(1, 4).tolist() == [False, True, False, False]
    assert records(tmp_path) == [record]
    assert (row["winner"], row["faulty"]) == (store.NOBODY, store.NOBODY)
    assert (row["lapses_0"], row["lapses_1"], row["seconds_0"]) == (2, 1, 0.5)


def test_a_tournament_is_one_file_that_any_tool_can_read(folder: Path) -> None:
    assert sorted(file.name for file in folder.iterdir()) == [
        FILE, KEY_COPY, KEY, LOCK, SETTINGS_FILE,
    ]  # fmt: skip
    with sqlite3.connect(folder / FILE) as database:
        found = database.execute(
            "SELECT value, count(*) FROM game, about WHERE name = 'player ' || first GROUP BY value"
        )
        assert found.fetchall() == [("a", 3), ("b", 3)]


def test_a_file_that_is_missing_is_told(folder: Path) -> None:
    (folder / FILE).unlink()
    told = [f"{folder / FILE} is missing, so no game counts yet"]
    assert told_to_lookers(folder) == told
    shown = duelhall("arena", "show", str(folder))
    assert f"{told[0]}.\n" in shown.stderr
    assert "0 of 6 games counted." in shown.stdout
    assert not (folder / FILE).exists()
    runner.run(load_settings(folder), folder)
    assert told_to_lookers(folder) == []


# --- damage ---


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: kind.__name__)
def test_no_damage_loses_a_game_that_can_be_read(
    folder: Path, original: Path, name: str, kind: Damage
) -> None:
    check_damaged(folder, original, name, kind, random.Random(f"{name} {kind.__name__}"))


def page_of(folder: Path, game: int) -> int:
    """Where the page of a game begins, by a mark that is put into its record."""
    change(folder, "UPDATE game SET reason = 'lower-score-mark' WHERE number = ?", game)
    return (folder / FILE).read_bytes().index(b"lower-score-mark") // 4096 * 4096


def test_what_can_be_read_of_a_damaged_file_is_kept_and_the_rest_is_played_again(
    tmp_path: Path,
) -> None:
    settings = replace(SETTINGS, games=60)
    settings.save(tmp_path)
    runner.run(settings, tmp_path)
    before, at = contents(tmp_path), page_of(tmp_path, 31)
    damaged = bytearray((tmp_path / FILE).read_bytes())
    damaged[at : at + 4096] = bytes(4096)
    (tmp_path / FILE).write_bytes(damaged)
    for command in (("show",), ("games",), ("verify",)):
        done = duelhall("arena", *command, str(tmp_path))
        assert done.returncode == (1 if command == ("verify",) else 2)
        said = done.stdout + done.stderr
        assert f"{FILE}: " in said
        assert f"`duelhall arena resume {tmp_path}` repairs what can be repaired" in said
    told = repaired(tmp_path)
    assert told[-1].startswith(f"{FILE} was damaged: it is {FILE}.aside now, and the ")
    assert (tmp_path / f"{FILE}.aside").read_bytes() == damaged
    kept = contents(tmp_path)
    assert kept.items() < before.items()
    assert len(kept) > 40
    assert told[-1] in (tmp_path / REPAIRS).read_text()
    runner.run(settings, tmp_path)
    assert contents(tmp_path) == before


def test_games_that_are_not_of_the_tournament_are_set_aside(folder: Path, original: Path) -> None:
    before = contents(original)
    change(folder, "UPDATE game SET number = 99 WHERE number = 2")
    change(folder, "UPDATE game SET first = 1, second = 0 WHERE number = 3")
    change(folder, "UPDATE game SET seed = '12' WHERE number = 4")
    change(folder, "UPDATE game SET ending = 'bored' WHERE number = 5")
    with pytest.raises(BadTournament, match=r"games\.db has a game 3 that does not belong there"):
        numbers_in(folder)
    told = "games.db: games 3, 4, 5, 99 are not of this tournament, and in the table `aside` now"
    assert repaired(folder) == [told]
    assert numbers_in(folder) == [1, 6]
    assert repaired(folder) == []
    runner.run(load_settings(folder), folder)
    assert contents(folder) == before
    with sqlite3.connect(folder / FILE) as database:
        assert database.execute("SELECT count(*) FROM aside").fetchone() == (4,)


@pytest.mark.parametrize(
    ("change_of", "told"),
    [
        ("record = '{'", "Expecting property name"),
        ("record = '{}'", "KeyError: 'detail'"),
        ("lapses_0 = 3", "its lapses are not those that were counted"),
    ],
)
def test_a_game_that_says_nonsense_is_named(folder: Path, change_of: str, told: str) -> None:
    change(folder, f"UPDATE game SET {change_of} WHERE number = 2")
    with pytest.raises(BadTournament, match=r"the record of game 2 in games\.db is incomplete"):
        records(folder)
    (fault,) = told_to_lookers(folder)
    assert fault.startswith(f"game 2: {told}")


def test_a_number_that_is_none_does_not_get_in(folder: Path) -> None:
    with pytest.raises(sqlite3.IntegrityError, match="CHECK constraint failed"):
        change(folder, "UPDATE game SET moves = 2.5")


def test_a_file_of_a_later_version_is_refused(folder: Path) -> None:
    change(folder, "UPDATE about SET value = 2 WHERE name = 'format'")
    with pytest.raises(BadTournament, match=r"games\.db has format 2, but .* try a newer one"):
        repaired(folder)


# --- one writer ---

HOLDER_SCRIPT = """
import os, signal, sys
from pathlib import Path
from duelhall.arena.store import FolderLock
lock = FolderLock(Path(sys.argv[1]))
child = os.fork()
if child:
    print(child, flush=True)
signal.pause()
"""
"""Holds a lock, and has a child."""


def test_a_second_run_is_refused_while_the_first_one_plays(tmp_path: Path) -> None:
    SETTINGS.save(tmp_path)

    def play_it_too(record: GameRecord) -> bool:
        with pytest.raises(InUse, match=f"is being played by process {os.getpid()} on "):
            runner.run(SETTINGS, tmp_path)
        assert len(numbers_in(tmp_path)) == record.number
        return True

    runner.run(SETTINGS, tmp_path, after_game=play_it_too)
    assert numbers_in(tmp_path) == [1, 2, 3, 4, 5, 6]


def test_the_second_says_who_holds_it_and_any_death_releases_it(tmp_path: Path) -> None:
    SETTINGS.save(tmp_path)
    command = [sys.executable, "-c", HOLDER_SCRIPT, str(tmp_path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as holder:
        assert holder.stdout is not None
        child = int(holder.stdout.readline())
        refused = duelhall("arena", "resume", str(tmp_path))
        assert refused.returncode == 2
        assert f"is being played by process {holder.pid} on " in refused.stderr
        with pytest.raises(InUse, match=f"process {holder.pid} on "):
            make_folder(tmp_path, SETTINGS)
        holder.kill()
        holder.wait()
        try:
            FolderLock(tmp_path).release()
        finally:
            os.kill(child, signal.SIGKILL)


def test_a_lock_is_given_back_once(tmp_path: Path) -> None:
    first = FolderLock(tmp_path)
    first.release()
    with FolderLock(tmp_path):
        first.release()
        assert (tmp_path / HOLDER).read_text().startswith(f"process {os.getpid()} on ")
        with pytest.raises(InUse):
            FolderLock(tmp_path)
    assert not (tmp_path / HOLDER).exists()


def test_a_lock_of_an_earlier_version_is_taken_when_it_is_free(tmp_path: Path) -> None:
    (tmp_path / LOCK).write_text("process 1234 on a machine, since 2026-01-01 00:00:00")
    FolderLock(tmp_path).release()
    assert (tmp_path / LOCK).read_bytes() == b""


def test_somebody_who_looks_on_does_not_stop_the_writer(tmp_path: Path, original: Path) -> None:
    SETTINGS.save(tmp_path)
    with Store(tmp_path, SETTINGS) as games:
        reading = open_games(tmp_path)
        assert len(reading.rows()) == 0
        games.add(meetings_of(SETTINGS)[0], records(original)[0])
        assert [row["number"] for row in reading.rows()] == [1]
    reading.close()
    assert numbers_in(tmp_path) == [1]


def test_where_there_is_no_shared_memory_a_journal_does(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As on a network folder: `unix-dotfile` locks without it."""

    def without_memory(file: Path, mode: str, wait: float = 0) -> sqlite3.Connection:
        if file.name != FILE:
            return connected(file, mode, wait)
        uri = f"{file.resolve().as_uri()}?mode={mode}&vfs=unix-dotfile"
        return sqlite3.connect(uri, uri=True, isolation_level=None)

    monkeypatch.setattr(store, "connected", without_memory)
    SETTINGS.save(tmp_path)
    with Store(tmp_path, SETTINGS) as games:
        (mode,) = games._database.execute("PRAGMA journal_mode").fetchone()
        assert mode == "delete"
    runner.run(SETTINGS, tmp_path)
    assert len(numbers_in(tmp_path)) == 6


# --- what is no plain file is not read: that could take forever ---

COMMANDS = (
    ("arena", "show", "{}"),
    ("arena", "verify", "{}"),
    ("arena", "games", "{}"),
    ("arena", "resume", "{}"),
    ("replay", "{}#1"),
)


def told(folder: Path, *command: str) -> tuple[int, str]:
    """How a command ends, and what it says of what is wrong; an alarm ends one that hangs."""
    words = [word.format(folder) for word in command]
    done = forker().run(words, "", os.environ, folder, Limits(20, 2**40))
    return done.returncode, " ".join(done.stderr.split())


def pipe(place: Path) -> None:
    os.mkfifo(place)


def device(place: Path) -> None:
    place.symlink_to("/dev/zero")


def folder_instead(place: Path) -> None:
    place.mkdir()


@pytest.mark.parametrize("make", [pipe, device, folder_instead])
def test_what_is_no_file_of_games_is_refused_at_once(
    folder: Path, make: Callable[[Path], None]
) -> None:
    (folder / FILE).unlink()
    make(folder / FILE)
    for command in COMMANDS:
        code, said = told(folder, *command)
        assert (code, f"{folder / FILE} is not a plain file" in said) == (2, True), (command, said)


@pytest.mark.parametrize("name", [SETTINGS_FILE, KEY])
def test_what_is_no_file_of_settings_is_refused_and_restored(folder: Path, name: str) -> None:
    (folder / name).unlink()
    pipe(folder / name)
    for command in COMMANDS[:3]:
        code, said = told(folder, *command)
        assert (code, f"{folder / name} is not a plain file; `duelhall" in said) == (2, True), said
    code, said = told(folder, *COMMANDS[3])
    assert (code, f"{name} was damaged: it is {name}.aside now" in said) == (0, True)
    assert told(folder, *COMMANDS[1]) == (0, "")


def test_what_is_no_copy_of_the_key_is_told_and_restored(folder: Path) -> None:
    (folder / KEY_COPY).unlink()
    pipe(folder / KEY_COPY)
    assert told(folder, *COMMANDS[1])[0] == 1
    assert told(folder, *COMMANDS[3])[0] == 0
    assert told(folder, *COMMANDS[1]) == (0, "")


@pytest.mark.parametrize("name", [LOCK, HOLDER, REPAIRS])
def test_what_is_no_file_to_write_to_is_refused_at_once(folder: Path, name: str) -> None:
    (folder / name).unlink(missing_ok=True)
    pipe(folder / name)
    change(folder, "UPDATE game SET ending = 'bored' WHERE number = 5")
    code, said = told(folder, *COMMANDS[3])
    assert (code, f"{folder / name} is not a plain file" in said) == (2, True), said
