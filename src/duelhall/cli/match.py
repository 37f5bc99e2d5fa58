"""The command `duelhall match`."""

from pathlib import Path

from cyclopts import App

from duelhall.cli.choice import NOTHING_SAID, Choice
from duelhall.cli.printing import Printed

match = App(name="match", help_epilogue="docs/arena.md tells how to read the result.")


@match.default
def play_games(
    game: str,
    first: str,
    second: str,
    /,
    *,
    games: int = 100,
    choice: Choice = NOTHING_SAID,
    players: Path | None = None,
    sprt: str | None = None,
    time: str | None = None,
    jobs: int = 1,
    seed: int | None = None,
    out: Path | None = None,
    ray: str | None = None,
    format: Printed = "text",  # noqa: A002, its name on the command line
) -> None:
    """Play two players against each other, and say what the games show.

    Every deal is played twice, the second time with the seats exchanged.

    Parameters
    ----------
    game
        The game's name, which may be one in full: 'frontline[draft, hand=7]'.
    choice
        Its rules, options and cards.
    first
        A built-in player (random, greedy), a command line in quotes, or a name in --players.
    second
        The other player.
    games
        How many games, an even number.
    players
        A file with a player a line, `name ~ command line`.
    sprt
        Stop as soon as a test is decided: two Elo numbers, as 0,20.
    time
        Seconds for a move, as 1; for a game, as 60/game; both, as 1+60/game; or none for no
        limit. 10 for a move if you say nothing.
    jobs
        How many games are played at once.
    seed
        The seed of the deals; it is printed, so that the same games can be played again.
    out
        Keep the games in this folder.
    ray
        Play on a Ray cluster: its address, or one that is started here if you name none.
    format
        How the result is printed.

    """
    import tempfile

    from duelhall.terminal import contesting, matches

    chosen = choice.game(game)
    entries = contesting.entries_of([first, second], players, chosen.name)
    test = matches.parse_sprt(sprt)
    settings = contesting.settings_of(chosen, entries, games, time, seed, sprt=test)
    play = contesting.players(jobs, ray)
    with tempfile.TemporaryDirectory(prefix="duelhall-") as scratch:
        folder = contesting.make_folder(out or Path(scratch), settings)
        matches.run_match(settings, folder, play, format, is_kept=out is not None)
