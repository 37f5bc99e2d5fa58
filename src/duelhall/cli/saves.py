"""The command `duelhall saves`."""

from duelhall.cli.flags import Json


def saves(*, json: Json = False) -> None:
    """List your saved games, finished or not, and how to resume each."""
    from duelhall.terminal.saves import print_saves, saves_as_json

    if json:
        print(saves_as_json())
    else:
        print_saves()
