"""Where games are saved, so that none is lost and no file is overwritten."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from datetime import datetime
from itertools import count
from pathlib import Path

from duelhall.match.match import Match

SUFFIX = ".json"
PERSON = "person"
"""What a saved game calls a human player."""


def save_as(match: Match, name: str, own: Path | None) -> Path:
    """Save a match to a file that a person names, which must be new or the match's own.

    Raises OSError, ValueError or RuntimeError if there can be no such file.
    """
    file = Path(name).expanduser()
    if file.exists() and file != own:
        raise FileExistsError(f"{name} already exists")
    match.save(file)
    if own and own.parent == saves_folder() and own.read_bytes() == file.read_bytes():
        own.unlink()  # the same game, which was saved there because nobody had named a file
    _list(match, file)
    return file


def save_safely(match: Match, own: Path | None) -> Path | None:
    """Save a match that is over, or that its player is leaving, to its own file or, failing that,
    elsewhere.
    """
    for file in _places(match, own):
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            match.save(file)
        except (OSError, RuntimeError):
            continue
        _list(match, file)
        return file
    return None


def _places(match: Match, own: Path | None) -> Iterator[Path]:
    """Files to save a match in, the best first."""
    if own:
        yield own
    yield _unused(saves_folder(), match)
    yield _unused(Path.cwd(), match)
    yield _unused(Path(tempfile.gettempdir()), match)


def saves_folder() -> Path:
    """Where games are saved whose players named no file."""
    home = os.environ.get("XDG_STATE_HOME") or Path("~/.local/state").expanduser()
    return Path(home) / "duelhall"


def _unused(folder: Path, match: Match) -> Path:
    """A file that does not exist yet, named after the time; the seed would reveal hidden cards."""
    stem = f"{match.game.name}-{datetime.now().astimezone():%Y-%m-%d-%H%M%S}"
    names = (folder / f"{stem}{'' if n == 1 else f'-{n}'}{SUFFIX}" for n in count(1))
    return next(file for file in names if not os.path.lexists(file))


def _list(match: Match, file: Path) -> None:
    """Let a game that is saved elsewhere be found among the others, by a link to its file."""
    folder, there = saves_folder(), file.absolute()
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        saved = {link.resolve() for link in folder.glob(f"*{SUFFIX}")}
        if there.resolve() not in saved:
            _unused(folder, match).symlink_to(there)
