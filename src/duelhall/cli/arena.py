"""The command `duelhall arena`.

The command `duelhall match`.
"""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from duelhall.cli.flags import (
    NOTHING_SAID,
    Choice,
    Flag,
    GameName,
    Late,
    PlayerName,
    Printed,
    Sandbox,
    Whole,
    print_format,
)

if TYPE_CHECKING:
    from duelhall.arena.runner import Play
    from duelhall.arena.settings import Settings


FORMATS = ("round-robin", "swiss", "gauntlet")

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
    game: GameName,
    playerfile: Path,
    /,
    *,
    format: Annotated[  # noqa: A002, its name on the command line
        list[Literal["round-robin", "swiss", "gauntlet", "text", "md", "json"]],
        Parameter(negative=(), show_default=False),
    ] = [],  # noqa: B006, only read
    games: Whole = 20,
    rounds: Whole | None = None,
    choice: Choice = NOTHING_SAID,
    time: str | None = None,
    late: Late | None = None,
    jobs: Whole = 1,
    seed: Whole | None = None,
    out: Path | None = None,
    ray: str | None = None,
    sandbox: Sandbox = "auto",
    json: Flag = False,
) -> None:
    """Play a tournament between the players listed in a file.

    Parameters
    ----------
    game
        The game's name, optionally in full: 'frontline[draft, hand=7]'.
    choice
        Its rules, options and cards.
    playerfile
        One player per line, `name ~ command line`; `builtin:greedy` is a built-in player.
    format
        Who meets whom: round-robin (everyone plays everyone), swiss (rounds between players of
        similar strength) or gauntlet (the first player against all others). Also how the results
        are printed: text, md or json. May be given twice, once for each.
    games
        Games per pairing (an even number).
    rounds
        Rounds of a swiss tournament. By default, enough to find a winner.
    time
        Time limit in seconds: per move (1), per game (60/game), both (1+60/game), or none. By
        default, 10 seconds per move.
    late
        What happens to a player who runs out of time for a move: pass or lose. By default, as the
        game's rules have it; in games without a clock of their own, lose.
    jobs
        How many games to play at once; the games stay the same.
    seed
        The seed of the deals; the same one gives the same games. By default, one that nobody can
        foresee, which is printed at the end.
    out
        The folder to save everything in. By default, a new one named after the game and the date.
    ray
        Play on the Ray cluster at this address, or on one started here if no address is given.
    sandbox
        Whether programs run in a sandbox: required (or not at all), auto (where the system has
        one, with a warning where it has none) or off.
    json
        Print the results as JSON: short for --format json.

    """
    from duelhall.arena.settings import BadTournament
    from duelhall.play.entry import read_players
    from duelhall.terminal import contest as contesting

    meets = [word for word in format if word in FORMATS]
    printed = [word for word in format if word not in FORMATS]
    if len(meets) > 1 or len(printed) > 1:
        raise BadTournament(
            f"--format {' --format '.join(format)}: give at most one of {', '.join(FORMATS)}, "
            "and at most one of text, md, json"
        )
    print_as = print_format(printed[0] if printed else "text", json=json)
    chosen = choice.game(game)
    settings = contesting.settings_of(
        chosen,
        read_players(playerfile, chosen.name),
        games,
        time,
        seed,
        late,
        format=meets[0] if meets else FORMATS[0],
        rounds=rounds,
    )
    play = contesting.players(jobs, ray)
    folder = contesting.make_folder(out, settings)
    _run(settings, folder, play, sandbox, print_as)


@arena.command
def resume(
    folder: Path,
    /,
    *,
    jobs: Whole = 1,
    ray: str | None = None,
    sandbox: Sandbox = "auto",
    format: Printed = "text",  # noqa: A002, its name on the command line
    json: Flag = False,
) -> None:
    """Resume a tournament that was stopped or interrupted.

    Parameters
    ----------
    folder
        The tournament's folder.
    jobs
        How many games to play at once.
    ray
        Play on the Ray cluster at this address, or on one started here if no address is given.
    sandbox
        Whether programs run in a sandbox: required (or not at all), auto (where the system has
        one, with a warning where it has none) or off.
    format
        How the results are printed.
    json
        Print the results as JSON: short for --format json.

    """
    from duelhall.terminal import contest as contesting

    print_as = print_format(format, json=json)
    settings = contesting.settings_in(folder)
    contesting.check_statistics(settings)
    _run(settings, folder, contesting.players(jobs, ray), sandbox, print_as)


