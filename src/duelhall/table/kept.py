"""The games that are kept: what they are, and which one to go on with."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from duelhall.engine.errors import BadReplay, UnknownName
from duelhall.engine.names import parse_game_name
from duelhall.engine.replay import Replay, parse
from duelhall.table.saving import SUFFIX, saves_folder
from duelhall.table.undo import PRACTICE


@dataclass(frozen=True)
class KeptGame:
    """A game that is kept, as its file says, unverified."""

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
    """A file among the kept games that is none, and why."""

    file: Path
    reason: str


def kept_games() -> list[KeptGame]:
    """All games that are kept, the one that was played last first."""
    games = [game for game in _files() if isinstance(game, KeptGame)]
    return sorted(games, key=lambda game: (game.when, game.file), reverse=True)


def unreadable_files() -> list[Unreadable]:
    """What lies among the kept games and cannot be read."""
    return [file for file in _files() if isinstance(file, Unreadable)]


def last_unfinished(game: str | None = None) -> Path:
    """The file of the game that was left last, of any game or of this one."""
    wanted = parse_game_name(game).game if game else None
    for kept in kept_games():
        if not kept.is_over and wanted in (None, kept.game):
            return kept.file
    raise UnknownName(
        f"there is no unfinished game{f' of {wanted}' if wanted else ''} to resume; `duelhall "
        "saves` lists what is kept"
    )


def found_file(name: Path) -> Path:
    """The file of that name, or the game that is kept by that name."""
    kept = saves_folder() / f"{str(name).removesuffix(SUFFIX)}{SUFFIX}"
    is_kept = not name.exists() and name.name == str(name) and kept.exists()
    return kept.resolve() if is_kept else name


def _files() -> Iterator[KeptGame | Unreadable]:
    for link in saves_folder().glob(f"*{SUFFIX}"):
        file = link.resolve()
        try:
            when = datetime.fromtimestamp(file.stat().st_mtime).astimezone()
            yield KeptGame(file, when, parse(file.read_text(encoding="utf-8")))
        except FileNotFoundError:  # a game that was saved elsewhere, and is gone
            continue
        except OSError as error:
            yield Unreadable(file, str(error.strerror))
        except (BadReplay, UnicodeDecodeError) as error:
            yield Unreadable(file, str(error))
