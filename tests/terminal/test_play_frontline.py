"""Frontline at the plain terminal: secrets, drawings, pictures."""

import json
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from duelhall import load
from duelhall.terminal.seat import Seating
from duelhall.terminal.speaker import Speaker
from tests.match.runs import counted_runs
from tests.terminal.console import duelhall

DEPLOY = ["1>", "2>", "3>", "4b1", "5b2", "6b3", "commit<"]


def test_the_drawing_grows_card_by_card_and_the_battle_is_shown() -> None:
    process = duelhall("play", "frontline", "--seed", "5", "--opponent", "random",
                       typed="\n".join([*DEPLOY, "why", "quit"]))  # fmt: skip
    out = process.stdout
    assert "   1     2\n  [!  ].[|@ ]\n" in out
    assert "Round 1, the speeds (F4)" in out
    assert "attack markers (F5, F6, F7)" in out
    assert "after" in out.partition("army wins")[2] or "Tie after" in out
    assert "F12     If both armies have units left" in out or "F13" in out


def test_a_whole_deployment_fits_on_one_line() -> None:
    game = ("play", "frontline", "--seed", "5", "--opponent", "random")
    one_by_one = duelhall(*game, typed="\n".join([*DEPLOY, "quit"])).stdout
    at_once = duelhall(*game, typed=f"{' '.join(DEPLOY)}\nquit\n").stdout
    assert at_once.count("Your move (") == 1
    shown = [
        out.partition("Round 1")[2].partition("Game saved")[0] for out in (at_once, one_by_one)
    ]
    assert shown[0] == shown[1] != ""


def test_a_computers_deployment_is_not_told() -> None:
    process = duelhall("play", "frontline", "--seed", "5", "--seat", "1", "--opponent", "random",
                       typed="why\nboard\nquit\n")  # fmt: skip
    assert "Opponent played commit.\n" in process.stdout
    assert process.stdout.count("Opponent played") == 2  # once when it is told, once by `why`
    assert "behind" not in process.stdout


@pytest.mark.parametrize("seat", ["0", "1"])
def test_a_replay_shows_a_seat_no_secret(seat: str, tmp_path: Path) -> None:
    """An unfinished game, seen by either seat, does not depend on what the other deployed."""
    seen = []
    for deployment in (["1>", "2>", "3<"], ["3<", "2b1", "1>"]):
        file = tmp_path / f"{deployment[1]}.json"
        lines = [*deployment, f"save {file}", "quit"]
        duelhall("play", "frontline", "--hotseat", "--seed", "3", typed="\n".join(["", *lines]))
        for extra in ([], ["--json"]):
            out = duelhall("replay", str(file), "--seat", seat, "--why", *extra).stdout
            seen.append(out.replace(file.name, "FILE"))
    first, second = seen[:2], seen[2:]
    assert (first == second) == (seat == "1")


def test_a_placed_unit_can_be_taken_back() -> None:
    process = duelhall("play", "frontline", "--seed", "5", "--opponent", "random",
                       typed="1>\nundo\n1<\nquit\n")  # fmt: skip
    assert "Taken back." in process.stdout


def test_a_long_list_of_moves_is_told_when_asked_for() -> None:
    process = duelhall("play", "frontline", "--rules", "muster", "--seed", "5",
                       "--opponent", "random", typed="moves\n9>\nquit\n")  # fmt: skip
    assert "Your move (1< 1> 2<" in process.stdout
    process = duelhall("play", "frontline", "--rules", "muster", "--seed", "5",
                       "--opponent", "random", typed="1>\n2>\nmoves\n9>\nquit\n")  # fmt: skip
    assert "Your move (? for help)> moves\n3< 3> 3b1 3b2 4<" in process.stdout
    assert "and 8 more" in process.stdout


def test_other_cards_are_played_with(tmp_path: Path) -> None:
    file = tmp_path / "spears.toml"
    file.write_text('[cards]\n"|" = 12\n', encoding="utf-8")
    saved = tmp_path / "game.json"
    out = duelhall("play", "frontline", "--cards", str(file), "--opponent", "random",
                   typed=f"save {saved}\nquit\n").stdout  # fmt: skip
    assert "Frontline, rules skirmish, custom cards." in out
    assert "Your hand        1[|] 2[|] 3[|] 4[|] 5[|] 6[|]" in out
    assert json.loads(saved.read_text(encoding="utf-8"))["game"] == 'frontline[cards="12|"]'
    file.unlink()
    assert "1[|] 2[|]" in duelhall("replay", str(saved)).stdout


