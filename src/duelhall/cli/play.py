"""The commands `duelhall play`, `duelhall lesson` and `duelhall saves`."""

from typing import Literal

from duelhall.cli.flags import (
    NOTHING_SAID,
    Flag,
    GameFlags,
    GameName,
    Json,
    Pictures,
    Plain,
    PlayerName,
    Role,
    SaveName,
    Whole,
)


def play(
    game: GameName | None = None,
    /,
    *,
    choice: GameFlags = NOTHING_SAID,
    seat: Literal[0, 1] | None = None,
    opponent: PlayerName | None = None,
    player: PlayerName | None = None,
    seed: Whole | None = None,
    hotseat: Flag = False,
    role: Role | None = None,
    position: str | None = None,
    time: str | None = None,
    resume: SaveName | None = None,
    rounds: Whole | None = None,
    duplicate: Flag = False,
    strict: Flag = False,
    warnings: bool = True,
    ask_always: Flag = False,
    step: Flag = False,
    pictures: Pictures | None = None,
    plain: Plain = False,
) -> None:
    """Play a game in this terminal, against the computer or another person.

    Parameters
    ----------
    game
        The game's name as `duelhall games` lists it, optionally in full:
        'frontline[draft, hand=7]'. Not needed with --resume.
    seat
        Where you sit: 0 (the default) or 1.
    opponent
        Who plays against you: a player that thinks, at the level novice, adept (the default) or
        master, or with a budget of your own, search(5000) or search(2s) for simulations or seconds
        per move; another built-in player (random, greedy); a bot as a command line in quotes
        ("python3 bot.py"); or a Python function (module:function).
    player
        A player that takes your seat while you watch, with all cards shown.
    seed
        A number that fixes the deal and all other chance, to play the same game again; with
        --position, whatever is still left to chance.
    hotseat
        Two people share this terminal; each sees only their own cards.
    role
        Choose your seat by its role: `attacker` or `defender` in binmat.
    position
        Start from this position, in the game's notation; quote it, since it contains spaces and
        special characters.
    time
        The time limit, for you and the opponent: 5 for five seconds per move, 600/game for ten
        minutes per game, 5+600/game for both, or as chess players write it 5+3 for five minutes
        per game and three seconds more with each move. Whoever runs out of time loses, or just
        passes if the game's rules say so; running out of game time always loses. The default is
        none.
    resume
        Resume the game saved in this file, or saved by this name (see `duelhall saves`), with the
        players named there. Without a file, resume the unfinished game that was played last.
    rounds
        Play a series of this many games, with seats changing after each; points are counted as the
        game counts them. With --seed, every game has the next seed.
    duplicate
        In a series, play each deal twice, once from each seat; without --rounds, two games.
    strict
        Allow undo only if you have seen nothing new since your move, as between two people.
        Otherwise undo takes back the computer's answer too, and the game is marked as practice.
    warnings
        Ask again before a move that, as far as you can see, loses the game at once.
    ask_always
        Ask for your move even if you can only pass. Otherwise you pass without being asked, and a
        line says so; with --hotseat everybody is always asked.
    step
        Stop after each picture of a battle, not only after each of its rounds; when you watch,
        after each move, too.

    """
    from duelhall.backend import TIERED
    from duelhall.engine import registry
    from duelhall.engine.errors import BadUsage
    from duelhall.play.clock import Clock, parse_clock
    from duelhall.terminal.game import sit_down
    from duelhall.terminal.seat import PlaySetup, SeatingSetup
    from duelhall.terminal.start import file_to_resume, new_match, resumed_match, wished_series

    setup = PlaySetup(
        step=step,
        pictures=pictures or "",
        clock=Clock() if time is None else parse_clock(time),
        strict=strict,
        warnings=warnings,
        asks_always=ask_always,
        plain=plain,
        tells_seed=seed is not None,
    )
    series = wished_series(rounds, seed, duplicate=duplicate)
    seating = SeatingSetup(seat, role, opponent, hotseat, player)
    if resume is None and game is None:
        raise BadUsage(f"say which game to play: {', '.join(registry.names())}")
    if resume is None:
        definition = registry.find(registry.parse_game_name(str(game)).game)
        own = seating.seat_in(definition) or 0
        chosen = choice.game(str(game), own, backend=TIERED)
        sit_down(new_match(chosen, seating, seed, position), setup=setup, series=series)
        return
    if choice or seed is not None or position is not None:
        raise BadUsage(
            "--resume continues the game in the file: leave out --rules, --option, --cards, "
            "--deck, --opponent-deck, --position and --seed"
        )
    if series:
        raise BadUsage("--resume continues the series of the game: leave out --rounds, --duplicate")
    file = file_to_resume(resume, game)
    sit_down(resumed_match(file, game, seating), file, setup=setup)


def lesson(game: GameName | None = None, /, *, plain: Plain = False) -> None:
    """Learn a game by playing: a few moves in two minutes, each with a word about it.

    Parameters
    ----------
    game
        The game's name. By default, all lessons are listed.

    """
    from duelhall.terminal.lesson import give_lesson, print_lessons

    if game is None:
        print_lessons()
    else:
        give_lesson(game, plain=plain)


def saves(*, json: Json = False) -> None:
    """List your saved games, finished or not, and how to resume each."""
    from duelhall.terminal.saves import print_saves

    print_saves(as_json=json)
