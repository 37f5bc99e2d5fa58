"""The command `duelhall frontline`."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

frontline = App(
    name="frontline",
    help="Tools for the army battle: fight drawn armies, and all armies of two hands.",
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
    from duelhall.kits.frontline.payoffs import print_payoffs

    print_payoffs(first, second, out, as_json=json)
