"""The command `duelhall help`."""

from cyclopts import App

help_app = App(name="help")


@help_app.default
def show_help(*command: str) -> None:
    """Show what a command does and takes: the same as its --help.

    Parameters
    ----------
    command
        The command, for example `arena run`. By default, all commands are listed.

    """
    from duelhall.cli.main import command_line

    words = [*command, "--help"]
    command_line(words)(words)
