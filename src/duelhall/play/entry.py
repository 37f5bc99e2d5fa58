"""Players as they are written on a command line, in a player file or as an argument in Python."""

import os
import re
import select
import shlex
import shutil
import sys
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from importlib.util import find_spec
from itertools import accumulate, dropwhile
from pathlib import Path
from typing import cast

from duelhall.engine import registry
from duelhall.engine.definition import OneShotForm
from duelhall.engine.errors import BadArgument, DuelhallError, UnknownName, meant, no_such
from duelhall.engine.text import checked_source, read_text
from duelhall.match.game import Game, checked_game
from duelhall.match.match import Match
from duelhall.play.clock import Clock
from duelhall.play.roster import (
    Choose,
    FunctionSeat,
    find_function,
    is_function_name,
    is_known,
    known_players,
    located,
    seated,
)
from duelhall.play.seat import Seat
from duelhall.play.table import Late, Table, rule_for_late


class BadEntry(DuelhallError):
    """A player that cannot be read from a command line or from a player file."""


@dataclass(frozen=True)
class Entry:
    """A player, given by a command to run, a function's name, or the name of a built-in player."""

    name: str
    command: tuple[str, ...] | None = None
    builtin: str | None = None
    oneshot: bool = False  # the command is run again for each decision
    function: str | None = None  # as module:function

    def __post_init__(self) -> None:
        ways = (self.command, self.builtin, self.function)
        if sum(way is not None for way in ways) != 1:
            raise BadEntry(
                f"{self.name}: a player is either a command, a function or a built-in player"
            )
        if not self.name or not self.name.isprintable():
            raise BadEntry(f"a player's name must be one line of text, not {self.name!r}")


MARK = "~"
"""Separates a name from its command line in a player file."""

LONGEST_LINE = 4096  # characters, and cutting a command into words takes the square of them
_is_file, _is_there = os.path.isfile, os.path.exists  # Path fails where a name is too long

BUILTIN = "builtin:"
ONESHOT = "oneshot:"

SCRIPTS = (".py", ".js", ".mjs", ".rb", ".sh", ".pl", ".lua")
"""Suffixes of scripts, which are run by a program named before them."""

OF_A_SHELL = re.compile(r"\|\|?|&&?|;|<|[0-9&]*>.*")
"""Words that mean something only to a shell."""


def parse_entry(
    text: str, game: str, file: Path | None = None, listed: Collection[str] = ()
) -> Entry:
    """A built-in player of a game by its name, or a command line relative to this folder.

    If it is neither, the error also names the players listed in a file.
    """
    text = checked_source(text, lambda says: BadEntry(f"a player: {says}"), LONGEST_LINE).strip()
    if is_known(text, registry.find(game)):
        return Entry(name=text, builtin=text)
    entry = checked_entry(_entry(text, text, [Path.cwd()]), game)
    if entry.command and not (_is_program(entry.command[0]) or _is_file(entry.command[0])):
        raise BadEntry(_nobody_text(text, entry.command, game, file, listed))
    _check_files(entry, game, [Path.cwd()])
    return entry


def _nobody_text(
    text: str, command: Sequence[str], game: str, file: Path | None, listed: Collection[str]
) -> str:
    """Where a player of that name was looked for, and which players exist."""
    in_file = f"no player {text!r} in {file} ({', '.join(listed)}), " if file else ""
    advice = _builtin_advice(command, game)
    known = f"write {advice}" if advice else f"available: {', '.join(_builtins(game))}"
    near = "" if advice else meant(text, [*listed, *_builtins(game)])
    program = f"no program {command[0]!r}"
    return f"there is {in_file}{program}, and no built-in player of that name{near}; {known}"


class MissingBot(BadEntry):
    """A player whose program or script is not there, or cannot be started."""


def read_players(
    path: str | Path,
    game: str | None = None,
    *folders: Path,
    missing: Callable[[str], None] | None = None,
) -> list[Entry]:
    """The players in a file, one `name ~ command line` per line; paths are relative to the file's
    folder, and then to others.

    If a game is given, the players must be able to play it, here and now; but where `missing` takes
    what there is to say about a missing program, that player is read all the same.
    """
    file = Path(path)
    places = [file.parent.resolve(), *folders]  # behind links of whoever wrote the file
    entries: dict[str, tuple[int, Entry]] = {}
    for number, line in _lines(file):
        try:
            entry = _parse_line(line, places)
            if entry.name in entries:
                before = entries[entry.name][0]
                raise BadEntry(f"line {before} already has a player named {entry.name!r}")
            if game is not None:
                _check_files(checked_entry(entry, game), game, places)
        except MissingBot as error:
            if missing is None:
                raise MissingBot(f"{file}, line {number}: {error}") from None
            missing(f"{file}, line {number}: {error}")
        except DuelhallError as error:
            raise BadEntry(f"{file}, line {number}: {error}") from None
        entries[entry.name] = (number, entry)
    return [entry for _, entry in entries.values()]


