"""Which match is played or shown."""

import json
from pathlib import Path
from typing import Any

import pytest

from duelhall.arena import runner
from duelhall.arena.referee import play_game
from duelhall.arena.settings import Settings
from duelhall.backend import tiered
from duelhall.backend.entries import entries_of
from duelhall.backend.tiered import LongDecision, Tiered, TieredEntry
from duelhall.engine import registry
from duelhall.engine.errors import UnknownName
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from duelhall.play.entry import Entry
from duelhall.play.roster import expect
from duelhall.play.saves import PERSON
from duelhall.play.seat import Ending
from duelhall.search.search import thinker
from duelhall.terminal.replay import replay_as_json
from duelhall.terminal.seat import SeatingSetup
from duelhall.terminal.start import new_match, record_lines, seen_by, tournament_game
from duelhall.testing.conformance import random_match
from tests.arena.scripts import RANDOM, job, script
from tests.games.binmat.setting import position
from tests.terminal.console import duelhall, play

# --- where a game at the terminal begins: from a file, or from a position ---


BLADE_POSITION = "12:-:3 45:-:6"


@pytest.fixture
def elsewhere(tmp_path: Path) -> Match:
    """A game of BINMAT that nobody here has played."""
    match = load("binmat").match(seed=3, players=("my friend", "me"))
    for move in ("d3", "d4", "d3"):
        match.play(move)
    match.save(tmp_path / "game.json")
    return match


def refused(folder: Path, *arguments: str) -> str:
    process = duelhall(*arguments, folder=folder)
    assert process.returncode == 2
    assert process.stderr.count("\n") == 1
    return process.stderr


# --- from a file ---


@pytest.mark.parametrize(("role", "seat"), [("defender", 0), ("Attacker", 1)])
def test_a_saved_game_goes_on_with_a_role(
    tmp_path: Path, elsewhere: Match, role: str, seat: int
) -> None:
    out = play("--resume", "game.json", "--role", role, folder=tmp_path)
    assert f"You are player {seat}, the {role.lower()};" in out
    assert elsewhere.moves


def test_a_saved_game_knows_its_roles_and_its_person(tmp_path: Path, elsewhere: Match) -> None:
    message = refused(tmp_path, "play", "--resume", "game.json", "--role", "king")
    assert "there is no role 'king' in binmat; available: defender, attacker" in message
    elsewhere.players = ("person", "greedy")
    elsewhere.save(tmp_path / "game.json")
    assert "the defender;" in play("--resume", "game.json", "--role", "defender", folder=tmp_path)
    message = refused(tmp_path, "play", "--resume", "game.json", "--role", "attacker")
    assert "in game.json you are player 0, the defender: leave out --role" in message


def test_a_replay_is_seen_with_the_eyes_of_a_role(tmp_path: Path, elsewhere: Match) -> None:
    for seat, role in enumerate(elsewhere.game.definition.roles):
        seen = duelhall("replay", "game.json", "--role", role, folder=tmp_path).stdout
        assert seen == duelhall("replay", "game.json", "--seat", str(seat), folder=tmp_path).stdout
        assert "Your hand" in seen
    message = refused(tmp_path, "replay", "game.json", "--role", "king")
    assert "there is no role 'king' in binmat" in message
    message = refused(tmp_path, "replay", "game.json", "--role", "attacker", "--seat", "open")
    assert "either --seat or --role" in message


def test_a_game_without_roles_is_replayed_by_seats(tmp_path: Path, blade: Game) -> None:
    blade.match(seed=1).save(tmp_path / "game.json")
    message = refused(tmp_path, "replay", "game.json", "--role", "attacker")
    assert "the seats of blade have no roles: use --seat 0 or --seat 1" in message


# --- from a position ---


def test_a_game_begins_from_a_position(tmp_path: Path) -> None:
    out = play("blade", "--position", BLADE_POSITION, typed="save game.json\n", folder=tmp_path)
    assert "Your move (1 2)> " in out
    start = json.loads((tmp_path / "game.json").read_text())["start"]
    assert start.keys() == {"position"}
    assert start["position"].startswith(BLADE_POSITION)


