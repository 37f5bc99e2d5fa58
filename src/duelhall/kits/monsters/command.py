"""The command `duelhall monsters`: tools for designers of cards."""

from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

monsters = App(
    name="monsters",
    help="Tools for designers of Monsters: list cards, check card files, measure their balance.",
    help_epilogue=(
        "Begin with a copy of the standard set: cp $(duelhall monsters cards --file) my.toml"
    ),
)


@monsters.command
def cards(
    *,
    cards: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
    markdown: Annotated[bool, Parameter(negative=())] = False,
    file: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """List the monsters, moves and ready decks of a set of cards.

    Parameters
    ----------
    cards
        A file with a set of cards; the standard set if you name none.
    json
        Print the list as JSON.
    markdown
        Print the list as tables in Markdown.
    file
        Print only where the file of the standard set is, to copy it.

    """
    from duelhall.kits.monsters.card_lists import print_cards, print_file

    if file:
        print_file()
    else:
        print_cards(cards, as_json=json, as_markdown=markdown)


@monsters.command
def check(
    *files: Path,
    cards: Path | None = None,
    json: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Check card files: sets of cards, and decks in files of their own.

    Each fault is reported with its line, what was found and what is allowed. Exits with 1 if
    there is one.

    Parameters
    ----------
    files
        The files to check.
    cards
        The set whose cards a deck is made of; the standard set if you name none.
    json
        Print what was found as JSON.

    """
    from duelhall.engine.errors import UnknownName
    from duelhall.kits.monsters.card_lists import check_files

    if not files:
        raise UnknownName("name the files to check: duelhall monsters check FILE ...")
    check_files(files, cards, as_json=json)


@monsters.command
def balance(
    *,
    cards: Path | None = None,
    deck: Annotated[list[str], Parameter(negative=())] | None = None,
    games: int = 10_000,
    player: str = "greedy",
    seed: int = 0,
    json: Annotated[bool, Parameter(negative=())] = False,
    markdown: Annotated[bool, Parameter(negative=())] = False,
) -> None:
    """Let decks play each other thousands of times, and print how they fare.

    Every deal is played twice, the second time with the seats exchanged. The interval is where
    the true share is in 19 of 20 such measurements; with four times the games it is half as wide.
    `beginner` is the share of the player who begins, `fainted` the part of the games in which a
    monster faints; the others end with an empty deck, or by the limit of turns.

    Parameters
    ----------
    cards
        A file with a set of cards; the standard set if you name none.
    deck
        A deck, by its name in the set or as a file; may be given several times. All ready decks
        of the set if you name none.
    games
        Games per pair of decks (an even number).
    player
        Who plays them: greedy or random.
    seed
        The seed of the first deal; the others follow it.
    json
        Print the result as JSON.
    markdown
        Print the table in Markdown.

    """
    from duelhall.kits.monsters.printed_balance import print_balance

    print_balance(cards, deck or [], games, player, seed, as_json=json, as_markdown=markdown)
