"""The command `duelhall`, with those of its commands that only show something, and installed ones.

Each command imports what it needs when it runs, so that help appears at once.
"""

import errno
import os
import signal
import sys
from collections.abc import Callable, Sequence
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Annotated, Any, Literal

from cyclopts import App, CycloptsError, CycloptsPanel, Parameter

from duelhall import __version__
from duelhall.cli.arena import arena, match
from duelhall.cli.bench import bench
from duelhall.cli.bot import bot
from duelhall.cli.flags import Flag, GameName, Json, PageName, Ruling
from duelhall.cli.play import lesson, play, saves
from duelhall.cli.replay import replay, review, verify
from duelhall.engine.errors import BrokenPlugin
from duelhall.engine.text import show_all, visible

if TYPE_CHECKING:
    from cyclopts.completion import CompletionContext


LAST = ""
"""The name that stands for the game that was left last."""

OMITTED = {"--ray": "local", "--resume": LAST}
"""What each of them means alone: a cluster started just for these games, and the last game."""


def with_omitted_values(arguments: Sequence[str]) -> list[str]:
    """The command line, with a value wherever one of these options has none."""
    rest = [*arguments[1:], "--"]
    return [
        word
        for argument, following in zip(arguments, rest, strict=False)
        for word in (
            (argument, OMITTED[argument])
            if argument in OMITTED and following.startswith("-")
            else (argument,)
        )
    ]


GROUP = "duelhall.commands"


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


completion = App(
    name="completion",
    help_epilogue=(
        "For bash, add `source <(duelhall completion bash)` to ~/.bashrc; for zsh, add the same "
        "with zsh to ~/.zshrc, after compinit; for fish, run `duelhall completion fish > "
        "~/.config/fish/completions/duelhall.fish`."
    ),
)


@completion.default
def print_script(shell: Literal["bash", "zsh", "fish"], /) -> None:
    """Print a script that lets Tab complete commands, options and names in your shell.

    Parameters
    ----------
    shell
        The shell that the script is for.

    """
    from pathlib import Path

    script = Path(__file__).parent / "shells" / f"completion.{shell}"
    print(script.read_text(encoding="utf-8"), end="")


help_app = App(name="help")


def _commands(typed: "CompletionContext") -> list[str]:
    """The commands that can follow those that were typed."""
    app = command_line([])
    for word in typed["command"].raw_tokens:
        app = app[word]
    return [name for name in app if not name.startswith("-")]


@help_app.default
def show_help(*command: Annotated[str, Parameter(completer=_commands)]) -> None:
    """Explain a command and its options, as COMMAND --help does.

    Parameters
    ----------
    command
        The command, for example `arena run`. By default, all commands are listed.

    """
    words = [*command, "--help"]
    command_line(words)(words)


def games(game: GameName | None = None, /, *, json: Json = False) -> None:
    """List the games, or show one, with rule sets, options and built-in players.

    Parameters
    ----------
    game
        The game to show; without one, all of them.

    """
    from duelhall.terminal.page import print_games

    print_games(game, as_json=json)


def rules(game: GameName, ruling: Ruling | None = None, /, *, json: Json = False) -> None:
    """Print a game's rulebook, or one ruling from it.

    Parameters
    ----------
    game
        The game's name.
    ruling
        A ruling's number, for example B10.

    """
    from duelhall.terminal.page import print_rules

    print_rules(game, ruling, as_json=json)


def docs(page: PageName | None = None, /, *, json: Flag = False) -> None:
    """Show a page of the documentation, or list the pages.

    Parameters
    ----------
    page
        The name of a page, for example arena, protocol or api. By default, all pages are listed.
    json
        Print the list of pages as JSON.

    """
    from duelhall.engine.errors import BadUsage
    from duelhall.terminal.page import print_page, print_page_list

    if page is None:
        print_page_list(as_json=json)
    elif json:
        raise BadUsage("--json is for the list of pages: leave out the page, or --json")
    else:
        print_page(page)


COMPLETE = "__complete"
"""The word by which a shell asks what can be typed, followed by what has been."""

HELP = "Two-player card duels: play them, replay them, read their rules, measure their speed."
OURS = (
    games,
    play,
    lesson,
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
        help_epilogue="Start with `duelhall lesson blade`; type ? when it asks for a move.",
        suppress_keyboard_interrupt=False,
        error_formatter=_error_panel,
        help_format="plaintext" if is_overview else None,  # Markdown takes long to import
    )
    for command in OURS:
        app.command(command)
    if is_overview or words[0] not in app:
        for entry in entry_points(group=GROUP):
            if entry.name not in app:
                app.command(_loaded(entry), name=entry.name)
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
    from duelhall.terminal.output import print_fitted

    print_fitted(*f"duelhall: {message}".split("\n"), to_stderr=True)
    sys.exit(2)
