"""The command `duelhall saves`."""

from duelhall.cli.flags import Flag


def saves(*, json: Flag = False) -> None:
    """List your saved games, finished or not, and how to resume each.

    Parameters
    ----------
    json
        Print the list as JSON.

    """
    from duelhall.terminal.saves import print_saves, saves_as_json

    if json:
        print(saves_as_json())
    else:
        print_saves()
