"""Fair deals: the server commits to a deal before the first move, and opens it after the game.

The commitment is the SHA-256 hash of one line: the salt, the seed and the lasting name of the game,
with a space between them. All chance of a game follows from its seed. The salt is random, so that
nobody can find the seed by trying.
"""

import hashlib
import secrets

SALT_BYTES = 32
SEED_BITS = 64

COMMITMENT, SALT = "commitment", "salt"
"""The notes of a saved game that hold them."""


def new_seed() -> int:
    """A seed from the operating system's randomness."""
    return secrets.randbits(SEED_BITS)


def new_salt() -> str:
    """A salt from the operating system's randomness."""
    return secrets.token_hex(SALT_BYTES)


def commitment(salt: str, seed: int, game: str) -> str:
    """What is shown of a seed before the first move of a game, by its lasting name."""
    return hashlib.sha256(f"{salt} {seed} {game}".encode()).hexdigest()
