"""How often rules are run interpreted."""

from collections.abc import Callable
from typing import Any

import pytest

from duelhall.match.explain import RECORDER


def counted_runs(monkeypatch: pytest.MonkeyPatch) -> list[Callable[..., Any]]:
    """The rules that are run interpreted from now on, one entry a run."""
    runs: list[Callable[..., Any]] = []
    run = RECORDER.run

    def counted(rule: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        runs.append(rule)
        return run(rule, *arguments, **named)

    monkeypatch.setattr(RECORDER, "run", counted)
    return runs
