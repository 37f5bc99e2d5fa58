"""Calls of the system that a bot in a sandbox does not need, as a filter of the kernel's.

Without it a bot could choose its cores, have memory that belongs to none of its processes, leave
notes for its next game in the keys of whoever started the arena, call the machine around a virtual
one, and take over the first process of its namespace, with which it has to end.
"""

import errno
import platform
import socket
import struct
from collections.abc import Iterator, Mapping

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
    "sched_setaffinity": errno.EPERM,
    "bpf": errno.EPERM,
    "perf_event_open": errno.EPERM,
    "userfaultfd": errno.EPERM,
}
NUMBERS: dict[str, dict[str, int]] = {
    "x86_64": {
        "sched_setaffinity": 203, "shmget": 29, "semget": 64, "msgget": 68, "memfd_create": 319,
        "memfd_secret": 447, "vmsplice": 278, "add_key": 248, "request_key": 249, "keyctl": 250,
        "io_uring_setup": 425, "bpf": 321, "perf_event_open": 298, "userfaultfd": 323,
        "socket": 41, "mmap": 9, "ptrace": 101, "process_vm_writev": 311, "pidfd_open": 434,
    },
    "aarch64": {
        "sched_setaffinity": 122, "shmget": 194, "semget": 190, "msgget": 186, "memfd_create": 279,
        "memfd_secret": 447, "vmsplice": 75, "add_key": 217, "request_key": 218, "keyctl": 219,
        "io_uring_setup": 425, "bpf": 280, "perf_event_open": 241, "userfaultfd": 282,
        "socket": 198, "mmap": 222, "ptrace": 117, "process_vm_writev": 271, "pidfd_open": 434,
    },
}  # fmt: skip

FAMILIES = (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, getattr(socket, "AF_NETLINK", 16))
"""The kinds of sockets that stay in a sandbox, since its network is its own."""

WHOM = {"ptrace": 1, "process_vm_writev": 0, "pidfd_open": 0}
"""Calls that change another process, or lead to that, and which argument says which one."""

SHARED, ANONYMOUS = 0x01, 0x20
"""Flags of `mmap`, its fourth argument."""

OTHER_NUMBERS = 0x40000000
"""Where the numbers of a second set of calls begin, on machines that have one."""


def _refused(numbers: Mapping[str, int]) -> Iterator[bytes]:
    """What no program needs once its cores are set."""
    for name, error in FORBIDDEN.items():
        yield from _for_call(numbers[name], [_line(RETURN, REFUSE | error)])
    for name, place in WHOM.items():
        yield from _for_call(numbers[name], _check_process(place))
    yield from _for_call(numbers["socket"], _check_family())
    yield from _for_call(numbers["mmap"], _check_mapping())


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


def _check_process(place: int) -> list[bytes]:
    """Refuse the first process of the namespace, which is bubblewrap's."""
    refused = _line(RETURN, REFUSE | errno.EPERM)
    return [_line(LOAD, ARGUMENTS + 8 * place), _line(EQUAL, 1, 0, 1), refused,
            _line(RETURN, ALLOW)]  # fmt: skip


def _check_mapping() -> list[bytes]:
    """Refuse memory that is shared and is no file: it outlives its use by a process without being
    counted anywhere.
    """
    return [
        _line(LOAD, ARGUMENTS + 3 * 8),
        _line(ANY_BIT, ANONYMOUS, 0, 2),
        _line(ANY_BIT, SHARED, 0, 1),
        _line(RETURN, REFUSE | errno.EPERM),
        _line(RETURN, ALLOW),
    ]


def _line(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_so, if_not, value)


def _program(machine: str) -> bytes:
    """A filter that also refuses all calls of another kind of machine; one that refuses nothing
    where the numbers of calls are not known.
    """
    if machine not in NUMBERS:
        return _line(RETURN, ALLOW)
    first = [
        _line(LOAD, MACHINE),
        _line(EQUAL, KINDS[machine], 1, 0),
        _line(RETURN, REFUSE | errno.ENOSYS),
        _line(LOAD, CALL),
    ]
    return b"".join([*first, *_refused(NUMBERS[machine]), _line(RETURN, ALLOW)])


FILTER = _program(platform.machine())