def test_faulty_cards_are_refused_with_every_fault(tmp_path: Path) -> None:
    file = tmp_path / "cards.toml"
    file.write_text('[cards]\n"q" = 12\n"|" = 0\n', encoding="utf-8")
    process = duelhall("play", "frontline", "--cards", str(file))
    assert process.returncode == 2
    assert "line 2: card 'q' has unknown symbols" in process.stderr
    assert "line 3: card '|' is there 0 times" in process.stderr


def test_blade_has_cards_of_its_own() -> None:
    assert (
        "the cards of blade cannot be changed"
        in duelhall("play", "blade", "--cards", "x.toml").stderr
    )


def test_pictures_wait_for_a_key_when_asked() -> None:
    """Through a pipe a line is a key: the typed lines after the commit are eaten by the battle."""
    lines = [*DEPLOY, *[""] * 200, "quit"]
    process = duelhall("play", "frontline", "--seed", "5", "--opponent", "random", "--step",
                       typed="\n".join(lines))  # fmt: skip
    assert process.returncode == 0
    assert "The game is over" in process.stdout


def test_quit_leaves_a_stepped_battle(tmp_path: Path) -> None:
    process = duelhall("play", "frontline", "--seed", "5", "--opponent", "random", "--step",
                       typed="\n".join([*DEPLOY, "", "", "quit"]),
                       XDG_STATE_HOME=str(tmp_path))  # fmt: skip
    assert process.returncode == 0
    assert "Round 1, the speeds" in process.stdout
    assert "The game is over" not in process.stdout
    assert process.stdout.count("attack markers (") == 1


def test_the_rest_of_a_stepped_battle_can_be_skipped() -> None:
    process = duelhall("play", "frontline", "--seed", "5", "--opponent", "random", "--step",
                       typed="\n".join([*DEPLOY, "s", "quit"]))  # fmt: skip
    assert "The game is over" in process.stdout


def test_a_watched_battle_can_be_left() -> None:
    process = duelhall("play", "frontline", "--seed", "5", "--opponent", "random", "--player",
                       "greedy", "--step", typed="\n\nq\n")  # fmt: skip
    assert process.returncode == 0
    assert "Move 2:" in process.stdout
    assert "Move 3:" not in process.stdout


HOTSEAT = ("play", "frontline", "--hotseat", "--seed", "3", "--option", "hand=2")


def test_between_two_persons_undo_shows_nobody_an_army() -> None:
    """Player 0 has committed and player 1 is asked to come: undo must call player 0 first."""
    out = duelhall(*HOTSEAT, typed="\n1>\n2>\ncommit\nundo\nquit\n").stdout
    after = out.partition("Taken back.")[2]
    assert after.startswith("\nPlayer 0, take the terminal")
    assert "[" not in after


def test_a_shared_game_is_resumed_with_a_hand_over(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    duelhall(*HOTSEAT, typed=f"\n1>\nsave {file}\nquit\n")
    out = duelhall("play", "--resume", str(file), typed="quit\n").stdout
    assert "Player 0, take the terminal and press Enter" in out
    assert "[" not in out


def test_what_cannot_be_taken_back_is_not_offered() -> None:
    moves = ["", "1>", "2>", "commit", "", "1>", "2>", "commit"]
    out = duelhall(*HOTSEAT, "--option", "battles=3", typed="\n".join(moves)).stdout
    assert out.count("undo takes the last move back") == 1


def test_a_replay_for_programs_hides_how_far_a_deployment_is(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    duelhall(*HOTSEAT, typed=f"\n1>\n2>\nsave {file}\nquit\n")
    walk = json.loads(duelhall("replay", str(file), "--seat", "1", "--json").stdout)
    assert [step["number"] for step in walk["steps"]] == [0]


def test_a_battle_that_is_shown_and_explained_is_fought_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    runs = counted_runs(monkeypatch)
    game = load("frontline", hand=2)
    match = game.match(5, players=("person", "person"))
    console = Console(file=StringIO(), width=80)
    teller = Speaker(match, Seating(match), console)
    for move in ("1>", "2b1", "commit<", "1>", "2>"):
        match.play(move)
    teller.show(1)
    runs.clear()
    match.play("commit")
    teller.show(1)
    teller.explain(1)
    out = console.file.getvalue()  # type: ignore[attr-defined]
    assert "Round 1, the speeds (F4)" in out
    assert "Player 1 played commit:\n  F" in out
    assert runs == [game.definition.rules.play]
