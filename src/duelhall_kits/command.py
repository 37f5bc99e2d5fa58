"""The commands of the kits; what they do is imported when they do it, so that help is fast."""

from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from duelhall.cli.flags import Flag, Json, Whole
from duelhall.engine.errors import BadUsage

# --- Blade ---

controller = App(
    name="controller", help_epilogue="`duelhall docs controller` explains how to write its bots."
)


@controller.default
def hold(
    playerfile: Path,
    timelimit: float,
    rounds: Whole,
    quiet: Literal["y", "n", "Y", "N"],
    /,
    *,
    seed: Whole | None = None,
    rules: Literal["controller", "readme"] = "controller",
    json: Json = False,
) -> None:
    """Run a Blade contest as the original controller did, with bots written for it.

    Every player meets every other in both seats. A bot is started again for each decision: it reads
    one line of JSON and answers with the index of a card in its hand. The transcript goes to
    standard error, the results to standard output.

    Parameters
    ----------
    playerfile
        One player per line, `name ~ command line`; empty lines and lines starting with # are
        skipped.
    timelimit
        Seconds per decision, for example 0.5; 0 means no limit.
    rounds
        Rounds per pairing, in each seating order.
    quiet
        y for the results only, n for the transcript too.
    seed
        The seed of the deals, to run the same contest again; the transcript begins with it.
    rules
        The rule set: the original controller's own, or the one of Blade's description, with its
        pack (`duelhall rules blade`).

    """
    import secrets
    import sys
    from collections.abc import Iterable

    from duelhall.bots.home import adopt
    from duelhall.bots.signals import note_signals
    from duelhall.engine.errors import checked_seed
    from duelhall.match.game import SEED_BITS
    from duelhall.terminal.output import print_json
    from duelhall_kits.blade.contest import Contest, contest_players, run_contest

    def tell(lines: Iterable[str]) -> None:
        if quiet in "nN":
            for line in lines:
                print(line, file=sys.stderr)

    def missing(text: str) -> None:
        print(f"duelhall: {text}; without it, the player loses its rounds", file=sys.stderr)

    chosen = secrets.randbits(SEED_BITS) if seed is None else checked_seed(seed)
    players = contest_players(playerfile, missing)
    contest = Contest(players, timelimit, rounds, chosen, rules)
    note_signals()
    adopt()
    tell([f"Random seed: {chosen}"])
    results = run_contest(contest, tell)
    if json:
        print_json(results.report())
    else:
        print("\n".join(results.lines()))


# --- Frontline ---

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
    from duelhall_kits.frontline.battles import print_battle

    shown = SpeedsShown(speeds)
    print_battle(file, enemy, regroup=regroup, speeds=shown, step=step, as_json=json)


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
    from duelhall_kits.frontline.battles import print_payoffs

    print_payoffs(first, second, out, as_json=json)


# --- BINMAT ---

COMPETITIVE_TURN = 5.0
LONGEST_TURN = 3600
"""Seconds."""

binmat = App(
    name="binmat",
    help="Tools for BINMAT: a timer for people at a real table.",
    help_epilogue="`duelhall rules binmat` prints the rules.",
)


@binmat.command
def timer(
    *, seconds: float | None = None, casual: Flag = False, sound: Flag = False, plain: Flag = False
) -> None:
    """Count down 110 turns of five seconds each, and say whose turn it is.

    The space bar pauses, n begins the next turn, b goes back one turn, q quits.

    Parameters
    ----------
    seconds
        How long a turn is; by default, 5.
    casual
        Turns have no seconds: only n begins the next one.
    sound
        Ring the bell at each turn.
    plain
        Print one line per turn instead of filling the screen.

    """
    from duelhall_kits.binmat import CASUAL, run_timer

    if casual and seconds is not None:
        raise BadUsage("--casual counts turns without seconds: leave out --seconds")
    seconds = COMPETITIVE_TURN if seconds is None else seconds
    if not 0 < seconds <= LONGEST_TURN:
        raise BadUsage(f"--seconds must be more than 0 and at most {LONGEST_TURN}, not {seconds:g}")
    run_timer(CASUAL if casual else seconds, sound=sound, plain=plain)


