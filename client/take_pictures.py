"""Takes pictures of positions in a browser, to be looked at, and those of the README.

FOLDER [BEGINNING]: all positions, or those whose names begin so, on a phone and a desk, in both
schemes
--readme: those in client/pictures
"""

import os
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

from playwright.sync_api import sync_playwright

CLIENT = Path(__file__).parent
ROOT = CLIENT.parent
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--disable-background-networking"]
SIZES = {"phone": {"width": 390, "height": 844}, "desk": {"width": 1280, "height": 860}}
SCHEMES = ("light", "dark")
SETTLED = 300
"""Milliseconds until nothing moves any more."""

Wish = dict[str, Any]
MORE: list[tuple[str, Wish]] = [
    ("blade-middle", {"touch": "hand1 4   "}),
    ("blade-middle", {"hint": ["4", "B"]}),
    ("binmat-attacker", {"hint": ["u7&0", "c2"]}),
    ("monsters-battle", {"hint": ["!monster", "pass"]}),
    ("binmat-combat", {"step": 1}),
    ("frontline-battle", {"step": 7}),
    ("monsters-resolving", {"step": 5}),
    ("frontline-deploying", {"touch": "hand0 0.3   "}),
    ("frontline-ready", {"touch": "army0    "}),
    *((f"{game}-over", {"review": 1}) for game in ("blade", "binmat", "monsters")),
]
"""Positions in which something was touched, or steps of what happened."""

MADE = {"touch": "-touched", "hint": "-hinted", "step": "", "review": "-judged"}
"""What a wish adds to the name of its picture."""

README: list[tuple[str, Wish, str]] = [
    ("blade-middle", {"touch": "hand1 4   "}, "light"),
    ("binmat-attacker", {}, "dark"),
    ("frontline-battle", {"step": 7}, "light"),
    ("monsters-chain", {}, "dark"),
]


class Quiet(SimpleHTTPRequestHandler):
    """Serves files without a word."""

    def log_message(self, *_: Any) -> None:
        pass


@contextmanager
def gallery() -> Iterator[str]:
    """The page with all positions, at an address of its own."""
    subprocess.run(
        [ROOT / "tools/client", "run", "--silent", "build"],
        check=True,
        env={**os.environ, "GALLERY": "1"},
    )
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(CLIENT / "dist")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/gallery.html"
    server.shutdown()


class Camera:
    """A browser that takes pictures of positions."""

    def __init__(self, browser: Any, address: str, folder: Path) -> None:
        self._browser, self._address, self._folder = browser, address, folder

    def take(self, shots: list[tuple[str, Wish]], size: str, scheme: str, suffix: str) -> None:
        """Pictures of some positions in one window."""
        context = self._browser.new_context(viewport=SIZES[size], color_scheme=scheme)
        page = context.new_page()
        for name, wish in shots:
            page.goto(f"{self._address}?{urlencode({name: '', **wish}, doseq=True)}")
            page.wait_for_timeout(SETTLED)
            stem = name + "".join(MADE[each] for each in wish)
            page.screenshot(path=self._folder / f"{stem}{suffix}.png")
        context.close()


def main(folder: Path, beginning: str = "", *, is_for_readme: bool) -> None:
    """Take all pictures."""
    folder.mkdir(parents=True, exist_ok=True)
    with gallery() as address, sync_playwright() as api:
        browser = api.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        camera = Camera(browser, address, folder)
        if is_for_readme:
            for name, wish, scheme in README:
                camera.take([(name, wish)], "desk", scheme, "")
        else:
            names = sorted(file.stem for file in (CLIENT / "fixtures").glob("*.json"))
            for size in SIZES:
                for scheme in SCHEMES:
                    shots = [(name, Wish()) for name in names] + MORE
                    shots = [shot for shot in shots if shot[0].startswith(beginning)]
                    camera.take(shots, size, scheme, f"-{size}-{scheme}")
        browser.close()


if __name__ == "__main__":
    is_for_readme = sys.argv[1:] == ["--readme"]
    main(
        CLIENT / "pictures" if is_for_readme else Path(sys.argv[1]),
        *sys.argv[2:3],
        is_for_readme=is_for_readme,
    )
