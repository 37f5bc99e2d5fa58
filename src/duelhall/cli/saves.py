"""The command `duelhall saves`."""

from duelhall.terminal.parameters import Flag


def saves(*, json: Flag = False) -> None:
    """List the games that are saved, finished or not, and how to go on with each.

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
