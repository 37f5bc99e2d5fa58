"""Which rules a warp spends its instructions on, and how many of its threads run them. No GPU is
needed: PTX is run as it was compiled.

    python -m tests.ptx.profile GAME [GAMES]

An instruction counts once for each time that a warp runs it, in however many of its 32 threads: a
GPU is faster the fewer of them it takes for a move. The last games of a warp leave threads idle, so
that many games tell more: 600 of Monsters, which take two minutes.
"""

import ast
import re
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest
from numba.cuda import lowering
from numba.cuda.compiler import compile_cuda
from numba.cuda.cudadrv import driver

import duelhall
from duelhall.batch.simulate import OUTCOME, one_game_of
from duelhall.play.builtin import RANDOM
from duelhall_gpu import translate
from duelhall_gpu.batch import played_on_gpu
from tests.ptx import gpu as translating
from tests.ptx.gpu import PtxGpu, ptx_gpu

NAME = re.compile(r'(\b(?:name|linkageName|identifier): )"([^"]*)"')
ODD = re.compile(r"\W")
TABLE = re.compile(r'@"_cudapy_cmem\.?(\d*)"')
ROWS = 40


class Share(NamedTuple):
    """What a function takes."""

    runs: int = 0  # of its instructions
    threads: int = 0  # in how many threads, all in all
    code: int = 0  # how many instructions it has

    def plus(self, runs: int, threads: int) -> "Share":
        """The same with one more instruction."""
        return Share(self.runs + runs, self.threads + threads, self.code + 1)


def main(arguments: Sequence[str]) -> None:
    """Print a profile."""
    if not arguments:
        sys.exit(__doc__)
    name, games = arguments[0], int(arguments[1]) if len(arguments) > 1 else 100
    with ptx_gpu(warps=1) as gpu, line_numbers():
        game = duelhall.load(name, backend="cuda")
        play = one_game_of(game, RANDOM, RANDOM, keeps_ends=False)
        outcomes, _ = played_on_gpu(game, play, games, seed=0)  # in one piece
        moves = gpu.records(outcomes, OUTCOME)["moves"].sum()
    shares = by_function(gpu)
    whole = Share(*(sum(column) for column in zip(*shares.values(), strict=True)))
    print(f"{'a move':>8}  {'threads':>7}  {'code':>5}")
    for function, share in [
        ("all", whole),
        *sorted(shares.items(), key=lambda each: -each[1].runs),
    ][:ROWS]:
        threads = share.threads / max(share.runs, 1)
        print(f"{share.runs / moves:8.1f}  {threads:7.1f}  {share.code:5}  {function}")


def by_function(gpu: PtxGpu) -> dict[str, Share]:
    """What each function of the source takes, by the lines that instructions come from."""
    (program,) = gpu.programs
    found: dict[str, Share] = defaultdict(Share)
    for name, function in program.functions.items():
        counts = np.sum([warp.counts[name] for warp in gpu.warps], axis=0).tolist()
        for instruction, (runs, threads) in zip(function.code, counts, strict=True):
            file, line = instruction.place
            at = function_at(program.files.get(file, ""), line)
            found[at] = found[at].plus(runs, threads)
    return found


def function_at(path: str, line: int) -> str:
    """The function that a line belongs to."""
    inside = [name for name, first, last in _functions(path) if first <= line <= last]
    return f"{Path(path).stem}.{inside[-1] if inside else '?'}"


@cache
def _functions(path: str) -> list[tuple[str, int, int]]:
    tree = ast.parse(Path(path).read_text()) if path else ast.Module([], [])
    functions = [each for each in ast.walk(tree) if isinstance(each, ast.FunctionDef)]
    return [(each.name, each.lineno, each.end_lineno or 0) for each in functions]


@contextmanager
def line_numbers() -> Iterator[None]:
    """While this lasts, kernels are compiled with the lines that their instructions come from."""
    rewritten = translate.rewritten
    translate._device_rules.cache_clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(translate, "compile_cuda", _with_lines(compile_cuda))
        patch.setattr(translating, "compile_cuda", _with_lines(compile_cuda))
        patch.setattr(driver, "_Linker", _with_lines(driver._Linker))
        patch.setattr(lowering, "get_func_def_lineno", lambda found: found.__code__.co_firstlineno)
        patch.setattr(translate, "rewritten", lambda modules: _readable(rewritten(modules)))
        yield
    translate._device_rules.cache_clear()


def _with_lines(compile_it: Any) -> Any:
    return lambda *arguments, **options: compile_it(*arguments, **options, lineinfo=True)


def _readable(modules: Sequence[str]) -> list[str]:
    """LLVM's modules with names that NVVM reads, each table under one of its own, and nothing
    about variables.
    """
    return [_renamed(module, number) for number, module in enumerate(modules)]


def _renamed(module: str, number: int) -> str:
    kept = "\n".join(line for line in module.split("\n") if '@"llvm.dbg.' not in line)
    plain = NAME.sub(lambda found: f'{found[1]}"{ODD.sub("_", found[2])}"', kept)
    return TABLE.sub(lambda found: f'@"_cudapy_cmem_{number}_{found[1]}"', plain)


if __name__ == "__main__":
    main(sys.argv[1:])
