"""The settings of a tournament: who plays what against whom, how often, and with which clock.

They are saved three times. `tournament.json` may be shown to anybody; `key.json` has the seed as
well, from which all deals follow, and only the owner can read it and its copy. Each ends with a
checksum.
"""

import json
import os
import re
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import Any
from zlib import crc32

from duelhall.arena.bounds import faults_in
from duelhall.arena.writing import ANYBODY, write_anew
from duelhall.engine.errors import DuelhallError, no_such, shortened
from duelhall.engine.registry import GameName, parse_game_name
from duelhall.engine.text import NotPlain, read_bytes
from duelhall.match.game import load
from duelhall.match.replay import FIRST_EDITION
from duelhall.play.table import Late
from duelhall.players.clock import Clock
from duelhall.players.entry import Entry
from duelhall.stats import Sprt

FORMAT = 3
UNCHECKED_FORMAT = 2
FIRST_FORMAT = 1
FORMATS = ("round-robin", "swiss", "gauntlet")
FILE = "tournament.json"
KEY = "key.json"
KEY_COPY = "key.copy.json"

DERIVATION = 2
EARLIER_DERIVATION = 1
"""How the deals of tournaments before format 3 follow from the seed."""

SEED_BITS = 128

OWNER = 0o600
"""Nobody else may read or write a file with this mode."""