def _run(settings: "Settings", folder: Path, play: "Play", sandbox: str, print_as: str) -> None:
    """Play what is left of a tournament, or of a match."""
    from duelhall.terminal import standings as matches
    from duelhall.terminal import standings as tournaments
    from duelhall.terminal.contest import sandboxed

    run_it = matches.run_match if settings.is_match else tournaments.run_tournament
    run_it(settings, folder, sandboxed(play, sandbox, settings.entries, folder), print_as)


@arena.command
def show(
    folder: Path,
    /,
    *,
    format: Printed = "text",  # noqa: A002, its name on the command line
    json: Flag = False,
) -> None:
    """Print the results of a tournament or a match, finished or not.

    Parameters
    ----------
    folder
        The tournament's folder.
    format
        How the results are printed.
    json
        Print the results as JSON: short for --format json.

    """
    from duelhall.arena.settings import load_settings
    from duelhall.terminal import standings as matches
    from duelhall.terminal import standings as tournaments
    from duelhall.terminal.contest import tell_uncounted

    settings = load_settings(folder)
    tell_uncounted(folder, settings)
    show_it = matches.show_match if settings.is_match else tournaments.show_tournament
    show_it(folder, print_format(format, json=json))


@arena.command
def verify(folder: Path, commitment: str | None = None, /, *, json: Flag = False) -> None:
    """Check a tournament: that its files are intact, that every game can be replayed, and that all
    deals follow from the seed that was committed to.

    Nothing is changed; `duelhall arena resume` repairs what can be repaired.

    Parameters
    ----------
    folder
        The tournament's folder.
    commitment
        What was shown before the first game, if you wrote it down.
    json
        Print what was found as JSON.

    """
    from duelhall.terminal.contest import print_check

    print_check(folder, commitment, as_json=json)


@arena.command
def games(
    folder: Path,
    /,
    *,
    lost_by: str | None = None,
    ending: str | None = None,
    player: str | None = None,
    seat: str | None = None,
    format: Literal["text", "md", "json", "csv"] = "text",  # noqa: A002, its name there
    out: Path | None = None,
    json: Flag = False,
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
    format
        How the games are printed; csv has a header.
    out
        Write the games to this new file instead, a .csv or a .parquet.
    json
        Print the games as JSON: short for --format json.

    """
    from duelhall.arena.game_rows import Wanted
    from duelhall.terminal.contest import list_games

    wanted = Wanted(lost_by, ending, player, seat)
    list_games(folder, wanted, print_format(format, json=json), out)


match = App(name="match", help_epilogue="`duelhall docs arena` says how to read the result.")


@match.default
def play_games(
    game: GameName,
    first: PlayerName,
    second: PlayerName,
    /,
    *,
    games: Whole = 100,
    choice: Choice = NOTHING_SAID,
    players: Path | None = None,
    sprt: str | None = None,
    time: str | None = None,
    late: Late | None = None,
    jobs: Whole = 1,
    seed: Whole | None = None,
    out: Path | None = None,
    ray: str | None = None,
    sandbox: Sandbox = "auto",
    format: Printed = "text",  # noqa: A002, its name on the command line
    json: Flag = False,
) -> None:
    """Play a match between two players, and report the result.

    Every deal is played twice, the second time with the seats swapped.

    Parameters
    ----------
    game
        The game's name, optionally in full: 'frontline[draft, hand=7]'.
    choice
        Its rules, options and cards.
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
    time
        Time limit in seconds: per move (1), per game (60/game), both (1+60/game), or none. By
        default, 10 seconds per move.
    late
        What happens to a player who runs out of time for a move: pass or lose. By default, as the
        game's rules have it; in games without a clock of their own, lose.
    jobs
        How many games to play at once.
    seed
        The seed of the deals; the same one gives the same games. By default, one that nobody can
        foresee, which is printed at the end.
    out
        Save the games in this folder.
    ray
        Play on the Ray cluster at this address, or on one started here if no address is given.
    sandbox
        Whether programs run in a sandbox: required (or not at all), auto (where the system has
        one, with a warning where it has none) or off.
    format
        How the result is printed.
    json
        Print the result as JSON: short for --format json.

    """
    import tempfile

    from duelhall.terminal import contest as contesting
    from duelhall.terminal import standings as matches
    from duelhall.terminal.contest import sandboxed

    print_as = print_format(format, json=json)
    chosen = choice.game(game)
    entries = contesting.entries_of([first, second], players, chosen.name)
    test = matches.parse_sprt(sprt)
    settings = contesting.settings_of(chosen, entries, games, time, seed, late, sprt=test)
    play = contesting.players(jobs, ray)
    with tempfile.TemporaryDirectory(prefix="duelhall-") as scratch:
        folder = contesting.make_folder(out or Path(scratch), settings)
        play = sandboxed(play, sandbox, entries, folder)
        matches.run_match(settings, folder, play, print_as, is_saved=out is not None)
