"""The command `duelhall`. Each subcommand imports what it needs when it runs, so that help appears
at once.
"""

import errno
import os
import signal
import sys
from collections.abc import Sequence

from cyclopts import App, CycloptsError, CycloptsPanel

from duelhall import __version__
from duelhall.cli.arena import arena
from duelhall.cli.bench import bench
from duelhall.cli.bot import bot
from duelhall.cli.completion import completion
from duelhall.cli.docs import docs
from duelhall.cli.games import games
from duelhall.cli.help import help_app
from duelhall.cli.installed import add_installed
from duelhall.cli.match import match
from duelhall.cli.omitted import with_omitted_values
from duelhall.cli.play import play
from duelhall.cli.replay import replay
from duelhall.cli.review import review
from duelhall.cli.rules import rules
from duelhall.cli.saves import saves
from duelhall.cli.verify import verify
from duelhall.engine.text import show_all, visible

COMPLETE = "__complete"
"""The word by which a shell asks what can be typed, followed by what has been."""

HELP = "Two-player card duels: play them, replay them, read their rules, measure their speed."
OURS = (
    games,
    play,
    saves,
    replay,
    review,
    verify,
    rules,
    match,
    arena,
    bot,
    bench,
    docs,
    help_app,
    completion,
)


def _error_panel(error: CycloptsError) -> object:
    """What is wrong with a command line, so that all of what was typed can be seen."""
    from rich.text import Text

    return CycloptsPanel(Text(visible(str(error)), "default"))


def command_line(words: Sequence[str]) -> App:
    """The command that reads these words.

    Commands that come with games are imported only if none of ours is named, or for an overview:
    help, or a shell that asks what can be typed.
    """
    is_overview = not words or words[0].startswith("-") or words[0] == COMPLETE
    app = App(
        name="duelhall",
        version=__version__,
        help=HELP,
        help_epilogue="Start with `duelhall play blade`; type ? when it asks for a move.",
        suppress_keyboard_interrupt=False,
        error_formatter=_error_panel,
        help_format="plaintext" if is_overview else None,  # Markdown takes long to import
    )
    for command in OURS:
        app.command(command)
    if is_overview or words[0] not in app:
        add_installed(app)
    return app


def main() -> None:
    """Run the command, and report an error in one line."""
    from duelhall.engine.errors import DuelhallError

    if sys.argv[1:2] != [COMPLETE]:  # the answer has codes for the shell
        show_all()
    try:
        try:
            words = with_omitted_values(sys.argv[1:])
            command_line(words)(words)
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # the reader of our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except DuelhallError as error:
        _fail(str(error))
    except OSError as error:
        _fail(system_error_text(error))
    except KeyboardInterrupt as stop:
        sys.exit(128 + getattr(stop, "number", signal.SIGINT))


def system_error_text(error: OSError) -> str:
    """What the system refused, in words; it does not say which file could not be written to."""
    if error.filename:
        return f"cannot use {error.filename}: {error.strerror}"
    if error.errno in (errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EFBIG):
        return f"cannot write: {error.strerror}"
    return error.strerror or str(error)


def _fail(message: str) -> None:
    """Say what is wrong, and stop."""
    from duelhall.terminal.wrapping import print_fitted

    print_fitted(*f"duelhall: {message}".split("\n"), to_stderr=True)
    sys.exit(2)
