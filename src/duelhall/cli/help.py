"""The command `duelhall help`."""

from typing import TYPE_CHECKING, Annotated

from cyclopts import App, Parameter

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext

help_app = App(name="help")


def _commands(typed: "CompletionContext") -> list[str]:
    """The commands that can follow those that were typed."""
    from duelhall.cli.main import command_line

    app = command_line([])
    for word in typed["command"].raw_tokens:
        app = app[word]
    return [name for name in app if not name.startswith("-")]


@help_app.default
def show_help(*command: Annotated[str, Parameter(completer=_commands)]) -> None:
    """Explain a command and its options: the same as its --help.

    Parameters
    ----------
    command
        The command, for example `arena run`. By default, all commands are listed.

    """
    from duelhall.cli.main import command_line

    words = [*command, "--help"]
    command_line(words)(words)
