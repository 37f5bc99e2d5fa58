"""The command `duelhall bot`: tools for bot authors."""

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from duelhall.cli.flags import Flag, FullName, GameFlags, GameName, Json, Sandbox, Whole

bot = App(
    name="bot",
    help="Tools for bot authors: create a bot to start from, and check how a bot behaves.",
    help_epilogue=(
        "`duelhall docs arena` explains how to write a bot, and `duelhall docs protocol` what it "
        "is sent and how it answers."
    ),
)


@bot.command
def init(
    game: Annotated[GameName, Parameter(allow_leading_hyphen=True)],
    *more: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    language: Literal["python", "javascript", "c", "ruby", "bash"] = "python",
    out: Path | None = None,
    json: Json = False,
) -> None:
    """Create a folder with a working bot that shows where to put your own code.

    Parameters
    ----------
    game
        The game's name.
    more
        What is no option, to be refused with a word on those that there are.
    language
        The language of the bot.
    out
        The folder to create; GAME-bot by default. Nothing is ever overwritten.

    """
    from duelhall.terminal.bot import check_words, start_bot

    check_words(game, *more)
    start_bot(game, language, out, as_json=json)


@Parameter(name="*")
@dataclass(frozen=True)
class CheckedGameFlags(GameFlags):
    """What is said of the game that a bot is checked in.

    Parameters
    ----------
    rules
        The rule set to check; by default, the one in the game's name, or else all of them.

    """


ALL_RULE_SETS = CheckedGameFlags()


@bot.command
def check(
    command: str,
    *more: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    game: FullName,
    positions: Whole = 300,
    time: float = 1.0,
    choice: CheckedGameFlags = ALL_RULE_SETS,
    seed: Whole = 0,
    oneshot: Flag = False,
    sandbox: Sandbox = "auto",
    json: Flag = False,
) -> None:
    """Ask a bot about many positions, rare ones included, and report its faults.

    Exits with 1 if a fault is found, and with 2 if there is no bot to check. Each kind of fault is
    shown once, with a hint.

    Parameters
    ----------
    command
        The command line that starts the bot, in quotes: "python3 bot.py"; or a Python function,
        mybot:choose.
    more
        The rest of the command line, if the quotes were forgotten.
    positions
        How many decisions to ask for.
    time
        Seconds per decision.
    seed
        A different seed gives different positions.
    oneshot
        The bot uses its game's one-shot form, with one process per decision, for example the form
        of Blade's original contest.
    json
        Print the report as JSON, with every fault.

    """
    from duelhall.bots.check import Plan
    from duelhall.cli.contest import limits_for
    from duelhall.terminal.bot import entry_to_check, joined_command, print_check

    chosen = choice.game(game)
    only = chosen if choice or game.strip() != chosen.name else None
    entry = entry_to_check(joined_command(command, more), chosen.name, oneshot=oneshot)
    limits = limits_for(sandbox, [entry])
    plan = Plan(entry, chosen.name, positions, limit=time, only=only, seed=seed, limits=limits)
    print_check(plan, as_json=json)
