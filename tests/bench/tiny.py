"""The bench on tiny amounts of work."""

import pytest

from duelhall.bench import game_speed, measuring, openspiel, search_speed
from duelhall.engine.features import Work
from duelhall.match.game import Game


def make_tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let nothing be measured for long, and nothing that takes long to compile."""
    monkeypatch.setattr(measuring, "SECONDS", 0.0)
    monkeypatch.setattr(game_speed, "CONTEST_SECONDS", 0.0)
    seconds = game_speed.Seconds(clock=3.0, cpu=1.5)
    monkeypatch.setattr(game_speed, "_process_seconds", lambda *_, **__: seconds)
    monkeypatch.setattr(openspiel, "is_installed", lambda: False)
    monkeypatch.setattr(search_speed, "works", _quick_searches)


def _quick_searches(game: Game) -> list[tuple[str, Work]]:
    one, two = search_speed.one_thread_name(game), search_speed.two_threads_name(game)
    return [(one, lambda decisions: 5 * decisions), (two, lambda decisions: 5 * decisions)]
