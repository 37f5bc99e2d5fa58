"""`duelhall controller` as it is typed, and its player file."""

import shlex
import sys
from pathlib import Path

import pytest

from duelhall.players.entry import BadEntry, Entry
from duelhall_kits.blade.contest import BadContest, Contest, read_contestants
from tests.arena.results import table
from tests.terminal.console import duelhall


@pytest.fixture
def players(tmp_path: Path) -> Path:
    (tmp_path / "good.sh").write_text("echo 3\n")
    (tmp_path / "random.py").write_text(
        "import json, random\nprint(random.randrange(len(json.loads(input())['player']['hand'])))\n"
    )
    file = tmp_path / "players.txt"
    interpreter = shlex.quote(sys.executable)
    file.write_text(
        "# who plays\n\n"
        "good ~ sh good.sh\n"
        "\n"
        "# broken ~ sh broken.sh\n"
        f"random ~ {interpreter} -S random.py\n"
    )
    return file


def test_a_quiet_contest_prints_the_results_alone(players: Path) -> None:
    done = duelhall("controller", str(players), "600", "1", "y")
    assert (done.returncode, done.stderr) == (0, "")
    first, *others = done.stdout.splitlines()
    assert first == "Matches: 4"
    assert list(table(others)) == ["good", "random"]
    assert len(others) == 2


def test_a_verbose_contest_tells_everything_on_standard_error(players: Path) -> None:
    done = duelhall("controller", str(players), "600.5", "2", "n", "--seed", "7")
    told = done.stderr.splitlines()
    assert done.returncode == 0
    assert told[0] == "Random seed: 7"
    assert [line for line in told if " vs. " in line] == [
        "<good> vs. <random>",
        "<random> vs. <good>",
    ]
    assert sum(line.startswith("Initializing round") for line in told) == 4
    assert done.stdout.startswith("Matches: 8\n")


def test_a_contest_can_be_held_again(players: Path) -> None:
    players.write_text("good ~ sh good.sh\nbetter ~ sh good.sh\ngreedy ~ builtin:greedy\n")
    once, again, other = (
        duelhall("controller", str(players), "0", "2", "n", "--seed", seed).stderr
        for seed in ("5", "5", "6")
    )
    assert once == again
    assert once != other


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        ("-1 1 y", "the time limit must be from 0 (none) to 1000000 seconds, not -1"),
        ("nan 1 y", "seconds, not nan"),
        ("inf 1 y", "seconds, not inf"),
        ("1 0 y", "a match needs at least one round, not 0"),
        ("1 100000000 y", "a match has at most 10,000,000 rounds, not 100,000,000"),
        ("1 1.5 y", 'Invalid value for ROUNDS: unable to convert "1.5" into int.'),
        ("1 1 maybe", "Choose from"),
    ],
)
def test_a_contest_that_cannot_be_held_is_refused(players: Path, arguments: str, says: str) -> None:
    done = duelhall("controller", str(players), *arguments.split())
    assert done.returncode == 2
    assert done.stdout == ""
    assert says in done.stderr


def test_a_contest_needs_two_players() -> None:
    with pytest.raises(BadContest, match="at least two players, not 1"):
        Contest((Entry("lonely", ("true",), oneshot=True),), 1.0, 1, 1)


def test_a_line_without_a_command_is_refused_with_its_number(tmp_path: Path) -> None:
    file = tmp_path / "players.txt"
    file.write_text("# nobody\n\nlonely\n")
    with pytest.raises(BadEntry, match="line 3"):
        read_contestants(file, refuse)


def refuse(text: str) -> None:
    raise AssertionError(text)


def test_a_missing_program_takes_part_and_loses_its_rounds(players: Path) -> None:
    players.write_text("ghost ~ no-such-program\nlost ~ sh lost.sh\ngreedy ~ builtin:greedy\n")
    said: list[str] = []
    ghost, lost, greedy = read_contestants(players, said.append)
    assert (ghost.command, lost.oneshot, greedy.builtin) == (("no-such-program",), True, "greedy")
    first, *others = said
    assert first.startswith(f"{players}, line 1: there is no program 'no-such-program' here: ")
    assert others == [
        f"{players}, line 2: there is no file 'lost.sh' in {players.parent} or {Path.cwd()}",
    ]
    done = duelhall("controller", str(players), "600", "1", "y", "--rules", "readme")
    assert done.returncode == 0
    assert all(
        line.endswith("; without it, the player loses its rounds")
        for line in done.stderr.splitlines()
    )
    assert table(done.stdout.splitlines()[1:])["greedy"][0] == "66.67"


def test_files_are_found_beside_the_player_file_and_here(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    contest, here = tmp_path / "contest", tmp_path / "here"
    (contest / "bots").mkdir(parents=True)
    (here / "players").mkdir(parents=True)
    (contest / "bots/a.sh").touch()
    (here / "players/b.sh").touch(mode=0o755)
    file = contest / "players.txt"
    file.write_text("a ~ sh bots/a.sh 3\nb ~ sh ./players/b.sh\nc ~ ./players/b.sh -x\n")
    monkeypatch.chdir(here)
    a, b, c = read_contestants(file, refuse)
    assert a.command == ("sh", str(contest / "bots/a.sh"), "3")
    assert b.command == ("sh", str(here / "players/b.sh"))
    assert c.command == (str(here / "players/b.sh"), "-x")
    assert a.oneshot
    assert b.oneshot
