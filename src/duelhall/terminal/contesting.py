"""What the arena's commands share: who plays, with which clock, and where."""

import shlex
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from duelhall.arena import runner
from duelhall.arena.bounds import MOST_JOBS
from duelhall.arena.contests import GameRecord
from duelhall.arena.locking import FolderLock
from duelhall.arena.repairing import note_repairs
from duelhall.arena.settings import (
    FILE,
    KEY,
    BadTournament,
    Settings,
    load_settings,
    restored_settings,
)
from duelhall.arena.summary import Summary
from duelhall.bots.home import adopt
from duelhall.bots.process import LONGEST
from duelhall.bots.signals import note_signals
from duelhall.engine.errors import from_extra, shortened
from duelhall.match.game import Game, load
from duelhall.play.entry import parse_entry, read_players
from duelhall.play.table import Late, rule_for_late
from duelhall.players.clock import Clock
from duelhall.players.entry import Entry
from duelhall.players.seat import Ending
from duelhall.terminal.compiling import compile_for_matches
from duelhall.terminal.contest_seeds import seed_settings, warn_of_short_seed
from duelhall.terminal.output import make_console
from duelhall.terminal.wrapping import print_fitted, room_of, wrapped

DEFAULT_SECONDS = 10.0
"""Per move, unless --time is given."""

NO_LIMIT = "none"


def settings_of(
    game: Game,
    entries: Sequence[Entry],
    games: int,
    time_limit: str | None,
    seed: int | None,
    late: str | None = None,
    **more: Any,
) -> Settings:
    """The settings that a command line asks for."""
    clock = parse_clock(time_limit)
    settings = Settings(
        game.lasting_name,
        game.definition.edition,
        tuple(entries),
        games,
        clock=clock,
        late=rule_for_late(game) if late is None else _checked_late(Late(late), game, clock),
        **seed_settings(seed, game),
        **more,
    )
    warn_of_short_seed(seed, entries)
    check_statistics(settings)
    return settings


def check_statistics(settings: Settings) -> None:
    """Refuse a contest whose results could not be computed here, before its games are played."""
    if settings.sprt or not settings.is_match:
        from_extra("arena", "scipy")


def _checked_late(late: Late, game: Game, clock: Clock) -> Late:
    """What late players do, if that is possible in this game and with this clock."""
    if late is Late.PASS and rule_for_late(game) is not Late.PASS:
        raise BadTournament(f"passing is impossible in {game.name}: leave out --late pass")
    if late is Late.PASS and clock.move is None:
        raise BadTournament("--late pass needs a time limit per move, for example --time 5")
    return late


def compile_for_contest(settings: Settings) -> None:
    """Have machine code before the first game: what takes long is then not a player's time."""
    players = [entry.builtin for entry in settings.entries if entry.builtin is not None]
    compile_for_matches(load(settings.game), players)


def parse_clock(text: str | None) -> Clock:
    """A clock as it is written: `1` is a second per move, `60/game` a minute per game, `1+60/game`
    both, `none` no limit.
    """
    if text is None:
        return Clock(move=DEFAULT_SECONDS)
    if text == NO_LIMIT:
        return Clock()
    move, bank = None, None
    try:
        for part in text.split("+"):
            if part.endswith("/game"):
                bank = float(part.removesuffix("/game"))
            else:
                move = float(part)
    except ValueError:
        raise BadTournament(
            f"--time takes for example 1, 60/game, 1+60/game or {NO_LIMIT}, not {text!r}"
        ) from None
    if not all(limit is None or 0 < limit <= LONGEST for limit in (move, bank)):
        raise BadTournament(
            f"--time must be more than 0 and at most {LONGEST:.0f} seconds, or {NO_LIMIT}, "
            f"not {text!r}"
        )
    return Clock(move=move, bank=bank)


def entries_of(names: Sequence[str], file: Path | None, game: str) -> list[Entry]:
    """Players by their names in a file, as built-in players, or as command lines."""
    listed = {entry.name: entry for entry in read_players(file, game)} if file else {}
    entries = [listed.get(name) or parse_entry(name, game, file, listed) for name in names]
    if len({entry.name for entry in entries}) < len(entries):
        return [
            replace(entry, name=f"{entry.name} {number}")
            for number, entry in enumerate(entries, start=1)
        ]
    return entries


