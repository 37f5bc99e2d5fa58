"""The command `duelhall games`.

The command `duelhall rules`.

The command `duelhall docs`.
"""

from duelhall.cli.flags import Flag, GameName, Json, PageName, Ruling


def games(*, json: Json = False) -> None:
    """List the games with their rule sets, options and built-in players."""
    from duelhall.terminal.page import print_games

    print_games(as_json=json)


def rules(game: GameName, ruling: Ruling | None = None, /, *, json: Json = False) -> None:
    """Print a game's rulebook, or one ruling from it.

    Parameters
    ----------
    game
        The game's name.
    ruling
        A ruling's number, for example B10.

    """
    from duelhall.terminal.page import print_rules

    print_rules(game, ruling, as_json=json)


def docs(page: PageName | None = None, /, *, json: Flag = False) -> None:
    """Show a page of the documentation, or list the pages.

    Parameters
    ----------
    page
        The name of a page, for example arena, protocol or api. By default, all pages are listed.
    json
        Print the list of pages as JSON.

    """
    from duelhall.engine.errors import BadUsage
    from duelhall.terminal.page import print_page, print_page_list

    if page is None:
        print_page_list(as_json=json)
    elif json:
        raise BadUsage("--json is for the list of pages: leave out the page, or --json")
    else:
        print_page(page)
