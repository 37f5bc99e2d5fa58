"""The games that are saved, and the command lines that go on with them."""

import shlex
import shutil
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.engine.options import TextOption
from duelhall.engine.record import DRAWN
from duelhall.engine.registry import GameName, parse_game_name
from duelhall.engine.text import counted
from duelhall.match.match import Match
from duelhall.play.roster import is_known
from duelhall.play.saves import PERSON, SavedGame, saved_games, saves_folder, unreadable_files
from duelhall.terminal.board import drawn_lines, print_lines
from duelhall.terminal.output import make_console, print_json, room_of


def command(*words: object) -> str:
    """A command line that can be pasted, with the path of this program if it is not on PATH."""
    if shutil.which("duelhall"):
        program = ["duelhall"]
    elif Path(sys.argv[0]).name == "duelhall":
        program = [sys.argv[0]]
    else:
        program = [sys.executable, "-m", "duelhall"]
    return shlex.join([*program, *(str(word) for word in words)])


ROUND = {"round", "rounds"}
WHEN = "%Y-%m-%d %H:%M"


def print_saves(*, as_json: bool = False) -> None:
    """Print what is saved, what was played last at the end."""
    if as_json:
        print_json([_entry(saved) for saved in reversed(saved_games())])
        return
    console = make_console()
    for line in _lines():
        print_lines(drawn_lines(line, room_of(console)), console)


def _lines() -> Iterator[str]:
    games = saved_games()
    if not games:
        yield f"No games are saved in {saves_folder()} yet."
    for saved in reversed(games):
        yield f"{saved.when:{WHEN}}  {_headline(saved)}"
        yield f"  {_way_on(saved)}"
    for file in unreadable_files():
        yield f"{file.file} cannot be read: {file.reason}"


def way_on(match: Match, file: Path) -> str:
    """How to go on with a game, or to look at it if it is over."""
    name = _short(file)
    line = go_on_command(name, match.game.name, match.players, is_over=match.over)
    if not match.over:
        return f"Resume with: {line}"
    return f"Replay it with: {line}\nReview it with: {command('review', name)}"


def go_on_command(file: Path | str, game: str, players: Sequence[str], *, is_over: bool) -> str:
    """The command line that goes on with a saved game, or shows it if it is over."""
    if is_over:
        return command("replay", file)
    programs = [name for name in players if name != PERSON and not _is_known(name, game)]
    opponent = ["--opponent", *programs[:1]]
    return command("play", "--resume", file, *(opponent if programs else ()))


def _short(file: Path) -> Path | str:
    """What a file is called in a command: where games are saved, its name is enough."""
    return file.stem if file.resolve().parent == saves_folder().resolve() else file


def _is_known(name: str, game: str) -> bool:
    try:
        return is_known(name, registry.find(game))
    except UnknownName:  # it was installed when it was played
        return False


def _headline(saved: SavedGame) -> str:
    practice = ", practice" if saved.is_practice else ""
    seed = f"; seed {_seed(saved)}" if _seed(saved) is not None else ""
    played = f"{_short_name(saved)}{_round(saved)}, {_opponents(saved)}"
    return f"{played}: {_result(saved)}{practice}{seed}"


def _round(saved: SavedGame) -> str:
    notes = saved.replay.notes
    return f", round {notes['round']} of {notes['rounds']}" if notes.keys() >= ROUND else ""


def _short_name(saved: SavedGame) -> str:
    """The game's full name without its cards, which can fill a screen."""
    said = parse_game_name(saved.replay.game)
    try:
        table = registry.find(said.game).rules.OPTIONS
        options = {
            name: value
            for name, value in said.options.items()
            if not isinstance(table.option(name), TextOption)
        }
    except UnknownName:
        options = {}
    return str(GameName(said.game, said.rule_set, options))


def _opponents(saved: SavedGame) -> str:
    others = [name or "unnamed" for name in saved.replay.players if name != PERSON]
    if not others:
        return "two people"
    return f"against {others[0]}" if len(others) == 1 else " against ".join(others)


def _result(saved: SavedGame) -> str:
    """How a game ended for the person who played it, or which player won."""
    players, result = saved.replay.players, saved.replay.result
    if result is None:
        return f"unfinished after {counted(len(saved.replay.moves), 'move')}"
    winner = result["winner"]
    if winner == DRAWN:
        return "drawn"
    if players.count(PERSON) == 1:
        return "you won" if players[int(winner)] == PERSON else "you lost"
    return f"player {winner} won"


def _seed(saved: SavedGame) -> int | None:
    """The seed of a game that is over; before that, it would reveal hidden cards."""
    seed = saved.replay.start.get("seed")
    return int(seed) if saved.is_over and seed is not None else None


def _way_on(saved: SavedGame) -> str:
    return go_on_command(
        _short(saved.file), saved.game, saved.replay.players, is_over=saved.is_over
    )


def _entry(saved: SavedGame) -> dict[str, Any]:
    return {
        "file": str(saved.file),
        "when": saved.when.isoformat(timespec="seconds"),
        "game": saved.game,
        "full_name": saved.replay.game,
        "players": saved.replay.players,
        "moves": len(saved.replay.moves),
        "result": saved.replay.result,
        "practice": saved.is_practice,
        "seed": _seed(saved),
        "command": _way_on(saved),
    }
