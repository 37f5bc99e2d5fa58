import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")

from tests.browser.hall import CHROMIUM, FLAGS, STATIC, Server, Visitor  # noqa: E402
from tests.docs import two_tricks  # noqa: E402

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 860}}


@pytest.fixture(scope="session", autouse=True)
def something_to_look_at() -> None:
    if not CHROMIUM:
        pytest.skip("there is no Chromium here")
    if not (STATIC / "index.html").exists():
        pytest.skip("the client is not built; tools/client build builds it")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("hall")
    two_tricks.install(folder / "site")
    server = Server(folder, site=folder / "site")
    yield server
    server.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    with playwright.sync_playwright() as api:
        browser = api.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Any, server: Server) -> Iterator[Any]:
    """A function that lets somebody come in; nobody may see an error."""
    contexts, visitors = [], []

    def come_in(**more: Any) -> Visitor:
        contexts.append(browser.new_context(reduced_motion="reduce", **{**DESK, **more}))
        visitors.append(Visitor(contexts[-1], server.address))
        return visitors[-1]

    yield come_in
    for context in contexts:
        context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []
