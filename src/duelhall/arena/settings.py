"""The settings of a tournament: who plays what against whom, how often, and with which clock.

They are saved three times. `tournament.json` may be shown to anybody; `key.json` has the seed as
well, from which all deals follow, and only the owner can read it and its copy. Each ends with a
checksum.

The seed of a contest is a key of up to 128 bits. That of a pair of games is a keyed hash of the
pair's number: the seeds of some games say nothing about the key, nor about the seed of any other.
Tournaments of earlier versions continue as they began.
"""

import json
import os
import re
import time
from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from hashlib import blake2b
from math import isfinite
from pathlib import Path
from types import NoneType
from typing import Any, get_args
from zlib import crc32

from duelhall.engine.chance import WORD, scattered
from duelhall.engine.errors import DuelhallError, is_number, no_such, shortened
from duelhall.engine.registry import GameName, parse_game_name
from duelhall.engine.template import interpreted
from duelhall.engine.text import NotPlain, check_plain, read_bytes
from duelhall.match.game import load
from duelhall.match.recall import commitment
from duelhall.match.replay import FIRST_EDITION
from duelhall.play.clock import LONGEST, Clock
from duelhall.play.entry import Entry
from duelhall.play.table import Late
from duelhall.stats import Sprt

FORMAT = 4
UNCHECKED_FORMATS = (1, 2)
FIRST_FORMAT = 1
PAIRINGS = ("round-robin", "swiss", "gauntlet")
FILE = "tournament.json"
KEY = "key.json"
KEY_COPY = "key.copy.json"
ASIDE = ".aside"
"""What follows the name of a file that does not count any more."""

REPAIRS = "repairs.txt"
"""Where everything that was ever repaired is told."""

DERIVATION = 2
EARLIER_DERIVATION = 1
"""How the deals of tournaments before format 3 follow from the seed."""

SEED_BITS = 128

ANYBODY = 0o666
OWNER = 0o600
"""Who may read and write a file, as far as the system asks."""

_CHECK = re.compile(rb',\n  "check": "([0-9a-f]{8})"\n}\n\Z')

MOST_GAMES = 10_000_000
"""In a whole tournament."""

MOST_PLAYERS = 2_000
MOST_JOBS = 1_000
"""Games at once."""

ELO_NUMBERS = 2

