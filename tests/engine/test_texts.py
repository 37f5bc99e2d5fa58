"""Text files that somebody names."""

from pathlib import Path

import pytest

import duelhall
from duelhall.engine import text as texts
from duelhall.engine.errors import UnusableFile
from duelhall.engine.text import read_text


def test_what_is_too_long_for_one_of_ours_is_not_read_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(texts, "LONGEST_TEXT", 10)
    file = tmp_path / "text"
    file.write_text("ten\nletter")
    assert read_text(file) == "ten\nletter"
    file.write_text("ten\nletters")
    with pytest.raises(OSError, match="File too large"):
        read_text(file)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="this system has no such device")
def test_a_device_without_an_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "LONGEST_TEXT", 2**10)
    with pytest.raises(UnusableFile, match="cannot use /dev/zero: File too large"):
        duelhall.load_match("/dev/zero")
