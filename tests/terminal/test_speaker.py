"""What is said and shown of the moves of each game."""

import json
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from duelhall import load
from duelhall.engine.errors import BadUsage
from duelhall.engine.registry import parse_game_name
from duelhall.games.monsters.decks import STANDARD
from duelhall.match.match import Match
from duelhall.terminal.seat import Seating
from duelhall.terminal.speaker import Speaker, check_style, scenes_in
from tests.kits.monsters.samples import CARDS, DECK
from tests.terminal.console import duelhall, printed

# --- frontline at the plain terminal: secrets, drawings, pictures ---


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


def test_a_battle_that_is_shown_and_explained_is_fought_once(interpreted: list[Any]) -> None:
    game = load("frontline", hand=2)
    match = game.match(5, players=("person", "person"))
    console = Console(file=StringIO(), width=80)
    teller = Speaker(match, Seating(match), console)
    for move in ("1>", "2b1", "commit<", "1>", "2>"):
        match.play(move)
    teller.show(1)
    interpreted.clear()
    match.play("commit")
    teller.show(1)
    teller.explain(1)
    out = printed(console)
    assert "Round 1, the speeds (F4)" in out
    assert "Player 1 played commit:\n  F" in out
    assert interpreted == [game.definition.rules.play]


# --- playing Monsters with decks and cards of one's own ---


DECKS = list(STANDARD.decks)


@pytest.fixture
def cards(tmp_path: Path) -> Path:
    file = tmp_path / "cards.toml"
    file.write_text(CARDS, encoding="utf-8")
    return file


def play(*arguments: str, typed: str = "quit\n", state: Path) -> str:
    out: str = duelhall(
        "play", "monsters", *arguments, typed=typed, XDG_STATE_HOME=str(state)
    ).stdout
    return out


# --- playing ---


def test_the_decks_can_be_chosen(tmp_path: Path) -> None:
    decks = ("--deck", DECKS[2], "--opponent-deck", DECKS[1].lower())
    out = play(*decks, "--seed", "1", state=tmp_path)  # in some games the first turn is not yours
    assert f"{DECKS[2]} vs {DECKS[1]}" in out
    assert out.index(DECKS[1], out.index("Turn 1")) < out.rindex(DECKS[2])


