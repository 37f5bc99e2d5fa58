"""What is hidden from a program in a sandbox, and what it sees all the same."""

from pathlib import Path

import pytest

from duelhall.bots.home import Limits
from duelhall.bots.sandbox.orders import HOME, Order, read_order
from duelhall.bots.sandbox.views import hidden_folders, order_of, shown_places

SYSTEM = "/usr/bin:/bin"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A folder that is hidden."""
    folder = tmp_path / "own"
    folder.mkdir()
    return folder


def made(file: Path) -> Path:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.touch(mode=0o755)
    return file


def shown(*command: object, hidden: Path, path: str = SYSTEM) -> list[str]:
    return list(shown_places(tuple(map(str, command)), path, (str(hidden),)))


def shown_in(contest: Path, *command: object) -> tuple[str, ...]:
    """What a bot is shown while the games of a contest are played."""
    limits = Limits(hidden=(str(contest),))
    return order_of(tuple(map(str, command)), {"PATH": SYSTEM}, Path(HOME), limits).shown


def test_people_and_contests_are_hidden(tmp_path: Path) -> None:
    hidden = hidden_folders((str(tmp_path), "/no/such/folder"))
    assert {"/tmp", str(Path.home().resolve()), str(tmp_path)} <= set(hidden)
    assert "/no/such/folder" not in hidden
    assert "/" not in hidden


def test_the_folder_of_a_script_is_shown(own: Path) -> None:
    bot = made(own / "bots" / "alice" / "bot.py")
    assert shown("sh", bot, "--fast", "7", hidden=own) == [str(bot.parent)]


def test_of_a_hidden_folder_only_the_script_itself_is_shown(own: Path) -> None:
    bot = made(own / "bot.py")
    assert shown("sh", bot, hidden=own) == [str(bot)]


def test_a_folder_that_is_named_is_shown_but_for_hidden_ones(own: Path) -> None:
    (own / "data").mkdir()
    assert shown("sh", "-c", "true", own / "data", own, hidden=own) == [str(own / "data")]


def test_a_program_is_shown_with_what_is_installed_around_it(own: Path) -> None:
    real = made(own / "python" / "bin" / "python3")
    link = own / "env" / "bin" / "python"
    link.parent.mkdir(parents=True)
    link.symlink_to(real)
    assert shown(link, hidden=own) == [str(own / "env"), str(own / "python")]
    made(own / "tool" / "shims" / "ruby")
    found = shown("ruby", hidden=own, path=str(own / "tool" / "shims"))
    assert found == [str(own / "tool")]


@pytest.mark.parametrize("target", ["contest/key.json", "contest", "mail/inbox", "mail", "."])
def test_a_link_leads_nowhere(own: Path, target: str) -> None:
    bot = made(own / "bots" / "alice" / "bot.py")
    made(own / "contest" / "key.json")
    made(own / "mail" / "inbox")
    link = bot.parent / "weights"
    link.symlink_to(own / target)
    assert shown("sh", bot, link, hidden=own) == [str(bot.parent)]
    assert shown_in(own / "contest", "sh", bot, link) == (str(bot.parent),)
    if link.is_dir():
        assert shown("sh", bot, made(link / "file"), hidden=own) == [str(bot.parent)]


def test_a_link_within_a_folder_is_followed(own: Path) -> None:
    bot = made(own / "alice" / "second" / "bot.py")
    link = own / "alice" / "current"
    link.symlink_to("second")
    assert shown("sh", link / "bot.py", hidden=own) == [str(link), str(bot.parent)]


def test_nothing_of_a_contest_is_shown_even_if_it_is_named(own: Path) -> None:
    contest = own / "contest"
    key = made(contest / "key.json")
    assert shown_in(contest, "sh", key) == ()
    assert shown_in(contest, "sh", contest) == ()
    bot = made(contest / "bots" / "bot.py")
    assert shown_in(contest, "sh", bot) == (str(bot.parent),)
    assert str(contest) in hidden_folders((str(contest),))


def test_what_is_not_hidden_need_not_be_shown(tmp_path: Path, own: Path) -> None:
    assert shown("sh", made(tmp_path / "elsewhere" / "bot.py"), hidden=own) == []


def test_a_home_is_inside_unless_it_is_given(tmp_path: Path) -> None:
    environment = {"PATH": SYSTEM}
    inside = order_of(["true"], environment, Path(HOME), Limits(hidden=(str(tmp_path),)))
    assert inside.writable == ()
    assert str(tmp_path) in inside.hidden
    assert order_of(["true"], environment, tmp_path, Limits()).writable == (str(tmp_path),)
    assert read_order(inside.to_json()) == inside
    assert isinstance(inside, Order)
