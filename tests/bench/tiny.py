"""The bench on tiny amounts of work."""

import pytest

from duelhall.bench import bench as game_speed
from duelhall.bench import bench as measuring
from duelhall.bench import bench as search_speed
from duelhall.bench import openspiel
from duelhall.engine.definition import Work
from duelhall.match.game import Game


def make_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be measured for long, and nothing that takes long to compile."""
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    monkeypatch.setattr(game_speed, "CONTEST_SECONDS", 0.0)
    seconds = game_speed.Seconds(clock=3.0, cpu=1.5)
    monkeypatch.setattr(game_speed, "_process_seconds", lambda *_, **__: seconds)
    monkeypatch.setattr(openspiel, "is_installed", lambda: False)
    monkeypatch.setattr(search_speed, "search_works", _quick_searches)


def _quick_searches(game: Game) -> list[tuple[str, Work]]:
    one, two = search_speed.search_one_thread(game), search_speed.search_two_threads(game)
    return [(one, lambda decisions: 5 * decisions), (two, lambda decisions: 5 * decisions)]
