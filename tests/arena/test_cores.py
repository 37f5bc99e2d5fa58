"""Cores set apart for bots."""

import os

import pytest

from duelhall.arena.cores import ALL, Cores, shares


def with_cores(monkeypatch: pytest.MonkeyPatch, *cores: int) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _process: set(cores))


@pytest.mark.parametrize("games", [1, 2, 3])
def test_no_two_bots_share_a_core(monkeypatch: pytest.MonkeyPatch, games: int) -> None:
    with_cores(monkeypatch, *range(1, 8))
    given: list[Cores] = [own for place in range(games) for own in shares(games, place)]
    assert len({len(own) for own in given}) == 1
    assert len({core for own in given for core in own}) == sum(map(len, given)) > 0


def test_too_few_cores_are_shared_by_all(monkeypatch: pytest.MonkeyPatch) -> None:
    with_cores(monkeypatch, 4, 5, 6)
    assert shares(2, 0) == ALL
    assert shares(1, 0) == ((4,), (5,))
    assert shares(1, 1) == ALL


def test_a_system_that_does_not_tell(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(os, "sched_getaffinity")
    assert shares(1, 0) == ALL
