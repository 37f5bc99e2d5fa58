"""Games and tournaments that earlier versions saved are still read."""

import json
import os
import random
import shutil
from dataclasses import replace
from pathlib import Path
from zlib import crc32

import pytest

from duelhall.arena import runner, store
from duelhall.arena.legacy import GAMES, RESULTS
from duelhall.arena.schedule import total_games
from duelhall.arena.settings import REPAIRS, BadTournament, load_settings
from duelhall.arena.store import FILE, FolderLock, open_games
from duelhall.arena.verification import verify
from duelhall.engine import registry
from duelhall.engine.errors import BadReplay
from duelhall.engine.registry import parse_game_name
from duelhall.match.game import OtherEdition, name_today
from duelhall.match.replay import FORMAT, parse
from duelhall.match.saves import load_match, replayed
from tests.arena.damages import (
    KINDS,
    Damage,
    contents,
    damage,
    records,
    repeat_line,
    told_to_lookers,
)
from tests.terminal.console import duelhall

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
        missing = set(range(1, registry.find(name).edition + 1)) - editions
        assert not missing, f"tests/legacy/editions needs a saved game of {name} of each of these"


def test_there_are_games_with_the_trail_of_every_format_since_the_first() -> None:
    assert {parse(text).format for text in _texts()} == set(range(2, FORMAT + 1))


def _texts() -> list[str]:
    return [file.read_text(encoding="utf-8") for file in EDITIONS]


