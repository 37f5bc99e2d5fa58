"""Folders that bots leave behind."""

import os
from pathlib import Path

import pytest

from duelhall.bots import home as homes
from duelhall.bots.home import Home, remove

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
    remove(folder)
    assert not folder.exists()


def test_what_a_link_leads_to_stays(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    kept.mkdir()
    (kept / "file").touch()
    (folder / "inner").mkdir()
    for place in (folder, folder / "inner"):
        (place / "to a folder").symlink_to(kept)
        (place / "to nothing").symlink_to("nothing")
    remove(folder)
    assert not folder.exists()
    assert (kept / "file").exists()


def test_folders_that_nobody_may_enter(folder: Path) -> None:
    locked = folder / "a" / "b"
    locked.mkdir(parents=True)
    (locked / "file").touch()
    os.mkfifo(folder / "pipe")
    for place in (locked, locked.parent, folder):
        place.chmod(0)
    remove(folder)
    assert not folder.exists()


def test_there_is_a_limit_to_how_long_it_takes(folder: Path) -> None:
    (folder / "file").touch()
    with pytest.raises(TimeoutError, match="it contains too much"):
        remove(folder, seconds=-1.0)


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
