"""The sandbox of a bot: bubblewrap's command line, and how much is used in it.

A bot sees all of the machine's files that are not somebody's own, and changes none of them.
"""

import os
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator
from contextlib import contextmanager, suppress
from functools import cache, lru_cache
from io import FileIO
from pathlib import Path

from duelhall.bots.home import HOME, MEBIBYTE, Limits, Sandbox
from duelhall.bots.seccomp import FILTER
from duelhall.engine.errors import DuelhallError

UNSAFE = (
    "There is no sandbox on this system, so a bot can do here whatever you can: install bubblewrap "
    "(`apt install bubblewrap`), or do not run strangers' programs here (`duelhall docs arena`)."
)
AS_ROOT = (
    "You are root, so a bot can read here what only root may, even in its sandbox: play strangers' "
    "programs as another user (`duelhall docs arena`)."
)


class MissingSandbox(DuelhallError):
    """A sandbox that is required on a system that has none."""


def is_sandboxed(wanted: Sandbox) -> bool:
    """Whether programs get a sandbox; MissingSandbox if there must be one and is none."""
    if wanted is not Sandbox.OFF and has_sandbox():
        return True
    if wanted is Sandbox.REQUIRED:
        raise MissingSandbox(
            "there is no sandbox on this system: install bubblewrap (`apt install bubblewrap`), "
            "and see `duelhall docs arena` if that is not enough"
        )
    return False


