"""Games at the terminal from the first line to the last."""

import json
import os
import re
import shlex
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from duelhall.match.game import Game
from duelhall.play.saves import saves_folder
from tests.arena.scripts import FIRST_LEGAL, script
from tests.python import python
from tests.terminal.console import QUICK, SEED, duelhall, kept_in, play
from tests.terminal.forking import ROOT

# --- playing through a pipe, as a script or a screen reader would ---


def test_a_game_through_a_pipe(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="7\n", folder=tmp_path)
    assert "You are player 0; your opponent is greedy." in out
    assert "  Opponent's hand   ? ? ? ? ? ? ? ? ? ?  10 in hand, 5 in deck" in out
    assert "  Your hand         1 1 4 4 4 5 5 5 7 B  10 in hand, 5 in deck" in out
    assert "Your move (1 4 5 7 B)> 7\n" in out
    assert "Opponent played 6." in out


def test_no_colour_and_no_cursor_tricks_in_a_pipe(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="7\nwhy\n?\n", folder=tmp_path)
    assert "\x1b" not in out
    assert "\r" not in out


def test_help_names_every_command(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="?\n", folder=tmp_path)
    for word in ("why", "undo", "board", "save FILE", "quit"):
        assert re.search(rf"^  {word}", out, re.MULTILINE)


def test_why_tells_the_rules_of_the_last_move(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="why\n7\nwhy\n", folder=tmp_path)
    assert "No move has been made yet. The game began by these rules:\n  B1 " in out
    assert "Opponent played 6:\n  B7 " in out
    assert "  B11  If your score is higher after your card, it is your opponent's turn." in out


def test_what_cannot_be_played_is_explained(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="9\nM\nblurb\nwyh\n", folder=tmp_path)
    assert "Cannot read the move '9'; expected one card" in out
    assert (
        "Illegal move M: You can place only cards from your own hand (S4); legal: 1 4 5 7 B." in out
    )
    assert "Cannot read the move 'blurb'" in out
    assert out.count("Did you mean") == 1
    assert "(Mirror). Did you mean why? Type ? for help." in " ".join(out.split())


def test_undo_is_refused_once_the_opponent_has_answered(tmp_path: Path) -> None:
    typed = "undo\n7\nundo\n"
    out = play("blade", "--seed", SEED, "--strict", typed=typed, folder=tmp_path)
    assert "You have no move to take back." in out
    assert "You cannot take that back: you have seen something new since." in out


def test_undo_takes_back_a_move_that_lost_at_once(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, "--strict", typed="1\n1\nundo\n7\n", folder=tmp_path)
    assert "You lose: the player who placed a card stayed below the opponent's score (B11)." in out
    assert "Taken back." in out
    assert out.count("Your hand         1 1 4 4 4 5 5 5 7 B") == 2
    assert "practice" not in out
    assert "Opponent played 6." in out


def test_the_end_can_be_looked_at_and_saved(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="1\n1\nwhy\nhm\nsave lost.json\n", folder=tmp_path)
    assert "You played 1:" in out
    assert "B11  If your score is lower after your card, you lose." in out
    assert "The game is over. Type ? for help, or quit." in out
    assert "Game saved. Replay it with: " in out
    document = json.loads((tmp_path / "lost.json").read_text())
    assert document["result"] == {"winner": 1, "reason": "lower-score"}
    assert document["players"] == ["person", "greedy"]


@pytest.mark.parametrize("ending", ["", "quit\n"])
def test_leaving_keeps_the_game_and_resuming_goes_on(tmp_path: Path, ending: str) -> None:
    out = play("blade", "--seed", SEED, typed="7\n" + ending, folder=tmp_path)
    file = re.search(r"Game saved. Resume with: .+ play --resume (\S+)", out)
    assert file
    assert (tmp_path / "state" / "duelhall" / f"{file[1]}.json").exists()
    resumed = play("--resume", file[1], typed="4\n", folder=tmp_path)
    straight = play("blade", "--seed", SEED, typed="7\n4\n", folder=tmp_path)
    assert resumed.split("Your move")[1] == straight.split("Your move")[2]
    last, same = resumed.split("Your move")[2], straight.split("Your move")[3]
    assert last.partition("Game saved")[0] == same.partition("Game saved")[0]


