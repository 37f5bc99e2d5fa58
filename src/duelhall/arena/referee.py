"""Plays one game to its end, whatever the bots do."""

from collections.abc import Sequence
from contextlib import ExitStack
from functools import lru_cache
from pathlib import Path

from duelhall.arena.bots import Bot, seated
from duelhall.arena.contests import Ending, Fault, GameJob, GameRecord
from duelhall.arena.entries import checked_entry
from duelhall.engine.editions import check_edition
from duelhall.engine.errors import DuelhallError, IllegalMove
from duelhall.engine.game import Game, load
from duelhall.engine.match import Match

Folders = tuple[Path | None, Path | None]


def play_game(job: GameJob, folders: Folders = (None, None)) -> GameRecord:
    """Play a game to its end; a bot that fails loses it, and the record says how it failed.

    The working folders of the bots are temporary ones, unless some that shall stay are given.
    """
    game = game_of(job.game, job.edition)
    names = (job.entries[0].name, job.entries[1].name)
    match = game.match(job.seed, players=names)
    with ExitStack() as stack:
        bots = [
            seated(checked_entry(entry, game.name), seat, job, folders[seat], game, stack)
            for seat, entry in enumerate(job.entries)
        ]
        faulty, fault = _play(match, bots)
        for bot in bots:
            bot.end(match, fault)
    return _record(job, match, bots, faulty, fault)


@lru_cache(maxsize=64)
def game_of(name: str, edition: int) -> Game:
    """The game of a job, loaded once; OtherEdition if it is played otherwise here."""
    game = load(name)
    check_edition(game.definition, edition)
    return game


def _play(match: Match, bots: Sequence[Bot]) -> tuple[int | None, Fault | None]:
    """Play until the rules end the game or a fault does: whose, and which."""
    seat = 0
    try:
        for seat, bot in enumerate(bots):  # noqa: B007, the fault is this seat's
            bot.start(match)
        for seat, bot in enumerate(bots):  # noqa: B007
            bot.greet(match)
        while not match.over:
            seat = match.to_move
            _make_move(match, bots[seat].decide(match))
    except Fault as fault:
        match.forfeit(seat)
        return seat, fault
    return None, None


def _make_move(match: Match, move: int | str) -> None:
    """Make a bot's move; Fault if it is none, or none that the rules allow."""
    try:
        match.play(move)
    except IllegalMove as error:
        raise Fault(Ending.ILLEGAL, str(error)) from None
    except DuelhallError as error:
        raise Fault(Ending.UNREADABLE, str(error)) from None


def _record(
    job: GameJob, match: Match, bots: Sequence[Bot], faulty: int | None, fault: Fault | None
) -> GameRecord:
    """What is kept of a game."""
    first, second = bots
    return GameRecord(
        number=job.number,
        names=(job.entries[0].name, job.entries[1].name),
        seed=job.seed,
        pair=job.pair,
        winner=match.winner,
        reason=match.reason.word,
        ending=str(fault.ending if fault else Ending.PLAYED),
        faulty=faulty,
        detail=fault.detail if fault else "",
        moves=len(match.moves),
        seconds=(round(first.thinking.total, 6), round(second.thinking.total, 6)),
        slowest=(round(first.thinking.slowest, 6), round(second.thinking.slowest, 6)),
        stderr=(first.errors(), second.errors()),
        replay=match.replay().text(),
    )
