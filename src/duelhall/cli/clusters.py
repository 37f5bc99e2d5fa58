"""The option --ray, whose value may be omitted."""

from collections.abc import Sequence

RAY = "--ray"
LOCAL = "local"
"""The address that stands for a cluster started just for these games."""


def with_cluster(arguments: Sequence[str]) -> list[str]:
    """The command line, with `local` as the address wherever `--ray` has none."""
    rest = [*arguments[1:], "--"]
    return [
        word
        for argument, following in zip(arguments, rest, strict=False)
        for word in ((RAY, LOCAL) if argument == RAY and following.startswith("-") else (argument,))
    ]
