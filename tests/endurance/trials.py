"""What a try is."""

import random
from collections.abc import Callable
from typing import TypeAlias

Try: TypeAlias = Callable[[random.Random], int | None]
"""Does something by chance that must not break anything, and raises an error if it does. Returns
how many things it did, if that is not one.
"""
