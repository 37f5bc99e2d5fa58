from typing import Protocol

import pytest

import duelhall
from duelhall.match.match import Match


class After(Protocol):
    """The match that begins with a position and goes on with some moves."""

    def __call__(self, position: str, *moves: str, rules: str = "readme") -> Match: ...


@pytest.fixture
def after(backend: str) -> After:
    def play(position: str, *moves: str, rules: str = "readme") -> Match:
        match = duelhall.load("blade", rules, backend=backend).match(position=position)
        for move in moves:
            match.play(move)
        return match

    return play
