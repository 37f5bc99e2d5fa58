"""Frontline's own rows of the bench, on tiny amounts of work."""

import pytest

from duelhall_kits.frontline import battles as speed


def test_as_many_battles_are_fought_as_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "RANDOM_ARMIES", 20)
    rows = dict(speed.works())
    assert [work(43) for work in rows.values()] == [43] * 3
    assert "frontline, battles of 6 against 6, one thread, 2 at a time" in rows


def test_a_matrix_has_every_deployment_of_both_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(speed, "HANDS", (("|",), ("@", "&")))
    told = list[str]()
    ((name, seconds),) = speed.facts(told.append).items()
    assert name == "frontline, seconds for a payoff matrix of 2 by 6, two threads"
    assert seconds >= 0
    assert told == ["frontline: every deployment against every deployment"]
