"""The games that are saved: what they are, and which one to go on with."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from duelhall.engine.errors import BadReplay, UnknownName
from duelhall.engine.registry import parse_game_name
from duelhall.engine.text import read_text
from duelhall.match.replay import Replay, parse
from duelhall.table.saving import SUFFIX, saves_folder
from duelhall.table.undo import PRACTICE


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
