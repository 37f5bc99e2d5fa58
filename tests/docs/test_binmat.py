"""BINMAT's rulebook: its examples run."""

import pytest

from tests.docs.blocks import blocks

PAGE = "docs/rules/binmat.md"


@pytest.mark.parametrize("number", range(len(blocks(PAGE, "python"))))
def test_an_example_runs(number: int) -> None:
    """Each stands for itself, or goes on from those before it."""
    names: dict[str, object] = {}
    for block in blocks(PAGE, "python")[: number + 1]:
        exec(block, names)
