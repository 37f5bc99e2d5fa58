"""The command `duelhall` with deals and seats that are the same in every run, for measuring it.

python benchmarks/seeded.py serve
"""

import random
import secrets
from itertools import count

from duelhall.cli.main import main
from duelhall.match import recall

seeds, dice = count(1), random.Random(1)


def new_seed(bits: int = recall.SEED_BITS) -> int:
    """The next seed."""
    return next(seeds) % (1 << bits)


def randbelow(exclusive_upper_bound: int) -> int:
    """The next number, of a seat for example."""
    return dice.randrange(exclusive_upper_bound)


if __name__ == "__main__":
    recall.new_seed, secrets.randbelow = new_seed, randbelow
    main()
