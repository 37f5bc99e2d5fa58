"""The command `duelhall games`."""

from duelhall.terminal.parameters import Flag


def games(*, json: Flag = False) -> None:
    """List the games with their rule sets, options and built-in players.

    Parameters
    ----------
    json
        Print the list as JSON.

    """
    from duelhall.terminal.listing import games_as_json, print_games

    if json:
        print(games_as_json())
    else:
        print_games()