def test_resuming_writes_back_to_its_file(tmp_path: Path) -> None:
    play("blade", "--seed", SEED, typed="7\nsave mine.json\n", folder=tmp_path)
    first = (tmp_path / "mine.json").read_text()
    play("--resume", "mine.json", typed="4\n", folder=tmp_path)
    assert len((tmp_path / "mine.json").read_text()) > len(first)


def test_another_player_can_take_over_a_saved_game(tmp_path: Path) -> None:
    play("blade", "--seed", SEED, typed="save mine.json\n", folder=tmp_path)
    out = play("--resume", "mine.json", "--opponent", "random", folder=tmp_path)
    assert "your opponent is random" in out
    out = play("--resume", "mine.json", "--hotseat", folder=tmp_path)
    assert "Two people share this terminal." in out


def test_saving_tells_what_is_wrong(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="save\nsave /nowhere/at/all.json\n", folder=tmp_path)
    assert "Name a file: save FILE" in out
    assert "Cannot write /nowhere/at/all.json: No such file or directory." in out


def test_the_other_seat_the_other_player_the_other_rules(tmp_path: Path) -> None:
    options = ("--seat", "1", "--opponent", "random", "--rules", "controller")
    out = play("blade", *options, "--seed", "3", folder=tmp_path)
    assert "Blade, rules controller." in out
    assert "You are player 1; your opponent is random." in out


def test_hotseat_hides_each_hand_from_the_other(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, "--hotseat", typed="\n7\n\n6\n\n", folder=tmp_path)
    first, second, third = out.split("take the terminal and press Enter")[1:]
    assert "Your hand         1 1 4 4 4 5 5 5 7 B" in first
    assert "Your hand         2 2 3 6 7 B B B M M" in second
    assert "1 1 4 4" not in second
    assert "Player 0 played 7." in second
    assert "Player 1 played 6." in third
    assert "6 played" not in first


def test_hotseat_lets_a_slip_be_taken_back_before_the_other_looks(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, "--hotseat", typed="\n7\nundo\n\n4\n\n", folder=tmp_path)
    assert "Taken back." in out
    assert "Player 0 played 7." not in out
    assert "Player 0 played 4." not in out.split("Taken back.")[0]


def test_a_whole_game_against_every_player(tmp_path: Path, blade: Game) -> None:
    """The first legal card, over and over, to the end."""
    for opponent in ("random", "greedy"):
        lines = "\n".join("1234567BM") * 12
        arguments = ("--opponent", opponent, "--seed", "5", "--no-warnings")
        out = play("blade", *arguments, typed=lines, folder=tmp_path)
        assert re.search(r"You (win|lose): .* \(B\d+\)\.|The game is drawn", out)
    assert blade.name == "blade"


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "say which game to play: binmat, blade"),
        (("chess",), "there is no game 'chess'; available: binmat"),
        (("blade", "--rules", "house"), "there is no rule set 'house'"),
        (
            ("blade", "--opponent", "deep"),
            "there is no program 'deep', and no built-in player of that name",
        ),
        (("blade", "--option", "deck=blue"), "option deck cannot be 'blue'"),
        (("blade", "--hotseat", "--seat", "1"), "--hotseat is for two people"),
        (("blade", "--seed", "-4"), "a seed must be a number from 0"),
        (("--resume", "nothing.json"), "cannot use nothing.json: No such file or directory"),
        (("--resume", "nothing.json", "--seed", "4"), "leave out --rules, --option, --cards, "),
    ],
)
def test_what_cannot_be_is_told_in_one_line(
    tmp_path: Path, arguments: tuple[str, ...], reason: str
) -> None:
    process = duelhall("play", *arguments, folder=tmp_path)
    assert process.returncode == 2
    assert process.stderr.startswith("duelhall: ")
    assert reason in process.stderr
    assert process.stderr.count("\n") == 1
    assert process.stdout == ""


