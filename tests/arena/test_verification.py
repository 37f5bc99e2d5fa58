"""Checking tournaments: nobody can foresee the seed, and everybody can verify afterwards what was
dealt from it, and what was played.
"""

import json
import re
import shlex
import shutil
from dataclasses import replace
from hashlib import blake2b
from pathlib import Path

import pytest

import duelhall as engine
from duelhall.arena import runner
from duelhall.arena.record import GameRecord
from duelhall.arena.settings import (
    FILE,
    SEED_BITS,
    BadTournament,
    Settings,
    load_settings,
    seed_of_pair,
)
from duelhall.arena.store import FILE as GAMES
from duelhall.arena.store import IN_RECORD
from duelhall.arena.verification import verify
from duelhall.cli.contest import settings_of
from duelhall.match.recall import commitment
from duelhall.play.entry import Entry
from tests.arena.damages import change, contents, records, repaired, told_to_lookers
from tests.arena.scripts import script
from tests.terminal.console import duelhall

LEGACY = Path(__file__).parents[1] / "legacy" / "tournaments"
SETTINGS = Settings("blade", 1, tuple(Entry(name, builtin="greedy") for name in "ab"), 6, seed=3)
ENTRIES = tuple(Entry(name, builtin="random") for name in "ab")
PROGRAM = (Entry("a", ("true",)), ENTRIES[1])


def made(seed: int | None = None, entries: tuple[Entry, ...] = ENTRIES) -> Settings:
    return settings_of(engine.load("blade", backend="python"), entries, 2, None, seed)


def test_a_seed_that_nobody_chose_has_128_bits_of_the_systems_randomness() -> None:
    seeds = [made().seed or 0 for _ in range(20)]
    assert len(set(seeds)) == 20
    assert 2 ** (SEED_BITS - 10) < max(seeds) < 2**SEED_BITS


def test_the_seed_of_a_pair_is_a_keyed_hash_of_its_number() -> None:
    settings = replace(made(), seed=2**127 + 5)
    key = (2**127 + 5).to_bytes(16, "big")
    for pair in (0, 1, 10**9):
        digest = blake2b(
            pair.to_bytes(8, "big"), key=key, person=b"duelhall deal", digest_size=8
        ).digest()
        assert seed_of_pair(settings, pair) == int.from_bytes(digest, "big")


def test_the_same_seed_gives_the_same_deals_in_every_version() -> None:
    settings = replace(made(), seed=3)
    found = [seed_of_pair(settings, pair) for pair in range(3)]
    assert found == [7404071277007266223, 11360198483227586625, 16260202489337229794]


@pytest.mark.parametrize("name", ["blade-round-robin", "binmat-match"])
def test_a_tournament_of_an_earlier_version_keeps_its_deals(tmp_path: Path, name: str) -> None:
    settings = load_settings(LEGACY / name)
    for record in records(Path(shutil.copytree(LEGACY / name, tmp_path / name))):
        assert seed_of_pair(settings, record.pair) == record.seed


@pytest.mark.parametrize("seed", [-1, 2**SEED_BITS])
def test_a_seed_that_cannot_be_is_refused(seed: int) -> None:
    with pytest.raises(BadTournament, match="a seed must be a number from 0"):
        made(seed)


def test_programs_and_a_short_seed_are_warned_of(capsys: pytest.CaptureFixture[str]) -> None:
    for settings in (made(None, PROGRAM), made(2**100, PROGRAM), made(3)):
        assert settings.commitment
        assert capsys.readouterr().err == ""
    made(3, PROGRAM)
    assert "Warning: a program that sees some of its cards" in capsys.readouterr().err


# --- the commitment ---


