"""Plays the games of a contest to their ends, whatever the players do."""

from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path
from typing import Self

from duelhall.arena.contests import GameJob, GameRecord
from duelhall.engine.editions import check_edition
from duelhall.engine.game import Game, load
from duelhall.players.entries import checked_entry
from duelhall.players.faults import Ending
from duelhall.players.programs.standby import Standby
from duelhall.players.roster import seated
from duelhall.table.table import Table

Folders = tuple[Path | None, Path | None]


class Referee:
    """Plays one game after another. Bots that can play again live on between their games.

    No process plays both games of a mirrored pair, since it would know the deal in the second one:
    first games and second games have processes of their own.
    """

    def __init__(self) -> None:
        self._standbys = (Standby(), Standby())

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def play(self, job: GameJob) -> GameRecord:
        """Play a game to its end."""
        return play_game(job, standby=self._standbys[job.mirrored])

    def close(self) -> None:
        """End the bots that wait for another game."""
        with ExitStack() as stack:
            for standby in self._standbys:
                stack.callback(standby.close)


def play_game(
    job: GameJob, folders: Folders = (None, None), standby: Standby | None = None
) -> GameRecord:
    """Play a game to its end; a bot that fails loses it, and the record says how it failed.

    The bots work in temporary folders, unless permanent ones are given.
    """
    game = game_of(job.game, job.edition)
    names = (job.entries[0].name, job.entries[1].name)
    with ExitStack() as stack:
        seats = [
            seated(
                checked_entry(entry, game.name),
                game,
                stack,
                limits=job.limits,
                folder=folder,
                standby=standby,
            )
            for entry, folder in zip(job.entries, folders, strict=True)
        ]
        match = game.match(job.seed, players=names)
        table = Table(
            match,
            seats,
            clock=job.clock,
            number=job.number,
            mirrored=job.mirrored,
            late=job.late,
        )
        table.run()
    return _record(job, table)


@lru_cache(maxsize=64)
def game_of(name: str, edition: int) -> Game:
    """The game of a job, loaded once; OtherEdition if the rules here are different."""
    game = load(name)
    check_edition(game.definition, edition)
    return game


def _record(job: GameJob, table: Table) -> GameRecord:
    """The record of a game."""
    match, fault = table.match, table.fault
    (first, second), (one, other) = table.thinking, table.seats
    return GameRecord(
        number=job.number,
        names=(job.entries[0].name, job.entries[1].name),
        seed=job.seed,
        pair=job.pair,
        winner=match.winner,
        reason=match.reason.word,
        ending=str(fault.ending if fault else Ending.PLAYED),
        faulty=table.faulty,
        detail=fault.detail if fault else "",
        moves=len(match.moves),
        seconds=(round(first.total, 6), round(second.total, 6)),
        slowest=(round(first.slowest, 6), round(second.slowest, 6)),
        stderr=(one.errors(), other.errors()),
        replay=match.replay().text(),
        lapses=tuple((each.number, each.seat, str(each.fault.ending)) for each in table.lapses),
    )
