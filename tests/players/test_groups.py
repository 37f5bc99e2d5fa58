"""Control groups, in a folder that looks like the system's."""

import os
from pathlib import Path

import pytest

from duelhall.bots.sandbox import groups
from duelhall.bots.sandbox.groups import Group, group_of_ours


@pytest.fixture
def system(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a control group that is ours."""
    own, group = tmp_path / "own", tmp_path / "root" / "ours"
    group.mkdir(parents=True)
    own.write_text("0::/ours\n")
    (group / "cgroup.controllers").write_text("cpu memory pids\n")
    (group / "cgroup.subtree_control").write_text("\n")
    (group / "cgroup.procs").write_text(f"{os.getpid()}\n")
    monkeypatch.setattr(groups, "ROOT", tmp_path / "root")
    monkeypatch.setattr(groups, "OWN", own)
    monkeypatch.setattr(Path, "rmdir", lambda _folder: None)  # there, files are no obstacle
    opened = os.open
    monkeypatch.setattr(os, "open", lambda file, how: opened(file, how | os.O_CREAT))
    return group


def test_a_group_has_limits(system: Path) -> None:
    group = Group(system, memory=1000, processes=10)
    (folder,) = system.glob("duelhall-*")
    said = {name: (folder / name).read_text() for name in ("memory.max", "pids.max")}
    assert said == {"memory.max": "1000", "pids.max": "10"}
    assert not group.ran_out_of_memory()
    (folder / "memory.events").write_text("low 0\noom 1\noom_kill 1\n")
    assert group.ran_out_of_memory()
    group.close()


def test_a_group_of_our_own_is_made_ready(system: Path) -> None:
    assert group_of_ours() == system
    assert (system / "cgroup.subtree_control").read_text() == "+memory +pids"
    assert (system / "duelhall" / "cgroup.procs").read_text() == "0"


def test_a_group_that_is_ready_is_taken_as_it_is(system: Path) -> None:
    (system / "cgroup.subtree_control").write_text("memory pids\n")
    (system / "cgroup.procs").write_text("")
    assert group_of_ours() == system
    assert not (system / "duelhall").exists()


@pytest.mark.parametrize(
    ("file", "text"),
    [("cgroup.controllers", "cpu\n"), ("cgroup.procs", f"1\n{os.getpid()}\n")],
    ids=["without limits", "with others"],
)
def test_a_group_without_limits_or_with_others_is_left_alone(
    system: Path, file: str, text: str
) -> None:
    (system / file).write_text(text)
    assert group_of_ours() is None


def test_where_there_are_no_such_groups(system: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (system.parents[1] / "own").write_text("4:memory:/x\n")
    assert group_of_ours() is None
    monkeypatch.setattr(groups, "OWN", system / "nothing")
    assert group_of_ours() is None
