"""Games and tournaments that earlier versions saved are still read."""

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from duelhall.arena.records import records
from duelhall.arena.rows import read_table
from duelhall.arena.runner import run
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import load_settings
from duelhall.engine import registry
from duelhall.engine.errors import BadReplay
from duelhall.engine.registry import parse_game_name
from duelhall.match.game import OtherEdition, name_today
from duelhall.match.replay import FORMAT, parse
from duelhall.match.saves import load_match, replayed

HERE = Path(__file__).parent
SAVES = sorted((HERE / "saves").glob("*.json"))
EDITIONS = sorted((HERE / "editions").glob("*.json"))
TOURNAMENTS = sorted((HERE / "tournaments").iterdir())


def installed(game: str) -> int:
    """The edition of a game by whose rules it is played today."""
    return registry.find(parse_game_name(game).game).edition


def is_playable(game: str, edition: int) -> bool:
    """Whether a game can still be played by the rules of an edition."""
    return edition in (installed(game), *registry.find(parse_game_name(game).game).earlier)


@pytest.mark.parametrize("file", SAVES, ids=lambda file: file.stem)
def test_a_saved_game_is_read_unless_the_rules_are_of_another_edition(file: Path) -> None:
    replay = parse(file.read_text(encoding="utf-8"))
    if not is_playable(replay.game, replay.edition):
        here = installed(replay.game)
        with pytest.raises(BadReplay, match=f"edition 1 of .*, but edition {here} is installed"):
            load_match(file)
        return
    said, match = json.loads(file.read_text()), load_match(file)
    assert not match.unverified
    assert len(match.moves) == len(said["moves"])
    assert match.over == (said["result"] is not None)
    if match.over:
        assert match.reason.word == said["result"]["reason"]


@pytest.mark.parametrize("file", EDITIONS, ids=lambda file: file.stem)
def test_a_game_of_an_edition_that_can_be_played_is_read_and_another_is_told_so(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    replay = parse(text)
    here = installed(replay.game)
    if is_playable(replay.game, replay.edition):
        saved = load_match(file).replay()
        assert (saved.game, saved.edition) == (name_today(replay.game, replay.edition), here)
        trail = replay.trail if replay.format < FORMAT else saved.trail
        as_was = replace(saved, game=replay.game, edition=replay.edition, format=replay.format)
        assert replace(as_was, trail=trail).text() == text
    else:
        with pytest.raises(BadReplay, match=f"edition {replay.edition} of .* edition {here}"):
            load_match(file)


def test_there_are_games_of_every_edition() -> None:
    kept = {(parse_game_name(r.game).game, r.edition) for r in map(parse, _texts())}
    for name in registry.names():
        editions = {edition for game, edition in kept if game == name}
        assert editions == set(range(1, registry.find(name).edition + 1)), name


def test_there_are_games_with_the_trail_of_every_format_since_the_first() -> None:
    assert {parse(text).format for text in _texts()} == set(range(2, FORMAT + 1))


def _texts() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in EDITIONS]


@pytest.mark.parametrize("folder", TOURNAMENTS, ids=lambda folder: folder.name)
def test_a_tournament_is_read_and_goes_on_unless_the_rules_are_of_another_edition(
    folder: Path, tmp_path: Path
) -> None:
    copy = tmp_path / folder.name
    shutil.copytree(folder, copy)
    settings = load_settings(copy)
    if not is_playable(settings.game, settings.edition):
        here = installed(settings.game)
        with pytest.raises(OtherEdition, match=f"edition 1 of .* but edition {here} is installed"):
            run(settings, copy)
        return
    for record in records(copy):
        match = replayed(parse(record.replay))
        assert (match.winner, match.unverified) == (record.winner, "")
    run(settings, copy)
    assert len(read_table(copy)) == total_games(settings)