def test_a_seed_goes_with_a_position(tmp_path: Path) -> None:
    place = position("xa=2&3&4&5&6&7&8&9& turn=31")
    drawn = set()
    for seed in ("1", "2", "3"):
        arguments = ("--position", place, "--seed", seed, "--role", "attacker")
        play("binmat", *arguments, typed=f"save {seed}.json\nda\n", folder=tmp_path)
        document = json.loads((tmp_path / f"{seed}.json").read_text())
        assert document["start"]["seed"] == int(seed)
        replayed = duelhall("replay", f"{seed}.json", "--binlog", folder=tmp_path).stdout
        drawn.add(replayed.splitlines()[1])
    assert len(drawn) > 1


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("blade", "--position", "12:-"), "position"),
        (("binmat", "--position", "l4=XX turn=0"), "2 cards here, and 78 in the game (N30)"),
        (("blade", "--position", BLADE_POSITION, "--seed", "-4"), "a seed must be a number from 0"),
        (("--resume", "game.json", "--position", BLADE_POSITION), "leave out --rules, --option"),
    ],
)
def test_positions_that_there_are_none_of(
    tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    assert reason in refused(tmp_path, "play", *arguments)


@pytest.mark.parametrize("name", registry.names())
def test_a_person_plays_against_an_adept(name: str) -> None:
    match = new_match(load(name), SeatingSetup(), seed=1)
    assert match.players == (PERSON, "adept")


def test_what_an_adept_needs_is_compiled_first(monkeypatch: pytest.MonkeyPatch) -> None:
    jobs: list[list[TieredEntry]] = []

    class Noted:
        has_ended = False

        def __init__(self, wanted: list[TieredEntry]) -> None:
            jobs.append(wanted)

        def newly_stored(self) -> list[TieredEntry]:
            return []

    monkeypatch.setattr(tiered, "Ahead", Noted)
    game = load("blade")
    monkeypatch.setattr(game, "_backend", Tiered(game.definition))
    expect((PERSON, "adept"), game)
    game.match(seed=1)
    assert isinstance(jobs[0][0], LongDecision)
    assert game.is_behind
    thinking = thinker("adept", game).entries
    assert len(jobs[0]) == len(thinking) + len(entries_of(game.definition))


# --- A game of a tournament for programs: what the arena kept beside the moves ---


ILLEGAL = "hello()\nnext(decisions())\nprint('I try this', file=sys.stderr)\nmove('nonsense')\n"


def walked(folder: Path, body: str) -> dict[str, Any]:
    """The document of a game between a bot of these lines and a random player."""
    record = play_game(job(script(folder, body), RANDOM, number=17))
    match = replayed(parse(record.replay))
    document: dict[str, Any] = json.loads(replay_as_json(match, None, record=record))
    return document


def test_programs_are_told_who_was_faulty_and_why(tmp_path: Path) -> None:
    record = walked(tmp_path, ILLEGAL)["record"]
    assert (record["number"], record["names"]) == (17, ["bot", "random"])
    assert (record["winner"], record["faulty"]) == (1, 0)
    assert record["ending"] in (Ending.ILLEGAL, Ending.UNREADABLE)
    assert "nonsense" in record["detail"]
    assert record["stderr"] == ["I try this\n", ""]
    assert record["seconds"][0] >= record["slowest"][0] > 0


def test_the_record_repeats_no_moves_and_tells_no_seed(tmp_path: Path) -> None:
    assert not {"replay", "seed"} & set(walked(tmp_path, ILLEGAL)["record"])


def test_a_game_of_no_tournament_has_no_record(blade: Game) -> None:
    match = random_match(blade, seed=8)
    assert "record" not in json.loads(replay_as_json(match, None))


@pytest.mark.parametrize("place", ["{}#x", "{}#", "{}#²", "{}/nowhere#3"])
def test_a_game_that_is_not_named_by_folder_and_number(tmp_path: Path, place: str) -> None:
    with pytest.raises(UnknownName, match=r"as its folder, # and its number, for example .*#17"):
        tournament_game(place.format(tmp_path))


def test_a_folder_says_what_can_be_shown(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match=r"is a folder without a tournament$"):
        tournament_game(str(tmp_path))
    (tmp_path / "mine.json").touch()
    with pytest.raises(UnknownName, match=r"; saved games may be .*mine\.json$"):
        tournament_game(str(tmp_path))
    settings = Settings("blade", 1, (RANDOM, Entry("other", builtin="random")), 2)
    settings.save(tmp_path)
    with pytest.raises(UnknownName, match=r"no game of the tournament in .* finished yet"):
        tournament_game(str(tmp_path))
    runner.run(settings, tmp_path)
    with pytest.raises(UnknownName, match=r"`duelhall arena games .* replay .*#1'?` shows game 1"):
        tournament_game(str(tmp_path))


def test_a_file_is_no_game_of_a_tournament(tmp_path: Path) -> None:
    (tmp_path / "game#3").touch()
    assert tournament_game(str(tmp_path / "game#3")) is None
    assert tournament_game(str(tmp_path / "missing.json")) is None


@pytest.mark.parametrize("seat", [0, 1])
def test_a_seat_is_not_told_what_the_other_wrote(tmp_path: Path, seat: int) -> None:
    record = play_game(job(script(tmp_path, ILLEGAL), RANDOM))
    assert record.faulty == 0
    assert record.stderr[0]
    seen = seen_by(record, seat)
    assert bool(seen.stderr[0]) is (seat == 0)
    assert bool(seen.detail) is (seat == 0)
    assert seen_by(record, None) == record
    told = "\n".join(record_lines(seen))
    assert "bot lost by " in told
    assert ("I try this" in told) is (seat == 0)