_CHECK = re.compile(rb',\n  "check": "([0-9a-f]{8})"\n}\n\Z')


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
    seed: int | None = 0  # None where the key is not at hand
    salt: str = ""  # of the commitment to the seed
    commitment: str = ""  # what is shown of the seed before the games
    derivation: int = DERIVATION  # of the deals from the seed
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
        if not self.is_of_earlier_version and not 0 <= (self.seed or 0) < 2**SEED_BITS:
            raise BadTournament(f"a seed must be a number from 0 to 2**{SEED_BITS} - 1")
        if self.format not in FORMATS:
            raise BadTournament(no_such("format", self.format, FORMATS))
        if self.rounds is not None and (self.rounds < 1 or self.format != "swiss"):
            raise BadTournament(
                f"only a swiss tournament has rounds, and it has at least one: "
                f"{self.rounds} do not fit a {self.format} tournament"
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

    @property
    def is_of_earlier_version(self) -> bool:
        """Whether it was begun before files had checksums."""
        return self.derivation == EARLIER_DERIVATION

    @property
    def without_seed(self) -> "Settings":
        """What anybody may see."""
        return replace(self, seed=None, salt="")

    def save(self, folder: Path) -> None:
        """Write the settings into a tournament's folder; nobody finds only a part of them."""
        _write(self, folder / KEY_COPY)
        _write(self, folder / KEY)
        _write(self.without_seed, folder / FILE)


def _write(settings: Settings, file: Path) -> None:
    document = {"duelhall_tournament": FORMAT, **asdict(settings)}
    text = json.dumps(document, indent=2).encode().removesuffix(b"\n}")
    whole = b'%b,\n  "check": "%08x"\n}\n' % (text, crc32(text))
    write_anew(file, [whole], OWNER if file.name in (KEY, KEY_COPY) else ANYBODY)


def load_settings(folder: Path) -> Settings:
    """The settings of the tournament in a folder, with its seed if the key is there."""
    file, key = folder / FILE, folder / KEY
    try:
        shown = _read(file)
    except FileNotFoundError:
        missing = f"there is no tournament in {folder}: {FILE} is missing"
        raise BadTournament(missing + _restorable(folder)) from None
    except BadTournament as error:
        raise BadTournament(f"{error}{_restorable(folder)}") from None
    if shown.is_of_earlier_version or not (key.exists() or _is_whole(folder / KEY_COPY)):
        return shown
    settings = _read_key(folder)
    if settings.without_seed != shown:
        raise BadTournament(
            f"{file} and {key} do not belong to the same tournament: move the wrong one away"
        )
    if _is_whole(copy := folder / KEY_COPY) and _read(copy) != settings:
        raise BadTournament(
            f"{key} and {copy} do not belong to the same tournament: move the wrong one away"
        )
    return settings


def _read_key(folder: Path) -> Settings:
    try:
        return _read(folder / KEY)
    except FileNotFoundError:
        return _read(folder / KEY_COPY)
    except BadTournament as error:
        advice = _restorable(folder) or (
            ". Without it the tournament cannot go on; move it away to look at the games"
        )
        raise BadTournament(f"{error}{advice}") from None


def _is_whole(file: Path) -> bool:
    try:
        _read(file)
    except (OSError, BadTournament):
        return False
    return True


def _whole_key(folder: Path) -> str | None:
    """The key or its copy, whichever can be read."""
    return next((name for name in (KEY, KEY_COPY) if _is_whole(folder / name)), None)


def _restorable(folder: Path) -> str:
    """A hint, where damaged settings can be restored."""
    source = _whole_key(folder)
    return f"; `duelhall arena resume {folder}` restores it from {source}" if source else ""


def restored_settings(folder: Path) -> tuple[Settings, list[str]]:
    """The settings of the tournament in a folder, and what had to be repaired in them."""
    source = _whole_key(folder)
    if source is None:
        return load_settings(folder), []
    settings = _read(folder / source)
    whole = {KEY: settings, KEY_COPY: settings, FILE: settings.without_seed}
    told = [
        _restored(entries, folder / name, source)
        for name, entries in whole.items()
        if not _is_whole(folder / name)
    ]
    return load_settings(folder), told


def _restored(settings: Settings, file: Path, source: str) -> str:
    """Rewrite a file of settings; what is left of it is moved aside."""
    told = f"{file.name} was missing and has been restored from {source}"
    if file.exists():
        aside = f"{file.name}.aside"
        file.replace(file.with_name(aside))
        told = f"{file.name} was damaged: it is {aside} now, and has been restored from {source}"
    _write(settings, file)
    return told


def key_faults(folder: Path) -> list[str]:
    """What is wrong with the key and its copy, and how that is mended. There may be neither: in
    tournaments of earlier versions, and where others look at the games.
    """
    keys = [folder / name for name in (KEY, KEY_COPY)]
    if not any(map(os.path.lexists, keys)):
        return []
    hint = _restorable(folder)
    return [
        f"{key.name} is {'damaged' if key.exists() else 'missing'}{hint}"
        for key in keys
        if not _is_whole(key)
    ]


def _read(file: Path) -> Settings:
    """The settings in a file; BadTournament if it is damaged."""
    try:
        text = read_bytes(file)
    except NotPlain:
        raise BadTournament(f"{file} is not a plain file") from None
    try:
        document = json.loads(text)
        version = document.pop("duelhall_tournament")
    except (ValueError, KeyError, AttributeError, TypeError, RecursionError) as error:
        raise BadTournament(f"{file} is damaged: {error}") from None
    if version not in (FIRST_FORMAT, UNCHECKED_FORMAT, FORMAT):
        raise BadTournament(
            f"{file} has format {shortened(version)}, but this version of Duelhall reads formats "
            f"up to {FORMAT}; try a newer one"
        )
    if version == FORMAT:
        _check(text, file)
        del document["check"]
    else:
        document["derivation"] = EARLIER_DERIVATION
    return _settings(document, file, version)


def _check(text: bytes, file: Path) -> None:
    """Refuse a file that is not as it was written."""
    check = _CHECK.search(text)
    if check is None or int(check[1], 16) != crc32(text[: check.start()]):
        raise BadTournament(f"{file} is damaged: its checksum does not match")


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
    except (TypeError, KeyError, ValueError, AttributeError, DuelhallError) as error:
        raise BadTournament(f"{file} is damaged: {error}") from None


def _rename_game(document: dict[str, Any]) -> None:
    """Give the game of a format 1 tournament its full name and the edition of that time."""
    name = GameName(document["game"], document.pop("rules") or None, document.pop("options"))
    document |= {"game": str(name), "edition": FIRST_EDITION}


def _entry(entry: dict[str, Any]) -> Entry:
    command = entry["command"]
    return Entry(**{**entry, "command": None if command is None else tuple(command)})
