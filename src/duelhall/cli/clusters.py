"""The option --ray, whose value may be left out."""

from collections.abc import Sequence

RAY = "--ray"
LOCAL = "local"
"""The address of a cluster that is started for the games."""


def with_cluster(arguments: Sequence[str]) -> list[str]:
    """A command line in which `--ray` without an address has got `local` for one."""
    rest = [*arguments[1:], "--"]
    return [
        word
        for argument, following in zip(arguments, rest, strict=False)
        for word in ((RAY, LOCAL) if argument == RAY and following.startswith("-") else (argument,))
    ]