def test_the_heading_names_the_decks_always(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    out = play("--seed", "1", typed=f"save {file}\n", state=tmp_path)
    assert out.startswith(f"Monsters, rules standard, {DECKS[0]} vs {DECKS[1]}.\n")
    heading = f"Monsters, rules standard, {DECKS[0]} vs {DECKS[1]}: person (player 0) against "
    assert duelhall("replay", str(file)).stdout.startswith(heading)


def test_what_effects_did_is_told_as_the_person_may_know_it(cards: Path, tmp_path: Path) -> None:
    cards.write_text(CARDS.replace("hp = 3", "hp = 20"), encoding="utf-8")
    out = play("--cards", str(cards), "--seed", "1", typed="spark\n", state=tmp_path)
    assert "you: Spark, initial ATK 2\n      you draw Spark (M10)" in out
    assert "opponent: Spark, initial ATK 2\n      opponent draws 1 card (M10)" in out


def test_a_lone_pass_is_played_by_itself_and_told_in_its_place(cards: Path, tmp_path: Path) -> None:
    cards.write_text(CARDS.replace("hp = 3", "hp = 20"), encoding="utf-8")
    typed = "undo\nspark\nundo\nlog\n"
    out = play("--cards", str(cards), "--seed", "1", typed=typed, state=tmp_path)
    told = "Opponent played spark.\nYou could only pass.\nOpponent played pass.\n"
    assert told in out
    assert "Your move (pass)> " not in out
    assert "You have no move to take back." in out
    assert "Taken back. This game is practice.\n\nTurn 2 of 100: your Battle (practice)" in out
    assert "3. You played pass\n" in out


def test_who_wants_to_be_asked_always_is(cards: Path, tmp_path: Path) -> None:
    out = play("--cards", str(cards), "--seed", "1", "--ask-always", typed="pass\n", state=tmp_path)
    assert "Your move (pass)> pass\n" in out
    assert "could only pass" not in out


def test_people_are_not_told_whether_the_other_had_a_choice(cards: Path, tmp_path: Path) -> None:
    typed = "\npass\n\npass\n\npass\n\n"
    out = play("--cards", str(cards), "--seed", "1", "--hotseat", typed=typed, state=tmp_path)
    assert "move (pass)> " in out
    assert "could only pass" not in out


def test_the_own_deck_is_in_the_own_seat(tmp_path: Path) -> None:
    out = play(
        "--seat",
        "1",
        "--deck",
        DECKS[2],
        "--opponent-deck",
        DECKS[3],
        "--seed",
        "1",
        state=tmp_path,
    )
    assert f"{DECKS[3]} vs {DECKS[2]}" in out


def test_own_cards_can_be_played_with(cards: Path, tmp_path: Path) -> None:
    out = play("--cards", str(cards), "--seed", "1", state=tmp_path)
    assert "Sparks vs Sparks" in out
    assert "spark*5" in out
    assert "Play: draw 1 card." in out


def test_a_deck_can_be_a_file(cards: Path, tmp_path: Path) -> None:
    deck = tmp_path / "mine.toml"
    deck.write_text(DECK, encoding="utf-8")
    out = play("--cards", str(cards), "--deck", str(deck), "--seed", "1", state=tmp_path)
    assert "Mine vs Sparks" in out


def test_a_card_can_be_shown(cards: Path, tmp_path: Path) -> None:
    out = play(
        "--cards",
        str(cards),
        "--seed",
        "1",
        typed="show SPARK\nshow dr\nshow x\n?\n",
        state=tmp_path,
    )
    assert "Spark  ATK:2 / DEF:~  Flame\n  Play: draw 1 card." in out
    assert "Drake  HP:3 ATK:2 DEF:1  Flame 2" in out
    assert "There is no card 'x' in either deck" in out
    assert "show CARD" in out


def test_both_decks_can_be_listed(tmp_path: Path) -> None:
    decks = ("--deck", DECKS[2], "--opponent-deck", DECKS[1])
    out = play(*decks, "--seed", "1", typed="deck\nTheir Deck\ntheir\n?\n", state=tmp_path)
    assert out.index(f"> deck\n{DECKS[2]}: a monster and 20 moves\n") < out.index(
        f"> Their Deck\n{DECKS[1]}: a monster and 20 moves\n"
    )
    assert "Their what? Type: their deck" in out
    assert "\n  their deck    the opponent's deck" in out


def test_a_game_without_decks_lists_none(tmp_path: Path) -> None:
    out = duelhall("play", "blade", typed="deck\n?\n", XDG_STATE_HOME=str(tmp_path)).stdout
    assert "their deck" not in out


def test_an_unknown_deck_is_refused_with_those_there_are() -> None:
    run = duelhall("play", "monsters", "--deck", "Nothing")
    assert run.returncode == 2
    assert "there is no deck 'Nothing' in the set, and no such file; available: " in run.stderr
    assert DECKS[0] in run.stderr


def test_other_games_have_no_decks_to_choose() -> None:
    run = duelhall("play", "blade", "--deck", "x")
    assert "blade has no decks to choose from" in run.stderr


def test_a_saved_game_keeps_its_cards(cards: Path, tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    play("--cards", str(cards), "--seed", "1", typed=f"pass\nsave {file}\n", state=tmp_path)
    cards.write_text(CARDS.replace('atk = "2"', 'atk = "9"'), encoding="utf-8")
    out = duelhall("replay", str(file), "--seat", "0").stdout
    assert "ATK:2 / DEF:~" in out
    saved = parse_game_name(json.loads(file.read_text(encoding="utf-8"))["game"])
    assert json.loads(str(saved.options["decks"]))[0]["set"]


# --- pictures in the way that a viewer wants them ---


FRONTLINE = load("frontline", hand=2, backend="python")


@pytest.fixture(scope="module")
def match() -> Match:
    match = FRONTLINE.match(deal="|+,| |,!", players=("greedy", "random"))
    for move in ("1>", "2>", "commit", "1>", "2>", "commit"):
        match.play(move)
    return match


@pytest.mark.parametrize(
    ("style", "first"),
    [
        ("", "Round 1, the speeds"),
        ("all-speeds", "Round 1, the speeds before crowns and bows"),
        ("no-speeds", "Round 1"),
    ],
)
def test_a_battle_is_shown_as_asked_for(style: str, first: str, match: Match) -> None:
    assert scenes_in(match, 6, 0, style)[0].caption == first


def test_styles_are_for_games_that_have_them() -> None:
    check_style(FRONTLINE, "")
    check_style(FRONTLINE, "no-speeds")
    with pytest.raises(BadUsage, match="takes all-speeds or no-speeds in frontline, not 'x'"):
        check_style(FRONTLINE, "x")
    with pytest.raises(BadUsage, match="blade shows its pictures in one way"):
        check_style(load("blade", backend="python"), "no-speeds")


def test_a_replay_has_the_same_styles(match: Match, tmp_path: Path) -> None:
    match.save(tmp_path / "game.json")
    asked = ("replay", "game.json", "--pictures", "all-speeds")
    out = duelhall(*asked, folder=tmp_path).stdout
    assert "Round 1, the speeds before crowns and bows (F4)" in out
    steps = json.loads(duelhall(*asked, "--json", folder=tmp_path).stdout)["steps"]
    assert steps[-1]["scenes"][0]["caption"] == "Round 1, the speeds before crowns and bows"


def test_a_game_is_played_with_them_and_an_unknown_one_is_refused_at_once(tmp_path: Path) -> None:
    game = ("play", "frontline", "--seed", "5", "--opponent", "random", "--option", "hand=2")
    out = duelhall(*game, "--pictures", "no-speeds", typed="1> 2> commit\nquit\n",
                   XDG_STATE_HOME=str(tmp_path)).stdout  # fmt: skip
    assert "\nRound 1\n" in out
    refused = duelhall(*game, "--pictures", "speeds")
    assert refused.returncode == 2
    assert refused.stdout == ""
