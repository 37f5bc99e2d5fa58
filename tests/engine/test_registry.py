from importlib.metadata import EntryPoint

import pytest

from duelhall.engine import registry
from duelhall.engine.errors import BrokenPlugin


@pytest.mark.parametrize(
    ("target", "reason"),
    [
        ("no_such_module:GAME", "cannot be loaded: No module named 'no_such_module'"),
        ("duelhall.games.blade:BLADE", "installed as 'mine' calls itself 'blade'"),
    ],
)
def test_a_broken_installation_is_named(
    monkeypatch: pytest.MonkeyPatch, target: str, reason: str
) -> None:
    entry = EntryPoint("mine", target, registry.GROUP)
    monkeypatch.setattr(registry, "_installed", lambda: {"mine": entry})
    with pytest.raises(BrokenPlugin, match=reason):
        registry.find("mine")


def test_blade_is_installed() -> None:
    assert "blade" in registry.names()
    assert registry.find("blade").title == "Blade"
