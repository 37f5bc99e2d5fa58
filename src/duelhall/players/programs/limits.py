"""What a program may use, besides time."""

from dataclasses import dataclass
from enum import StrEnum

MEBIBYTE = 2**20


class Sandbox(StrEnum):
    """Whether programs run in a sandbox."""

    REQUIRED = "required"  # or not at all
    AUTO = "auto"  # where the system has one
    OFF = "off"


@dataclass(frozen=True)
class Limits:
    """In bytes, where nothing else is said; None means no limit."""

    memory: int | None = 2048 * MEBIBYTE  # for each of its processes, as RLIMIT_DATA counts it
    line: int = MEBIBYTE // 16  # of one answer
    output: int = 8 * MEBIBYTE  # of all answers of a game
    unasked: int = 1000  # lines of a game that answer nothing
    errors: int = 16 * 1024  # of standard error, as far as it is kept

    sandbox: Sandbox = Sandbox.OFF
    hidden: tuple[str, ...] = ()  # folders that nobody sees from a sandbox, such as the contest's
    cores: tuple[int, ...] = ()  # on which a program in a sandbox runs; all, if none are named
    group: str = (
        ""  # the control group below which each sandbox has one of its own, if there is one
    )
    scratch: int = 256 * MEBIBYTE  # of files, in a sandbox
    processes: int = 512  # at once, in a sandbox
    files: int = 1024  # open at once, in a sandbox
    seconds: int = 24 * 3600  # of CPU time for each process, in a sandbox
