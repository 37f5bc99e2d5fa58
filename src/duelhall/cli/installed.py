"""Commands that come with games, ours or others, as entry points in `duelhall.commands`."""

from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from cyclopts import App

from duelhall.engine.errors import BrokenPlugin

GROUP = "duelhall.commands"


def add_installed(app: App) -> None:
    """Add every installed command whose name is not taken."""
    for entry in entry_points(group=GROUP):
        if entry.name not in app:
            app.command(_loaded(entry), name=entry.name)


def _loaded(entry: EntryPoint) -> App | Callable[..., Any]:
    """The command of an entry point, or a command that says why it cannot be loaded."""
    try:
        command: App | Callable[..., Any] = entry.load()
    except Exception as error:
        return _broken(entry, error)
    return command


def _broken(entry: EntryPoint, error: Exception) -> App:
    says = f"is installed as {entry.value!r} but cannot be loaded: {error}"
    app = App(name=entry.name, help=f"This command {says}")

    @app.default
    def fail(*_words: str) -> None:
        raise BrokenPlugin(f"the command {entry.name!r} {says}")

    return app
