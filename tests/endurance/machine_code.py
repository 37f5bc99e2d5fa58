"""Machine code on disk that was damaged is never run."""

import random

from duelhall.engine.backend import code_cache
from tests.endurance.mutation import damaged_bytes

CODE = bytes(range(256)) * 40


def damage_code(chance: random.Random) -> None:
    """Store something, damage its file, and read it."""
    name = f"entry-{chance.getrandbits(32)}"
    code_cache.write(name, CODE)
    assert code_cache.read(name) == CODE
    place = code_cache.folder()
    assert place
    file = place / f"{name}.code"
    whole = file.read_bytes()
    damaged = damaged_bytes(chance, whole)
    file.write_bytes(damaged)
    assert code_cache.read(name) == (CODE if damaged == whole else None)
    code_cache.write(name, CODE)
    assert code_cache.read(name) == CODE
    file.unlink()
