"""What is said of a contest's seed: a commitment to it before the games, and itself after them."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from duelhall.arena.settings import SEED_BITS, Settings
from duelhall.match.game import Game
from duelhall.match.recall import commitment, new_salt, new_seed
from duelhall.players.entry import Entry
from duelhall.terminal.wrapping import print_fitted

LONG_ENOUGH = 2**64
"""No program finds a seed from here on by trying."""


def seed_settings(seed: int | None, game: Game) -> dict[str, Any]:
    """A seed for a contest, and a commitment to it; nobody can foresee one that was not chosen."""
    chosen, salt = new_seed(SEED_BITS) if seed is None else seed, new_salt()
    made = commitment(salt, chosen, game.lasting_name)
    return {"seed": chosen, "salt": salt, "commitment": made}


def warn_of_short_seed(seed: int | None, entries: Sequence[Entry]) -> None:
    """Warn of a chosen seed that programs could find."""
    if seed is not None and seed < LONG_ENOUGH and _has_programs(entries):
        print_fitted(
            f"Warning: a program that sees some of its cards can find a seed as short as {seed} by "
            "trying, and then knows all deals. Leave out --seed if you do not trust the programs.",
            to_stderr=True,
        )


def say_commitment(settings: Settings) -> None:
    """Say before the first game what can be verified after the last one."""
    if settings.commitment and _has_programs(settings.entries):
        print_fitted(f"Commitment to the seed: {settings.commitment}", to_stderr=True)


def say_seed(settings: Settings, folder: Path | None) -> None:
    """Say after the last game what the commitment was to, and how to verify it."""
    if settings.commitment and _has_programs(settings.entries):
        print_fitted(f"The seed was {settings.seed}, the salt {settings.salt}.", to_stderr=True)
        if folder is not None:
            place = shlex.quote(str(folder))
            print_fitted(
                f"`duelhall arena verify {place} COMMITMENT` checks all deals.", to_stderr=True
            )


def _has_programs(entries: Sequence[Entry]) -> bool:
    return any(entry.command is not None for entry in entries)
