"""Fair deals: a server commits to a deal before the first move, and opens it after the game; a
contest does so for all of its games.

The commitment is the SHA-256 hash of one line: the salt, the seed and the lasting name of the game,
with a space between them. All chance follows from the seed. The salt is random, so that nobody can
find the seed by trying; it has no spaces, so that nobody can read the line in two ways.
"""

import hashlib
import secrets

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
