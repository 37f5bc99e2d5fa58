"""The command `duelhall frontline payoff`."""

from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import Array
from duelhall.engine.text import counted
from duelhall.games.frontline.armies import meet
from duelhall.games.frontline.cards import BadUnits
from duelhall.games.frontline.scenes import battle_board
from duelhall.games.frontline.sketch import Frame
from duelhall.games.frontline.state import BATTLE
from duelhall.terminal.output import compilation_shown, make_console, print_fitted, print_json
from duelhall_kits.frontline.battles import deployments, payoff_matrix

OWNERS = ("first", "second")


def print_payoffs(first: str, second: str, out: Path | None, *, as_json: bool) -> None:
    """Fight all battles of two hands, and print who does well."""
    hands = [first.replace(" ", "").split(","), second.replace(" ", "").split(",")]
    armies = [_deployed(owner, hand) for owner, hand in zip(OWNERS, hands, strict=True)]
    payoffs = _fought(*armies)
    if out:
        with out.open("wb") as file:  # NumPy itself would give the file another name
            np.save(file, payoffs)
    report = _report(hands, armies, payoffs)
    if as_json:
        print_json(report)
    else:
        _print_report(report)


def _deployed(owner: str, hand: list[str]) -> Array:
    """All armies of a hand; errors say whose hand it is."""
    try:
        return deployments(hand)
    except BadUnits as error:
        raise BadUnits(f"the {owner} hand", error.faults) from None
    except DuelhallError as error:
        raise DuelhallError(f"the {owner} hand: {error}") from None


def _fought(first: Array, second: Array) -> Array:
    """The matrix, with a progress bar."""
    with compilation_shown():
        payoff_matrix(first[:1], second[:1])
    columns = (TextColumn("{task.completed:,} of {task.total:,} battles"), BarColumn())
    console = make_console(to_stderr=True)
    with Progress(
        *columns, TimeRemainingColumn(), console=console, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task("", total=len(first) * len(second))

        def show(done: int, _all: int) -> None:
            bar.update(task, completed=done)

        return payoff_matrix(first, second, progress=show)


def _report(hands: list[list[str]], armies: list[Array], payoffs: Array) -> dict[str, Any]:
    best = [int(payoffs.mean(axis=1).argmax()), int(payoffs.mean(axis=0).argmin())]
    rows = {"first": payoffs[best[0]], "second": -payoffs[:, best[1]]}
    field = np.zeros(1, BATTLE)
    meet(field[0], armies[0][best[0]], armies[1][best[1]])
    board = battle_board(field[0], [["", *hand] for hand in hands])
    return {
        "hands": dict(zip(OWNERS, hands, strict=True)),
        "deployments": {owner: len(armies[n]) for n, owner in enumerate(OWNERS)},
        "battles": payoffs.size,
        "all": _shares(payoffs),
        "best": {
            owner: {"number": best[n], **_shares(rows[owner])} for n, owner in enumerate(OWNERS)
        },
        "drawing": list(Frame.around([board]).armies(board)),
    }


def _shares(payoffs: Array) -> dict[str, float]:
    """How often the army wins, ties and loses, in percent."""
    names = {"wins": 1, "ties": 0, "loses": -1}
    return {name: round(100 * float((payoffs == value).mean()), 2) for name, value in names.items()}


def _print_report(report: dict[str, Any]) -> None:
    for owner in OWNERS:
        cards = " ".join(f"[{card}]" for card in report["hands"][owner])
        count = counted(report["deployments"][owner], "deployment")
        print_fitted(f"{owner.capitalize()} hand: {cards}, {count}")
    battles = counted(report["battles"], "battle")
    print_fitted(f"{battles}: the first hand {_said(report['all'])}.")
    for owner in OWNERS:
        print_fitted(f"The best deployment of the {owner} hand {_said(report['best'][owner])}.")
    print("These two against each other, the first hand below:\n")
    print("\n".join(report["drawing"]))


def _said(shares: dict[str, float]) -> str:
    return ", ".join(f"{name} {shares[name]}%" for name in ("wins", "ties", "loses"))
