"""Contests in the form of Blade's original controller, and their command."""

import json
import re
import shlex
import sys
from collections.abc import Iterable, Sequence
from itertools import repeat
from pathlib import Path

import pytest

import duelhall
from duelhall.engine.errors import ImpossibleAnswer, UnreadableAnswer
from duelhall.engine.record import foe
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.match.saves import load_match
from duelhall.play.entry import BadEntry, Entry
from duelhall_kits.blade import contest as controller
from duelhall_kits.blade.contest import BadContest, Contest, contest_players, deals_by, run_contest
from duelhall_kits.blade.original import hand, read_index
from tests.terminal import console

GOLDEN = Path(__file__).parents[2] / "games/blade/golden"
RECORDED = load_match(GOLDEN / "recorded-match.json")
DEAL = RECORDED.start.deal or ""  # player 1 begins, with 3 against 7 and a 5 in place 3
NO_LIMIT = 0.0

SCRIPTED = """
import json, sys
question = json.loads(sys.stdin.readline())
with open(question["file"], "r+") as scratch:
    card = sys.argv[1][len(scratch.read())]
    scratch.write(card)
print([card["type"] for card in question["player"]["hand"]].index("B1234567M".index(card)))
"""


def table(results: Iterable[str]) -> dict[str, tuple[str, float]]:
    """The shares and the times in lines of results."""
    pattern = re.compile(r"(.{16,}): (\d+\.\d\d)% \((\d+\.\d+) s\)")
    found = [pattern.fullmatch(line) for line in results]
    return {line[1].rstrip(): (line[2], float(line[3])) for line in found if line}


def shell(name: str, script: str) -> Entry:
    return Entry(name, ("sh", "-c", script), oneshot=True)


def python(name: str, script: str, *arguments: str) -> Entry:
    return Entry(name, (sys.executable, "-S", "-c", script, *arguments), oneshot=True)


GOOD = shell("good", "echo 3")
BROKEN = shell("broken", "exit 3")


def held(
    *entries: Entry, rounds: int = 1, limit: float = NO_LIMIT, deal: str = DEAL
) -> tuple[list[str], list[str]]:
    """The transcript and the results of a contest in which every round has the same deal."""
    told: list[str] = []
    results = run_contest(Contest(entries, limit, rounds, 1), told.extend, repeat(deal))
    return told, results.lines()


def part(lines: Sequence[str], first: str, last: str) -> list[str]:
    """The lines from one to another that comes after it."""
    begin = lines.index(first)
    return list(lines[begin : lines.index(last, begin) + 1])


# --- the recorded match ---


@pytest.fixture(scope="module")
def recorded() -> tuple[list[str], list[str]]:
    """The recorded match between scripted bots, and then again with the seats exchanged."""
    cards: list[str] = ["", ""]
    for number in range(1, len(RECORDED.moves) + 1):
        cards[RECORDED.mover(number)] += RECORDED.move_seen(number, None) or ""
    bots = [python(f"basic{seat}", SCRIPTED, cards[seat] + cards[foe(seat)]) for seat in (0, 1)]
    return held(*bots)


def test_the_recorded_match_begins_as_the_original_told_it(
    recorded: tuple[list[str], list[str]],
) -> None:
    begun = part(recorded[0], "Match between both players starts.", "Player 1 ends his turn.")
    assert (
        "\n".join(begun)
        == """\
Match between both players starts.
<basic0> vs. <basic1>


Initializing round 0.
Each player gets a deck of 16 cards.
Player 0: 3 6 5 3 6 7 B 5 2 4 B B 5 1 B B
Player 1: 1 2 4 4 3 3 M B M 5 2 6 7 4 2 M
Each player draws 10 cards.
Player 0: 1 2 4 5 5 B B B B B
Player 1: 2 2 4 5 6 7 B M M M
Cards remaining in each deck:
Player 0: 3 6 5 3 6 7
Player 1: 1 2 4 4 3 3


Round 0 starts.


Field initialization starts.
Player 0 draws initial card.
Player draws 7, and puts it on the field.
Player 1 draws initial card.
Player draws 3, and puts it on the field.
Player 1 gets first turn.


Turn 0 starts.
Player 1's turn.
Player 0's field: 7 (7)
Player 1's field: 3 (3)
Player 0's hand (10): 1 2 4 5 5 B B B B B
Player 1's hand (10): 2 2 4 5 6 7 B M M M
Cards remaining in player 0's deck: 5.
Cards remaining in player 1's deck: 5.
Player 1 plays 5.
Player 1 ends his turn."""
    )