def test_a_file_of_another_game_is_refused(tmp_path: Path, blade: Game) -> None:
    blade.match(seed=1, players=("person", "greedy")).save(tmp_path / "game.json")
    process = duelhall("play", "binmat", "--resume", "game.json", folder=tmp_path)
    assert "game.json is a game of blade, not of binmat" in process.stderr
    process = duelhall("play", "--resume", "game.json", "--seat", "1", folder=tmp_path)
    assert "in game.json you are player 0: leave out --seat" in process.stderr
    process = duelhall("play", "--resume", "game.json", "--seat", "0", "--hotseat", folder=tmp_path)
    assert "--hotseat is for two people" in process.stderr


def test_a_game_that_nobody_played_can_be_taken_over_at_either_seat(
    tmp_path: Path, blade: Game
) -> None:
    blade.match(seed=1).save(tmp_path / "game.json")
    assert "You are player 1;" in play("--resume", "game.json", "--seat", "1", folder=tmp_path)


def test_unfinished_games_are_kept_at_home(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("XDG_STATE_HOME", raising=False)
    assert saves_folder() == Path.home() / ".local" / "state" / "duelhall"
    monkeypatch.setenv("XDG_STATE_HOME", "/elsewhere")
    assert saves_folder() == Path("/elsewhere/duelhall")


def test_a_kept_game_does_not_tell_its_seed_and_overwrites_no_other(tmp_path: Path) -> None:
    for _ in range(3):
        play("blade", "--seed", "7654321", folder=tmp_path)
    names = [file.name for file in (tmp_path / "state" / "duelhall").iterdir()]
    assert len(names) == 3
    assert "7654321" not in " ".join(names)


def test_a_game_is_kept_elsewhere_where_home_cannot_be_written(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, folder=tmp_path, XDG_STATE_HOME="/dev/null")
    assert "Game saved." in out
    assert len(list(tmp_path.glob("blade-*.json"))) == 1


def test_a_game_is_kept_when_its_terminal_is_closed(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-m", "duelhall", "play", "blade", "--seed", SEED, *QUICK],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "XDG_STATE_HOME": str(tmp_path)},
        text=True,
    )
    assert process.stdin
    assert process.stdout
    process.stdin.write("7\n")
    process.stdin.flush()
    while "Turn 2" not in process.stdout.readline():
        pass
    process.send_signal(signal.SIGHUP)
    process.communicate(timeout=60)
    (file,) = (tmp_path / "duelhall").glob("*.json")
    assert json.loads(file.read_text())["moves"] == ["7", "6"]


def test_a_resumed_game_that_ends_is_written_to_its_file(tmp_path: Path) -> None:
    play("blade", "--seed", SEED, typed="save mine.json\n", folder=tmp_path)
    play("--resume", "mine.json", typed="1\n1\nquit\n", folder=tmp_path)
    assert json.loads((tmp_path / "mine.json").read_text())["result"]["reason"] == "lower-score"


def test_no_file_is_overwritten(tmp_path: Path) -> None:
    (tmp_path / "precious.txt").write_text("mine")
    out = play("blade", "--seed", SEED, typed="save precious.txt\n", folder=tmp_path)
    assert "precious.txt already exists. Choose another name." in out
    assert (tmp_path / "precious.txt").read_text() == "mine"
    out = play("blade", "--seed", SEED, typed="save a.json\n7\nsave a.json\n", folder=tmp_path)
    assert out.count("Game saved.") == 3


def test_an_answer_cannot_be_taken_back_even_if_every_hand_could_give_it(tmp_path: Path) -> None:
    out = play("blade", "--seed", "6", "--strict", typed="5\nundo\n", folder=tmp_path)
    assert "Opponent played 4." in out
    assert "Taken back." not in out


def test_what_befalls_the_players_is_told(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="4\n", folder=tmp_path)
    assert "The scores are equal: a new initialization follows. (B11)" in out


def test_changed_options_are_announced(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, "--option", "deck=controller", folder=tmp_path)
    assert out.startswith("Blade, rules readme, deck=controller.\n")


def test_commands_may_be_shouted(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, typed="WHY\nBoard\nQUIT\n", folder=tmp_path)
    assert "Cannot read" not in out


def test_without_any_input_the_game_is_kept(tmp_path: Path) -> None:
    code = "import sys; sys.stdin = None; from duelhall.__main__ import main; main()"
    done = python("-c", code, "play", "blade", XDG_STATE_HOME=str(tmp_path))
    assert "Game saved." in done.stdout


def test_nothing_is_shown_between_two_persons(tmp_path: Path) -> None:
    typed = "\n7\nboard\nwhy\n1\n"
    out = play("blade", "--seed", SEED, "--hotseat", typed=typed, folder=tmp_path)
    between = out.split("Player 1, take the terminal", 1)[1]
    assert between.count("Press Enter when the other player cannot see the screen.") == 3
    assert "hand" not in between
    assert "played" not in between


def test_a_role_is_a_seat() -> None:
    out = duelhall("play", "binmat", "--role", "attacker", "--opponent", "random", typed="quit\n")
    assert "You are player 1, the attacker; your opponent is random." in out.stdout


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("binmat", "--role", "king"), "there is no role 'king' in binmat; available: defender"),
        (("blade", "--role", "attacker"), "the seats of blade have no roles"),
        (("binmat", "--role", "attacker", "--seat", "0"), "either --seat or --role"),
        (("binmat", "--time", "soon"), "cannot read the time limit 'soon': write 1 for"),
    ],
)
def test_roles_and_clocks_that_there_are_none_of(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in duelhall("play", *arguments).stderr


def test_a_game_is_saved_when_its_output_goes_away(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "duelhall", "play", "blade", "--seed", SEED]
    environment = {**os.environ, "XDG_STATE_HOME": str(tmp_path)}
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
    ) as process:
        assert process.stdin
        assert process.stdout
        process.stdout.readline()
        process.stdout.close()
        process.stdin.write(b"7\n" + b"board\n" * 200)
        process.stdin.close()
    assert len(list((tmp_path / "duelhall").glob("blade-*.json"))) == 1


