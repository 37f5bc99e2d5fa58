"""The command `duelhall frontline`."""

from pathlib import Path
from typing import Literal

from cyclopts import App

from duelhall.cli.flags import Flag, Json

frontline = App(
    name="frontline",
    help="Tools for Frontline: fight a battle from a drawing, or all battles of two hands.",
    help_epilogue="`duelhall rules frontline` prints the rules.",
)


@frontline.command
def battle(
    file: Path | None = None,
    enemy: Path | None = None,
    /,
    *,
    regroup: Flag = False,
    speeds: Literal["all", "final", "none"] = "final",
    step: Flag = False,
    json: Json = False,
) -> None:
    """Fight a battle between two armies drawn as in the rules.

    The lower army is drawn as its player sees it, the upper one rotated by 180 degrees. Symbols:
    | spear, ! sword, @ shield, & fortress, - bow, + crown; x and X are broken ones.
    In a terminal, the battle stops after each round until you press a key.

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
        The drawing; by default, standard input. With attack markers (*) in it, or under a heading
        such as `Speed 3, markers resolved`, it is from the middle of a round, which goes on from
        there. An army drawn alone, as its player sees it, fights one just like it.
    enemy
        A second drawing, when each shows one army alone.
    regroup
        The drawing is from the end of a round: let both armies regroup first. Under a heading that
        names a speed, or with attack markers, the speeds that are left come before that.
    speeds
        Which speeds the pictures show: `all` has also those before crowns and bows, `none` leaves
        them out.
    step
        Stop after each picture, not only after each round.

    """
    from duelhall.games.frontline.scenes import SpeedsShown
    from duelhall_kits.frontline.battles import Showing, print_battle

    print_battle(file, enemy, Showing(SpeedsShown(speeds), step, json), regroup=regroup)


@frontline.command
def payoff(first: str, second: str, /, *, out: Path | None = None, json: Json = False) -> None:
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

    """
    from duelhall_kits.frontline.payoffs import print_payoffs

    print_payoffs(first, second, out, as_json=json)
