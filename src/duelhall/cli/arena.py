"""The commands `duelhall arena` and `duelhall match`."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from cyclopts import App, Parameter

from duelhall.cli.flags import (
    ALONE,
    AS_TEXT,
    NOTHING_SAID,
    USUAL_TERMS,
    FullName,
    GameFlags,
    Json,
    PlayerName,
    PrintFlags,
    TermFlags,
    Whole,
    WorkerFlags,
)

arena = App(
    name="arena",
    help="Run tournaments between bots and built-in players, with honest statistics.",
    help_epilogue=(
        "`duelhall docs arena` explains how to run a contest, and `duelhall docs protocol` how a "
        "bot takes part."
    ),
)


@arena.command
def run(
    game: FullName,
    playerfile: Path,
    /,
    *,
    pairing: Literal["round-robin", "swiss", "gauntlet"] = "round-robin",
    games: Whole = 20,
    rounds: Whole | None = None,
    choice: GameFlags = NOTHING_SAID,
    terms: TermFlags = USUAL_TERMS,
    out: Path | None = None,
    workers: WorkerFlags = ALONE,
    printing: PrintFlags = AS_TEXT,
) -> None:
    """Play a tournament between the players listed in a file.

    Parameters
    ----------
    playerfile
        One player per line, `name ~ command line`; `builtin:greedy` is a built-in player.
    pairing
        Who meets whom: round-robin (everyone plays everyone), swiss (rounds between players of
        similar strength) or gauntlet (the first player against all others).
    games
        Games per pairing (an even number).
    rounds
        Rounds of a swiss tournament. By default, enough to find a winner.
    out
        The folder to save everything in. By default, a new one named after the game and the date.

    """
    from duelhall.cli import contest as contesting
    from duelhall.play.entry import read_players

    print_as = printing.form
    chosen = choice.game(game)
    settings = contesting.settings_of(
        chosen,
        read_players(playerfile, chosen.name),
        games,
        terms.time,
        terms.seed,
        terms.late,
        pairing=pairing,
        rounds=rounds,
    )
    play = contesting.players(workers.jobs, workers.ray)
    folder = contesting.make_folder(out, settings)
    contesting.run_contest(settings, folder, play, workers.sandbox, print_as)


@arena.command
def resume(
    folder: Path,
    /,
    *,
    workers: WorkerFlags = ALONE,
    printing: PrintFlags = AS_TEXT,
) -> None:
    """Resume a tournament that was stopped or interrupted.

    Parameters
    ----------
    folder
        The tournament's folder.

    """
    from duelhall.cli import contest as contesting

    print_as = printing.form
    settings = contesting.settings_in(folder)
    contesting.check_statistics(settings)
    play = contesting.players(workers.jobs, workers.ray)
    contesting.run_contest(settings, folder, play, workers.sandbox, print_as)


@arena.command
def show(
    folder: Path,
    /,
    *,
    printing: PrintFlags = AS_TEXT,
) -> None:
    """Print the results of a tournament or a match, finished or not.

    Parameters
    ----------
    folder
        The tournament's folder.

    """
    from duelhall.cli.contest import show_contest

    show_contest(folder, printing.form)


@arena.command
def verify(folder: Path, commitment: str | None = None, /, *, json: Json = False) -> None:
    """Check a tournament: that its files are intact, that every game can be replayed, and that all
    deals follow from the seed that was committed to.

    Nothing is changed; `duelhall arena resume` repairs what can be repaired.

    Parameters
    ----------
    folder
        The tournament's folder.
    commitment
        What was shown before the first game, if you wrote it down.

    """
    from duelhall.cli.contest import print_check

    print_check(folder, commitment, as_json=json)


@Parameter(name="*")
@dataclass(frozen=True)
class GamesPrintFlags(PrintFlags):
    """How games are printed.

    Parameters
    ----------
    format
        How the games are printed; csv has a header, and parquet is for a pipe.

    """

    format: Literal["text", "md", "json", "csv", "parquet"] = "text"  # type: ignore[assignment]  # more of them


GAMES_AS_TEXT = GamesPrintFlags()


@arena.command
def games(
    folder: Path,
    /,
    *,
    lost_by: str | None = None,
    ending: str | None = None,
    player: str | None = None,
    seat: str | None = None,
    printing: GamesPrintFlags = GAMES_AS_TEXT,
    out: Path | None = None,
) -> None:
    """List the games of a tournament or a match: who played, who won, how, and with which seed.

    Parameters
    ----------
    folder
        The tournament's folder.
    lost_by
        Only games that were lost by this fault (timeout, crash, illegal, unreadable, output,
        start or litter), or by this player.
    ending
        Only games that ended in this way: by a fault, or by a word of the game's rules, for example
        forfeit.
    player
        Only games of this player.
    seat
        Only games in which that player sat there: 0, 1, or a role; without --player, in which the
        loser of --lost-by did.
    out
        Write the games to this new file instead, a .csv or a .parquet.

    """
    from duelhall.arena.games import Wanted
    from duelhall.cli.contest import list_games

    wanted = Wanted(lost_by, ending, player, seat)
    list_games(folder, wanted, printing.form, out)


match = App(name="match", help_epilogue="`duelhall docs arena` says how to read the result.")


@match.default
def play_games(
    game: FullName,
    first: PlayerName,
    second: PlayerName,
    /,
    *,
    games: Whole = 100,
    choice: GameFlags = NOTHING_SAID,
    players: Path | None = None,
    sprt: str | None = None,
    terms: TermFlags = USUAL_TERMS,
    out: Path | None = None,
    workers: WorkerFlags = ALONE,
    printing: PrintFlags = AS_TEXT,
) -> None:
    """Play a match between two players, and report the result.

    Every deal is played twice, the second time with the seats swapped.

    Parameters
    ----------
    first
        A built-in player (`duelhall games` lists them), a command line in quotes, a Python
        function (module:function), or a name from --players.
    second
        The other player.
    games
        How many games to play (an even number).
    players
        A file with one player per line, `name ~ command line`.
    sprt
        Stop as soon as a sequential test between two Elo differences is decided, for example 0,20.
    out
        Save the games in this folder.

    """
    import tempfile

    from duelhall.cli import contest as contesting

    print_as = printing.form
    chosen = choice.game(game)
    entries = contesting.entries_of([first, second], players, chosen.name)
    test = contesting.parse_sprt(sprt)
    settings = contesting.settings_of(
        chosen, entries, games, terms.time, terms.seed, terms.late, sprt=test
    )
    play = contesting.players(workers.jobs, workers.ray)
    with tempfile.TemporaryDirectory(prefix="duelhall-") as scratch:
        folder = contesting.make_folder(out or Path(scratch), settings)
        is_saved = out is not None
        contesting.run_contest(settings, folder, play, workers.sandbox, print_as, is_saved=is_saved)
