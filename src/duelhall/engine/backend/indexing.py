"""Places in arrays, counted from the front.

Numba lets any variable index be negative, as Python does, and asks at each use whether it is. No
rule counts from the end by a variable, and asking took a seventh of the time of a random game.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir
from numba.core.types import intp
from numba.cpython.slicing import fix_index
from numba.np import arrayobj


@contextmanager
def counting_from_the_front(arrays: Any = arrayobj) -> Iterator[None]:
    """While this lasts, a variable index is translated as it is by this module of Numba; callers
    hold Numba's lock, so that nothing else is translated meanwhile.
    """
    usual = arrays.fix_integer_index
    arrays.fix_integer_index = _index
    try:
        yield
    finally:
        arrays.fix_integer_index = usual


def _index(context: Any, builder: Any, kind: Any, value: Any, size: Any) -> Any:
    """An index as machine code uses it; only of a constant is it known beforehand whether it is
    negative.
    """
    index = context.cast(builder, value, kind, intp)
    return fix_index(builder, index, size) if isinstance(index, ir.Constant) else index