@pytest.fixture(params=TOURNAMENTS, ids=lambda folder: folder.name)
def cup(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """A copy of a tournament of an earlier version."""
    return Path(shutil.copytree(request.param, tmp_path / request.param.name))


@pytest.fixture
def sealed(tmp_path: Path) -> Path:
    """The last one before games were in a database, with a key and a checksum for each line."""
    return Path(shutil.copytree(HERE / "tournaments" / "blade-sealed", tmp_path / "sealed"))


def test_a_tournament_is_read_and_goes_on_unless_the_rules_are_of_another_edition(
    cup: Path,
) -> None:
    settings = load_settings(cup)
    if not is_playable(settings.game, settings.edition):
        here = installed(settings.game)
        with pytest.raises(OtherEdition, match=f"edition 1 of .* but edition {here} is installed"):
            runner.run(settings, cup)
        return
    for record in records(cup):
        match = replayed(parse(record.replay))
        assert (match.winner, match.unverified) == (record.winner, "")
    runner.run(settings, cup)
    with open_games(cup) as games:
        assert len(games.rows()) == total_games(settings)
    assert verify(cup, settings).faults == []


def test_games_are_imported_once_and_their_files_stay(
    cup: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = {file.name: file.read_bytes() for file in cup.iterdir()}
    found = {record.number: record for record in records(cup)}
    for line in before[GAMES].splitlines():
        said = json.loads(line)
        record = json.loads(json.dumps(vars(found[said["number"]])))
        assert (
            record == {"lapses": [], **said}
            if "check" not in said
            else record.items() <= said.items()
        )
    assert {name: (cup / name).read_bytes() for name in before} == before
    assert (cup / FILE).exists()
    monkeypatch.setattr(store, "earlier_games", None)
    assert {record.number: record for record in records(cup)} == found


@pytest.mark.parametrize("command", ["show", "games", "verify", "resume", "replay"])
def test_every_command_opens_a_folder_of_before(sealed: Path, command: str) -> None:
    words = ("replay", f"{sealed}#3") if command == "replay" else ("arena", command, str(sealed))
    done = duelhall(*words)
    assert (done.returncode, "games.jsonl" in done.stderr) == (0, False)
    assert (sealed / FILE).exists()


def test_where_nobody_can_write_the_games_of_before_are_read_each_time(sealed: Path) -> None:
    with FolderLock(sealed):
        assert len(records(sealed)) == 6
        assert not (sealed / FILE).exists()


def lines_of(folder: Path, name: str) -> list[bytes]:
    return (folder / name).read_bytes().splitlines(keepends=True)


HARMFUL = [(name, kind) for name in (GAMES, RESULTS) for kind in KINDS]
HARMFUL.remove((RESULTS, repeat_line))  # which says nothing else twice


@pytest.mark.parametrize(("name", "kind"), HARMFUL)
def test_no_damage_of_earlier_files_is_silent_and_no_whole_game_is_lost(
    sealed: Path, name: str, kind: Damage
) -> None:
    before, lines = contents(Path(shutil.copytree(sealed, f"{sealed}-2"))), lines_of(sealed, GAMES)
    damage(sealed, name, kind, random.Random(f"{name} {kind.__name__}"))
    damaged = (sealed / name).read_bytes()
    whole = {at for at, line in enumerate(lines, start=1) if name == RESULTS or line in damaged}
    assert told_to_lookers(sealed)
    assert (sealed / REPAIRS).read_text().count("\n") > 1
    assert set(contents(sealed)) == whole
    runner.run(load_settings(sealed), sealed)
    assert contents(sealed) == before
    assert told_to_lookers(sealed) == []
    assert (sealed / name).read_bytes() == damaged


def told_once(folder: Path) -> list[str]:
    """What is said of the games of an earlier version when they are imported."""
    told, again = ([*games.told] for games in (open_games(folder), open_games(folder)))
    assert again == []
    return told


def test_lost_or_cut_results_are_told_and_made_from_the_records(sealed: Path) -> None:
    rows = lines_of(sealed, RESULTS)
    (sealed / RESULTS).write_bytes(b"".join([*rows[:2], rows[3], b"6\t2"]))
    shown = duelhall("arena", "show", str(sealed))
    assert shown.stderr.splitlines() == [
        "results.tsv: line 4 is incomplete.",
        "results.tsv: games 3, 5, 6 are only in games.jsonl.",
    ]
    assert "games counted" not in shown.stdout
    assert len(records(sealed)) == 6


def test_half_a_record_is_named_and_played_again(sealed: Path) -> None:
    lines = lines_of(sealed, GAMES)
    (sealed / GAMES).write_bytes(b"".join([lines[0][:-20], *lines[1:5], lines[5][:-7]]))
    assert told_once(sealed) == [
        "games.jsonl: lines 1, 6 are incomplete",
        "results.tsv: games 1, 6 are without a complete record in games.jsonl",
        "2 games must be played again",
    ]
    assert set(contents(sealed)) == {2, 3, 4, 5}


def test_of_two_records_of_a_game_the_one_that_counted_is_kept(sealed: Path) -> None:
    lines = lines_of(sealed, GAMES)
    twin = json.loads(lines[1])
    del twin["check"]
    text = json.dumps({**twin, "detail": "another one"}, separators=(",", ":"))[:-1].encode()
    line = b'%b,"check":"%08x"}\n' % (text, crc32(text))
    (sealed / GAMES).write_bytes(b"".join([*lines, line]))
    assert told_once(sealed) == ["games.jsonl: game 2 is there more than once"]
    assert records(sealed)[1].detail == ""


def test_a_game_of_another_tournament_is_left_out(sealed: Path) -> None:
    foreign = lines_of(HERE / "tournaments" / "binmat-sealed-stopped", GAMES)[0]
    lines = lines_of(sealed, GAMES)
    (sealed / GAMES).write_bytes(b"".join([*lines[1:], foreign]))
    assert "games.jsonl: line 6 is not of this tournament" in told_once(sealed)
    assert set(contents(sealed)) == set(range(2, 7))


def test_games_and_a_key_that_do_not_belong_together_are_refused(sealed: Path) -> None:
    settings = replace(load_settings(sealed), seed=77, salt="", commitment="")
    settings.save(sealed)
    with pytest.raises(BadTournament, match=r"no game in .*games\.jsonl was dealt from the seed"):
        runner.run(settings, sealed)
    assert not (sealed / FILE).exists()


@pytest.mark.parametrize("columns", [12, 14])
def test_rows_and_records_without_checksums_are_read(tmp_path: Path, columns: int) -> None:
    """Where a record cannot be replayed either, its row must say the same."""
    cup = Path(shutil.copytree(HERE / "tournaments" / "monsters-swiss", tmp_path / "cup"))
    rows = [line[:-1] + b"\t0" * (columns - 12) + b"\n" for line in lines_of(cup, RESULTS)]
    rows[1] = rows[1].replace(b"2\t0\t", b"2\t1\t", 1)
    (cup / RESULTS).write_bytes(b"".join(rows))
    assert told_once(cup) == [
        "games.jsonl: line 2 is not of this tournament",
        "results.tsv: game 2 is without a complete record in games.jsonl",
        "1 game must be played again",
    ]
    assert set(contents(cup)) == {1, 3, 4}


@pytest.mark.parametrize("name", [GAMES, RESULTS])
def test_what_is_no_file_of_before_is_refused_at_once(sealed: Path, name: str) -> None:
    (sealed / name).unlink()
    os.mkfifo(sealed / name)
    for command in ("show", "verify", "games", "resume"):
        done = duelhall("arena", command, str(sealed))
        assert done.returncode == 2
        assert f"{sealed / name} is not a plain file" in " ".join(done.stderr.split())
