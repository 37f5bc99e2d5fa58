"""No rule looks beyond its arrays: machine code does not notice, unless it is told to check."""

import os
import random
import tempfile
from functools import cache

from duelhall.batch.simulate import random_games
from duelhall.engine import registry
from duelhall.match.game import load

CHECKING = "NUMBA_BOUNDSCHECK"
GAMES = 500


@cache
def check_every_index() -> str:
    """Let all that this process compiles from now on check every index, and keep it apart."""
    os.environ[CHECKING] = "1"
    os.environ["NUMBA_CACHE_DIR"] = folder = tempfile.mkdtemp()
    return folder


def checked_indices(chance: random.Random) -> int:
    """Random games in which every index is checked, and how many moves they had."""
    check_every_index()
    name = chance.choice(registry.names())
    game = load(name, chance.choice(registry.find(name).rules.OPTIONS.rule_sets))
    return random_games(game, GAMES, chance.getrandbits(60)).moves
