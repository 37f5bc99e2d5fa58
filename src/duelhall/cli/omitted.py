"""Options whose value may be omitted."""

from collections.abc import Sequence

LAST = ""
"""The name that stands for the game that was left last."""

OMITTED = {"--ray": "local", "--resume": LAST}
"""What each of them means alone: a cluster started just for these games, and the last game."""


def with_omitted_values(arguments: Sequence[str]) -> list[str]:
    """The command line, with a value wherever one of these options has none."""
    rest = [*arguments[1:], "--"]
    return [
        word
        for argument, following in zip(arguments, rest, strict=False)
        for word in (
            (argument, OMITTED[argument])
            if argument in OMITTED and following.startswith("-")
            else (argument,)
        )
    ]
