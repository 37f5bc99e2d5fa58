"""Bots to start from: those of `duelhall bot init`, the examples, and those that stand on pages."""

import json
import shutil
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from duelhall.bots import messages
from duelhall.bots.home import Home, Limits
from duelhall.bots.process import LineProcess
from duelhall.bots.template import (
    LANGUAGES,
    PLAYERS,
    README,
    CannotMake,
    bot_text,
    make_bot,
    view_text,
)
from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.engine.text import Excerpt
from duelhall.match.game import load
from duelhall.match.match import Match
from duelhall.match.saves import load_match
from duelhall.play import play_match
from duelhall.play.entry import Entry, parse_entry, read_players
from duelhall.play.roster import find_function
from duelhall.play.table import Table
from duelhall_kits.blade.contest import Contest, run_contest
from duelhall_kits.blade.original import request
from tests.arena.scripts import GAMES, NO_HURRY, build, need_tool, play_against_random
from tests.docs.blocks import ROOT, blocks
from tests.python import python
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


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("blade", "mine"), "for one game; to choose the folder, write --out mine"),
        (("blade", "--dir", "mine"), "no option --dir; to choose the folder, write --out DIR"),
        (("--dir=mine", "blade"), "no option --dir; to choose the folder, write --out DIR"),
        (("--dir", "mine"), "no option --dir; to choose the folder, write --out DIR"),
    ],
)
def test_a_folder_that_is_not_behind_its_option(
    words: tuple[str, ...], said: str, tmp_path: Path
) -> None:
    refused = duelhall("bot", "init", *words, folder=tmp_path)
    assert refused.returncode == 2
    assert said in " ".join(refused.stderr.split())
    assert list(tmp_path.iterdir()) == []


def test_a_folder_with_a_blank_in_its_name_is_told_in_quotes(tmp_path: Path) -> None:
    made = duelhall("bot", "init", "blade", "--out", "my bot", folder=tmp_path)
    assert "\n  cd 'my bot'\n" in made.stdout


# --- the examples ---

EXAMPLES = ROOT / "examples"

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


def thumb(match: Match) -> str | None:
    """What the rule of thumb says in Blade: the lowest number that suffices, or else a Mirror or a
    Bolt, unless that would be the last card; None if it says nothing.
    """
    seat, legal = match.to_move, match.legal()
    board = match.game.board(match.view(seat), seat)
    mine, theirs = board.facts["score"][seat], board.facts["score"][1 - seat]
    (hand,) = (zone for zone in board.zones if zone.id == f"hand{seat}")
    enough = [card for card in legal if card.isdigit() and mine + int(card) > theirs]
    special = [card for card in "MB" if card in legal and hand.size > 1]
    return next(iter([*sorted(enough), *special]), None)


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_languages_have_the_same_rule_of_thumb_for_blade(language: str, tmp_path: Path) -> None:
    need_tool(language)
    folder = make_bot("blade", language, tmp_path / "bot")
    build(LANGUAGES[language], folder)
    command = read_players(folder / PLAYERS, "blade")[0].command or ()
    game, found = load("blade"), set[str]()
    with Home() as home, LineProcess(command, home, Limits(), Excerpt()) as bot:
        bot.ask(messages.line_of(messages.hello_message(game, NO_HURRY)), NO_HURRY.start)
        for seed in range(20):
            match = game.match(seed)
            table = Table(match, ())
            while not match.over:
                question = messages.decide_message(table.question(match.to_move))
                answer, _ = bot.ask(messages.line_of(question), NO_HURRY.move)
                move = messages.read_move(answer)
                assert move == (thumb(match) or move), match.state
                found.add(thumb(match) or "")
                match.play(move)
    assert found > {"", "2", "7", "M", "B"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_is_short_and_made_from_its_template(language: str) -> None:
    chosen = LANGUAGES[language]
    text = (EXAMPLES / chosen.file).read_text(encoding="utf-8")
    assert len(text.splitlines()) < 90
    assert text == bot_text(chosen, "blade", view=EXAMPLE_VIEW, name=f"{language} example")


def test_the_player_file_and_the_readme_name_every_example() -> None:
    players = {entry.name: entry for entry in read_players(EXAMPLES / "players.txt", "blade")}
    readme = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    for language in LANGUAGES.values():
        assert f"{language.name} ~ {language.command}" in readme
        assert f"{language.name} ~ {language.command}" in (EXAMPLES / "players.txt").read_text()
    assert players["python"].command == ("python3", str(EXAMPLES / "bot.py"))
    assert players["greedy"].builtin == "greedy"


# --- on pages ---

PAGE = "docs/how-to/controller.md"
SEARCH = "docs/explanation/search.md"
RECORDED = ROOT / "tests/games/blade/golden/recorded-match.json"


def test_the_question_is_that_of_a_recorded_turn() -> None:
    (text,) = blocks(PAGE, "json")
    shown = json.loads(text)
    recorded = load_match(RECORDED)
    match = recorded.game.match(deal=recorded.start.deal)
    match.play(recorded.moves[0])
    assert (
        request(
            match.seen(match.to_move, 0), match.view(match.to_move), match.to_move, shown["file"]
        )
        == shown
    )


def test_the_bot_answers_the_question_with_the_lowest_card_that_is_enough(tmp_path: Path) -> None:
    bot = tmp_path / "lowest.py"
    bot.write_text(blocks(PAGE, "python")[0])
    question = json.dumps(json.loads(blocks(PAGE, "json")[0]))
    said = python(str(bot), typed=question).stdout
    assert said == "1\n"  # the 2: a 1 would make the scores equal


def test_the_bot_never_faults(tmp_path: Path) -> None:
    bot = tmp_path / "lowest.py"
    bot.write_text(blocks(PAGE, "python")[0])
    entries = (
        Entry("lowest", (sys.executable, "-S", str(bot)), oneshot=True),
        Entry("greedy", builtin="greedy"),
    )
    told: list[str] = []
    run_contest(Contest(entries, 0, 2, 1), told.extend)
    assert not any("loses this turn" in line for line in told)


def test_the_bot_that_searches_plays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (program,) = blocks(SEARCH, "python")
    (tmp_path / "mybot.py").write_text(program.replace("500", "20"))
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "mybot", raising=False)
    assert play_match(load("blade"), find_function("mybot:choose"), "random", seed=1).over
