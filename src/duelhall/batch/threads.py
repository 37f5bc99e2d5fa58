"""Work cut into pieces for threads; compiled loops release the interpreter while they run."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor


def in_pieces(count: int, pieces: int, threads: int, work: Callable[[slice], None]) -> None:
    """Do work in this many pieces of nearly equal size, each given as a slice."""

    def do(piece: int) -> None:
        work(slice(count * piece // pieces, count * (piece + 1) // pieces))

    if threads == 1:
        for piece in range(pieces):
            do(piece)
    else:
        with ThreadPoolExecutor(threads) as pool:
            list(pool.map(do, range(pieces)))
