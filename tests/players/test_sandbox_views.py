"""What is hidden from a program in a sandbox, and what it sees all the same."""

from pathlib import Path

import pytest

from duelhall.players.programs.limits import Limits
from duelhall.players.programs.sandbox.orders import HOME, Order, read_order
from duelhall.players.programs.sandbox.views import hidden_folders, order_of, shown_places

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
    assert shown(link, hidden=own) == sorted(
        [str(own / "env"), str(link.parent), str(own / "python"), str(real.parent)]
    )
    made(own / "tool" / "shims" / "ruby")
    found = shown("ruby", hidden=own, path=str(own / "tool" / "shims"))
    assert found == [str(own / "tool")]


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
