from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest

from duelhall.match import recall as commitment
from tests.web.servers import KINDS, TestServer, empty_store


@pytest.fixture(autouse=True)
def same_deals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Deal the same in every run of a test; elsewhere, deals come from the operating system."""
    seeds = count(7)
    monkeypatch.setattr(commitment, "new_seed", lambda: next(seeds))


@pytest.fixture
def anyio_backend() -> str:
    """What runs those tests that are coroutines."""
    return "asyncio"


@pytest.fixture
async def server(request: pytest.FixtureRequest) -> AsyncIterator[TestServer]:
    """A server in this process, made as a test says."""
    found = TestServer(**getattr(request, "param", {}))
    yield found
    await found.close()


@pytest.fixture(params=KINDS)
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty store of each kind."""
    with empty_store(request.param, tmp_path) as found:
        yield found
