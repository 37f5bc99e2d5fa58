"""What `duelhall replay` shows of a saved game, and how."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from duelhall.backend import TIERED
from duelhall.engine.errors import BadUsage
from duelhall.match.match import Match
from duelhall.players.seat import Ending
from duelhall.terminal.keys import has_keys
from duelhall.terminal.manner import Manner
from duelhall.terminal.output import make_console
from duelhall.terminal.pictures import USUAL, checked_style
from duelhall.terminal.playing import sit_down
from duelhall.terminal.playing_on import branched
from duelhall.terminal.replay_keys import ReplayKeys
from duelhall.terminal.replaying import Contents, eyes_for, print_log, replay_as_json
from duelhall.terminal.retelling import Retelling
from duelhall.terminal.seating import seat_of
from duelhall.terminal.starting import read_match
from duelhall.terminal.stops import Stops
from duelhall.terminal.tournament_games import record_lines, seen_by, tournament_game

if TYPE_CHECKING:
    from duelhall.arena.contests import GameRecord


@dataclass(frozen=True)
class Asked:
    """What the command line asks for."""

    seat: str | None = None
    role: str | None = None
    why: bool = False
    json: bool = False
    log: bool = False
    move: int | None = None
    pager: bool = False
    pictures: str | None = None
    plain: bool = False

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.log and self.why and not self.json:
            raise BadUsage("--log prints the log alone: leave out --why, or add --json")
        if self.pager and (self.json or self.log):
            raise BadUsage("--pager shows the game move by move: leave out --json and --log")


def show_replay(file: str, asked: Asked) -> None:
    """Show a saved game, or a game of a tournament."""
    asked.check()
    kept = tournament_game(file)
    match = kept[0] if kept else read_match(Path(file))
    seat = eyes_for(match, asked.seat, asked.role)
    style = checked_style(match.game, asked.pictures)
    record = seen_by(kept[1], seat) if kept else None
    telling = _retelling(match, seat, record, asked)
    if asked.move is not None:
        telling.checked_step(asked.move)
    if asked.json:
        contents = Contents(asked.why, asked.log, asked.move, style)
        print(replay_as_json(match, seat, contents, record))
    elif asked.log:
        print_log(match, seat, asked.move)
    else:
        _show(telling, asked)


def play_on(file: str, move: int, asked: Asked) -> None:
    """Play on from a move of a saved game, or of a game of a tournament."""
    if asked != Asked(asked.seat, asked.role, pictures=asked.pictures, plain=asked.plain):
        raise BadUsage(
            "--from continues the game: leave out --why, --json, --log, --move and --pager"
        )
    if asked.seat == "open":
        raise BadUsage("--from continues the game: choose your seat with --seat 0 or --seat 1")
    kept = tournament_game(file)
    match = kept[0] if kept else read_match(Path(file), backend=TIERED)
    seat = None if asked.seat is None else int(asked.seat)
    branch = branched(match, move, seat_of(match.game.definition, asked.role, seat))
    sit_down(branch, manner=Manner(pictures=asked.pictures or USUAL, plain=asked.plain))


def _retelling(
    match: Match, seat: int | None, record: "GameRecord | None", asked: Asked
) -> Retelling:
    by_keys = has_keys() and not asked.pager
    return Retelling(
        match,
        seat,
        make_console(plain=asked.plain),
        why=asked.why,
        ending=Ending(record.ending) if record and record.faulty is not None else None,
        remarks=tuple(record_lines(record)) if record else (),
        stops=Stops(after_parts=by_keys, style=asked.pictures or USUAL),
    )


def _show(telling: Retelling, asked: Asked) -> None:
    """Show the match: in the pager, by keys, or all that was asked for at once."""
    if asked.pager:
        with telling.console.pager():
            _print(telling, asked.move)
    elif has_keys():
        ReplayKeys(telling, plain=asked.plain).run(asked.move or 0)
    else:
        _print(telling, asked.move)


def _print(telling: Retelling, move: int | None) -> None:
    if move is None:
        telling.print_all()
    else:
        telling.print_step(move)
