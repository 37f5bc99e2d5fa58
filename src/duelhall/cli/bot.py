"""The command `duelhall bot`: tools for whoever writes a bot."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from duelhall.cli.choice import NOTHING_SAID, Choice

Flag = Annotated[bool, Parameter(negative=())]

bot = App(
    name="bot",
    help="Tools for authors of bots: a bot to start from, and a check of how it speaks.",
    help_epilogue="docs/arena.md tells how to write a bot, docs/protocol.md how it speaks.",
)


@bot.command
def init(
    game: str,
    *,
    language: Literal["python", "javascript", "c", "ruby", "bash"] = "python",
    out: Path | None = None,
) -> None:
    """Make a folder with a bot to start from: it plays already, and says where your part goes.

    Parameters
    ----------
    game
        The game's name.
    language
        The language of the bot.
    out
        The folder to make; GAME-bot if you name none. Nothing is ever overwritten.

    """
    from duelhall.terminal.bot_tools import start_bot

    start_bot(game, language, out)


@bot.command
def check(
    command: str,
    *more: Annotated[str, Parameter(show=False, allow_leading_hyphen=True)],
    game: str,
    positions: int = 300,
    time: float = 1.0,
    choice: Choice = NOTHING_SAID,
    seed: int = 0,
    oneshot: Flag = False,
    json: Flag = False,
) -> None:
    """Speak with a bot about many positions, rare ones included, and report its faults.

    Exits with 1 if there is one, and with 2 if there is no bot to speak with. Each kind of fault is
    shown once, with a hint.

    Parameters
    ----------
    command
        The command line that starts the bot, in quotes: "python3 bot.py".
    more
        The rest of the command line, if the quotes were forgotten.
    game
        The game that it plays. All its rule sets, unless you name one, or the game in full:
        'frontline[draft, hand=7]'.
    choice
        Its rules, options and cards.
    positions
        How many decisions it is asked for.
    time
        Seconds for a decision.
    seed
        Another number gives other positions.
    oneshot
        The bot speaks its game's form with one process per decision, for example that of Blade's
        original contest.
    json
        Print the report as JSON, with every fault.

    """
    from duelhall.arena.workshop.checking import Plan
    from duelhall.terminal.bot_tools import entry_to_check, joined_command, print_check

    chosen = choice.game(game)
    only = chosen if choice or game.strip() != chosen.name else None
    entry = entry_to_check(joined_command(command, more), chosen.name, oneshot=oneshot)
    plan = Plan(entry, chosen.name, positions, limit=time, only=only, seed=seed)
    print_check(plan, as_json=json)