@pytest.fixture(scope="module")
def contest(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A match with a program, and what it said besides its result."""
    folder = tmp_path_factory.mktemp("contest")
    bot = script(folder, "hello()\nfor decision in decisions(): move(decision['legal'][0])")
    arguments = ("match", "blade", shlex.join(bot.command or ()), "random", "--games", "2")
    done = duelhall(*arguments, "--out", str(folder / "cup"))
    return folder / "cup", done.stderr


def test_a_contest_opens_with_a_commitment_and_ends_with_its_seed(
    contest: tuple[Path, str],
) -> None:
    folder, said = contest
    settings = load_settings(folder)
    assert settings.seed is not None
    assert settings.commitment == commitment(settings.salt, settings.seed, settings.game)
    found = re.search(r"Commitment to the seed: (\w+)(?s:.*)The seed was (\d+), the salt", said)
    assert found is not None
    assert found.groups() == (settings.commitment, str(settings.seed))


def test_the_commitment_can_be_verified(contest: tuple[Path, str]) -> None:
    folder, _ = contest
    shown = load_settings(folder).commitment
    kept = duelhall("arena", "verify", str(folder), shown.upper())
    assert kept.returncode == 0
    assert f"its commitment is {shown}." in " ".join(kept.stdout.split())
    other = duelhall("arena", "verify", str(folder), "0" * 64, "--json")
    assert other.returncode == 1
    report = json.loads(other.stdout)
    assert (report["ok"], report["commitment"], report["games"]) == (False, None, 2)
    assert "arena verify" in duelhall("verify", str(folder)).stderr


def test_deals_that_were_exchanged_are_found(contest: tuple[Path, str]) -> None:
    settings = load_settings(contest[0])
    found = verify(contest[0], replace(settings, seed=(settings.seed or 0) ^ 1))
    assert "the salt and the seed do not give the commitment" in found.faults
    assert "game 1: it was not dealt from the seed of the tournament" in str(found.faults)


def test_the_seed_is_a_secret_until_the_end(tmp_path: Path) -> None:
    settings = made()
    settings.save(tmp_path)
    runner.run(settings, tmp_path, after_game=lambda _record: False)
    for form in ("text", "json"):
        shown = duelhall("arena", "show", str(tmp_path), "--format", form).stdout
        assert str(settings.seed) not in shown
        assert settings.salt not in shown
        assert settings.salt not in (tmp_path / FILE).read_text()
    assert json.loads(shown)["commitment"] == settings.commitment
    runner.run(settings, tmp_path)
    shown = duelhall("arena", "show", str(tmp_path), "--format", "json").stdout
    assert json.loads(shown)["seed"] == settings.seed


# --- the key of another tournament ---


def test_a_seed_that_was_not_committed_to_deals_no_more_games(tmp_path: Path) -> None:
    settings, other = made(), made()
    replace(settings, seed=other.seed, salt=other.salt).save(tmp_path)
    refused = duelhall("arena", "resume", str(tmp_path))
    assert refused.returncode == 2
    assert "is not the one that was committed to" in " ".join(refused.stderr.split())
    assert not (tmp_path / GAMES).exists()


@pytest.mark.parametrize("is_committed", [True, False])
def test_keys_of_another_tournament_deal_no_more_games(
    tmp_path: Path, *, is_committed: bool
) -> None:
    """Both keys were exchanged, and the settings are restored from them."""
    settings, other = made(), made()
    if not is_committed:
        settings, other = (replace(each, commitment="", salt="") for each in (settings, other))
    settings.save(tmp_path)
    runner.run(settings, tmp_path, after_game=lambda _record: False)
    before = contents(tmp_path)
    other.save(tmp_path)
    (tmp_path / FILE).unlink()
    refused = duelhall("arena", "resume", str(tmp_path))
    assert refused.returncode == 2
    said = " ".join(refused.stderr.split())
    assert "games.db was dealt from the seed in key.json: put back the two" in said
    settings.save(tmp_path)
    assert contents(tmp_path) == before
    assert duelhall("arena", "resume", str(tmp_path)).returncode == 0


# --- games that are not what they say ---


def put(folder: Path, record: GameRecord) -> None:
    """Have another record in place of one, with all that its row says of it."""
    rest = json.dumps({name: getattr(record, name) for name in IN_RECORD})
    change(
        folder,
        "UPDATE game SET pair = ?, winner = ?, faulty = ?, ending = ?, reason = ?, moves = ?, "
        "seed = ?, record = ? WHERE number = ?",
        record.pair, record.winner, record.faulty, record.ending, record.reason, record.moves,
        str(record.seed), rest, record.number,
    )  # fmt: skip


def test_nothing_is_told_where_nothing_is_wrong(folder: Path) -> None:
    before = records(folder)
    assert repaired(folder) == []
    found = verify(folder, load_settings(folder))
    assert (found.games, found.total, found.faults, found.wrong) == (6, 6, [], [])
    assert records(folder) == before


def test_forged_games_are_found_and_can_be_taken_out(folder: Path, original: Path) -> None:
    game = records(folder)[1]
    blade, other = (
        engine.load("blade", rules, backend="python") for rules in ("readme", "controller")
    )
    position, names = blade.position_text(blade.match(8).state), game.names
    elsewhere = blade.match(game.seed, position=position, players=names)
    matches = (blade.match(game.seed, players=names), other.match(game.seed, players=names))
    for match in (elsewhere, *matches):
        match.forfeit(0)
    given_up, begun, by_others = (
        replace(game, winner=1, reason="forfeit", moves=0, ending="crash", faulty=0, replay=text)
        for text in (match.replay().text() for match in (matches[0], elsewhere, matches[1]))
    )
    for told, record in {
        "game 2: it does not follow from its seed alone": begun,
        "game 2: it is blade[controller": by_others,
        "game 2: its record says": replace(given_up, ending="litter", faulty=1, winner=0),
        "but its moves lead to": replace(game, ending="timeout", faulty=0),
        "its entries are not those of a record": replace(game, ending="timeout"),
        "its record says (('b', 'a')": replace(game, winner=None, reason="draw"),
        "game 2: it was not dealt from the seed of the tournament": replace(game, seed=4),
        "game 2: it is not of this tournament": replace(game, pair=2**62),
    }.items():
        put(folder, record)
        assert told in str(told_to_lookers(folder)), told
    put(folder, replace(game, winner=None, reason="draw"))
    printed = duelhall("arena", "verify", str(folder))
    assert printed.returncode == 1
    advice = re.search(r"`sqlite3 (\S+) '(DELETE FROM .*?)'` takes out", printed.stdout)
    assert advice is not None
    assert advice[1] == str(folder / GAMES)
    change(folder, advice[2])
    assert duelhall("arena", "resume", str(folder)).returncode == 0
    assert contents(folder) == contents(original)
    assert told_to_lookers(folder) == []


def test_games_that_were_exchanged_are_found(folder: Path) -> None:
    """Two games of the same players and seats, each with the moves of the other."""
    change(folder, "UPDATE game SET number = -number, record = record WHERE number IN (1, 3)")
    change(folder, "UPDATE game SET number = 4 + number, pair = 1 - pair WHERE number < 0")
    assert verify(folder, load_settings(folder)).wrong == [1, 3]


def test_a_game_that_says_other_than_its_moves_is_found_in_any_column(folder: Path) -> None:
    for number, (column, value) in enumerate(
        [("winner", None), ("moves", 3), ("reason", "draw"), ("faulty", 1), ("seed", "7")], start=1
    ):
        change(folder, f"UPDATE game SET {column} = ? WHERE number = ?", value, number)
    assert verify(folder, load_settings(folder)).wrong == [1, 2, 3, 4, 5]


def test_a_swiss_round_that_was_not_drawn_from_the_results_is_found(tmp_path: Path) -> None:
    entries = tuple(Entry(name, builtin="greedy") for name in "abc")
    settings = replace(SETTINGS, entries=entries, games=2, pairing="swiss")
    settings.save(tmp_path)
    runner.run(settings, tmp_path)
    assert verify(tmp_path, settings).faults == []
    second = records(tmp_path)[1]
    rest = {name: getattr(second, name) for name in IN_RECORD}
    rest["replay"] = second.replay.replace('["b", "a"]', '["a", "b"]')
    assert rest["replay"] != second.replay
    statement = "UPDATE game SET first = 0, second = 1, record = ? WHERE number = 2"
    change(tmp_path, statement, json.dumps(rest))
    told = "game 2: by the results before it, others should have met"
    assert verify(tmp_path, settings).faults == [told]
    change(tmp_path, "DELETE FROM game WHERE number > 1")
    assert verify(tmp_path, settings).faults == []
