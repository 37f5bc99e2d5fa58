"""The games that are kept, and how to go on with them."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.engine.match import Match
from duelhall.engine.names import GameName, parse_game_name
from duelhall.engine.options import Table
from duelhall.engine.record import DRAWN
from duelhall.players.roster import is_known
from duelhall.table.kept import KeptGame, kept_games, unreadable_files
from duelhall.table.saving import PERSON, saves_folder
from duelhall.terminal.boards import drawn_lines, print_lines
from duelhall.terminal.documents import json_text
from duelhall.terminal.output import make_console
from duelhall.terminal.programs import command
from duelhall.terminal.wrapping import room_of

WHEN = "%Y-%m-%d %H:%M"


def print_saves() -> None:
    """Print what is kept for a person, what was played last at the end."""
    console = make_console()
    for line in _lines():
        print_lines(drawn_lines(line, room_of(console)), console)


def _lines() -> Iterator[str]:
    games = kept_games()
    if not games:
        yield f"No games are kept in {saves_folder()} yet."
    for kept in reversed(games):
        yield f"{kept.when:{WHEN}}  {_headline(kept)}"
        yield f"  {_way_on(kept)}"
    for file in unreadable_files():
        yield f"{file.file} cannot be read: {file.reason}"


def saves_as_json() -> str:
    """What is kept, for a program, what was played last at the end."""
    return json_text([_entry(kept) for kept in reversed(kept_games())])


def way_on(match: Match, file: Path) -> str:
    """How to go on with a game, or to look at it if it is over."""
    line = go_on_command(_short(file), match.game.name, match.players, is_over=match.over)
    return f"Replay it with: {line}" if match.over else f"Resume with: {line}"


def go_on_command(file: Path | str, game: str, players: Sequence[str], *, is_over: bool) -> str:
    """The command line that goes on with a saved game, or shows it if it is over."""
    if is_over:
        return command("replay", file)
    programs = [name for name in players if name != PERSON and not _is_known(name, game)]
    opponent = ["--opponent", *programs[:1]]
    return command("play", "--resume", file, *(opponent if programs else ()))


def _short(file: Path) -> Path | str:
    """What a file is called in a command: where games are kept, its name is enough."""
    return file.stem if file.resolve().parent == saves_folder().resolve() else file


def _is_known(name: str, game: str) -> bool:
    try:
        return is_known(name, registry.find(game))
    except UnknownName:  # it was installed when it was played
        return False


def _headline(kept: KeptGame) -> str:
    """What was played against whom, and how it ended."""
    practice = ", practice" if kept.is_practice else ""
    seed = f"; seed {_seed(kept)}" if _seed(kept) is not None else ""
    return f"{_short_name(kept)}, {_opponents(kept)}: {_result(kept)}{practice}{seed}"


def _short_name(kept: KeptGame) -> str:
    """The game's full name without its cards, which can fill a screen."""
    said = parse_game_name(kept.replay.game)
    try:
        table = registry.find(said.game).rules.OPTIONS
        options = {
            name: value
            for name, value in said.options.items()
            if not isinstance(table.option(name), Table)
        }
    except UnknownName:
        options = {}
    return str(GameName(said.game, said.rule_set, options))


def _opponents(kept: KeptGame) -> str:
    others = [name or "unnamed" for name in kept.replay.players if name != PERSON]
    if not others:
        return "two people"
    return f"against {others[0]}" if len(others) == 1 else " against ".join(others)


def _result(kept: KeptGame) -> str:
    """How a game ended for the person who played it, or which player won."""
    players, result = kept.replay.players, kept.replay.result
    if result is None:
        moves = len(kept.replay.moves)
        return f"unfinished after {moves} {'move' if moves == 1 else 'moves'}"
    winner = result["winner"]
    if winner == DRAWN:
        return "drawn"
    if players.count(PERSON) == 1:
        return "you won" if players[int(winner)] == PERSON else "you lost"
    return f"player {winner} won"


def _seed(kept: KeptGame) -> int | None:
    """The seed of a game that is over; before that, it would reveal hidden cards."""
    seed = kept.replay.start.get("seed")
    return int(seed) if kept.is_over and seed is not None else None


def _way_on(kept: KeptGame) -> str:
    return go_on_command(_short(kept.file), kept.game, kept.replay.players, is_over=kept.is_over)


def _entry(kept: KeptGame) -> dict[str, Any]:
    return {
        "file": str(kept.file),
        "when": kept.when.isoformat(timespec="seconds"),
        "game": kept.game,
        "full_name": kept.replay.game,
        "players": kept.replay.players,
        "moves": len(kept.replay.moves),
        "result": kept.replay.result,
        "practice": kept.is_practice,
        "seed": _seed(kept),
        "command": _way_on(kept),
    }
