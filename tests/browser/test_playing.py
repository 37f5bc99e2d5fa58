"""Whole games in a browser, against the computer and between two people."""

import re
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import pytest
from playwright.sync_api import TimeoutError as TooLate

from duelhall.engine.errors import DuelhallError
from duelhall.terminal.replay import print_verified
from tests.browser.conftest import DESK, PHONE, Server, Visitor

Visit = Callable[..., Visitor]

MACHINE_CODE = 120_000
"""Milliseconds until games are judged on a server that has never played them."""

MOST_LOOKS = 20
"""How often a card is looked at, in case that the board is drawn anew meanwhile."""

IS_ON_TOP = """(element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}"""
"""Whether nothing covers an element."""


@pytest.mark.parametrize("game", ["Blade", "Frontline", "Monsters", "BINMAT"])
def test_a_whole_game_against_the_computer(visit: Visit, game: str) -> None:
    visitor = visit()
    visitor.sit_down(game, "Novice")
    assert visitor.play() == "over"
    said = visitor.page.locator(".standing").inner_text()
    assert said.startswith(("You win", "You lose", "Drawn"))


def test_a_game_from_elsewhere_has_its_own_board(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("Two Tricks")
    own = visitor.page.locator("#board .two-tricks")
    own.get_by_text("Tricks: 0 to 0").wait_for()
    assert visitor.play() == "over"


def test_two_people_play_by_link_on_a_desk_and_on_a_phone(visit: Visit) -> None:
    host, friend = visit(), visit(**PHONE)
    link = host.invite("Blade")
    assert host.page.get_by_role("img", name="QR code of the link").is_visible()
    friend.accept(link)
    host.page.wait_for_selector("#board")
    players = (host, friend)
    while "over" not in [player.play(2, patience=5) for player in players]:
        host.until(lambda: host.position() == friend.position())
    friend.page.goto(f"{friend.address}games")
    friend.page.get_by_role("link", name="Blade, ").click()
    friend.page.get_by_role("button", name="Play again").click()
    host.page.get_by_role("button", name="Accept").click()
    host.until(lambda: host.position() == friend.position() == 0)


def test_an_invitation_is_taken_once_and_can_be_withdrawn(visit: Visit) -> None:
    host, late = visit(), visit(**PHONE)
    link = host.invite("Blade")
    late.page.goto(link)
    sit_down = late.page.get_by_role("button", name="Sit down")
    sit_down.wait_for()
    visit().accept(link)
    sit_down.click()
    late.page.get_by_role("link", name="Watch", exact=True).click()
    late.page.wait_for_selector("#board")
    assert "status of 400" in late.errors.pop(), "the browser notes what was refused"
    link = host.invite("Blade")
    host.page.get_by_role("button", name="Withdraw the invitation").click()
    for each in (host, late):
        each.page.get_by_role("heading", name="The invitation is withdrawn").wait_for()
        late.page.goto(link)


def test_offers_are_made_declined_and_accepted_between_two_browsers(visit: Visit) -> None:
    host, friend, onlooker = visit(), visit(**PHONE), visit()
    friend.accept(host.invite("BINMAT"))
    host.page.wait_for_selector("#board")
    deck = host.page.locator('[data-place="l3    "]')
    deck.click()
    deck.click()
    host.until(lambda: friend.position() == 1)
    undo = host.page.get_by_role("button", name="Ask to undo")
    undo.click()
    friend.page.get_by_role("button", name="Decline").click()
    host.page.locator(".notice").get_by_text("Your wish was declined.").wait_for()
    undo.click()
    friend.page.get_by_role("button", name="Accept").click()
    host.until(lambda: host.position() == friend.position() == 0)

    onlooker.page.goto(host.link_for_onlookers())
    onlooker.page.wait_for_selector("#board")
    friend.end_game()
    onlooker.page.locator(".standing").get_by_text("wins").wait_for()
    host.page.get_by_role("button", name="Same deal, other seat").click()
    friend.page.get_by_role("button", name="Accept").click()
    friend.page.locator(".strip.own").get_by_text("defender").wait_for()
    onlooker.page.locator(".standing").get_by_text("to move").wait_for()


def test_two_people_play_on_one_device_behind_a_curtain(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto(visitor.address)
    visitor.change("Frontline")
    page.get_by_role("radio", name="Somebody beside you").check()
    page.get_by_label("Your name").fill("Ann")
    page.get_by_label("The other name").fill("Ben")
    page.keyboard.press("Enter")
    page.wait_for_selector("#board")
    assert visitor.play(patience=100) == "not over"
    curtain = page.get_by_role("dialog", name="Hand over")
    assert curtain.is_visible()
    assert page.locator(".card").count() == 0
    curtain.get_by_text("Hand the device to Ben.").wait_for()
    curtain.get_by_role("button", name="Show my cards").click()
    assert visitor.play() == "over"


def test_a_game_goes_on_after_the_server_was_killed(visit: Visit, server: Server) -> None:
    visitor = visit()
    visitor.sit_down("Frontline", "Novice")
    visitor.play(4)
    before = visitor.position()
    assert before > 0
    server.kill_and_restart()
    visitor.page.get_by_text("Connecting again").wait_for(state="detached")
    assert visitor.position() >= before
    assert visitor.play() == "over"


def test_a_second_tab_and_a_reload_show_the_same(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("Frontline", "Novice")
    visitor.play(2)
    visitor.until(lambda: visitor.position() == 1)
    tab = visitor.page.context.new_page()
    tab.goto(visitor.page.url)
    board = visitor.page.locator("#board").inner_text()
    tab.wait_for_selector("#board")
    assert tab.locator("#board").inner_text() == board
    visitor.page.reload()
    visitor.page.wait_for_selector("#board")
    assert visitor.page.locator("#board").inner_text() == board
    before = visitor.position()
    visitor.play(2)
    visitor.until(lambda: before < visitor.position())
    moves = tab.locator("#board")
    visitor.until(lambda: moves.get_attribute("data-position") == str(visitor.position()))


def test_an_army_is_deployed_by_dragging(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("Frontline", "Novice")
    page = visitor.page
    card = page.locator(".units .card").first
    box = card.bounding_box()
    assert box
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(box["x"] + 60, box["y"] - 40, steps=4)
    goal = page.locator(".goal").first.bounding_box()
    assert goal
    page.mouse.move(goal["x"] + goal["width"] / 2, goal["y"] + goal["height"] / 2, steps=4)
    page.mouse.up()
    visitor.until(lambda: visitor.position() == 1)
    assert page.locator(".battlefield .unit").count() == 1


def test_an_army_is_deployed_by_a_finger(visit: Visit) -> None:
    visitor = visit(**PHONE)
    visitor.sit_down("Frontline", "Novice")
    page = visitor.page
    box, field = (
        page.locator(each).first.bounding_box() for each in (".units .card", ".battlefield")
    )
    assert box
    assert field
    x, y = box["x"] + 20, box["y"] + 20
    to_x, to_y = field["x"] + field["width"] / 2 - 20, field["y"] + field["height"] / 2 + 10
    finger = page.context.new_cdp_session(page)
    for step in range(9):
        point = {"x": x + (to_x - x) * step / 8, "y": y + (to_y - y) * step / 8}
        kind = "touchMove" if step else "touchStart"
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        page.wait_for_timeout(30)
    finger.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    visitor.until(lambda: visitor.position() == 1)


def test_blade_is_played_with_the_keyboard_alone(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("Blade", "Novice")
    page = visitor.page
    offered = page.locator("#board .offered")
    over = page.get_by_role("button", name="Play again")
    while not over.count():
        visitor.until(lambda: offered.count() + over.count())
        if over.count():
            break
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        if page.locator("#board .touched").count():
            page.keyboard.press("Enter")
            page.wait_for_timeout(50)
    assert page.locator(".standing").inner_text()
    assert over.evaluate("button => button === document.activeElement")
    moments = page.get_by_role("slider", name="Look at the board after so many moves")
    moments.wait_for(timeout=MACHINE_CODE)
    moments.press("Home")
    page.locator(".verdict").get_by_text("The beginning").wait_for()
    page.locator(".standing").get_by_text("Looking back").wait_for()
    moments.press("End")
    page.locator(".standing strong").wait_for()


def test_a_typed_move_that_is_not_allowed_is_refused_with_its_ruling(visit: Visit) -> None:
    visitor = visit()
    visitor.sit_down("Frontline", "Novice")
    page = visitor.page
    page.keyboard.press("/")
    page.keyboard.type("commit")
    page.keyboard.press("Enter")
    page.locator(".notice").get_by_text("You must place every card").wait_for()
    assert "You must place every card" in page.get_by_role("log").inner_text()
    page.get_by_role("button", name="F22").click()
    page.locator(".ruling-text").get_by_text("F22.").wait_for()
    assert visitor.position() == 0


def test_those_who_watch_see_both_hands_when_the_game_is_over(visit: Visit) -> None:
    visitor, onlooker = visit(), visit()
    visitor.sit_down("Frontline", "Novice")
    onlooker.page.goto(visitor.link_for_onlookers())
    onlooker.page.wait_for_selector("#board")
    assert onlooker.page.locator(".card:not(.back)").count() == 0
    assert onlooker.page.get_by_role("button", name="Resign").count() == 0
    visitor.end_game()
    onlooker.page.locator(".standing").get_by_text("wins").wait_for()
    assert onlooker.page.locator(".card:not(.back)").count() > 0


def test_a_deck_of_ones_own_is_played_with(visit: Visit, tmp_path: Path) -> None:
    mine = tmp_path / "mine.toml"
    mine.write_text('name = "Mine"\nmonster = "Kilnback"\n[moves]\n"Brick Up" = 20\n')
    visitor = visit()
    page = visitor.page
    page.goto(visitor.address)
    visitor.change("Monsters")
    page.get_by_text("More:").click()
    page.get_by_label("Cards or a deck of your own").set_input_files(mine)
    page.get_by_role("radio", name="The one in your file").wait_for()
    page.get_by_role("button", name="Play", exact=True).click()
    card = page.get_by_role("button", name="Brick Up").first
    read = page.get_by_role("note", name="Card").get_by_text("ATK:1 / DEF:3")
    for _ in range(MOST_LOOKS):
        card.focus()
        with suppress(TooLate):
            read.wait_for(timeout=1000)
            break
    assert read.is_visible()
    assert page.get_by_role("note", name="Card").evaluate(IS_ON_TOP)
    page.get_by_role("note", name="Card").get_by_text("M4").first.wait_for()


def test_a_game_is_saved_as_a_file_that_can_be_verified(visit: Visit, tmp_path: Path) -> None:
    visitor = visit()
    visitor.sit_down("Blade", "Novice")
    page = visitor.page
    page.get_by_role("tab", name="Analysis").click()
    page.get_by_text("Fair deal, fixed before the first move").click()
    commitment = page.locator(".sheet .notation").first.inner_text()
    page.keyboard.press("l")  # keys work though a tab has the focus
    visitor.end_game()
    page.get_by_role("tab", name="Analysis").click()
    with page.expect_download() as begun:
        page.get_by_role("button", name="Save the game as a file").click()
    file = tmp_path / begun.value.suggested_filename
    begun.value.save_as(file)
    print_verified(file, commitment, as_json=False)
    with pytest.raises(DuelhallError):
        print_verified(file, "00" * 32, as_json=False)


def choose(visitor: Visitor, card: str, *, by_keys: bool) -> None:
    """Choose a card of the hand."""
    page = visitor.page
    if not by_keys:
        page.locator(f'.lesson .hand [data-card="{card}"]').first.tap()
        return
    for key in ("ArrowDown", *["ArrowLeft"] * 6, *["ArrowRight"] * 6):
        page.keyboard.press(key)
        if page.evaluate("document.activeElement.dataset.card") == card:
            break
    page.keyboard.press("Enter")


def meant_by(says: str, hand: list[str]) -> str:
    """The card of the hand that a text names last; where it names none, the first."""
    words = {"Bolt": "B", "Mirror": "M"}
    named = [words.get(word, word) for word in re.findall(r"\w+", says)]
    return next((word for word in reversed(named) if word in hand), hand[0])


@pytest.mark.parametrize("by_keys", [False, True], ids=["by touch", "by keys"])
def test_the_lesson_of_blade_is_learnt_from_its_texts_alone(visit: Visit, *, by_keys: bool) -> None:
    visitor = visit(**DESK if by_keys else PHONE)
    page = visitor.page
    page.goto(f"{visitor.address}learn")
    page.get_by_role("link", name="Blade in two minutes").click()
    says, main = page.locator(".lesson-says"), page.locator(".lesson .main")
    lesson, offered = page.locator(".lesson"), page.locator(".lesson .hand .offered")
    page.locator(".lesson[data-step]").wait_for()
    for number in range(1, 10):
        tried = list[str]()
        while (now := lesson.get_attribute("data-step")) == str(number):
            visitor.until(lambda: main.count() or offered.count())
            is_shown = page.locator(".scene").count()
            if not main.count():
                hand = offered.evaluate_all("(cards) => cards.map((each) => each.dataset.card)")
                untried = [card for card in hand if card not in tried]
                assert untried, f"step {number} does not say what to do"
                tried.append(meant_by(says.inner_text(), untried))
                choose(visitor, tried[-1], by_keys=by_keys)
            page.keyboard.press("Enter") if by_keys else main.tap()
            after = ".lesson-note" if not is_shown else ".lesson-says"
            page.locator(f'{after}, .lesson[data-step="{number + 1}"]').first.wait_for()
        assert now == str(number + 1)
        assert len(tried) <= 2, f"step {number} is a riddle"
    page.get_by_text("Now ten cards each.").first.wait_for()
    page.get_by_role("button", name="Novice").click()
    page.wait_for_selector("#board")
    page.goto(f"{visitor.address}learn")
    page.get_by_text("✓ done").wait_for()
