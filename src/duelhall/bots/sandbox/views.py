"""What a program in a sandbox sees of the machine's files: all that is not somebody's own."""

import os
import shutil
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path

from duelhall.bots.home import Limits
from duelhall.bots.sandbox.orders import HOME, Order

PROGRAMS = ("bin", "shims")
"""What a folder of programs is called, where those need more that is installed around it."""

PRIVATE = ("/tmp", "/var/tmp", "/home", "/root", "/run", "/mnt", "/media")
"""Where people, sessions and services keep what is theirs."""


def order_of(
    command: Sequence[str], environment: dict[str, str], folder: Path, limits: Limits
) -> Order:
    """The order to start a program with what it needs to see."""
    hidden, secret = hidden_folders(limits.hidden), _real_folders(limits.hidden)
    return Order(
        command=tuple(command),
        environment=environment,
        folder=str(folder),
        hidden=hidden,
        shown=shown_places(tuple(command), environment["PATH"], hidden, secret),
        writable=() if str(folder) == HOME else (str(folder),),
        memory=limits.memory,
        is_counted=bool(limits.group),
        scratch=limits.scratch,
        processes=limits.processes,
        files=limits.files,
        seconds=limits.seconds,
        cores=limits.cores,
    )


@lru_cache(maxsize=64)
def hidden_folders(more: tuple[str, ...]) -> tuple[str, ...]:
    """The folders that are empty in a sandbox, without links on the way to them."""
    folders = _real_folders((*PRIVATE, str(Path.home()), *more))
    return tuple(place for place in folders if place != "/")


def _real_folders(places: tuple[str, ...]) -> tuple[str, ...]:
    folders = {os.path.realpath(place) for place in places}
    return tuple(sorted(place for place in folders if Path(place).is_dir()))


@lru_cache(maxsize=1024)
def shown_places(
    command: tuple[str, ...], path: str, hidden: tuple[str, ...], secret: tuple[str, ...] = ()
) -> tuple[str, ...]:
    """What a command needs of hidden folders: its program, and the folders of files it names; but
    no file that lies directly in a secret one.
    """
    program = shutil.which(command[0], path=path)
    needed = {*_installed(program), *(place for word in command for place in _named(word, hidden))}
    within = (place for place in needed if _is_within(place, hidden))
    return tuple(sorted(place for place in within if not _is_of(place, secret)))


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
    if not place.is_absolute() or not place.exists() or not _is_straight(place):
        return
    for found in {place, Path(os.path.realpath(place))}:
        is_alone = found.is_dir() or os.path.realpath(found.parent) in hidden
        yield str(found if is_alone else found.parent)


def _is_straight(place: Path) -> bool:
    """Whether no link on the way leads out of the folder that it is in. The system has some at the
    top; any other may be the work of a bot's author, and lead to what is nobody's business.
    """
    here = Path("/")
    for name in place.parts[1:]:
        real = Path(os.path.realpath(here / name))
        if (here / name).is_symlink() and here != Path("/") and not real.is_relative_to(here):
            return False
        here = real
    return True


def _is_within(place: str, hidden: tuple[str, ...]) -> bool:
    """Whether a place is hidden, and may be shown again."""
    real = Path(os.path.realpath(place))
    return str(real) not in hidden and any(real.is_relative_to(folder) for folder in hidden)


def _is_of(place: str, secret: tuple[str, ...]) -> bool:
    """Whether a place is a file of a contest."""
    real = Path(os.path.realpath(place))
    return str(real.parent) in secret and not real.is_dir()