# --- Monsters ---

monsters = App(
    name="monsters",
    help="Tools for Monsters card designers: list cards, check card files, measure balance.",
    help_epilogue=(
        "Start with a copy of the standard set: cp $(duelhall monsters cards --file) my.toml"
    ),
)


@monsters.command
def cards(
    *, cards: Path | None = None, json: Json = False, markdown: Flag = False, file: Flag = False
) -> None:
    """List the monsters, moves and ready-made decks of a card set.

    Parameters
    ----------
    cards
        A card set file; by default, the standard set.
    markdown
        Print the list as Markdown tables.
    file
        Print only the path of the standard set, so that you can copy the file.

    """
    from duelhall.games.monsters.card_file import STANDARD_FILE
    from duelhall_kits.monsters.cards import print_cards

    if file:
        print(STANDARD_FILE)
    else:
        print_cards(cards, as_json=json, as_markdown=markdown)


@monsters.command
def check(*files: Path, cards: Path | None = None, json: Json = False) -> None:
    """Check card files: card sets, and decks in files of their own.

    Every fault is reported with its line and column, what was found and what is allowed. The exit
    status is 1 if there are any. Things that are allowed but probably not intended, such as a move
    that no monster of the set can pay for, are reported as warnings.

    Parameters
    ----------
    files
        The files to check.
    cards
        The card set that decks are built from; by default, the standard set.

    """
    from duelhall_kits.monsters.cards import check_files

    if not files:
        raise BadUsage("name the files to check: duelhall monsters check FILE ...")
    check_files(files, cards, as_json=json)


@monsters.command
def balance(
    *,
    cards: Path | None = None,
    deck: Annotated[list[str], Parameter(negative=())] | None = None,
    rules: str = "standard",
    players: Annotated[str, Parameter(name=("--players", "--player"))] = "greedy",
    games: Whole = 10_000,
    lift_games: Whole = 2_000,
    seed: Whole = 0,
    json: Json = False,
    markdown: Flag = False,
) -> None:
    """Play decks against each other thousands of times, and print the results.

    Every deal is played twice, the second time with the seats swapped. The interval contains the
    true share in 19 of 20 such measurements; with four times as many games it is half as wide.
    `beginner` is the share of wins by the player who begins, `fainted` the share of games in which
    a monster faints; the others end with an empty deck or at the turn limit.

    Then every card of every deck: in which share of its deck's games it was `drawn`, in which share
    of those it was `played` from the hand, and its `lift`: by how many percentage points the deck
    wins more often with it than with a plain card in its place, in the same deals against all
    decks. The plain card costs the same, its ATK and its DEF are one more than its cost, and it has
    no effect. A card with a low lift is weak, or its deck does not need it; one that is seldom
    played has a condition that seldom holds, or is too dear.

    The last lines say where the decks miss what one would want of ready-made ones: wins between 40
    and 60%, 45 to 55% for the player who begins, a median of 8 to 16 turns, 90% of games ended by
    fainting, every card played in a quarter of the games in which it is drawn, and only passing
    possible at 35% of decisions at most.

    A search plays better than greedy and takes long: try `--players "search(100)" --games 100
    --lift-games 0` first.

    Parameters
    ----------
    cards
        A card set file; by default, the standard set.
    deck
        A deck, by its name in the set or as a file; may be given several times. By default, all
        ready-made decks of the set.
    rules
        The rule set: standard or deck-out.
    players
        Who plays both decks: greedy, random, a level such as adept, or a search such as
        "search(300)".
    games
        Games per pair of decks (an even number).
    lift_games
        Games per card for its lift, against all decks together, but no more than the deals of the
        pairs; 0 leaves it out.
    seed
        The seed of the first deal; the others follow from it.
    markdown
        Print the result as Markdown tables.

    """
    from duelhall_kits.monsters.balance import Way, print_balance

    way = Way(rules, players, seed)
    print_balance(cards, deck or [], games, lift_games, way, as_json=json, as_markdown=markdown)
