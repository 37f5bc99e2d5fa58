"""Calls of the system that a bot in a sandbox does not need, as a filter of the kernel's.

Without it a bot could choose its cores, and have memory that belongs to none of its processes.
"""

import errno
import platform
import struct

LOAD, EQUAL, RETURN = 0x20, 0x15, 0x06
"""Lines of a filter: load a word, jump if equal, return."""

CALL, MACHINE = 0, 4
"""Where the number of the call and the kind of machine are."""

ALLOW, REFUSE = 0x7FFF0000, 0x00050000

KINDS = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
FORBIDDEN = {
    "x86_64": {203: errno.EPERM, 29: errno.ENOSYS, 319: errno.ENOSYS, 447: errno.ENOSYS},
    "aarch64": {122: errno.EPERM, 194: errno.ENOSYS, 279: errno.ENOSYS, 447: errno.ENOSYS},
}
"""sched_setaffinity, shmget, memfd_create and memfd_secret."""

OTHER_NUMBERS = 0x40000000
"""Where the numbers of a second set of calls begin, on machines that have one."""


def _filter_program() -> bytes | None:
    """The filter for this machine; None if its numbers are not known here."""
    machine = platform.machine()
    if machine not in KINDS:
        return None
    lines = [
        _line(LOAD, MACHINE),
        _line(EQUAL, KINDS[machine], 1, 0),
        _line(RETURN, REFUSE | errno.ENOSYS),
        _line(LOAD, CALL),
    ]
    for number, error in FORBIDDEN[machine].items():
        for call in (number, number | OTHER_NUMBERS):
            lines += [_line(EQUAL, call, 0, 1), _line(RETURN, REFUSE | error)]
    return b"".join([*lines, _line(RETURN, ALLOW)])


def _line(code: int, value: int, if_so: int = 0, if_not: int = 0) -> bytes:
    return struct.pack("HBBI", code, if_so, if_not, value)


PROGRAM = _filter_program()
"""Made before any bot is started."""
