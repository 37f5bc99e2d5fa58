"""The command `duelhall rules`."""

from duelhall.terminal.parameters import Flag, GameName, Ruling


def rules(game: GameName, ruling: Ruling | None = None, /, *, json: Flag = False) -> None:
    """Print a game's rulebook, or one ruling from it.

    Parameters
    ----------
    game
        The game's name.
    ruling
        A ruling's number, for example B10.
    json
        Print the rulings as JSON.

    """
    from duelhall.terminal.listing import print_rules, rules_as_json

    if json:
        print(rules_as_json(game, ruling))
    else:
        print_rules(game, ruling)