def test_the_recorded_match_ends_as_the_original_told_it(
    recorded: tuple[list[str], list[str]],
) -> None:
    ended = part(recorded[0], "Turn 19 starts.", "Player 1's score: 0")
    assert (
        "\n".join(ended)
        == """\
Turn 19 starts.
Player 0's turn.
Player 0's field: 3 5 2 4X (10)
Player 1's field: 7 2 2 (11)
Player 0's hand (1): 1
Player 1's hand (0):\x20
Cards remaining in player 0's deck: 5.
Cards remaining in player 1's deck: 5.
Player 0 plays 1.
Player 0 ends his turn.
Player 0's field: 3 5 2 4 (14)
Player 1's field: 7 2 2 (11)


Turn 20 starts.
Player 1's turn.
Player 0's field: 3 5 2 4 (14)
Player 1's field: 7 2 2 (11)
Player 0's hand (0):\x20
Player 1's hand (0):\x20
Cards remaining in player 0's deck: 5.
Cards remaining in player 1's deck: 5.
Player 0's score is higher.
Player 0 wins this turn.


Match between both players ends.
Player 0's score: 2
Player 1's score: 0"""
    )


def test_the_recorded_match_is_as_long_as_the_original_told_it(
    recorded: tuple[list[str], list[str]],
) -> None:
    lines = part(recorded[0], "Match between both players starts.", "Player 1's score: 0")
    assert len("\n".join(lines).replace("basic0", "basic").replace("basic1", "basic")) == 7779


def test_exchanged_seats_tell_the_same_match_with_the_names_exchanged(
    recorded: tuple[list[str], list[str]],
) -> None:
    told, results = recorded
    middle = len(told) // 2
    assert told[:3] == ["", "", ""]
    assert told[4] == "<basic0> vs. <basic1>"
    assert told[middle + 4] == "<basic1> vs. <basic0>"
    assert told[5:middle] == told[middle + 5 :]
    assert [share for share, _ in table(results).values()] == ["50.00", "50.00"]


# --- what bots are told, and where they live ---


def test_a_bot_reads_one_line_of_json(tmp_path: Path) -> None:
    kept = tmp_path / "question"
    nosy = shell("nosy", f'read -r line; printf "%s" "$line" > {kept}; cat; echo 99')
    held(BROKEN, nosy)
    question = json.loads(kept.read_text())
    assert list(question) == ["file", "turn", "player", "opponent"]
    assert question["turn"] == 0
    assert question["player"]["hand"][3] == {"type": 5, "value": 5, "valid": True}
    assert question["player"]["score"] == 3
    assert question["player"]["lastmove"] is None
    assert question["opponent"]["hand"] == 10
    assert question["opponent"]["field"] == [{"type": 7, "value": 7, "valid": True}]


def test_a_scratch_file_is_there_and_lasts_for_the_whole_contest(tmp_path: Path) -> None:
    sizes = tmp_path / "sizes"
    script = (
        "import json, os, sys\n"
        "file = json.loads(input())['file']\n"
        "open(sys.argv[1], 'a').write(f'{os.path.getsize(file)} ')\n"
        "open(file, 'a').write('.')\n"
        "print(99)\n"
    )
    held(python("writer", script, str(sizes)), BROKEN, GOOD, rounds=2)
    assert sizes.read_text().split() == [str(size) for size in range(6)]


def test_what_a_bot_writes_to_standard_error_is_told_before_its_move() -> None:
    told, _ = held(shell("loud", "echo I see a 7 >&2; echo 3"), BROKEN)
    assert told[told.index("I see a 7") + 1] == "Player 1 plays 5."
    assert told.count("I see a 7") == told.count("Player 1 plays 5.")


# --- faults ---

TOO_LONG = "Player 1 was thinking too long and loses this turn."
MIND_BROKE = "Player 1's mind broke and he loses this turn."
INVALID = "Player 1 made an invalid move and loses this turn."


