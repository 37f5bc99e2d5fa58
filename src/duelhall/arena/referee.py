"""Plays the games of a contest to their ends, whatever the players do."""

import sys
from contextlib import ExitStack
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Self

from duelhall.arena.record import GameRecord
from duelhall.arena.schedule import ALL, GameJob, Shares
from duelhall.bots.bot import BotSeat, OneShotSeat, Standby
from duelhall.bots.home import Sandbox
from duelhall.engine.record import other_seat
from duelhall.match.game import Game, load, name_today
from duelhall.play.entry import checked_entry
from duelhall.play.roster import seated
from duelhall.play.seat import Ending, Fault, Seat
from duelhall.play.table import Table

Folders = tuple[Path | None, Path | None]


class Referee:
    """Plays one game after another. Bots that can play again live on between the games of a leg.

    The two games of a mirrored pair are in different legs: in the second one nobody must
    know the deal.
    """

    def __init__(self, cores: Shares = ALL) -> None:
        self._standby, self._leg, self._cores = Standby(), 0, cores

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def play(self, job: GameJob) -> GameRecord:
        """Play a game to its end."""
        self.begin_leg(job.leg)
        cores = ALL if job.limits.sandbox is Sandbox.OFF else self._cores
        return play_game(job, standby=self._standby, cores=cores)

    def begin_leg(self, leg: int) -> None:
        """End the bots that wait since an earlier leg."""
        if leg != self._leg:
            self._leg = leg
            self._standby.close()

    def close(self) -> None:
        """End the bots that wait for another game, and say what cannot be cleaned up after them."""
        self._standby.close()
        for left in self._standby.litter.values():
            print(f"after a bot's last game, {left}", file=sys.stderr)


def play_game(
    job: GameJob,
    folders: Folders = (None, None),
    standby: Standby | None = None,
    cores: Shares = ALL,
) -> GameRecord:
    """Play a game to its end; a bot that fails loses it, and the record says how it failed.

    The bots work in temporary folders, unless permanent ones are given; in a sandbox, they run on
    these cores.
    """
    game = game_of(job.game, job.edition)
    names = (job.entries[0].name, job.entries[1].name)
    with ExitStack() as stack:
        seats = [
            seated(
                checked_entry(entry, game.name),
                game,
                stack,
                limits=replace(job.limits, cores=own) if own else job.limits,
                folder=folder,
                standby=standby,
            )
            for entry, folder, own in zip(job.entries, folders, cores, strict=True)
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
    return load(name_today(name, edition))


def _record(job: GameJob, table: Table) -> GameRecord:
    match = table.match
    timer, (one, other) = table.timer, table.seats
    faulty, fault = _blamed(table)
    return GameRecord(
        number=job.number,
        names=(job.entries[0].name, job.entries[1].name),
        seed=job.seed,
        pair=job.pair,
        winner=match.winner if faulty is None else other_seat(faulty),
        reason=match.reason.word,
        ending=str(fault.ending if fault else Ending.PLAYED),
        faulty=faulty,
        detail=fault.detail if fault else "",
        moves=len(match.moves),
        seconds=(round(timer.totals[0], 6), round(timer.totals[1], 6)),
        slowest=(round(timer.slowest[0], 6), round(timer.slowest[1], 6)),
        stderr=(_words_of(one), _words_of(other)),
        replay=match.replay().text(),
        lapses=tuple((each.number, each.seat, str(each.fault.ending)) for each in table.lapses),
    )


def _blamed(table: Table) -> tuple[int | None, Fault | None]:
    """Whom a fault cost the game, and which: the one that ended it, or else what a bot left behind
    when it was over, however it was played.
    """
    if table.fault is not None:
        return table.faulty, table.fault
    for seat, player in enumerate(table.seats):
        if left := _left_behind(player):
            return seat, Fault(Ending.LITTER, left)
    return None, None


def _left_behind(player: Seat) -> str:
    return player.left_behind if isinstance(player, BotSeat | OneShotSeat) else ""


def _words_of(player: Seat) -> str:
    """What a player wrote to standard error, and a note on what it left behind."""
    left, words = _left_behind(player), player.errors()
    return f"{words}\n[duelhall could not clean up: {left}]\n" if left else words
