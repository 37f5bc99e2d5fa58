"""The command `duelhall frontline`."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

frontline = App(
    name="frontline",
    help="Tools for Frontline: fight a battle from a drawing, or all battles of two hands.",
    help_epilogue="`duelhall rules frontline` prints the rules.",
)


@frontline.command
def battle(
    file: Path | None = None,
    /,
    *,
    regroup: Annotated[bool, Parameter(negative=())] = False,
    step: Annotated[bool, Parameter(negative=())] = False,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Fight a battle between two armies drawn as in the rules.

    The lower army is drawn as its player sees it, the upper one rotated by 180 degrees. Symbols:
    | spear, ! sword, @ shield, & fortress, - bow, + crown; x and X are broken ones.

    ```
        [&&].[- ]
    [! ][|@].[| ][! ]  <<< its front line is nearest the enemy
    -----------------
    [! ][| ].[|@][! ]  <<< text after these signs is ignored
        [+ ].
    ```

    Parameters
    ----------
    file
        The drawing; by default, standard input.
    regroup
        The drawing is from the middle of a round: let both armies regroup first.
    step
        Wait for a key press after each picture.
    json
        Print the battle as JSON.

    """
    from duelhall.kits.frontline.printed_battle import print_battle

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

    Shows how often each hand wins, and draws the deployment of each that does best overall. A hand
    is written with commas: "|,|@,!,&,-", and has at most seven cards. Put `--` before the hands if
    one of them begins with a bow.

    Parameters
    ----------
    first
        The cards of the first army.
    second
        The cards of its enemy.
    out
        Write the matrix to this NumPy file: 1 where the first army wins, -1 where it loses.
    json
        Print the result as JSON.

    """
    from duelhall.kits.frontline.payoffs import print_payoffs

    print_payoffs(first, second, out, as_json=json)
