"""Contests from the command line: who plays, with which clock and seed, in which sandbox, and what
is printed of it.
"""

import os
import shlex
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.cells import cell_len

from duelhall.arena import runner
from duelhall.arena.games import (
    NAMES,
    GameRow,
    Wanted,
    batches,
    endings_in,
    game_rows,
    write_csv,
    write_json,
    write_parquet,
)
from duelhall.arena.record import GameRecord
from duelhall.arena.report import (
    MatchReport,
    Section,
    TournamentReport,
    game_line,
    standings_section,
)
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import FILE as SETTINGS
from duelhall.arena.settings import (
    KEY,
    MOST_JOBS,
    SEED_BITS,
    BadTournament,
    Interrupted,
    Settings,
    load_settings,
    note_repairs,
    restored_settings,
)
from duelhall.arena.standings import PairsSoFar, roles_in, standings_of
from duelhall.arena.store import FILE, FolderLock, Store, StoredGames, open_games, write_games
from duelhall.arena.verification import Verified, verify
from duelhall.bots.home import Limits, Sandbox, adopt
from duelhall.bots.sandbox import AS_ROOT, UNSAFE, is_sandboxed
from duelhall.bots.signals import note_signals
from duelhall.engine.errors import BadUsage, from_extra, shortened
from duelhall.engine.text import counted
from duelhall.match.game import Game, load
from duelhall.match.recall import commitment, new_salt, new_seed
from duelhall.play.clock import Clock, parse_clock
from duelhall.play.entry import Entry, parse_entry, read_players
from duelhall.play.table import Late, rule_for_late
from duelhall.stats import Sprt
from duelhall.stats.score import DRAW
from duelhall.terminal.output import (
    GAP,
    LiveTable,
    Rows,
    aligned,
    barred,
    compile_for_matches,
    cut_short,
    fitted,
    make_console,
    print_fitted,
    print_json,
    room_of,
    wrapped,
)

LONG_ENOUGH = 2**64
"""No program finds a seed from here on by trying."""


def warn_of_short_seed(seed: int | None, entries: Sequence[Entry]) -> None:
    """Warn of a chosen seed that programs could find."""
    if seed is not None and seed < LONG_ENOUGH and _has_programs(entries):
        print_fitted(
            f"Warning: a program that sees some of its cards can find a seed as short as {seed} by "
            "trying, and then knows all deals. Leave out --seed if you do not trust the programs.",
            to_stderr=True,
        )


def say_commitment(settings: Settings) -> None:
    """Say before the first game what can be verified after the last one."""
    if settings.commitment and _has_programs(settings.entries):
        print_fitted(f"Commitment to the seed: {settings.commitment}", to_stderr=True)


def say_seed(settings: Settings, folder: Path | None) -> None:
    """Say after the last game what the commitment was to, and how to verify it."""
    if settings.commitment and _has_programs(settings.entries):
        print_fitted(f"The seed was {settings.seed}, the salt {settings.salt}.", to_stderr=True)
        if folder is not None:
            place = shlex.quote(str(folder))
            print_fitted(
                f"`duelhall arena verify {place} COMMITMENT` checks all deals.", to_stderr=True
            )


def _has_programs(entries: Iterable[Entry]) -> bool:
    return any(entry.command is not None for entry in entries)


USUAL = Clock(move=10.0)
"""The time limit, unless --time is given."""


