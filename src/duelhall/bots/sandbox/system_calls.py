"""The calls of Linux that Python has no names for."""

import ctypes
import os
import platform
import struct

NEW_MOUNTS, NEW_IPC, NEW_USER, NEW_PROCESSES, NEW_NETWORK = (
    0x00020000, 0x08000000, 0x10000000, 0x20000000, 0x40000000,
)  # fmt: skip
SIGCHLD = 17

READ_ONLY, NO_SETUID, NO_DEVICES, NO_PROGRAMS = 1, 2, 4, 8
"""Attributes of mounts; the same numbers for `mount` and `mount_setattr`."""

PRIVATE, RECURSIVE = 1 << 18, 1 << 14
AT_FDCWD, AT_RECURSIVE, AT_EMPTY_PATH, CLONE_TREE, CLOSE_ON_EXEC = -100, 0x8000, 0x1000, 1, 0x80000
MOVE_EMPTY_PATH = 4

CLONE = {"x86_64": 56}.get(platform.machine(), 220)
OPEN_TREE, MOVE_MOUNT, MOUNT_SETATTR = 428, 429, 442
"""The numbers of the calls; those above 400 are the same on all machines."""

SET_DEATH_SIGNAL, SET_SECCOMP, SET_SECUREBITS, SET_NO_NEW_PRIVILEGES = 1, 22, 28, 38
FILTER = 2
NO_ROOT = 0xEF  # being user 0 gives no capabilities, and nothing can change that
CAPABILITIES_VERSION = 0x20080522

_libc = ctypes.CDLL(None, use_errno=True)


def _checked(result: int, what: str) -> int:
    if result < 0:
        number = ctypes.get_errno()
        raise OSError(number, os.strerror(number), what)
    return result


def clone(flags: int) -> int:
    """Fork into new namespaces: 0 in the child, its id in the parent."""
    number = _libc.syscall(CLONE, ctypes.c_ulong(flags | SIGCHLD), 0, 0, 0, 0)
    return _checked(number, "new namespaces")


def mount(kind: str, place: str, flags: int, options: str = "") -> None:
    """Mount a file system of this kind."""
    name, data = kind.encode(), options.encode() or None
    _checked(_libc.mount(name, place.encode(), name, ctypes.c_ulong(flags), data), place)


def make_private(place: str) -> None:
    """Let what is mounted here from now on be seen by nobody else."""
    flags = ctypes.c_ulong(PRIVATE | RECURSIVE)
    _checked(_libc.mount(None, place.encode(), None, flags, None), place)


def restrict_mounts(place: str, attributes: int) -> None:
    """Give attributes to a mount and to all within it."""
    _change_mounts(AT_FDCWD, place, AT_RECURSIVE, struct.pack("QQQQ", attributes, 0, 0, 0))


def allow_writing(tree: int) -> None:
    """Let a detached tree no longer be read-only, unless it was so from the beginning."""
    _change_mounts(tree, "", AT_EMPTY_PATH, struct.pack("QQQQ", 0, READ_ONLY, 0, 0))


def _change_mounts(where: int, place: str, how: int, wanted: bytes) -> None:
    size = ctypes.c_size_t(len(wanted))
    _checked(_libc.syscall(MOUNT_SETATTR, where, place.encode(), how, wanted, size), place)


def copied_tree(place: str, *, whole: bool = True) -> int:
    """A detached copy of what is mounted here, with all within it or without, as an open file."""
    how = CLONE_TREE | CLOSE_ON_EXEC | (AT_RECURSIVE if whole else 0)
    return _checked(_libc.syscall(OPEN_TREE, AT_FDCWD, place.encode(), how), place)


def attach(tree: int, place: str) -> None:
    """Mount a detached tree here."""
    target = place.encode()
    _checked(_libc.syscall(MOVE_MOUNT, tree, b"", AT_FDCWD, target, MOVE_EMPTY_PATH), place)


def prctl(what: int, *values: int) -> None:
    """Change how the system treats this process."""
    padded = [ctypes.c_ulong(value) for value in (*values, 0, 0, 0, 0)[:4]]
    _checked(_libc.prctl(what, *padded), "prctl")


def give_up_capabilities() -> None:
    """Have no capability, and never get one again, whatever is run."""
    prctl(SET_SECUREBITS, NO_ROOT)
    header = struct.pack("Ii", CAPABILITIES_VERSION, 0)
    _checked(_libc.capset(header, bytes(24)), "capset")
    prctl(SET_NO_NEW_PRIVILEGES, 1)


def filter_calls(program: bytes) -> None:
    """Let the system filter the calls of this process by a program of eight bytes a line."""
    lines = ctypes.create_string_buffer(program, len(program))
    whole = struct.pack("HxxxxxxP", len(program) // 8, ctypes.addressof(lines))
    place = ctypes.create_string_buffer(whole, len(whole))
    prctl(SET_SECCOMP, FILTER, ctypes.addressof(place))
