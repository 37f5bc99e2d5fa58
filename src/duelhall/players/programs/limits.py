"""What a program may use, besides time."""

from dataclasses import dataclass

MEBIBYTE = 2**20


@dataclass(frozen=True)
class Limits:
    """In bytes, where nothing else is said; None means no limit."""

    memory: int | None = 2048 * MEBIBYTE  # for each of its processes, as RLIMIT_DATA counts it
    line: int = MEBIBYTE // 16  # of one answer
    output: int = 8 * MEBIBYTE  # of all answers of a game
    unasked: int = 1000  # lines of a game that answer nothing
    errors: int = 16 * 1024  # of standard error, as far as it is kept
