"""The settings of a tournament: who plays what against whom, how often, and with which clock."""

import json
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from duelhall.arena.bounds import faults_in
from duelhall.engine.errors import DuelhallError, no_such
from duelhall.engine.game import load
from duelhall.engine.names import BadGameName, GameName, parse_game_name
from duelhall.engine.replay import FIRST_EDITION
from duelhall.engine.texts import read_text
from duelhall.players.clock import Clock
from duelhall.players.entry import Entry
from duelhall.stats import Sprt
from duelhall.table.lateness import Late

FORMAT = 2
FIRST_FORMAT = 1
FORMATS = ("round-robin", "swiss", "gauntlet")
FILE = "tournament.json"


class BadTournament(DuelhallError):
    """A tournament that cannot be played, or a folder without one."""


class Interrupted(BadTournament):
    """A tournament that was interrupted from outside, and can be resumed."""


@dataclass(frozen=True)
class Settings:
    """Everything that determines which games a tournament has."""

    game: str  # its full name, with its cards
    edition: int  # of the game
    entries: tuple[Entry, ...]
    games: int  # per pairing, in mirrored pairs
    format: str = "round-robin"
    rounds: int | None = None  # of a swiss tournament; enough to find a winner if it is None
    clock: Clock = field(default_factory=Clock)
    seed: int = 0
    sprt: tuple[float, float] | None = None  # the two Elo numbers of a match that is a test
    late: Late = Late.LOSE  # what late players do

    def __post_init__(self) -> None:
        for fault in faults_in(self):
            raise BadTournament(fault)
        if len(self.entries) < 2:  # noqa: PLR2004, it takes two
            raise BadTournament("a tournament needs at least two players")
        if self.games < 2 or self.games % 2:  # noqa: PLR2004, two games make a mirrored pair
            raise BadTournament(
                f"games come in mirrored pairs: give an even number above 0, not {self.games}"
            )
        if self.format not in FORMATS:
            raise BadTournament(no_such("format", self.format, FORMATS))
        if self.rounds is not None and (self.rounds < 1 or self.format != "swiss"):
            raise BadTournament(
                f"only a swiss tournament has rounds, at least one: not {self.rounds} "
                f"in a {self.format} tournament"
            )

    @cached_property
    def game_name(self) -> GameName:
        """The game, as it was written in the settings."""
        return parse_game_name(self.game)

    @cached_property
    def full_name(self) -> str:
        """The game, for people to read; as written in the settings if it is not installed here."""
        try:
            return load(self.game).full_name
        except DuelhallError:
            return self.game

    @property
    def is_match(self) -> bool:
        """Whether there are only two players."""
        return len(self.entries) == 2  # noqa: PLR2004

    @property
    def test(self) -> Sprt | None:
        """The test that ends a match."""
        return None if self.sprt is None else Sprt(*self.sprt)

    def save(self, folder: Path) -> None:
        """Write the settings into a tournament's folder."""
        document = {"duelhall_tournament": FORMAT, **asdict(self)}
        draft = folder / f"{FILE}.part"
        draft.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
        draft.replace(folder / FILE)


def load_settings(folder: Path) -> Settings:
    """The settings of the tournament in a folder."""
    file = folder / FILE
    try:
        document = json.loads(read_text(file))
        version = document.pop("duelhall_tournament")
    except FileNotFoundError:
        raise BadTournament(f"there is no tournament in {folder}: {FILE} is missing") from None
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise BadTournament(f"{file} is damaged: {error}") from None
    if version not in (FIRST_FORMAT, FORMAT):
        raise BadTournament(
            f"{file} has format {version}, but this version of Duelhall reads formats up to "
            f"{FORMAT}; try a newer one"
        )
    return _settings(document, file, version)


def _settings(document: dict[str, Any], file: Path, version: int) -> Settings:
    try:
        if version == FIRST_FORMAT:
            _rename_game(document)
        parse_game_name(document["game"])
        document["clock"] = Clock(**document["clock"])
        document["entries"] = tuple(_entry(entry) for entry in document["entries"])
        document["rounds"] = document.get("rounds") or None
        document["late"] = Late(document.get("late", Late.LOSE))
        if document.get("sprt") is not None:
            document["sprt"] = tuple(document["sprt"])
        return Settings(**document)
    except (TypeError, KeyError, ValueError, AttributeError, BadGameName) as error:
        raise BadTournament(f"{file} is damaged: {error}") from None


def _rename_game(document: dict[str, Any]) -> None:
    """Give the game of a format 1 tournament its full name and the edition of that time."""
    name = GameName(document["game"], document.pop("rules") or None, document.pop("options"))
    document |= {"game": str(name), "edition": FIRST_EDITION}


def _entry(entry: dict[str, Any]) -> Entry:
    command = entry["command"]
    return Entry(**{**entry, "command": None if command is None else tuple(command)})
