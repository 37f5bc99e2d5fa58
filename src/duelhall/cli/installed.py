"""Commands that games bring, ours or from elsewhere, by the entry points `duelhall.commands`."""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from cyclopts import App

from duelhall.engine.errors import DuelhallError

GROUP = "duelhall.commands"


class BrokenCommand(DuelhallError):
    """A command that is installed but cannot be loaded."""


def add_installed(app: App) -> None:
    """Add every installed command whose name is not taken."""
    for entry in entry_points(group=GROUP):
        if entry.name not in app:
            app.command(_loaded(entry), name=entry.name)


def _loaded(entry: EntryPoint) -> App | Callable[..., Any]:
    """The command of an entry point, or one that says why there is none."""
    try:
        command: App | Callable[..., Any] = entry.load()
    except Exception as error:
        return _broken(entry, error)
    return command


def _broken(entry: EntryPoint, error: Exception) -> App:
    says = f"installed as {entry.value!r}, but it cannot be loaded: {error}"
    app = App(name=entry.name, help=f"This command is {says}")

    @app.default
    def fail(*_words: str) -> None:
        raise BrokenCommand(f"the command {entry.name!r} is {says}")

    return app
