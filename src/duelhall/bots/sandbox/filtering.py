"""Calls of the system that a bot in a sandbox does not need, as a filter of the kernel's.

Without it a bot could choose its cores, have memory that belongs to none of its processes, leave
notes for its next game in the keys of whoever started the arena, and call the machine around a
virtual one.
"""

import errno
import platform
import socket
import struct
from collections.abc import Iterable, Iterator, Mapping

LOAD, EQUAL, ANY_BIT, RETURN = 0x20, 0x15, 0x45, 0x06
"""Lines of a filter: load a word, jump if equal, jump if any of these bits is set, return."""

CALL, MACHINE, ARGUMENTS = 0, 4, 16
"""Where the number of the call, the kind of machine and the arguments of eight bytes are."""

ALLOW, REFUSE = 0x7FFF0000, 0x00050000

KINDS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
FORBIDDEN = {
    "shmget": errno.ENOSYS,
    "semget": errno.ENOSYS,
    "msgget": errno.ENOSYS,
    "memfd_create": errno.ENOSYS,
    "memfd_secret": errno.ENOSYS,
    "vmsplice": errno.ENOSYS,
    "add_key": errno.ENOSYS,
    "request_key": errno.ENOSYS,
    "keyctl": errno.ENOSYS,
    "io_uring_setup": errno.ENOSYS,  # which makes other calls that no filter sees
    "bpf": errno.EPERM,
    "perf_event_open": errno.EPERM,
    "userfaultfd": errno.EPERM,
}
NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {
        "sched_setaffinity": 203, "shmget": 29, "semget": 64, "msgget": 68, "memfd_create": 319,
        "memfd_secret": 447, "vmsplice": 278, "add_key": 248, "request_key": 249, "keyctl": 250,
        "io_uring_setup": 425, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
        "socket": 41, "mmap": 9,
    },
    "aarch64": {
        "sched_setaffinity": 122, "shmget": 194, "semget": 190, "msgget": 186, "memfd_create": 279,
        "memfd_secret": 447, "vmsplice": 75, "add_key": 217, "request_key": 218, "keyctl": 219,
        "io_uring_setup": 425, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282,
        "socket": 198, "mmap": 222,
    },
}  # fmt: skip

FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, getattr(socket, "AF_NETLINK", 16))
"""The kinds of sockets that stay in a sandbox, since its network is its own."""

SHARED, ANONYMOUS = 0x01, 0x20
"""Flags of `mmap`, its fourth argument."""

OTHER_NUMBERS = 0x40000000
"""Where the numbers of a second set of calls begin, on machines that have one."""


def _filter_for_all(numbers: Mapping[str, int]) -> list[bytes]:
    """What no program needs."""
    refused = (
        line
        for name, error in FORBIDDEN.items()
        for line in _for_call(numbers[name], [_line(RETURN, REFUSE | error)])
    )
    return [*refused, *_for_call(numbers["socket"], _check_family())]


def _filter_in_the_end(numbers: Mapping[str, int], *, is_counted: bool) -> list[bytes]:
    """What nobody needs once a program's cores are set; and shared memory that is no file, since it
    outlives its use by a process without being counted anywhere but in a control group.
    """
    refused = [_line(RETURN, REFUSE | errno.EPERM)]
    lines = [*_for_call(numbers["sched_setaffinity"], refused)]
    return lines if is_counted else [*lines, *_for_call(numbers["mmap"], _check_mapping())]


def _for_call(number: int, lines: list[bytes]) -> Iterator[bytes]:
    """These lines for a call, by either of its numbers; they must end with a return."""
    for call in (number, number | OTHER_NUMBERS):
        yield _line(EQUAL, call, 0, len(lines))
        yield from lines


def _check_family() -> list[bytes]:
    """Refuse all sockets but those of some families."""
    allowed = [_line(EQUAL, family, len(FAMILIES) - place, 0)
               for place, family in enumerate(FAMILIES)]  # fmt: skip
    refused = _line(RETURN, REFUSE | errno.EAFNOSUPPORT)
    return [_line(LOAD, ARGUMENTS), *allowed, refused, _line(RETURN, ALLOW)]


def _check_mapping() -> list[bytes]:
    """Refuse memory that is shared and is no file."""
    return [
        _line(LOAD, ARGUMENTS + 3 * 8),
        _line(ANY_BIT, ANONYMOUS, 0, 2),
        _line(ANY_BIT, SHARED, 0, 1),
        _line(RETURN, REFUSE | errno.EPERM),
        _line(RETURN, ALLOW),
    ]


def _line(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_so, if_not, value)


def _program(lines: Iterable[bytes]) -> bytes:
    """A filter that refuses what these lines refuse, and all calls of another kind of machine."""
    first = [
        _line(LOAD, MACHINE),
        _line(EQUAL, KINDS[platform.machine()], 1, 0),
        _line(RETURN, REFUSE | errno.ENOSYS),
        _line(LOAD, CALL),
    ]
    return b"".join([*first, *lines, _line(RETURN, ALLOW)])


_numbers = NUMBERS.get(platform.machine())

FOR_ALL = _program(_filter_for_all(_numbers)) if _numbers else None
"""A filter that is made before any bot is started; None where the numbers are not known."""

IN_THE_END = {
    is_counted: _program(_filter_in_the_end(_numbers, is_counted=is_counted)) if _numbers else None
    for is_counted in (False, True)
}
"""One more, by whether a control group counts all memory of the program."""
