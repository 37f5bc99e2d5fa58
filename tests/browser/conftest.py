"""A server in a process of its own, and visitors who sit in front of a browser."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

playwright = pytest.importorskip("playwright.sync_api")

from playwright.sync_api import BrowserContext, Page  # noqa: E402
from playwright.sync_api import TimeoutError as TooLate  # noqa: E402

from tests.docs import two_tricks  # noqa: E402

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESK = {"viewport": {"width": 1280, "height": 860}}
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
STATIC = Path(__file__).parents[2] / "src/duelhall_web/static"
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
PATIENCE = 30_000
"""Milliseconds after which something that should have happened did not."""
SOON, MOST_TRIES = 1000, 30
"""Milliseconds after which something is tried again, and how often."""

WHOLE_GAME = Path(__file__).with_name("whole_game.js").read_text(encoding="utf-8")


class Server:
    """A server that can be killed and started again at the same address; it has a game from
    elsewhere, too.
    """

    def __init__(self, folder: Path, site: Path) -> None:
        self._store = f"sqlite:///{folder / 'tables.sqlite'}"
        self._around = {"XDG_STATE_HOME": str(folder), "PYTHONPATH": str(site)}
        self._process, told = self._start("0")
        self.address: str = told["address"]
        self.owner: str = told["owner"]

    def _start(self, port: str) -> tuple["subprocess.Popen[str]", dict[str, str]]:
        command = [sys.executable, "-m", "duelhall", "serve", "--port", port, "--json"]
        process = subprocess.Popen(
            [*command, "--store", self._store],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **self._around},
        )
        assert process.stdout
        with process.stdout as told:
            return process, json.loads(told.readline())

    def kill_and_restart(self) -> None:
        """Leave no time for anything, and come back."""
        self._process.kill()
        self._process.wait()
        port = self.address.rstrip("/").rpartition(":")[2]
        self._process, _ = self._start(port)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()


class Visitor:
    """Somebody at a browser."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        context.set_default_timeout(PATIENCE)
        self.address = address
        self.page: Page = context.new_page()
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda said: self._hear(said.type, said.text))

    def _hear(self, kind: str, text: str) -> None:
        # A server that was killed is asked for in vain until it is back.
        if kind == "error" and "WebSocket" not in text and "ERR_CONNECTION" not in text:
            self.errors.append(text)

    def sit_down(self, game: str, against: str = "") -> None:
        """Play a game, as it is offered or against somebody else, and be at the table."""
        self.page.goto(self.address)
        if against:
            self.change(game)
            self.page.get_by_role("radio", name=against).check()
            self.page.get_by_role("button", name="Play", exact=True).click()
        else:
            self.page.get_by_role("button", name=f"Play {game}").click()
        self.page.wait_for_selector("#board")

    def change(self, game: str) -> None:
        """Open the sheet of a game on the first page."""
        self.page.get_by_role("button", name=f"Change {game}").click()

    def invite(self, game: str) -> str:
        """Choose a game with a friend, and wait; the link of the invitation."""
        self.page.goto(self.address)
        self.page.get_by_role("button", name=f"With a friend {game}").click()
        self.page.get_by_role("button", name="Invite").click()
        return self.page.locator(".share .link").inner_text()

    def accept(self, link: str) -> None:
        """Sit down by an invitation."""
        self.page.goto(link)
        self.page.get_by_role("button", name="Sit down").click()
        self.page.wait_for_selector("#board")

    def play(self, moves: int = 2000, patience: int = 1500) -> str:
        """Play whatever is offered, until the game is over, so many clicks were made, or there was
        nothing to be done for so many fiftieths of a second.
        """
        return str(self.page.evaluate(WHOLE_GAME, {"rounds": moves, "patience": patience}))

    def end_game(self) -> None:
        """Resign, unless the game is over by then: a novice may lose with its first move."""
        names = ("Resign", "Really resign?", "Play again")
        resign, sure, again = (
            self.page.get_by_role("button", name=name, exact=True) for name in names
        )
        for _ in range(MOST_TRIES):
            with suppress(TooLate):
                if self.page.get_by_label("What happened").is_visible():
                    self.page.keyboard.press("Escape")
                if not again.is_visible():
                    if not resign.is_visible() and not sure.is_visible():
                        self.page.get_by_text("More", exact=True).click(timeout=SOON)
                    if not sure.is_visible():
                        resign.click(timeout=SOON)
                    sure.click(timeout=SOON)
                again.wait_for(timeout=SOON)
                return
        raise AssertionError("the game does not end")

    def link_for_onlookers(self) -> str:
        """The link that this visitor has for those who want to watch the game."""
        self.page.get_by_role("link", name="Your games").click()
        link = self.page.get_by_role("link", name="Watch").get_attribute("href")
        self.page.go_back()
        self.page.wait_for_selector("#board")
        return f"{self.address.rstrip('/')}{link}"

    def position(self) -> int:
        """How many moves this page has been told of; -1 as long as it shows what they set off."""
        if self.page.get_by_label("What happened").is_visible():
            self.page.keyboard.press("Escape")
        return int(self.page.evaluate("document.querySelector('#board')?.dataset.position ?? -1"))

    def until(self, is_so: Callable[[], Any]) -> None:
        """Wait until something is so."""
        for _ in range(PATIENCE // 50):
            if is_so():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it did not happen")


@pytest.fixture(scope="session", autouse=True)
def something_to_look_at() -> None:
    if not CHROMIUM:
        pytest.skip("there is no Chromium here")
    if not (STATIC / "index.html").exists():
        pytest.skip("the client is not built; tools/client build builds it")


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder: Path = tmp_path_factory.mktemp("server")
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
