"""How soon the first page can be used: the time from the address until its games can be clicked on,
and until somebody who clicks at once is at the first move.

python benchmarks/first_page.py [--visits 9]

Each visit is that of a browser which has never been here. The browser is the machine's Chromium.
The deals are the same in every run; where one leaves nothing to decide, there is no first move.
"""

import argparse
import os
import shutil
import statistics
import tempfile
import time
from typing import Any

from web import STARTING, Server

FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking")
GAMES = ("Blade", "Frontline", "BINMAT", "Monsters")
WATCH = """
window.usable = new Promise((done) =>
  new MutationObserver((_, observer) => {
    if (!document.querySelector("button.choice")) return;
    observer.disconnect();
    requestIdleCallback(() => done(performance.now()));
  }).observe(document, { childList: true, subtree: true }),
);
"""
"""Notes when there is a game to click on, and nothing left to be done before a click."""


MOVES = "#board .offered, .actions .row:not(.tools) > .button"


def visit(browser: Any, address: str, game: str) -> tuple[float, float | None]:
    """The seconds until the page can be used, and until the first move can be made; None if the
    game is over without one.
    """
    context = browser.new_context()
    context.set_default_timeout(STARTING * 1000)  # machine code may still have to be compiled
    page = context.new_page()
    page.add_init_script(WATCH)
    begun = time.perf_counter()
    page.goto(address, wait_until="commit")
    usable = page.evaluate("window.usable") / 1000
    page.get_by_role("button", name=game).click()
    page.get_by_role("button", name="Play", exact=True).click()
    page.wait_for_selector(MOVES)
    playing = time.perf_counter() - begun
    is_over = page.get_by_role("button", name="Play again").is_visible()
    context.close()
    return usable, None if is_over else playing


def main() -> None:
    """Print both."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--visits", type=int, default=9)
    visits: int = parser.parse_args().visits
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("first page: not timed, for there is no Chromium on this machine")
        return
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as api:
        server = Server(f"sqlite:///{os.path.join(folder, 'tables.sqlite')}")  # noqa: PTH118
        browser = api.chromium.launch(executable_path=chromium, args=list(FLAGS))
        times = [
            visit(browser, server.address, GAMES[number % len(GAMES)]) for number in range(visits)
        ]
        browser.close()
        server.kill()
    usable = [seconds for seconds, _ in times]
    playing = [seconds for _, seconds in times if seconds is not None]
    print(f"first page: can be used after {spread(usable)}")
    print(f"first move: can be made after {spread(playing)}, with two clicks on the way")


def spread(seconds: list[float]) -> str:
    """What is usual, and the worst."""
    usual, worst = statistics.median(seconds), max(seconds)
    return f"{usual:.2f} s (median of {len(seconds)} visits; the slowest {worst:.2f} s)"


if __name__ == "__main__":
    main()