@pytest.mark.parametrize("arguments", [("games",), ("rules", "blade", "B1")])
def test_a_closed_output_is_no_traceback(arguments: tuple[str, ...]) -> None:
    command = [sys.executable, "-m", "duelhall", *arguments]
    closed = ["sh", "-c", 'exec "$@" >&-', "sh", *command]
    process = subprocess.run(closed, stderr=subprocess.PIPE, text=True, check=False)
    assert "Traceback" not in process.stderr


def test_a_game_between_two_people_is_shown_to_neither_unasked(tmp_path: Path) -> None:
    play("blade", "--hotseat", "--seed", SEED, typed="\nsave game.json\nquit\n", folder=tmp_path)
    refused = duelhall("replay", "game.json", folder=tmp_path)
    assert refused.returncode == 2
    assert "choose whose view to show" in refused.stderr
    assert duelhall("replay", "game.json", "--seat", "0", folder=tmp_path).returncode == 0


# --- programs and functions at a terminal table, against a person and against each other ---


FUNCTION = "def choose(question):\n    return question.legal[-1]\n"


@pytest.fixture
def program(tmp_path: Path) -> str:
    return shlex.join(script(tmp_path, FIRST_LEGAL).command or ())


def test_a_person_plays_against_a_program(tmp_path: Path, program: str) -> None:
    out = play("blade", "--seed", "7", "--opponent", program, typed="7\n", folder=tmp_path)
    assert f"your opponent is {program}" in out
    assert "Opponent played B." in out


def test_a_person_plays_against_a_function(tmp_path: Path) -> None:
    (tmp_path / "mine.py").write_text(FUNCTION)
    out = play("blade", "--seed", "7", "--opponent", "mine:choose", typed="7\n", folder=tmp_path)
    assert "Opponent played M." in out


