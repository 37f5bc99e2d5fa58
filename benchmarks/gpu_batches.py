"""How fast batches are stepped through on a GPU.

    python benchmarks/gpu_batches.py

In every row of a batch a legal move is chosen at random, from the mask, and made; then the same
again, with observations written after each step. It needs the `cuda` extra and a GPU.
"""

import time

import cupy

from duelhall.batch import Batch
from duelhall.match.game import load

ROWS = {"blade": 2**20, "frontline": 2**17, "binmat": 2**16, "monsters": 2**17}
STEPS = 20


def step(batch: Batch) -> None:
    """Make a random move in each row."""
    mask = batch.legal_mask()
    chances = cupy.random.random(mask.shape, dtype=cupy.float32)
    batch.step((chances * mask).argmax(axis=1))


def rate(batch: Batch, rows: int, *, observing: bool) -> float:
    """How many moves are made in a second."""
    step(batch)
    batch.observations()
    cupy.cuda.Device().synchronize()
    started = time.perf_counter()
    for _ in range(STEPS):
        step(batch)
        if observing:
            batch.observations()
    cupy.cuda.Device().synchronize()
    return rows * STEPS / (time.perf_counter() - started)


def main() -> None:
    """Measure and print."""
    cupy.random.seed(3)
    for name, rows in ROWS.items():
        batch = Batch(load(name), rows, backend="cuda", seed=3)
        plain, observed = (rate(batch, rows, observing=seen) for seen in (False, True))
        print(
            f"{name}, {rows:,} rows: {plain:,.0f} steps a second, {observed:,.0f} with observations"
        )


if __name__ == "__main__":
    main()
