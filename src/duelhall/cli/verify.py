"""The command `duelhall verify`."""

from pathlib import Path

from duelhall.terminal.parameters import Flag


def verify(file: Path, commitment: str | None = None, /, *, json: Flag = False) -> None:
    """Check that a game was dealt as the server had committed to before its first move.

    Parameters
    ----------
    file
        A game that was played in a browser, as the server offers it for download when it is over.
    commitment
        What the server showed before the first move, if you wrote it down; otherwise what the file
        says it showed.
    json
        Print the result as JSON.

    """
    from duelhall.terminal.verifying import print_verified

    print_verified(file, commitment, as_json=json)