def test_two_programs_are_watched(tmp_path: Path, program: str) -> None:
    out = play("blade", "--seed", "7", "--player", program, "--opponent", "greedy", folder=tmp_path)
    assert f"Blade, rules readme: {program} (player 0) against greedy (player 1)" in out
    assert "Player 1's hand" in out
    assert "wins: " in out


def test_the_fault_of_a_program_is_told(tmp_path: Path) -> None:
    program = shlex.join((sys.executable, "-c", "pass"))
    out = play("blade", "--seed", "7", "--opponent", program, folder=tmp_path)
    assert "You win: a player timed out, crashed" in out
    assert "lost by not starting: no hello: its process ended with exit code 0" in out


def test_a_saved_game_starts_no_program_by_itself(tmp_path: Path, program: str) -> None:
    typed = "7\nsave game.json\nquit\n"
    out = play("blade", "--seed", "7", "--opponent", program, typed=typed, folder=tmp_path)
    assert f"play --resume game.json --opponent {shlex.quote(program)}" in out
    assert json.loads((tmp_path / "game.json").read_text())["players"] == ["person", program]
    refused = duelhall("play", "--resume", "game.json", folder=tmp_path)
    assert refused.returncode == 2
    assert (
        "which is not a built-in player: name your opponent, for example --opponent"
        in refused.stderr
    )
    out = play("--resume", "game.json", "--opponent", program, typed="quit\n", folder=tmp_path)
    assert f"your opponent is {program}" in out


def test_the_same_seed_gives_the_arenas_game(tmp_path: Path) -> None:
    watched = play(
        "blade", "--seed", "11", "--player", "random", "--opponent", "random", folder=tmp_path
    )
    import duelhall as dh

    match = dh.play_match(dh.load("blade"), "random", "random", seed=11)
    moves = [match.move_seen(number, None) for number in range(1, len(match.moves) + 1)]
    plays = [line.rsplit(" ", 1)[1] for line in watched.splitlines() if line.startswith("Move ")]
    assert plays == moves


def test_a_resumed_game_can_be_watched(tmp_path: Path) -> None:
    play("blade", "--seed", "7", typed="7\nsave game.json\nquit\n", folder=tmp_path)
    out = play("--resume", "game.json", "--player", "random", folder=tmp_path)
    assert "random (player 0) against greedy (player 1)" in out
    assert "wins: " in out


# --- one game after the other: rematches, and series with their scores ---


GIVEN_UP = "resign\n"
NEXT = "\n"


def test_a_rematch_is_another_game_in_the_same_seat(tmp_path: Path) -> None:
    out = play("blade", "--seed", "7", typed="resign\nrematch\n", folder=tmp_path)
    assert out.count("You are player 0; your opponent is greedy.") == 2
    assert re.findall(r"Seed \d+\.", out) == ["Seed 7."]
    first, second = (json.loads(file.read_text()) for file in kept_in(tmp_path / "state"))
    assert first["result"] is not None
    assert second["result"] is None
    assert first["start"] != second["start"]


def test_swap_is_another_game_in_the_other_seat(tmp_path: Path) -> None:
    out = play("blade", "--seed", "7", typed="7\nswap\n", folder=tmp_path)
    assert "You are player 1; your opponent is greedy." in out
    assert out.count("Game saved. Resume with: ") == 2  # the game that was left, and the new one
    assert len(kept_in(tmp_path / "state")) == 2


def test_a_series_changes_seats_and_counts_points(tmp_path: Path) -> None:
    typed = (GIVEN_UP + NEXT) * 2 + GIVEN_UP
    out = play("blade", "--seed", "7", "--rounds", "3", typed=typed, folder=tmp_path)
    assert "Round 1 of 3.\n" in out
    assert "Score after round 1 of 3: you 0, greedy 2.\n" in out  # B14
    assert "Round 2 of 3, with seats changed. Score: you 0, greedy 2.\n" in out
    assert re.findall(r"You are player (\d)", out) == ["0", "1", "0"]
    assert "The series is over: you 0, greedy 6.\n" in out
    seeds = [json.loads(file.read_text())["start"]["seed"] for file in kept_in(tmp_path / "state")]
    assert sorted(seeds) == [7, 8, 9]


