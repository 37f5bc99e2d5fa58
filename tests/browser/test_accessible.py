"""What axe finds on the pages: nothing."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.browser.conftest import DESK, PHONE, Server, Visitor

AXE = Path(__file__).parents[2] / "client/node_modules/axe-core/axe.min.js"
FIND = """async () => (await axe.run({resultTypes: ["violations"]})).violations.flatMap((rule) =>
  rule.nodes.slice(0, 4).map((node) => `${rule.id}: ${node.html} ${node.failureSummary}`))"""


Look = Callable[[str], None]


@pytest.fixture
def look(
    visit: Callable[..., Visitor], request: pytest.FixtureRequest
) -> Iterator[tuple[Visitor, Look]]:
    """A visitor, and a function that lets axe look at the page."""
    size, scheme = request.param
    visitor = visit(**size, color_scheme=scheme, bypass_csp=True)
    found: list[str] = []

    def look_at(where: str) -> None:
        visitor.page.add_script_tag(path=AXE)
        found.extend(f"{where}: {each}" for each in visitor.page.evaluate(FIND))

    yield visitor, look_at
    assert not found, "\n".join(found)


@pytest.mark.parametrize("look", [(PHONE, "light")], indirect=True)
def test_axe_finds_nothing_on_a_phone(look: tuple[Visitor, Look]) -> None:
    visitor, look_at = look
    visitor.page.goto(visitor.address)
    visitor.change("Monsters")
    visitor.page.get_by_text("More:").click()
    visitor.page.get_by_label("Struck Match").first.check()
    look_at("set-up")
    visitor.page.keyboard.press("Escape")
    look_at("home")
    link = visitor.invite("Blade")
    look_at("waiting")
    visitor.page.evaluate("localStorage.clear()")
    visitor.page.goto(link)
    visitor.page.get_by_text("How it goes").click()
    look_at("invited")
    visitor.page.goto(f"{visitor.address}learn")
    visitor.page.get_by_role("link", name="Blade in two minutes").click()
    visitor.page.locator('.hand [data-card="1"]').tap()
    look_at("lesson")
    for game in ("Blade", "Monsters"):
        visitor.sit_down(game, "Novice")
        visitor.play(3)
        look_at(game)


@pytest.mark.parametrize("look", [(DESK, "dark")], indirect=True)
def test_axe_finds_nothing_on_a_desk_in_the_dark(
    look: tuple[Visitor, Look], server: Server
) -> None:
    visitor, look_at = look
    for game in ("BINMAT", "Frontline"):
        visitor.sit_down(game, "Novice")
        visitor.play(3)
        visitor.page.keyboard.press("w")
        look_at(game)
    visitor.page.get_by_role("link", name="Your games").click()
    look_at("games")
    visitor.page.goto(server.owner)
    visitor.page.get_by_text("going on").first.wait_for()
    look_at("owner")
