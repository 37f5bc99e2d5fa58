"""The command `duelhall rules`."""


def rules(game: str, ruling: str | None = None, /) -> None:
    """Print a game's rulebook, or one ruling from it.

    Parameters
    ----------
    game
        The game's name.
    ruling
        A ruling's number, for example B10.

    """
    from duelhall.terminal.listing import print_rules

    print_rules(game, ruling)