def test_duplicate_plays_each_deal_from_both_seats(tmp_path: Path) -> None:
    typed = (GIVEN_UP + NEXT) * 3 + GIVEN_UP
    out = play(
        "frontline", "--duplicate", "--seed", SEED, "--rounds", "4", typed=typed, folder=tmp_path
    )
    assert re.findall(r"You are player (\d)", out) == ["0", "1", "0", "1"]
    files = kept_in(tmp_path / "state")
    seeds = [json.loads(file.read_text())["start"]["seed"] for file in files]
    assert seeds[0] == seeds[1] != seeds[2] == seeds[3]
    told = re.findall(r"The seed of this game was (\d+)", out)
    assert told == [str(seeds[1]), str(seeds[3])]  # not while the same deal is still to be played


def test_two_people_play_a_series(tmp_path: Path) -> None:
    typed = "\nresign\n\n\nresign\n"
    out = play("binmat", "--hotseat", "--seed", SEED, "--rounds", "2", typed=typed, folder=tmp_path)
    assert "Score after round 1 of 2: the defender has 0, the attacker has 1." in out
    assert "Round 2 of 2, with seats changed. Score: the defender has 1, the attacker has 0." in out
    assert "The series is over: the defender has 1, the attacker has 1." in out


def test_a_series_goes_on_where_it_was_left(tmp_path: Path) -> None:
    play(
        "blade",
        "--seed",
        SEED,
        "--rounds",
        "3",
        typed=GIVEN_UP + NEXT + "save game.json\n",
        folder=tmp_path,
    )
    out = play("--resume", "game.json", typed=GIVEN_UP + NEXT + GIVEN_UP, folder=tmp_path)
    assert "Round 2 of 3, with seats changed. Score: you 0, greedy 2." in out
    assert "The series is over: you 0, greedy 6." in out


def test_a_series_left_between_two_rounds_goes_on_with_the_next(tmp_path: Path) -> None:
    out = play("blade", "--seed", SEED, "--rounds", "2", typed=GIVEN_UP, folder=tmp_path)
    assert "The next round is saved. Resume with: " in out
    out = play("--resume", typed=GIVEN_UP, folder=tmp_path)
    assert "The series is over: you 0, greedy 4." in out


def test_a_round_can_be_taken_back_before_the_next(tmp_path: Path) -> None:
    out = play(
        "blade", "--seed", SEED, "--rounds", "2", typed="resign\nundo\nrematch\n", folder=tmp_path
    )
    assert "This game is a round of a series: finish that first." in out


def test_a_series_between_two_players_is_watched(tmp_path: Path) -> None:
    players = ("--player", "random", "--opponent", "greedy")
    out = play("blade", *players, "--rounds", "2", "--seed", "1", folder=tmp_path)
    assert "random (player 0) against greedy (player 1)" in out
    assert "greedy (player 0) against random (player 1)" in out
    assert re.search(r"The series is over: (random|greedy) \d, (random|greedy) \d\.", out)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("blade", "--rounds", "1"), "a series has 2 rounds or more, not 1"),
        (("blade", "--rounds", "3", "--duplicate"), "--rounds must be even, not 3"),
        (("--resume", "x.json", "--rounds", "2"), "leave out --rounds"),
    ],
)
def test_series_that_there_are_none_of(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in duelhall("play", *arguments).stderr


# --- the process that runs the command for the tests ---


CODE = (
    'from tests.terminal.forking import forker; assert forker().run(["docs"], "", {}, "/").stdout'
)


def test_nothing_of_it_is_left_to_the_garbage_collector() -> None:
    assert python("-X", "dev", "-c", CODE, folder=ROOT).stderr == ""
