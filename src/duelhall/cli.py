"""The command `duelhall`. Every subcommand imports what it needs when it runs, so that help is
there at once.
"""

import os
import signal
import sys
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from duelhall import __version__
from duelhall.arena_commands import arena, match, with_cluster
from duelhall.bot_commands import bot
from duelhall.controller_command import controller
from duelhall.monsters_commands import monsters

app = App(
    name="duelhall",
    version=__version__,
    help="Two-player card duels: play them, replay them, read their rules, measure their speed.",
    help_epilogue="Begin with `duelhall play blade`, and type ? when it asks for a move.",
    suppress_keyboard_interrupt=False,
)


@app.command
def games(*, json: Annotated[bool, Parameter(negative=())] = False) -> None:
    """List the games with their rule sets, options and computer players.

    Parameters
    ----------
    json
        Print the list as JSON.

    """
    from duelhall.terminal.listing import games_as_json, print_games

    if json:
        print(games_as_json())
    else:
        print_games()


@app.command
def play(
    game: str | None = None,
    /,
    *,
    rules: str | None = None,
    seat: Literal[0, 1] | None = None,
    opponent: str | None = None,
    seed: int | None = None,
    hotseat: Annotated[bool, Parameter(negative=())] = False,
    option: Annotated[list[str], Parameter(negative=())] | None = None,
    cards: Path | None = None,
    deck: str | None = None,
    opponent_deck: str | None = None,
    role: str | None = None,
    position: str | None = None,
    clock: str | None = None,
    resume: Path | None = None,
    step: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Play a game in this terminal, against the computer or another person.

    Parameters
    ----------
    game
        The game's name, as `duelhall games` lists it. Not needed with --resume.
    rules
        The rule set; the game's first one if you name none.
    seat
        Where you sit: 0 (the default) or 1.
    opponent
        The computer player against you; the best one there is if you name none.
    seed
        A number that fixes the deal and the computer's choices, to play the same game again; with
        --position, what is left to chance there.
    hotseat
        Two persons share this terminal; each sees their own cards only.
    option
        Change one option of the rule set, as NAME=VALUE; may be given several times.
    cards
        Play with the cards in this file, where a game lets you: see docs/rules/frontline.md and
        docs/monsters-card-language.md.
    deck
        Your deck in monsters: the name of a ready deck, or a file.
    opponent_deck
        The opponent's deck in monsters; another ready deck if you name none.
    role
        Where you sit, by the role that the seat has: `attacker` or `defender` in binmat.
    position
        Begin from this position, in the game's notation; 'quote' it, for it has blanks and signs.
    clock
        Seconds for each turn of yours; a turn that runs out is a pass. `off`, or leaving it out,
        is no clock.
    resume
        Go on with a game from this file, with the players that it names.
    step
        Wait for a key after each picture of a battle.

    """
    from duelhall.terminal.seating import Wishes
    from duelhall.terminal.sitting import (
        Beginning,
        Decks,
        new_match,
        resumed_match,
        sit_down,
        turn_seconds,
    )

    decks = Decks(deck, opponent_deck)
    beginning = Beginning(rules, seed, position, tuple(option or ()), cards, decks)
    wishes = Wishes(seat, role, opponent, hotseat)
    if resume is None:
        match = new_match(game or "", beginning, wishes)
    else:
        match = resumed_match(resume, game, beginning, wishes)
    sit_down(match, resume, step=step, clock=turn_seconds(clock))


@app.command
def replay(
    file: str,
    /,
    *,
    seat: Literal["0", "1", "open"] | None = None,
    role: str | None = None,
    why: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
    binlog: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Walk through a saved game, verifying every move; a file that does not hold is refused.

    Parameters
    ----------
    file
        A game that was written by `save`, or one of a tournament: its folder, # and the game's
        number, as DIR#17.
    seat
        Whose eyes to see it with; `open` shows all cards. Without it, a finished game is open,
        and an unfinished one is shown as its person sees it.
    role
        Whose eyes to see it with, by the role that the seat has: `attacker` or `defender` in
        binmat.
    why
        Tell for each move which rules it followed.
    json
        Print the walk as JSON.
    binlog
        Print a game of BINMAT as the log that hackmud's players know.

    """
    from duelhall.terminal.drawing import make_console
    from duelhall.terminal.kept import kept_game, record_lines, seen_by
    from duelhall.terminal.sitting import read_match
    from duelhall.terminal.walk import eyes_for, print_log, print_walk, walk_as_json

    kept = kept_game(file)
    match = kept[0] if kept else read_match(Path(file))
    eyes = eyes_for(match, seat, role)
    record = seen_by(kept[1], eyes) if kept else None
    if binlog:
        print_log(match, eyes)
    elif json:
        print(walk_as_json(match, eyes, why=why, record=record))
    else:
        print_walk(match, eyes, make_console(), why=why)
        if record:
            print("\n".join(record_lines(record)))


@app.command
def rules(game: str, ruling: str | None = None, /) -> None:
    """Print a game's rulebook, or one ruling of it.

    Parameters
    ----------
    game
        The game's name.
    ruling
        A ruling's number, as B10.

    """
    from duelhall.terminal.listing import print_rules

    print_rules(game, ruling)


frontline = App(
    name="frontline",
    help="Tools for the army battle: fight drawn armies, and all armies of two hands.",
    help_epilogue="`duelhall rules frontline` prints the rules.",
)
app.command(frontline)


@frontline.command
def battle(
    file: Path | None = None,
    /,
    *,
    regroup: Annotated[bool, Parameter(negative=())] = False,
    step: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Fight the battle of two armies that are drawn as the rules draw them.

    The lower army is drawn as its player sees it, the upper one turned by 180 degrees. Symbols:
    | spear, ! sword, @ shield, & fortress, - bow, + crown; x and X are broken ones.

    ```
        [&&].[- ]
    [! ][|@].[| ][! ]  <<< its front line is nearest to the enemy
    -----------------
    [! ][| ].[|@][! ]  <<< text after these signs is ignored
        [+ ].
    ```

    Parameters
    ----------
    file
        The drawing; standard input if you name none.
    regroup
        The drawing is from inside a round: let both armies regroup first.
    step
        Wait for a key after each picture.
    json
        Print the battle as JSON.

    """
    from duelhall.terminal.battles import print_battle

    print_battle(file, regroup=regroup, step=step, as_json=json)


@frontline.command
def payoff(
    first: str,
    second: str,
    /,
    *,
    out: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Fight every deployment of one hand against every deployment of another.

    Says how often each hand wins, and draws the deployment of each that does best on the whole.
    A hand is written with commas: "|,|@,!,&,-". Hands of up to seven cards can be tried. Write
    `--` before the hands if one of them begins with a bow.

    Parameters
    ----------
    first
        The cards of the first army.
    second
        The cards of its enemy.
    out
        Write the matrix to this file, for NumPy: 1 where the first army wins, -1 where it loses.
    json
        Print what was found as JSON.

    """
    from duelhall.terminal.payoffs import print_payoffs

    print_payoffs(first, second, out, as_json=json)


app.command(match, help_epilogue="docs/arena.md tells how to read the result.")
app.command(arena)
app.command(bot)
app.command(controller, help_epilogue="docs/controller.md tells how its bots are made.")
app.command(monsters)


binmat = App(
    name="binmat",
    help="Tools for BINMAT: a timer for people at a real table.",
    help_epilogue="`duelhall rules binmat` prints the rules.",
)
app.command(binmat)


@binmat.command
def timer(
    *,
    seconds: float = 5.0,
    sound: Annotated[bool, Parameter(negative=())] = False,
    plain: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Count 110 turns of five seconds, and say whose turn it is.

    The space bar pauses, b goes back one turn, q quits.

    Parameters
    ----------
    seconds
        How long a turn is.
    sound
        Ring the bell at each turn.
    plain
        Print a line a turn instead of filling the screen.

    """
    from duelhall.engine.errors import UnknownName
    from duelhall.terminal.timer import run_timer

    if seconds <= 0:
        raise UnknownName("a turn takes longer than 0 seconds")
    run_timer(seconds, sound=sound, plain=plain)


@app.command
def bench(
    game: str | None = None, /, *, json: Annotated[bool, Parameter(negative=())] = False
) -> None:
    """Measure the speed of the games on this machine.

    Whole random games with their deals: one thread, two threads, interpreted; and, where
    open_spiel is installed, OpenSpiel's own random games in the same run.

    Parameters
    ----------
    game
        Measure this game only.
    json
        Print the table as JSON.

    """
    from duelhall.bench.command import run_bench

    run_bench(game, as_json=json)


def main() -> None:
    """Run the command, and tell an error in one line."""
    from duelhall.engine.errors import DuelhallError

    try:
        try:
            app(with_cluster(sys.argv[1:]))
        finally:
            sys.stdout.flush()
    except BrokenPipeError:  # whoever read our output has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except DuelhallError as error:
        _fail(str(error))
    except OSError as error:
        _fail(f"cannot use {error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt as stop:
        sys.exit(128 + getattr(stop, "number", signal.SIGINT))


def _fail(message: str) -> None:
    """Tell what is wrong, and stop."""
    print(f"duelhall: {message}", file=sys.stderr)
    sys.exit(2)
