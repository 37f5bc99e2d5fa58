import secrets
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

import duelhall
from duelhall.backend import CPU, PYTHON
from duelhall.bots import bot as standby
from duelhall.match.explain import RECORDER
from duelhall.match.game import Game

COVERED = "tests/games/"

DICE = Random()
"""What seeds are drawn with in this process; elsewhere, the operating system draws them."""

vars(secrets).update(randbits=DICE.getrandbits, randbelow=DICE.randrange)


@pytest.hookimpl(tryfirst=True)
def pytest_runtest_setup() -> None:
    """Deal the same in every run of a test, whichever tests ran before it."""
    DICE.seed(7)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Let the tests of the games run under coverage, but for those marked `uncovered`, and those
    in machine code of which there is the same by Python.
    """
    for item in items:
        is_shown_no_line = item.get_closest_marker("uncovered") or _is_in_machine_code(item)
        if item.nodeid.startswith(COVERED) and not is_shown_no_line:
            item.add_marker("covered")


def _is_in_machine_code(item: pytest.Item) -> bool:
    """Whether a test is that of the two `backend`s which runs in machine code."""
    call = getattr(item, "callspec", None)
    return call is not None and call.params.get("backend") == CPU


@pytest.fixture(autouse=True, scope="session")
def no_games_at_home(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Keep the games of tests in a folder of their own, not among those of whoever runs them."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))
        yield


@pytest.fixture
def in_memory(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder for homes where thousands of folders are quickly made and removed."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as folder:
        monkeypatch.setattr(tempfile, "tempdir", folder)
        yield Path(folder)


@pytest.fixture
def blade() -> Game:
    return duelhall.load("blade")


@pytest.fixture(params=(CPU, PYTHON))
def backend(request: pytest.FixtureRequest) -> str:
    """In machine code, and by Python."""
    return str(request.param)


@pytest.fixture
def interpreted(monkeypatch: pytest.MonkeyPatch) -> list[Callable[..., Any]]:
    """The rules that are run interpreted during a test, one entry a run."""
    runs: list[Callable[..., Any]] = []
    run = RECORDER.run

    def counted(rule: Callable[..., Any], *arguments: Any, **named: Any) -> Any:
        runs.append(rule)
        return run(rule, *arguments, **named)

    monkeypatch.setattr(RECORDER, "run", counted)
    return runs


@pytest.fixture
def long_farewell(monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots that end by themselves may take as long as a busy machine takes."""
    monkeypatch.setattr(standby, "FAREWELL", 60.0)