@cache
def has_sandbox() -> bool:
    """Whether a program starts in a sandbox here, and ends well."""
    line = command_line(("true",), HOME, os.defpath, Limits())
    with rules() as file, suppress(OSError):
        done = subprocess.run(
            [*line, "--add-seccomp-fd", str(file.fileno()), "--", "true"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            pass_fds=[file.fileno()],
            check=False,
        )
        return done.returncode == 0
    return False


@contextmanager
def pipe() -> Iterator[tuple[FileIO, FileIO]]:
    """Both ends of a pipe, what can be read from it first."""
    reading, writing = os.pipe()
    with FileIO(reading, "r") as outlet, FileIO(writing, "w") as inlet:
        yield outlet, inlet


@contextmanager
def rules() -> Iterator[FileIO]:
    """A file from which bubblewrap reads the calls that a bot cannot make."""
    with pipe() as (outlet, inlet):
        inlet.write(FILTER)
        inlet.close()
        yield outlet


# --- what a bot sees ---

PRIVATE = ("/tmp", "/var/tmp", "/home", "/root", "/run", "/mnt", "/media")
"""Where people, sessions and services keep what is theirs."""

PROGRAMS = ("bin", "shims")
"""What a folder of programs is called, where those need more that is installed around it."""

SCRATCH = "/tmp"
SMALL = "65536"
"""Bytes of a file system in memory that has only folders and links."""

DEVICES = ("null", "full", "random", "urandom")
ALWAYS = (
    "--unshare-all", "--unshare-user", "--disable-userns", "--cap-drop", "ALL", "--die-with-parent",
    "--ro-bind", "/", "/",
    "--size", SMALL, "--tmpfs", "/dev",
    *(word for name in DEVICES for word in ("--dev-bind", f"/dev/{name}", f"/dev/{name}")),
    "--symlink", "full", "/dev/zero",  # reads the same, but is no memory that could be shared
    "--symlink", "/proc/self/fd", "/dev/fd",
    "--symlink", SCRATCH, "/dev/shm",
    "--remount-ro", "/dev",
    "--proc", "/proc",
    "--size", SMALL, "--tmpfs", "/proc/1", "--remount-ro", "/proc/1",  # whose memory is no bot's
    "--remount-ro", "/proc",
)  # fmt: skip


@lru_cache(maxsize=1024)
def command_line(
    command: tuple[str, ...], folder: str, path: str, limits: Limits
) -> tuple[str, ...]:
    """How bubblewrap is started for a command in this folder, before the command itself; programs
    are found by this path.
    """
    hidden, secret = hidden_folders(limits.hidden), _real_folders(limits.hidden)
    bound = dict.fromkeys(shown_places(command, path, hidden, secret), "--ro-bind")
    if folder != HOME:
        bound[folder] = "--bind"
    words = ["--perms", "1777", "--size", str(limits.scratch), "--tmpfs", SCRATCH, "--dir", HOME]
    empty = [place for place in hidden if _is_seen(place, hidden, bound)]
    for place in sorted({*bound, *empty} - {SCRATCH}, key=_depth):
        cover = ["--size", SMALL, "--tmpfs", place]
        words += [bound[place], place, place] if place in bound else cover
    for place in {*empty} - {SCRATCH}:
        words += ["--remount-ro", place]
    return ("bwrap", *ALWAYS, *words, "--chdir", folder)


def _depth(place: str) -> int:
    return place.count("/")


def _is_seen(place: str, hidden: Collection[str], bound: Collection[str]) -> bool:
    """Whether there is something to hide: what is around it may be hidden as well."""
    around = [it for it in (*hidden, *bound) if it != place and Path(place).is_relative_to(it)]
    return not around or max(around, key=_depth) in bound


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
    reached = {place if _is_below(place, hidden) else os.path.realpath(place) for place in needed}
    within = (place for place in reached if _is_within(place, hidden))
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
    real = os.path.realpath(place)
    return real not in hidden and _is_below(real, hidden)


def _is_below(place: str, folders: Collection[str]) -> bool:
    return any(Path(place).is_relative_to(folder) for folder in folders)


def _is_of(place: str, secret: tuple[str, ...]) -> bool:
    """Whether a place is a file of a contest."""
    real = Path(os.path.realpath(place))
    return str(real.parent) in secret and not real.is_dir()


# --- how much it uses ---

SPARE_MEMORY = 16
"""How many times its memory a bot may reserve as addresses: Java and Node reserve a lot."""

USED = re.compile(rb"^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB", re.MULTILINE)
"""What a process uses, in its status: memory of its own, and shared memory."""

SHARE = re.compile(rb"^(?:Pss_Anon|Pss_Shmem|SwapPss):\s+(\d+) kB", re.MULTILINE)
"""Its share of that where several processes have it, which takes longer to find out."""

TABLES = re.compile(rb"^VmPTE:\s+(\d+) kB", re.MULTILINE)
"""What the system keeps on a process's memory, in its status."""

OPEN = re.compile(rb"^FDSize:\s+(\d+)", re.MULTILINE)
"""For how many open files a process has room, in its status."""

THREADS = re.compile(rb"^Threads:\s+(\d+)", re.MULTILINE)
SOCKETS = re.compile(rb"^sockets: used (\d+)", re.MULTILINE)
CONNECTIONS = re.compile(rb"^TCP6?: inuse (\d+)", re.MULTILINE)

MOST_IN_A_PIPE, MOST_IN_A_SOCKET, MOST_IN_A_CONNECTION, OF_A_FILE = 8, 512, 40_960, 1
"""Kibibytes that the system may keep in a pipe, if a user has many, in a socket, in either end of a
connection by TCP, and of a file in memory.
"""

FEW_FILES = 64
"""How many open files a process may have that do not count."""

KIBIBYTE = 1024


def limit(pid: int, limits: Limits) -> None:
    """Limit what a process and those that it starts may use, each of them."""
    import resource  # not everywhere, and never missed where no program is started

    most = {
        resource.RLIMIT_CORE: 0,
        resource.RLIMIT_NPROC: limits.processes,
        resource.RLIMIT_NOFILE: limits.files,
        resource.RLIMIT_CPU: limits.seconds,
        resource.RLIMIT_FSIZE: limits.scratch,
    }
    if limits.memory is not None:
        most[resource.RLIMIT_DATA] = limits.memory
        most[resource.RLIMIT_AS] = limits.memory * SPARE_MEMORY
    for what, value in most.items():
        _, hard = resource.getrlimit(what)
        own = value if hard == resource.RLIM_INFINITY else min(value, hard)
        resource.prlimit(pid, what, (own, own))
    if limits.cores:
        os.sched_setaffinity(pid, limits.cores)


def excess(pid: int, limits: Limits) -> str:
    """What the processes in a sandbox have too much of together, in words; nothing if all is well.

    The sandbox is known by its first process. The system limits how many processes there are as
    well, but not for root.
    """
    places = _processes(pid)
    states = [_read(place / "status") for place in places]
    if _sum(THREADS, states) > limits.processes:
        return f"it had more than {limits.processes} processes"
    if limits.memory is None:
        return ""
    room = limits.memory - KIBIBYTE * (sum(map(_kept, states)) + _in_sockets(pid) + _in_files(pid))
    if KIBIBYTE * _sum(USED, states) <= room:
        return ""
    if KIBIBYTE * _sum(SHARE, [_read(place / "smaps_rollup") for place in places]) <= room:
        return ""
    return f"it used more than {limits.memory // MEBIBYTE} MiB of memory"


def _processes(pid: int) -> list[Path]:
    """The folders of the processes in a sandbox, as its own system tells of them."""
    with suppress(OSError):
        return list(Path(f"/proc/{pid}/root/proc").glob("[0-9]*"))
    return []


def _read(file: Path) -> bytes:
    """What the system tells of a process; nothing if it has just ended."""
    with suppress(OSError):
        return file.read_bytes()
    return b""


def _sum(numbers: re.Pattern[bytes], texts: list[bytes]) -> int:
    return sum(int(number) for text in texts for number in numbers.findall(text))


def _kept(status: bytes) -> int:
    """How many kibibytes the system may keep for a process, besides its own."""
    files = max(0, _sum(OPEN, [status]) - FEW_FILES)
    return _sum(TABLES, [status]) + MOST_IN_A_PIPE * files


def _in_sockets(pid: int) -> int:
    """How many kibibytes may be in its sockets, which nothing but these is connected to."""
    told = [_read(Path(f"/proc/{pid}/net/{file}")) for file in ("sockstat", "sockstat6")]
    return MOST_IN_A_SOCKET * _sum(SOCKETS, told) + MOST_IN_A_CONNECTION * _sum(CONNECTIONS, told)


def _in_files(pid: int) -> int:
    """How many kibibytes the system keeps of its files in memory, besides what is in them."""
    with suppress(OSError):
        scratch = os.statvfs(f"/proc/{pid}/root{SCRATCH}")
        return OF_A_FILE * (scratch.f_files - scratch.f_ffree)
    return 0