def checked_entry(entry: Entry, game: str) -> Entry:
    """An entry that can play this game."""
    if entry.builtin is not None and not is_known(entry.builtin, registry.find(game)):
        raise UnknownName(no_such("player", entry.builtin, _builtins(game), game))
    if entry.oneshot and not has_oneshot_form(game):
        raise BadEntry(f"{entry.name}: {game} has no one-shot form")
    return entry


def _check_files(entry: Entry, game: str, folders: Sequence[Path]) -> None:
    """Refuse a command whose program or script is missing, before it loses games because of it."""
    if entry.function is not None:
        find_function(entry.function)
    if entry.command is not None:
        check_system()
    program, *words = entry.command or [sys.executable]
    if Path(program).is_absolute() and _is_file(program) and not _is_program(program):
        raise MissingBot(
            f"{program} is not executable: run chmod +x on it, or put its interpreter before it"
        )
    if not _is_program(program):
        advice = _builtin_advice([program, *words], game)
        known = f"write {advice}" if advice else "install it, or leave out the player"
        near = "" if advice or words else meant(program, _builtins(game), BUILTIN)
        raise MissingBot(f"there is no program {program!r} here{near}: {known}")
    if words and words[0].endswith(SCRIPTS) and not Path(words[0]).is_absolute():
        where = " or ".join(str(folder.absolute()) for folder in folders)
        raise MissingBot(f"there is no file {words[0]!r} in {where}")


def _builtin_advice(command: Sequence[str], game: str) -> str:
    """How to write the built-in player that a command seems to mean; empty if none."""
    name = "".join(command).casefold().removeprefix(BUILTIN)
    return f"{BUILTIN}{name} for the built-in player" if name in _builtins(game) else ""


def _is_program(word: str) -> bool:
    """Whether this can be started from any folder."""
    return ("/" not in word or Path(word).is_absolute()) and shutil.which(word) is not None


def has_oneshot_form(game: str) -> bool:
    """Whether bots of a game can run as one process per decision."""
    return registry.find(game).feature(OneShotForm) is not None


def _builtins(game: str) -> list[str]:
    return known_players(registry.find(game))


