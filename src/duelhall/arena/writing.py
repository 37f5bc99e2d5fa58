"""Writing a file of a tournament."""

import os
from collections.abc import Iterable
from pathlib import Path

ANYBODY = 0o666
"""Who may read and write a file, as far as the system asks."""


def write_anew(file: Path, lines: Iterable[bytes], mode: int = ANYBODY) -> None:
    """Replace a file, wholly or not at all, and have it on the disk."""
    draft = file.with_name(f"{file.name}.part")
    draft.unlink(missing_ok=True)
    draft.touch(mode, exist_ok=False)
    with draft.open("wb") as written:
        written.writelines(lines)
        written.flush()
        os.fsync(written.fileno())
    draft.replace(file)
