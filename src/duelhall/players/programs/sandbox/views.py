"""What a program in a sandbox sees of the machine's files: all that is not somebody's own."""

import os
import shutil
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from duelhall.players.programs.limits import Limits
from duelhall.players.programs.sandbox.orders import HOME, Order

PROGRAMS = ("bin", "shims")
"""What a folder of programs is called, where those need more that is installed around it."""

PRIVATE = ("/tmp", "/var/tmp", "/home", "/root", "/run", "/mnt", "/media")
"""Where people, sessions and services keep what is theirs."""


def order_of(
    command: Sequence[str], environment: dict[str, str], folder: Path, limits: Limits
) -> Order:
    """The order to start a program with what it needs to see."""
    hidden = hidden_folders(limits.hidden)
    return Order(
        command=tuple(command),
        environment=environment,
        folder=str(folder),
        hidden=hidden,
        shown=shown_places(tuple(command), environment["PATH"], hidden),
        writable=() if str(folder) == HOME else (str(folder),),
        memory=limits.memory,
        scratch=limits.scratch,
        processes=limits.processes,
        files=limits.files,
        seconds=limits.seconds,
        cores=limits.cores,
    )


@lru_cache(maxsize=64)
def hidden_folders(more: tuple[str, ...]) -> tuple[str, ...]:
    """The folders that are empty in a sandbox, without links on the way to them."""
    folders = {os.path.realpath(place) for place in (*PRIVATE, str(Path.home()), *more)}
    return tuple(sorted(place for place in folders - {"/"} if Path(place).is_dir()))


@lru_cache(maxsize=1024)
def shown_places(command: tuple[str, ...], path: str, hidden: tuple[str, ...]) -> tuple[str, ...]:
    """What a command needs of hidden folders: its program, and the folders of files it names."""
    program = shutil.which(command[0], path=path)
    needed = {*_installed(program), *(place for word in command for place in _named(word, hidden))}
    return tuple(sorted(place for place in needed if _is_within(place, hidden)))


def _installed(program: str | None) -> Iterator[str]:
    """Where a program is installed: the folder around `bin`, or else its own."""
    for place in {program, program and os.path.realpath(program)} - {None}:
        folder = Path(str(place)).parent
        yield str(folder.parent if folder.name in PROGRAMS else folder)


def _named(word: str, hidden: tuple[str, ...]) -> Iterator[str]:
    """What a word of a command line names: a folder, or a file with the folder it is in, unless
    that is one of those to be hidden.
    """
    place = Path(word)
    if not place.is_absolute() or not place.exists():
        return
    for found in {place, Path(os.path.realpath(place))}:
        is_alone = found.is_dir() or os.path.realpath(found.parent) in hidden
        yield str(found if is_alone else found.parent)


def _is_within(place: str, hidden: tuple[str, ...]) -> bool:
    """Whether a place is hidden, and may be shown again."""
    real = Path(os.path.realpath(place))
    return str(real) not in hidden and any(real.is_relative_to(folder) for folder in hidden)
