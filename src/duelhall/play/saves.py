"""Where games are saved, so that none is lost and no file is overwritten.

The games that are saved: what they are, and which one to go on with.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from duelhall.engine.errors import BadReplay, UnknownName
from duelhall.engine.registry import parse_game_name
from duelhall.engine.text import read_text
from duelhall.match.match import Match
from duelhall.match.replay import Replay, parse
from duelhall.play.undo import PRACTICE

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


@dataclass(frozen=True)
class SavedGame:
    """A game that is saved, as its file says, unverified."""

    file: Path
    when: datetime
    replay: Replay

    @property
    def is_over(self) -> bool:
        """Whether it was played to its end."""
        return self.replay.result is not None

    @property
    def is_practice(self) -> bool:
        """Whether its player has taken back more than the rules of a real game allow."""
        return bool(self.replay.notes.get(PRACTICE))

    @property
    def game(self) -> str:
        """The name of the game, without its rule set and options."""
        return parse_game_name(self.replay.game).game


@dataclass(frozen=True)
class Unreadable:
    """A file among the saved games that is none, and why."""

    file: Path
    reason: str


def saved_games() -> list[SavedGame]:
    """All games that are saved, the one that was played last first."""
    games = [game for game in _files() if isinstance(game, SavedGame)]
    return sorted(games, key=lambda game: (game.when, game.file), reverse=True)


def unreadable_files() -> list[Unreadable]:
    """What lies among the saved games and cannot be read."""
    return [file for file in _files() if isinstance(file, Unreadable)]


def last_unfinished(game: str | None = None) -> Path:
    """The file of the game that was left last, of any game or of this one."""
    wanted = parse_game_name(game).game if game else None
    for saved in saved_games():
        if not saved.is_over and wanted in (None, saved.game):
            return saved.file
    raise UnknownName(
        f"there is no unfinished game{f' of {wanted}' if wanted else ''} to resume; `duelhall "
        "saves` lists what is saved"
    )


def found_file(name: Path) -> Path:
    """The file of that name, or the game that is saved by that name."""
    saved = saves_folder() / f"{str(name).removesuffix(SUFFIX)}{SUFFIX}"
    is_saved = not name.exists() and name.name == str(name) and saved.exists()
    return saved.resolve() if is_saved else name


def _files() -> Iterator[SavedGame | Unreadable]:
    for link in saves_folder().glob(f"*{SUFFIX}"):
        file = link.resolve()
        try:
            when = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
            yield SavedGame(file, when, parse(read_text(file)))
        except FileNotFoundError:  # a game that was saved elsewhere, and is gone
            continue
        except OSError as error:
            yield Unreadable(file, str(error.strerror))
        except (BadReplay, UnicodeDecodeError) as error:
            yield Unreadable(file, str(error))
