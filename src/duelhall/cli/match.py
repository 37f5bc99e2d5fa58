"""The command `duelhall match`."""

from pathlib import Path

from cyclopts import App

from duelhall.cli.choice import NOTHING_SAID, Choice
from duelhall.cli.printing import Late, Printed, Sandbox, print_format
from duelhall.terminal.parameters import Flag, GameName, PlayerName, Whole

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

    from duelhall.terminal import contesting, matches
    from duelhall.terminal.sandboxing import sandboxed

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
