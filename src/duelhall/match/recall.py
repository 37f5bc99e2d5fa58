"""Information states: everything that a seat has seen and done in a game, in writing.

Fair deals: a server commits to a deal before the first move, and opens it after the game; a
contest does so for all of its games.

The commitment is the SHA-256 hash of one line: the salt, the seed and the lasting name of the game,
with a space between them. All chance follows from the seed. The salt is random, so that nobody can
find the seed by trying; it has no spaces, so that nobody can read the line in two ways.
"""

import hashlib
import secrets
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from duelhall.engine.record import State
    from duelhall.match.game import Game
    from duelhall.match.match import Match


Parts = list[str]
"""What a seat sees: the parts of the position in notation."""


class Recall(NamedTuple):
    """What a seat recalls, a line each: its seat, what it saw first, and then every move as it was
    told of it, with what it saw change. Beside it, what it sees now.
    """

    lines: tuple[str, ...]
    parts: Parts

    def after(self, told: str, parts: Parts) -> "Recall":
        """The same after a move; one that it is not told of, and that changes nothing in sight,
        leaves no trace.
        """
        if not told and parts == self.parts:
            return self
        return Recall((*self.lines, f"{told}: {_changes(self.parts, parts)}"), parts)

    @property
    def text(self) -> str:
        """The information state."""
        return "\n".join(self.lines)


def recalled(match: "Match", seat: int) -> str:
    """What a seat recalls of a match."""
    found = first_recall(match.game, match.states[0], seat)
    for number, (before, state) in enumerate(pairwise(match.states)):
        gave_up = number == len(match.moves)
        told = "" if gave_up else told_of(match.game, before, match.moves[number], seat)
        found = found.after(told, seen(match.game, state, seat))
    return found.text


def first_recall(game: "Game", state: "State", seat: int) -> Recall:
    """What a seat recalls when a game has just begun."""
    parts = seen(game, state, seat)
    return Recall((f"seat {seat}", " ".join(parts)), parts)


def seen(game: "Game", state: "State", seat: int) -> Parts:
    """What a seat sees of a state."""
    return game.position_text(game.view(state, seat)).split(" ")


def told_of(game: "Game", before: "State", move: int, seat: int) -> str:
    """A move as a seat is told of it, and in parentheses what it showed in passing; nothing where
    it is not told and nothing was shown.
    """
    mover, notation = int(before.to_move), game.definition.writing.notation
    if mover == seat:
        told: str | None = notation.move_text(move, before)
    else:
        told = notation.move_seen(before, move, seat)
    text = game.definition.writing.shown
    shown = text(before, move) if text else ""
    said = [] if told is None else [f"{mover} {told}"]
    return " ".join([*said, f"({shown})"] if shown else said)


def _changes(before: list[str], after: list[str]) -> str:
    """The parts of a position that are new, each with its place, or all where their number is:
    with what was seen before, that gives the position back.
    """
    if len(before) != len(after):
        return " ".join(after)
    return " ".join(
        f"{place}:{new}"
        for place, (old, new) in enumerate(zip(before, after, strict=True))
        if old != new
    )


SALT_BYTES = 32
SEED_BITS = 64
"""As many as a seed can have: nobody has to type this one, and nobody may find it by trying."""

COMMITMENT, SALT = "commitment", "salt"
"""The notes of a saved game that hold them."""


def new_seed(bits: int = SEED_BITS) -> int:
    """A seed from the operating system's randomness."""
    return secrets.randbits(bits)


def new_salt() -> str:
    """A salt from the operating system's randomness."""
    return secrets.token_hex(SALT_BYTES)


def commitment(salt: str, seed: int, game: str) -> str:
    """What is shown of a seed before the first move, with the lasting name of the game; nothing if
    the salt would let the line be read in another way.
    """
    if " " in salt:
        return ""
    return hashlib.sha256(f"{salt} {seed} {game}".encode()).hexdigest()