def _lines(file: Path) -> Iterator[tuple[int, str]]:
    """The lines of a player file that are not empty or comments, numbered from 1."""
    try:
        text = read_text(file, "utf-8-sig")
        checked_source(text, lambda says: BadEntry(f"{file}: {says}"), len(text), LONGEST_LINE)
    except OSError as error:
        raise BadEntry(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError as error:
        place = 1 + error.object[: error.start].count(b"\n")
        raise BadEntry(f"{file}, line {place}: this is not UTF-8 text") from None
    for number, line in enumerate(text.split("\n"), start=1):
        if line.strip() and not line.lstrip().startswith("#"):
            yield number, line.strip()


def _parse_line(line: str, folders: Sequence[Path]) -> Entry:
    name, mark, command = (part.strip() for part in line.partition(MARK))
    if not mark or not name or not command:
        raise BadEntry(f"expected `name {MARK} command line`, not {line!r}")
    return _entry(name, command, folders)


def _entry(name: str, command: str, folders: Sequence[Path]) -> Entry:
    if command.startswith(BUILTIN):
        return Entry(name, builtin=command.removeprefix(BUILTIN).strip())
    if is_function_name(command) and not command.casefold().startswith((BUILTIN, ONESHOT)):
        return Entry(name, function=located(command, folders))
    words = _words(command.removeprefix(ONESHOT))
    _check_quotes(words, folders)
    oneshot = command.startswith(ONESHOT)
    if "/" not in words[0] and shutil.which(words[0]):
        words[1:] = [_found(word, folders) for word in words[1:]]
    else:
        words = [_found(word, folders) for word in words]
    return Entry(name, tuple(words), oneshot=oneshot)


def _words(command: str) -> list[str]:
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise BadEntry(f"cannot read the command line {command!r}: {error}") from None
    if not words:
        raise BadEntry("the command line is empty")
    if sign := next(filter(OF_A_SHELL.fullmatch, words), None):
        raise BadEntry(f"{sign!r} has no meaning here, without a shell; use sh -c '...'")
    return words


def _check_quotes(words: Sequence[str], folders: Sequence[Path]) -> None:
    """Refuse a program or script whose path was split at its spaces."""
    behind_program = words[1:] if shutil.which(words[0]) else words
    path_first = dropwhile(lambda word: word.startswith("-"), behind_program)
    joined = accumulate(path_first, "{} {}".format)
    there = next((path for path in joined if _place(path, folders)), "")
    if " " in there and there not in words:
        raise BadEntry(f"put {there!r} in quotes: it contains spaces")


def _found(word: str, folders: Sequence[Path]) -> str:
    """A word of a command line; an existing file or folder gets its absolute path, since the bot
    runs in a folder of its own.
    """
    place = None if word.startswith("-") else _place(word, folders)
    return str(place.absolute()) if place else word


def _place(word: str, folders: Sequence[Path]) -> Path | None:
    """The file or folder that a word names, if it exists."""
    return next((folder / word for folder in folders if _is_there(folder / word)), None)


# --- as arguments ---

Player = str | Choose | Seat
"""A player by its name, as a command line, a function that takes a question, or a seat."""


def play_match(
    game: Game,
    first: Player,
    second: Player,
    *,
    seed: int | None = None,
    clock: Clock | None = None,
) -> Match:
    """Play a game between two players to its end, and return the match.

    >>> import duelhall
    >>> match = duelhall.play_match(duelhall.load("blade"), "greedy", "random", seed=7)
    >>> match.winner, match.reason.says
    (0, 'a Bolt or a Mirror was played as the last card of a hand')
    >>> def lowest(question):
    ...     return min(question.legal)
    >>> duelhall.play_match(duelhall.load("blade"), lowest, "random", seed=7).winner
    1

    A player is a built-in player by its name (`"greedy"`), a program as a command line
    (`"python3 bot.py"`), a function that takes a question and returns a move, or a seat, such as
    one that `duelhall.play.search` makes. The same seed gives the same game as at the terminal,
    in the arena and in a batch. What costs a player the game, such as an illegal move or an error
    of its own, is raised as a Fault, with a message that says who it was. With a clock, being late
    counts too, or is a pass where the game's rules say so.
    """
    match = checked_game(game).match(seed, players=[name_of(player) for player in (first, second)])
    with ExitStack() as stack:
        seats = [seat_of(player, game, stack) for player in (first, second)]
        late = Late.LOSE if clock is None else rule_for_late(game)
        table = Table(match, seats, clock=clock, late=late)
        table.run()
    if table.fault is not None and table.faulty is not None:
        raise table.fault.told_of(table.faulty, match.players[table.faulty])
    return match


def name_of(player: Player) -> str:
    """What a player is called."""
    return player if isinstance(player, str) else getattr(player, "__name__", "function")


def seat_of(player: Player, game: Game, stack: ExitStack) -> Seat:
    """The seat of a player; whatever it leaves behind is cleaned up with the stack."""
    if isinstance(player, str):
        return seated(parse_entry(player, game.name), game, stack)
    if hasattr(player, "decide"):
        return cast(Seat, player)
    if not callable(player):
        raise BadArgument("a player", "a name, a command line, a function or a seat", player)
    return FunctionSeat(player)


# --- whether programs can be players ---


class UnsupportedSystem(DuelhallError):
    """A system on which programs cannot be players."""


def missing_parts() -> list[str]:
    """What Python lacks here; nothing on Linux."""
    there = {
        "resource": find_spec("resource") is not None,
        "select.poll": hasattr(select, "poll"),
        "os.waitid": hasattr(os, "waitid"),
        "os.killpg": hasattr(os, "killpg"),
    }
    return [name for name, is_there in there.items() if not is_there]


def check_system() -> None:
    """Refuse to run programs where they could not be watched."""
    if missing := missing_parts():
        raise UnsupportedSystem(
            f"programs cannot be players on this system, where Python has no {', '.join(missing)}; "
            "built-in players and functions can (see duelhall docs arena)"
        )
