"""Reading what the original controller prints."""

import re
from collections.abc import Iterable


def table(results: Iterable[str]) -> dict[str, tuple[str, float]]:
    """The shares and the times in lines of results."""
    pattern = re.compile(r"(.{16,}): (\d+\.\d\d)% \((\d+\.\d+) s\)")
    found = [pattern.fullmatch(line) for line in results]
    return {line[1].rstrip(): (line[2], float(line[3])) for line in found if line}