@pytest.mark.parametrize(
    ("script", "line"),
    [
        ("exit 3", MIND_BROKE),
        ("exit 0", MIND_BROKE),
        ("kill -9 $$", MIND_BROKE),
        ("echo 10", INVALID),
        ("echo -1", INVALID),
        ("echo the five", INVALID),
        ("echo '# 3'", INVALID),
        ("yes 0", MIND_BROKE),
    ],
)
def test_a_faulty_bot_loses_the_round(script: str, line: str) -> None:
    told, results = held(GOOD, shell("faulty", script))
    match_lost = part(told, "<good> vs. <faulty>", "Player 1's score: 0")
    assert match_lost[-6:] == [
        line,
        "",
        "",
        "Match between both players ends.",
        "Player 0's score: 2",
        "Player 1's score: 0",
    ]
    assert not any("wins this turn" in told_line for told_line in match_lost)
    assert [share for share, _ in table(results).values()] == ["100.00", "0.00"]


def test_a_program_that_is_not_there_is_a_broken_mind() -> None:
    told, results = held(GOOD, Entry("ghost", ("/nowhere/ghost",), oneshot=True))
    assert MIND_BROKE in told
    assert table(results)["ghost"][0] == "0.00"


def test_a_bot_that_thinks_too_long_loses_the_round() -> None:
    late = "sleep 600"  # both are, so that nobody has to be in time on a busy machine
    told, results = held(shell("late", late), shell("later", late), limit=0.05)
    assert told.count(TOO_LONG) == 2
    assert all(seconds >= 0.05 for _, seconds in table(results).values())


def test_a_bot_that_answers_and_does_not_end_thinks_too_long() -> None:
    stays = "echo 3; sleep 600"
    told, _ = held(shell("one", stays), shell("two", stays), limit=0.05)
    assert told.count(TOO_LONG) == 2


def test_an_answer_counts_whatever_the_exit_code_is() -> None:
    told, _ = held(shell("sloppy", "echo 3; exit 1"), BROKEN)
    assert "Player 1 plays 5." in told


@pytest.mark.parametrize(
    ("answer", "index"),
    [
        ("0 # my move", 0),
        ("0.0", 0),
        ("1.9", 1),
        (" \t+3rd", 3),
        ("-0", 0),
        ("0_3", 3),
        ("3__9", 3),
        ("0x7", 0),
        ("0000000000000000000003", 3),
        ("\n\n2\n7\n", 2),
    ],
)
def test_an_answer_is_read_as_ruby_reads_numbers(answer: str, index: int) -> None:
    view = RECORDED.game.match(deal=DEAL).view(1)
    assert read_index(answer.encode(), view, 1) == hand(view, 1)[index]


@pytest.mark.parametrize("answer", ["", "the 3", "_3", "- 3", "#3", "\N{ARABIC-INDIC DIGIT THREE}"])
def test_an_answer_that_does_not_begin_with_a_number_is_unreadable(answer: str) -> None:
    view = RECORDED.game.match(deal=DEAL).view(1)
    with pytest.raises(UnreadableAnswer, match="expected the index of a card"):
        read_index(answer.encode(), view, 1)


@pytest.mark.parametrize("answer", ["10", "-1", "1_0", "9" * 5000])
def test_an_answer_that_names_no_card_is_impossible(answer: str) -> None:
    view = RECORDED.game.match(deal=DEAL).view(1)
    with pytest.raises(ImpossibleAnswer, match=r"there is no card [\d.-]{2,12} in a hand of 10"):
        read_index(answer.encode(), view, 1)


# --- the rule set ---


def test_the_pack_is_that_of_the_rule_set() -> None:
    for rules, mirrors in (("controller", 3), ("readme", 4)):
        told: list[str] = []
        run_contest(Contest((BROKEN, BROKEN), NO_LIMIT, 1, 1, rules), told.extend)
        place = told.index("Each player gets a deck of 16 cards.")
        assert " ".join(told[place + 1 : place + 3]).count("M") == mirrors


