"""Where a contest's programs run: in a sandbox, unless there is none or nobody wants one."""

import os
from collections.abc import Iterable
from pathlib import Path

from duelhall.arena import runner
from duelhall.bots.home import Limits, Sandbox
from duelhall.bots.sandbox.choosing import AS_ROOT, UNSAFE, sandbox_for
from duelhall.bots.sandbox.groups import group_of_ours
from duelhall.players.entry import Entry
from duelhall.terminal.wrapping import print_fitted


def sandboxed(
    play: runner.Play, wanted: str, entries: Iterable[Entry], folder: Path
) -> runner.Play:
    """Play the games of a contest with its programs in sandboxes, where its folder is not seen."""
    limits = limits_for(wanted, entries, folder)
    return play if limits.sandbox is Sandbox.OFF else runner.limited(play, limits)


def limits_for(wanted: str, entries: Iterable[Entry], *hidden: Path) -> Limits:
    """The limits of programs, with a warning where there is no sandbox to keep them in."""
    sandbox = Sandbox(wanted)
    if not any(entry.command for entry in entries):
        sandbox = Sandbox.OFF
    elif sandbox is not Sandbox.OFF:
        _warn(has_sandbox=sandbox_for(sandbox) is not None)
    group = "" if sandbox is Sandbox.OFF else str(group_of_ours() or "")
    folders = tuple(str(place.resolve()) for place in hidden)
    return Limits(sandbox=sandbox, hidden=folders, group=group)


def _warn(*, has_sandbox: bool) -> None:
    """Say what keeps strangers' programs from being played here, if anything does."""
    if not has_sandbox:
        print_fitted(UNSAFE, to_stderr=True)
    elif hasattr(os, "geteuid") and os.geteuid() == 0:
        print_fitted(AS_ROOT, to_stderr=True)