def settings_of(
    game: Game,
    entries: Sequence[Entry],
    games: int,
    time_limit: str | None,
    seed: int | None,
    late: str | None = None,
    **more: Any,
) -> Settings:
    """The settings that a command line asks for, with a commitment to the seed; nobody can foresee
    one that was not chosen.
    """
    clock = USUAL if time_limit is None else parse_clock(time_limit)
    chosen, salt = new_seed(SEED_BITS) if seed is None else seed, new_salt()
    settings = Settings(
        game.lasting_name,
        game.definition.edition,
        tuple(entries),
        games,
        clock=clock,
        late=rule_for_late(game) if late is None else _checked_late(Late(late), game, clock),
        seed=chosen,
        salt=salt,
        commitment=commitment(salt, chosen, game.lasting_name),
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
        return runner.on_cluster(None if ray == "local" else ray)
    if jobs > 1:
        return runner.in_processes(jobs)
    adopt()
    return runner.in_this_process


def make_folder(out: Path | None, settings: Settings) -> Path:
    """A new folder for a tournament; never one that already has a tournament."""
    folder = out or Path(time.strftime(f"{settings.game_name.game}-%Y%m%d-%H%M%S"))
    folder.mkdir(parents=True, exist_ok=True)
    with FolderLock(folder):
        if any((folder / name).exists() for name in (SETTINGS, KEY, FILE)):
            raise BadTournament(
                f"there is already a tournament in {folder}: duelhall arena resume {folder}"
            )
        settings.save(folder)
        write_games(folder, settings)
    return folder


def settings_in(folder: Path) -> Settings:
    """The settings of a tournament that is to go on, restored if they were damaged."""
    if not folder.is_dir():
        return load_settings(folder)
    with FolderLock(folder):
        settings, told = restored_settings(folder)
        if told:
            note_repairs(folder, told)
    print_fitted(*(f"Repaired: {line}." for line in told), to_stderr=True)
    return settings


def tell_repairs(games: StoredGames) -> None:
    """Say what was wrong with the games of a tournament before they could be read."""
    print_fitted(*(f"{line}." for line in games.told), to_stderr=True)


def told_lines(lines: Iterable[str]) -> list[str]:
    """Sentences as they are printed: at a terminal, broken between words."""
    room = room_of(make_console())
    return [part for line in lines for part in wrapped(line, room, rest="  ")]


def sandboxed(
    play: runner.Play, wanted: str, entries: Iterable[Entry], folder: Path
) -> runner.Play:
    """Play the games of a contest with its programs in sandboxes, where its folder is not seen."""
    limits = limits_for(wanted, entries, folder)
    return play if limits.sandbox is Sandbox.OFF else runner.limited(play, limits)


def limits_for(wanted: str, entries: Iterable[Entry], *hidden: Path) -> Limits:
    """The limits of programs, with a warning where there is no sandbox to keep them in."""
    sandbox = Sandbox(wanted)
    if not _has_programs(entries):
        sandbox = Sandbox.OFF
    elif sandbox is not Sandbox.OFF:
        _warn(has_sandbox=is_sandboxed(sandbox))
    folders = tuple(str(place.resolve()) for place in hidden)
    return Limits(sandbox=sandbox, hidden=folders)


def _warn(*, has_sandbox: bool) -> None:
    """Say what keeps strangers' programs from being played here, if anything does."""
    if not has_sandbox:
        print_fitted(UNSAFE, to_stderr=True)
    elif hasattr(os, "geteuid") and os.geteuid() == 0:
        print_fitted(AS_ROOT, to_stderr=True)


NOT_SHOWN = (
    "who made the moves, since nobody signs them; nor by what fault a game or a turn was lost; nor "
    "that nobody chose among several seeds, or the players, their order, the number of games, the "
    "clock or the edition of the rules after that"
)


def print_check(folder: Path, shown: str | None, *, as_json: bool) -> None:
    """Check a tournament and print what was found; exits with 1 if something is wrong."""
    found = verify(folder, load_settings(folder), shown)
    if as_json:
        print_json({"ok": not found.faults, **vars(found), "not_shown": NOT_SHOWN})
    else:
        print("\n".join(told_lines(_lines(found, folder))))
    if found.faults:
        sys.exit(1)


def _lines(found: Verified, folder: Path) -> list[str]:
    games = f"{counted(found.games, 'game')} of {found.total:,}"
    if not found.faults:
        whole = f"{games}: the files are intact, and every game can be replayed."
        kept = f"All chance follows from the seed alone, and its commitment is {found.commitment}."
        return [whole, *([kept] if found.commitment else []), f"This does not show {NOT_SHOWN}."]
    repair = f"`duelhall arena resume {folder}` repairs what can be repaired."
    if found.wrong:
        numbers, file = ", ".join(map(str, found.wrong)), shlex.quote(str(folder / FILE))
        repair += (
            f" `sqlite3 {file} 'DELETE FROM game WHERE number IN ({numbers})'` takes out the games "
            "that are not what they say, so that they are played again."
        )
    return [*(f"{fault}." for fault in found.faults), f"{games} could be read. {repair}"]


# --- the games one by one ---


BATCH = 1000
"""How many games are printed at a time."""

WIDEST_NAME = 30
"""How much of a player's name is shown in columns; other formats have all of it."""

NARROWEST_NAME = 8
"""How much of it must be shown for seeds to be shown as well."""

MOST = str(2**64 - 1)
"""The longest seed."""


def list_games(folder: Path, wanted: Wanted, print_as: str, out: Path | None) -> None:
    """Print the games of a tournament that somebody asks for, or write them to a file."""
    with open_games(folder) as games:
        rows = game_rows(games, wanted)
        tell_repairs(games)
        if out is not None:
            _write_file(rows, out)
        elif print_as == "text":
            _print_text(rows, games.settings, folder)
        else:
            PRINTERS[print_as](rows)


def _print_parquet(rows: Iterable[GameRow]) -> None:
    if sys.stdout.isatty():
        raise BadUsage("a terminal cannot show Parquet: add --out games.parquet")
    with tempfile.TemporaryFile() as file:
        write_parquet(rows, file)
        file.seek(0)
        shutil.copyfileobj(file, sys.stdout.buffer)


def _print_page(rows: Iterable[GameRow]) -> None:
    print("\n".join(barred([NAMES])))
    for row in rows:
        print(barred([["" if cell is None else str(cell) for cell in vars(row).values()]])[0])


PRINTERS: dict[str, Callable[[Iterable[GameRow]], None]] = {
    "csv": lambda rows: write_csv(rows, sys.stdout),
    "json": lambda rows: write_json(rows, sys.stdout),
    "md": _print_page,
    "parquet": _print_parquet,
}


def _write_file(rows: Iterable[GameRow], out: Path) -> None:
    """Write games to a new file, in the format that its name asks for; all of it or nothing."""
    write = WRITERS.get(out.suffix.lower())
    if write is None:
        raise BadUsage(f"--out takes a file that ends in {' or '.join(WRITERS)}, not {out}")
    if out.exists():
        raise BadUsage(f"{out} already exists")
    draft = out.with_name(f"{out.name}.part")
    try:
        write(rows, draft)
        draft.replace(out)
    finally:
        draft.unlink(missing_ok=True)


def _write_csv(rows: Iterable[GameRow], file: Path) -> None:
    with file.open("w", encoding="utf-8", newline="") as lines:
        write_csv(rows, lines)


WRITERS: dict[str, Callable[[Iterable[GameRow], Path], None]] = {
    ".csv": _write_csv,
    ".parquet": write_parquet,
}


def _print_text(rows: Iterable[GameRow], settings: Settings, folder: Path) -> None:
    """Print games in columns, and how to see one of them."""
    columns, count, last = _Columns(settings, room_of(make_console())), 0, 0
    for batch in batches(rows, BATCH):
        heading, *lines = columns.lines(batch)
        print("\n".join(lines if count else [heading, *lines]))
        count, last = count + len(batch), batch[-1].game
    if not count:
        print("There are no such games.")
        return
    show = f"duelhall replay {shlex.quote(f'{folder}#{last}')} shows the last one"
    print(f"{counted(count, 'game')}; {show}.")


class _Columns:
    """Games in columns that fit the terminal: names get what is left, and a narrow terminal shows
    no seeds.
    """

    def __init__(self, settings: Settings, room: int) -> None:
        seats = [role or f"seat {seat}" for seat, role in enumerate(roles_in(settings))]
        self._heading = ["game", *seats, "result", "ending", "moves", "seed"]
        ending = max(endings_in(settings), key=len)
        widest = [str(total_games(settings)), "", "", "1/2", ending, "", MOST]
        self._count = len(widest)
        if _rest(self._heading, widest, room) < 2 * NARROWEST_NAME:
            self._count -= 1
        left = _rest(self._heading[: self._count], widest[: self._count], room)
        self._name = max(NARROWEST_NAME, min(WIDEST_NAME, left // 2))
        name = max((cut_short(e.name, self._name) for e in settings.entries), key=cell_len)
        self._widest = [name if at in (1, 2) else text for at, text in enumerate(widest)]

    def lines(self, rows: Iterable[GameRow]) -> list[str]:
        """The heading and a line for each game."""
        table = [self._heading, self._widest, *map(self._cells, rows)]
        heading, _, *lines = aligned([cells[: self._count] for cells in table])
        return [heading, *lines]

    def _cells(self, row: GameRow) -> list[str]:
        names = [cut_short(name, self._name) for name in (row.player_0, row.player_1)]
        result = "1/2" if row.winner is None else "0-1" if row.winner else "1-0"
        return [str(row.game), *names, result, row.how, str(row.moves), str(row.seed)]


def _rest(heading: Sequence[str], widest: Sequence[str], room: int) -> int:
    """What is left for the two names."""
    others = [max(map(len, pair)) for pair in zip(heading, widest, strict=True)]
    return room - sum(others) + others[1] + others[2] - len(GAP) * (len(others) - 1)


# --- playing and showing ---


def parse_sprt(text: str | None) -> tuple[float, float] | None:
    """A test as it is written: `0,20`."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        raise BadTournament(
            f"--sprt takes two Elo differences, for example 0,20, not {text!r}"
        ) from None
    test = Sprt(low, high)
    return test.elo0, test.elo1


def run_contest(
    settings: Settings,
    folder: Path,
    play: runner.Play,
    sandbox: str,
    print_as: str,
    *,
    is_saved: bool = True,
) -> None:
    """Play what is left of a match or a tournament, and print what it shows."""
    play = sandboxed(play, sandbox, settings.entries, folder)
    run = _run_match if settings.is_match else _run_tournament
    try:
        with runner.opened(settings, folder) as store:
            tell_repairs(store)
            run(settings, store, play)
    except (KeyboardInterrupt, Interrupted):
        resume = f" Resume with: duelhall arena resume {shlex.quote(str(folder))}"
        print_fitted(f"Stopped.{resume if is_saved else ''}", to_stderr=True)
        show_contest(folder, print_as, is_saved=is_saved)
        raise
    show_contest(folder, print_as, is_saved=is_saved)
    say_seed(settings, folder if is_saved else None)


def _run_match(settings: Settings, store: Store, play: runner.Play) -> None:
    """Play a match until its test is decided."""
    say_commitment(settings)
    test, pairs = settings.test, PairsSoFar()
    for piece in store.pieces():
        pairs.add_results(piece)
    live = LiveTable(total_games(settings), lambda: pairs.lines(test), done=pairs.tally.games)

    def is_open() -> bool:
        return test is None or not test.state(pairs.counted).is_over

    def after_game(record: GameRecord) -> bool:
        is_first = record.names[record.winner or 0] == settings.entries[0].name
        pairs.add(record.pair, DRAW if record.winner is None else float(is_first))
        live.note(game_line(record))
        return is_open()

    if is_open():
        compile_for_contest(settings)
        with live:
            runner.play_missing(settings, store, play, after_game)


def _run_tournament(settings: Settings, store: Store, play: runner.Play) -> None:
    total = total_games(settings)
    live = LiveTable(total, lambda: _live_lines(store), done=len(store.rows()))

    def after_game(record: GameRecord) -> bool:
        live.note(game_line(record))
        return True

    head = f"{settings.pairing} of {len(settings.entries)} players, {total:,} games"
    print_fitted(f"{head}, saved in {store.folder}", to_stderr=True)
    say_commitment(settings)
    compile_for_contest(settings)
    with live:
        runner.play_missing(settings, store, play, after_game)


def _live_lines(store: Store) -> list[str]:
    rows = store.rows()
    if not len(rows):
        return []
    standings = standings_of(rows, store.settings)
    return section_lines(standings_section(standings), make_console(to_stderr=True).width)


def show_contest(folder: Path, print_as: str, *, is_saved: bool = True) -> None:
    """Print what the games of a contest show."""
    with open_games(folder) as games:
        tell_repairs(games)
        if games.settings.is_match:
            _show_match(MatchReport(games, is_saved=is_saved), print_as)
        else:
            _show_tournament(TournamentReport(games), print_as)


def _show_match(found: MatchReport, print_as: str) -> None:
    if print_as == "json":
        print_json(found.document())
    elif print_as == "md":
        notes = [f"- {line}" for line in found.remarks()]
        lines = [f"{found.title}:", "", *barred(found.rows()), *(["", *notes] if notes else [])]
        print("\n".join(lines))
    else:
        lines = [*told_lines([found.title]), *found.lines(), *told_lines(found.remarks())]
        print("\n".join(lines))


def _show_tournament(found: TournamentReport, print_as: str) -> None:
    sections, width = found.sections(), make_console().width
    if print_as == "json":
        print_json(found.document())
    elif not found.summary.games:
        print(f"None of {found.total:,} games counted yet.")
    elif print_as == "md":
        pages = (_titled(each, barred(each.rows), gap=[""]) for each in sections)
        said = found.remarks([row.name for row in found.standings.rows])
        print("\n".join([*_apart(pages), *(f"- {line}" for line in said)]))
    else:
        names = [row[sections[0].names] for row in _fitted(sections[0], width)[1:]]
        said = told_lines(found.remarks(names))
        print("\n".join([*_apart(section_lines(each, width) for each in sections), *said]))


def section_lines(section: Section, width: int) -> list[str]:
    """A table of a report in columns; nothing if it must fit this width, and does not."""
    lines = aligned(_fitted(section, width))
    is_too_wide = section.must_fit and any(cell_len(line) > width for line in lines)
    return [] if is_too_wide else _titled(section, lines)


def _fitted(section: Section, width: int) -> Rows:
    return fitted(section.rows, section.names, width)


def _titled(section: Section, lines: list[str], gap: Sequence[str] = ()) -> list[str]:
    return [f"{section.title}:", *gap, *lines] if section.title else lines


def _apart(tables: Iterable[list[str]]) -> Iterator[str]:
    """Tables with an empty line after each."""
    for lines in filter(None, tables):
        yield from (*lines, "")
