"""Machine code on disk that was damaged is never run."""

import os
import random
import tempfile

from duelhall.backend import cache as code_cache
from duelhall.backend.entries import run_forfeit
from duelhall.match.game import load
from tests.endurance.mutation import damaged_bytes

PLACE = "NUMBA_CACHE_DIR"


def damaged_code(chance: random.Random) -> None:
    """The machine code of an entry whose file was damaged: it counts as missing."""
    game = load("blade")
    entry, arguments = game.bind(run_forfeit), (game.blank(), 1)
    entry.prepare(arguments)
    kinds = entry.signatures[0]
    whole = entry._cache.data(kinds, entry.targetctx)
    assert whole
    name = entry._cache._file(kinds, entry.targetctx.codegen())
    before = os.environ.get(PLACE)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[PLACE] = folder
        try:
            damage_code(name, whole, chance)
            assert entry._cache.load_overload(kinds, entry.targetctx) is not None
        finally:
            os.environ.pop(PLACE)
            os.environ.update({} if before is None else {PLACE: before})


def damage_code(name: str, code: bytes, chance: random.Random) -> None:
    """Store machine code where it is looked for now, damage its file, read it, and mend it."""
    code_cache.write(name, code)
    place = code_cache.folder()
    assert place
    file = place / f"{name}.code"
    whole = file.read_bytes()
    damaged = damaged_bytes(chance, whole)
    file.write_bytes(damaged)
    assert code_cache.read(name) == (code if damaged == whole else None)
    code_cache.write(name, code)
    assert code_cache.read(name) == code
