"""`duelhall bot init`: a bot to start from, in each language and for each game."""

import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.play.entry import read_players
from duelhall.workshop.template import LANGUAGES, PLAYERS, README, CannotMake, make_bot, view_text
from tests.arena.tools import GAMES, build, need_tool, play_against_random
from tests.terminal.console import duelhall


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_tells_of_its_game_and_how_to_go_on(
    language: str, game: str, tmp_path: Path
) -> None:
    folder, chosen = make_bot(game, language, tmp_path / "new" / "bot"), LANGUAGES[language]
    assert sorted(path.name for path in folder.iterdir()) == sorted([README, PLAYERS, chosen.file])
    program = (folder / chosen.file).read_text(encoding="utf-8")
    readme = (folder / README).read_text(encoding="utf-8")
    for line in view_text(game).splitlines():
        assert line in program
    assert "put your own strategy here" in program
    assert f'duelhall bot check "{chosen.command}" --game {game}' in readme
    assert f"    my bot ~ {chosen.command}\n" in readme
    assert chosen.build in readme
    for text in (program, readme):
        assert not any(word in text for word in ("@FILE@", "@GAME@", "@VIEW@", "@BUILD@", "@NAME@"))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_new_bot_plays(language: str, game: str, tmp_path: Path) -> None:
    need_tool(language)
    folder = make_bot(game, language, tmp_path / "bot")
    build(LANGUAGES[language], folder)
    bot = read_players(folder / PLAYERS, game)[0]
    record = play_against_random(bot, game, seat=1)
    assert record.ending == "played", record.detail


def test_new_bots_in_python_are_tidy(tmp_path: Path) -> None:
    for game in GAMES:
        make_bot(game, "python", tmp_path / game)
    ruff = [sys.executable, "-m", "ruff", "check", "--isolated", "--select", "E,F,W,I"]
    subprocess.run([*ruff, "--line-length", "100", tmp_path], check=True)


def test_nothing_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "mine").write_text("my work", encoding="utf-8")
    with pytest.raises(CannotMake, match="already exists"):
        make_bot("blade", "python", tmp_path)
    with pytest.raises(CannotMake, match="is a file"):
        make_bot("blade", "python", tmp_path / "mine")
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]


def test_a_game_or_language_that_there_is_none_of(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="no game 'chess'"):
        make_bot("chess", "python", tmp_path / "bot")
    with pytest.raises(UnknownName, match="no template in 'cobol'"):
        make_bot("blade", "cobol", tmp_path / "bot")
    assert not (tmp_path / "bot").exists()


def test_a_game_without_a_text_of_its_own_has_a_view_all_the_same() -> None:
    registry.add(replace(registry.find("blade"), name="untold", features={}))
    try:
        assert "duelhall docs protocol" in view_text("untold")
    finally:
        registry.remove("untold")


def test_the_command_makes_a_folder_once(tmp_path: Path) -> None:
    made = duelhall("bot", "init", "binmat", "--language", "c", folder=tmp_path)
    assert made.returncode == 0
    assert "gcc -O2 -o bot bot.c" in made.stdout
    assert (tmp_path / "binmat-bot" / "bot.c").is_file()
    assert "\n  cd binmat-bot\n" in made.stdout
    again = duelhall("bot", "init", "binmat", folder=tmp_path)
    assert again.returncode == 2
    assert "binmat-bot already exists" in again.stderr


def test_a_folder_with_a_blank_in_its_name_is_told_in_quotes(tmp_path: Path) -> None:
    made = duelhall("bot", "init", "blade", "--out", "my bot", folder=tmp_path)
    assert "\n  cd 'my bot'\n" in made.stdout