def players(jobs: int, ray: str | None) -> runner.Play:
    """How games are played: one after another, several at once, or on a cluster; however they are
    stopped, no bot is left running.
    """
    note_signals()
    if not 1 <= jobs <= MOST_JOBS:
        raise BadTournament(f"--jobs must be from 1 to {MOST_JOBS:,}, not {shortened(jobs)}")
    if ray:
        from duelhall.arena.clusters import on_cluster

        return on_cluster(None if ray == "local" else ray)
    if jobs > 1:
        return runner.in_processes(jobs)
    adopt()
    return runner.in_this_process


def make_folder(out: Path | None, settings: Settings) -> Path:
    """A new folder for a tournament; never one that already has a tournament."""
    folder = out or Path(time.strftime(f"{settings.game_name.game}-%Y%m%d-%H%M%S"))
    folder.mkdir(parents=True, exist_ok=True)
    with FolderLock(folder):
        if any((folder / name).exists() for name in (FILE, KEY)):
            raise BadTournament(
                f"there is already a tournament in {folder}: duelhall arena resume {folder}"
            )
        settings.save(folder)
    return folder


def settings_in(folder: Path) -> Settings:
    """The settings of a tournament that is to go on, restored if they were damaged."""
    if not folder.is_dir():
        return load_settings(folder)
    with FolderLock(folder):
        settings, told = restored_settings(folder)
        if told:
            note_repairs(folder, told)
    tell_repairs(told)
    return settings


def tell_repairs(told: Iterable[str]) -> None:
    """Say what had to be repaired before a tournament can go on."""
    for line in told:
        print_fitted(f"Repaired: {line}.", to_stderr=True)


def told_lines(lines: Iterable[str]) -> list[str]:
    """Sentences as they are printed: at a terminal, broken between words."""
    room = room_of(make_console())
    return [part for line in lines for part in wrapped(line, room, rest="  ")]


def game_line(record: GameRecord) -> str:
    """A finished game in one line."""
    who = "drawn" if record.winner is None else f"{record.names[record.winner]} wins"
    why = record.reason if record.faulty is None else f"{record.ending}: {record.detail}"
    return f"game {record.number}: {record.names[0]} - {record.names[1]}: {who} ({why})"


def say_stopped(folder: Path | None) -> None:
    """Say that games were stopped, and how to resume them if they are saved."""
    hint = f" Resume with: duelhall arena resume {shlex.quote(str(folder))}" if folder else ""
    print_fitted(f"Stopped.{hint}", to_stderr=True)


def fault_lines(summary: Summary, settings: Settings, folder: Path | None) -> list[str]:
    """Who lost games or turns through faults, and where to see them."""
    return [
        line
        for player, entry in enumerate(settings.entries)
        for line in _faults_of(player, entry.name, summary, folder)
    ]


def _faults_of(player: int, name: str, summary: Summary, folder: Path | None) -> Iterator[str]:
    if faults := summary.faults(player):
        games = _counted(sum(faults.values()), "game")
        where = _where_to_look(summary.first_fault(player), folder)
        yield f"{name} lost {games} {_by_faults(faults)}: {where}"
    if lapses := summary.lapses(player):
        where = _where_to_look(summary.first_lapse(player), folder)
        turns = _counted(lapses, "turn")
        yield f"{name} lost {turns} through faults that did not cost the game: {where}"


def _by_faults(faults: Mapping[str, int]) -> str:
    """By which faults games were lost, with their numbers if there are several kinds."""
    kinds = [(count, f"by {Ending(word).says}") for word, count in faults.items()]
    if len(kinds) == 1:
        return kinds[0][1]
    return "through its own faults, " + ", ".join(f"{count} {words}" for count, words in kinds)


def _counted(count: int, noun: str) -> str:
    return f"1 {noun}" if count == 1 else f"{count:,} {noun}s"


def _where_to_look(game: int, folder: Path | None) -> str:
    """How to find out about the fault in a game."""
    if folder is None:
        return "run `duelhall bot check` for details"
    return f"see duelhall replay {shlex.quote(f'{folder}#{game}')}"