KEY_BYTES = 16
SEED_BYTES = 8
PAIR_BYTES = 8
LABEL = b"duelhall deal"


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
    pairing: str = "round-robin"  # who meets whom
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
        if self.pairing not in PAIRINGS:
            raise BadTournament(no_such("pairing", self.pairing, PAIRINGS))
        if self.rounds is not None and (self.rounds < 1 or self.pairing != "swiss"):
            raise BadTournament(
                f"only a swiss tournament has rounds, and it has at least one: "
                f"{self.rounds} do not fit a {self.pairing} tournament"
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
    draft = file.with_name(f"{file.name}.part")
    draft.unlink(missing_ok=True)
    draft.touch(OWNER if file.name in (KEY, KEY_COPY) else ANYBODY, exist_ok=False)
    with draft.open("wb") as written:
        written.write(whole)
        written.flush()
        os.fsync(written.fileno())
    draft.replace(file)


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
        aside = f"{file.name}{ASIDE}"
        file.replace(file.with_name(aside))
        told = f"{file.name} was damaged: it is {aside} now, and has been restored from {source}"
    _write(settings, file)
    return told


def note_repairs(folder: Path, told: Iterable[str]) -> None:
    """Write down, beside the games, what was repaired."""
    now, file = time.strftime("%Y-%m-%d %H:%M:%S"), folder / REPAIRS
    check_plain(file)
    with file.open("a", encoding="utf-8") as written:
        written.writelines(f"{now} {line}\n" for line in told)


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
    if version not in range(FIRST_FORMAT, FORMAT + 1):
        raise BadTournament(
            f"{file} has format {shortened(version)}, but this version of Duelhall reads formats "
            f"up to {FORMAT}; try a newer one"
        )
    if version in UNCHECKED_FORMATS:
        document["derivation"] = EARLIER_DERIVATION
    else:
        _check(text, file)
        del document["check"]
    return _settings(document, file, version)


def _check(text: bytes, file: Path) -> None:
    check = _CHECK.search(text)
    if check is None or int(check[1], 16) != crc32(text[: check.start()]):
        raise BadTournament(f"{file} is damaged: its checksum does not match")


def _settings(document: dict[str, Any], file: Path, version: int) -> Settings:
    try:
        if version == FIRST_FORMAT:
            rules, options = document.pop("rules") or None, document.pop("options")
            document["game"] = str(GameName(document["game"], rules, options))
            document["edition"] = FIRST_EDITION
        if version < FORMAT:
            document["pairing"] = document.pop("format", PAIRINGS[0])
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


def _entry(entry: dict[str, Any]) -> Entry:
    command = entry["command"]
    return Entry(**{**entry, "command": None if command is None else tuple(command)})


# --- bounds: of the right types, and not so large as to fill memory ---


def faults_in(settings: Settings) -> Iterator[str]:
    """What is wrong with settings, the first thing first; what comes later relies on it."""
    yield from _wrong_numbers(settings)
    yield from _wrong_players(settings.entries)
    yield from _wrong_clock(settings.clock)
    yield from _wrong_test(settings.sprt)
    yield from _too_many(settings)


def _wrong_numbers(settings: Settings) -> Iterator[str]:
    for name, kind in type(settings).__annotations__.items():
        value = getattr(settings, name)
        is_left_out = value is None and NoneType in get_args(kind)
        if kind in (int, int | None) and not is_number(value) and not is_left_out:
            yield f"{name} must be a whole number, not {shortened(value)}"


def _wrong_players(entries: Any) -> Iterator[str]:
    """Players whose parts are not text."""
    for entry in entries:
        parts = (entry.name, entry.builtin, entry.function, *(entry.command or ()))
        words = [part for part in parts if part is not None]
        if not all(isinstance(word, str) for word in words) or entry.command == ():
            shown = ", ".join(map(str, vars(entry).values()))
            yield f"a player is a name and a command, not {shortened(shown)}"


def _wrong_clock(clock: Clock) -> Iterator[str]:
    for name, seconds in vars(clock).items():
        if seconds is None and name in ("move", "bank"):
            continue
        is_none = name == "increment" and seconds == 0
        if not _is_finite(seconds) or not (0 < seconds <= LONGEST or is_none):
            yield (
                f"a time limit is more than 0 and at most {LONGEST:.0f} seconds, "
                f"not {shortened(seconds)}"
            )


def _wrong_test(sprt: Any) -> Iterator[str]:
    if sprt is None:
        return
    if len(sprt) != ELO_NUMBERS or not all(_is_finite(elo) for elo in sprt):
        yield f"a test is two Elo numbers, not {shortened(list(sprt))}"
        return
    try:
        Sprt(*sprt)
    except DuelhallError as error:
        yield str(error)


def _is_finite(value: Any) -> bool:
    """Whether this is a number that one can reckon with."""
    return isinstance(value, float | int) and not isinstance(value, bool) and isfinite(value)


def _too_many(settings: Settings) -> Iterator[str]:
    players = len(settings.entries)
    if players > MOST_PLAYERS:
        yield f"a tournament has at most {MOST_PLAYERS:,} players, not {players:,}"
    if settings.games * _meets(settings) > MOST_GAMES:
        yield (
            f"a tournament has at most {MOST_GAMES:,} games in all: "
            f"{shortened(settings.games)} per pairing are too many for {players} players"
        )


def _meets(settings: Settings) -> int:
    """About how many pairings there are; a swiss tournament has a round at least."""
    players = len(settings.entries)
    if settings.pairing == "swiss":
        return (settings.rounds or 1) * (players // 2)
    return players - 1 if settings.pairing == "gauntlet" else players * (players - 1) // 2


# --- from the seed of a contest to the seeds of its games ---


def seed_of_pair(settings: Settings, pair: int) -> int:
    """The seed of both games of a mirrored pair."""
    if settings.seed is None:
        raise BadTournament(
            "the seed of this contest is missing, and its games cannot be dealt without it"
        )
    if settings.derivation == EARLIER_DERIVATION:
        return int(interpreted(scattered)((settings.seed + pair) & WORD))
    key = settings.seed.to_bytes(KEY_BYTES, "big")
    number = pair.to_bytes(PAIR_BYTES, "big")
    found = blake2b(number, key=key, person=LABEL, digest_size=SEED_BYTES)
    return int.from_bytes(found.digest(), "big")


def has_its_seed(settings: Settings, pair: int, seed: int) -> bool:
    """Whether a game was dealt as it is in this contest, as far as that is known."""
    return settings.seed is None or seed == seed_of_pair(settings, pair)


def is_committed_to(settings: Settings) -> bool:
    """Whether the seed is the one that was committed to, if one was; earlier versions never did."""
    if not settings.commitment or settings.seed is None:
        return True
    found = commitment(settings.salt, settings.seed, settings.game)
    return found == settings.commitment and not settings.is_of_earlier_version
