"""Contests with and without a sandbox."""

import os
from pathlib import Path

import pytest

from duelhall.arena import runner
from duelhall.bots.home import Sandbox
from duelhall.bots.sandbox import launching
from duelhall.bots.sandbox.choosing import MissingSandbox
from duelhall.bots.sandbox.launching import Kind
from duelhall.players.entry import Entry
from duelhall.terminal import contest as sandboxing
from duelhall.terminal.contest import limits_for, sandboxed

PROGRAM = Entry("bot", ("bot",))
BUILTIN = Entry("random", builtin="random")


@pytest.fixture(autouse=True)
def no_group(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave the control group of whoever runs the tests as it is."""
    monkeypatch.setattr(sandboxing, "group_of_ours", lambda: None)


@pytest.fixture
def no_sandbox(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launching, "available_kind", lambda: None)


@pytest.fixture
def unshare(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(launching, "available_kind", lambda: Kind.UNSHARE)


@pytest.mark.usefixtures("no_sandbox")
def test_a_warning_where_there_is_no_sandbox(capsys: pytest.CaptureFixture[str]) -> None:
    assert limits_for("auto", [BUILTIN, PROGRAM]).sandbox is Sandbox.AUTO
    assert "do not run strangers' programs here" in capsys.readouterr().err
    with pytest.raises(MissingSandbox):
        limits_for("required", [PROGRAM])
    for wanted, entry in (("off", PROGRAM), ("auto", BUILTIN), ("required", BUILTIN)):
        assert limits_for(wanted, [entry]).sandbox is Sandbox.OFF
    assert capsys.readouterr().err == ""


@pytest.mark.usefixtures("unshare")
def test_root_is_warned(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    limits_for("auto", [BUILTIN])
    limits_for("off", [PROGRAM])
    assert capsys.readouterr().err == ""
    limits_for("required", [PROGRAM])
    assert "You are root" in capsys.readouterr().err


@pytest.mark.usefixtures("unshare")
def test_the_folder_of_a_contest_is_hidden(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    limits = limits_for("auto", [PROGRAM], tmp_path)
    assert (limits.sandbox, limits.hidden) == (Sandbox.AUTO, (str(tmp_path),))
    assert capsys.readouterr().err == ""
    play = runner.in_this_process
    assert sandboxed(play, "off", [PROGRAM], tmp_path) is play
    assert sandboxed(play, "auto", [BUILTIN], tmp_path) is play
    assert sandboxed(play, "auto", [PROGRAM], tmp_path) is not play
