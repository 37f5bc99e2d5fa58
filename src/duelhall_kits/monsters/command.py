"""The command `duelhall monsters`: tools for card designers."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from duelhall.cli.flags import Flag, Json, Whole

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
    from duelhall_kits.monsters.cards import print_cards, print_file

    if file:
        print_file()
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
    from duelhall.engine.errors import BadUsage
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
    from duelhall_kits.monsters.balance import Way
    from duelhall_kits.monsters.report import print_balance

    print_balance(
        cards,
        deck or [],
        games,
        lift_games,
        Way(rules, players, seed),
        as_json=json,
        as_markdown=markdown,
    )
