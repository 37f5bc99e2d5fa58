"""The example bots play every game."""

import shutil
from pathlib import Path

import pytest

from duelhall.play.entry import parse_entry, read_players
from duelhall.players.entry import Entry
from duelhall.workshop.template import LANGUAGES, bot_text
from tests.arena.tools import GAMES, build, need_tool, play_against_random

EXAMPLES = Path(__file__).parents[2] / "examples"

EXAMPLE_VIEW = (
    "Its view is what you see; `duelhall bot init GAME` makes a bot that tells what is in it."
)


@pytest.fixture(params=LANGUAGES)
def example(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Entry:
    need_tool(request.param)
    language = LANGUAGES[request.param]
    shutil.copy(EXAMPLES / language.file, tmp_path)
    build(language, tmp_path)
    monkeypatch.chdir(tmp_path)
    return parse_entry(language.command, "blade")


@pytest.mark.parametrize("game", GAMES)
def test_an_example_plays_a_whole_game(example: Entry, game: str) -> None:
    for seat in (0, 1):
        record = play_against_random(example, game, seat)
        assert record.ending == "played", record.detail
        assert record.stderr == ("", "")


def test_the_python_example_knows_something_of_blade(monkeypatch: pytest.MonkeyPatch) -> None:
    need_tool("python")
    monkeypatch.chdir(EXAMPLES)
    bot = parse_entry("python3 bot.py", "blade")
    games = [(seat, seed) for seat in (0, 1) for seed in range(20)]
    won = [play_against_random(bot, "blade", seat, seed).winner == seat for seat, seed in games]
    assert sum(won) > len(won) / 2


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_short_and_made_from_its_template(language: str) -> None:
    chosen = LANGUAGES[language]
    text = (EXAMPLES / chosen.file).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 60
    assert text == bot_text(chosen, "blade", view=EXAMPLE_VIEW, name=f"{language} example")


def test_the_player_file_and_the_readme_name_every_example() -> None:
    players = {entry.name: entry for entry in read_players(EXAMPLES / "players.txt", "blade")}
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for language in LANGUAGES.values():
        assert f"{language.name} ~ {language.command}" in readme
        assert f"{language.name} ~ {language.command}" in (EXAMPLES / "players.txt").read_text()
    assert players["python"].command == ("python3", str(EXAMPLES / "bot.py"))
    assert players["greedy"].builtin == "greedy"
