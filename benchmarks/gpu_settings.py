"""How fast random games are on a GPU with other settings of their kernels.

    python benchmarks/gpu_settings.py GAME [SETTING=VALUE[,VALUE ...] ...]

    python benchmarks/gpu_settings.py monsters GAMES=64,128,192 STAY=12,18

Each combination of values is compiled, compared with the CPU and timed in a process of its own;
without any, the settings are those of the package. It needs the `cuda` extra and a GPU.
"""

import itertools
import subprocess
import sys
from collections.abc import Sequence

from duelhall.match.game import load
from duelhall_gpu import NoGpu, random, translate
from duelhall_gpu.batch import gpu
from duelhall_gpu.bench import compared, timed_games

PLACES = {
    "GAMES": (random, "GAMES_AT_ONCE"),
    "FEW": (random, "FEW"),
    "STAY": (random, "STAY"),
    "STEP": (random, "STEP"),
    "LARGE": (translate, "LARGE"),
    "SMALL": (translate, "SMALL"),
    "BLOCKS": (translate, "BLOCKS"),
}
"""Where each setting lives, which says what it means, and its name there."""


def combinations(given: Sequence[str]) -> list[tuple[str, ...]]:
    """All combinations of settings, each written with one value."""
    named = [each.partition("=") for each in given]
    unknown = [name for name, _, _ in named if name not in PLACES]
    if unknown:
        sys.exit(f"{unknown[0]} is no setting: there are {', '.join(PLACES)}")
    return list(
        itertools.product(
            *([f"{name}={value}" for value in all_.split(",")] for name, _, all_ in named)
        )
    )


def measured(name: str, settings: Sequence[str]) -> str:
    """A line about a game with these settings, measured in this process."""
    for setting in settings:
        key, _, value = setting.partition("=")
        setattr(*PLACES[key], int(value))
    translate.RECIPE += f" {' '.join(settings)}"  # which is in the names of stored code
    game = load(name)
    _, is_same = next(compared(game, lambda _: None))
    row = timed_games(game)
    written = " ".join(settings) or "as it is"
    different = "" if is_same else ", NOT THE SAME GAMES AS ON THE CPU"
    return f"{name}, {written}: {row.moves_per_second:,.0f} moves a second{different}"


def main(arguments: Sequence[str]) -> None:
    """Measure one combination here, or each of several in a process of its own."""
    if not arguments:
        sys.exit(__doc__)
    name, *given = arguments
    found = combinations(given)
    try:
        gpu()
    except NoGpu as why:
        sys.exit(str(why))
    if len(found) == 1:
        print(measured(name, found[0]), flush=True)
        return
    for settings in found:
        subprocess.run([sys.executable, __file__, name, *settings], check=False)


if __name__ == "__main__":
    main(sys.argv[1:])