def test_a_drawn_round_by_readme_gives_one_point_to_each_and_is_told() -> None:
    """B5, B14: nobody may place a card when a player has none left."""
    first = [shell("first", "echo 0"), shell("also first", "echo 0")]
    game = duelhall.load("blade[readme]")
    deal = next(
        match.start.deal or ""
        for deal in deals_by(game, 1)
        if (match := _first_cards(game.match(deal=deal))).reason.word == "stranded"
    )
    told: list[str] = []
    contest = Contest(tuple(first), NO_LIMIT, 1, 1, "readme")
    results = run_contest(contest, told.extend, repeat(deal)).lines()
    assert told.count("A player has no card left, so this round is drawn.") == 2
    assert [share for share, _ in table(results).values()] == ["50.00", "50.00"]


def test_compiling_comes_before_the_first_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a built-in player thinks for holds no compiling."""
    told: list[str] = []

    def prepare(game: Game, players: list[str]) -> None:
        assert not told
        told.append(f"{game.full_name}: {' '.join(players)}")

    monkeypatch.setattr(controller, "compile_for_matches", prepare)
    entries = (Entry("builtin", builtin="random"), BROKEN)
    run_contest(Contest(entries, NO_LIMIT, 1, 1), told.extend)
    assert told[0] == "blade[controller]: random"


# --- results ---


def test_shares_are_of_all_points_in_the_order_of_the_players() -> None:
    _, results = held(BROKEN, GOOD, shell("broken too", "exit 1"), rounds=2)
    assert results[0] == "Matches: 24"
    assert results[1].startswith("broken          : 16.67% (")
    assert results[2].startswith("good            : 66.67% (")
    assert results[3].startswith("broken too      : 16.67% (")
    assert len(table(results)) == 3


def test_a_drawn_round_gives_two_points_to_each() -> None:
    game = RECORDED.game
    deal = next(
        match.start.deal
        for deal in deals_by(game, 1)
        if (match := _first_cards(game.match(deal=deal))).winner is None
    )
    first = shell("first", "echo 0")
    _, results = held(first, shell("also first", "echo 0"), deal=deal or "")
    assert [share for share, _ in table(results).values()] == ["100.00", "100.00"]


def _first_cards(match: Match) -> Match:
    """A round in which both play the first card of their hands."""
    while not match.over:
        match.play(hand(match.state, match.to_move)[0])
    return match


def test_thinking_time_is_that_of_all_decisions() -> None:
    _, results = held(shell("slow", "sleep 0.02; echo 99"), BROKEN, rounds=3)
    assert table(results)["slow"][1] >= 0.06


def test_a_long_name_is_not_cut() -> None:
    _, results = held(shell("a name of more than sixteen", "exit 1"), BROKEN)
    assert results[1].startswith("a name of more than sixteen: 50.00% (")


# --- `duelhall controller` as it is typed, and its player file ---


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
    done = console.duelhall("controller", str(players), "600", "1", "y")
    assert (done.returncode, done.stderr) == (0, "")
    first, *others = done.stdout.splitlines()
    assert first == "Matches: 4"
    assert list(table(others)) == ["good", "random"]
    assert len(others) == 2


def test_a_verbose_contest_tells_everything_on_standard_error(players: Path) -> None:
    done = console.duelhall("controller", str(players), "600.5", "2", "n", "--seed", "7")
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
        console.duelhall("controller", str(players), "0", "2", "n", "--seed", seed).stderr
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
    done = console.duelhall("controller", str(players), *arguments.split())
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
        contest_players(file, refuse)


def refuse(text: str) -> None:
    raise AssertionError(text)


def test_a_missing_program_takes_part_and_loses_its_rounds(players: Path) -> None:
    players.write_text("ghost ~ no-such-program\nlost ~ sh lost.sh\ngreedy ~ builtin:greedy\n")
    said: list[str] = []
    ghost, lost, greedy = contest_players(players, said.append)
    assert (ghost.command, lost.oneshot, greedy.builtin) == (("no-such-program",), True, "greedy")
    first, *others = said
    assert first.startswith(f"{players}, line 1: there is no program 'no-such-program' here: ")
    assert others == [
        f"{players}, line 2: there is no file 'lost.sh' in {players.parent} or {Path.cwd()}"
    ]
    done = console.duelhall("controller", str(players), "600", "1", "y", "--rules", "readme")
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
    a, b, c = contest_players(file, refuse)
    assert a.command == ("sh", str(contest / "bots/a.sh"), "3")
    assert b.command == ("sh", str(here / "players/b.sh"))
    assert c.command == (str(here / "players/b.sh"), "-x")
    assert a.oneshot
    assert b.oneshot
