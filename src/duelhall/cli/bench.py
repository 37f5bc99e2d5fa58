"""The command `duelhall bench`."""

from typing import Annotated

from cyclopts import Parameter

from duelhall.cli.choice import NOTHING_SAID, Choice


def bench(
    game: str | None = None,
    /,
    *,
    choice: Choice = NOTHING_SAID,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Measure the speed of the games on this machine.

    Whole random games with their deals: one thread, two threads, interpreted; and, where
    open_spiel is installed, OpenSpiel's own random games in the same run.

    Parameters
    ----------
    game
        Measure this game only; its name may be one in full: 'frontline[draft, hand=7]'.
    choice
        Its rules, options and cards.
    json
        Print the table as JSON.

    """
    from duelhall.engine.errors import UnknownName
    from duelhall.terminal.speed import run_bench

    if game is None and choice:
        raise UnknownName("say which game has these rules, options or cards: duelhall bench GAME")
    run_bench(choice.game(game).full_name if game else None, as_json=json)
