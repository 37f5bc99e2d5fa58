"""What commands have in common is said, and means the same, everywhere."""

import json
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import pytest
from cyclopts import App

import duelhall as engine
from duelhall.arena.settings import load_settings
from duelhall.cli.flags import GameFlags, PrintFlags
from duelhall.cli.main import command_line
from duelhall.engine.errors import BadUsage, DuelhallError
from duelhall.match.replay import parse
from duelhall.match.saves import replayed
from tests.arena.damages import records
from tests.arena.scripts import FIRST_LEGAL, script
from tests.terminal.console import duelhall

# --- rules, options, cards and decks ---


OWN_CARDS = Path(__file__).parents[1] / "legacy" / "frontline-own-cards.toml"
PLAYED = (("play",), ("match",), ("arena", "run"), ("bot", "check"), ("bench",))
WORDS = ("--rules", "--option", "--cards", "--deck", "--opponent-deck")


def help_on(command: tuple[str, ...]) -> list[list[str]]:
    """What the help of a command says of each of the shared words."""
    text = duelhall(*command, "--help").stdout
    lines = [line.strip("│ ") for line in text.splitlines()]
    starts = [i for i, line in enumerate(lines) if line.startswith("--")] + [len(lines)]
    said = [" ".join(lines[here:there]).split() for here, there in pairwise(starts)]
    return [words for words in said if words[0] in WORDS]


def test_every_command_says_the_same_of_them() -> None:
    first, *others = (help_on(command) for command in PLAYED)
    assert [words[0] for words in first] == list(WORDS)
    for other in others:
        assert [words[:4] for words in other] == [words[:4] for words in first]


def test_a_tournament_is_played_with_cards_of_ones_own(tmp_path: Path) -> None:
    out = tmp_path / "out"
    more = ("--cards", str(OWN_CARDS), "--option", "hand=3", "--games", "2", "--out", str(out))
    done = duelhall("match", "frontline[mirror]", "greedy", "random", "--format", "json", *more)
    assert done.returncode == 0, done.stderr
    shown = json.loads(done.stdout)
    assert shown["rules"] == "mirror"
    game = GameFlags(option=["hand=3"], cards=OWN_CARDS).game("frontline[mirror]")
    assert shown["full_name"] == game.full_name
    assert load_settings(out).game == game.lasting_name
    for record in records(out):
        assert replayed(parse(record.replay)).game.options == game.options


def test_a_tournament_is_played_with_decks_by_their_names(tmp_path: Path) -> None:
    players, out = tmp_path / "players.txt", tmp_path / "out"
    players.write_text("one ~ builtin:random\ntwo ~ builtin:random\nthree ~ builtin:random\n")
    decks = engine.load("monsters").definition.rules.OPTIONS.option("decks")
    more = ("--deck", "struck-match", "--opponent-deck", "Struck Match", "--games", "2")
    done = duelhall("arena", "run", "monsters", str(players), *more, "--out", str(out))
    assert done.returncode == 0, done.stderr
    value = str(engine.load(load_settings(out).game).options["decks"])
    assert decks.short(value) == "Struck Match vs Struck Match"  # type: ignore[union-attr]


def test_a_game_of_ones_own_is_played_at_the_terminal(tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = duelhall("play", "frontline[draft, hand=3]", "--seed", "1", typed=f"save {file}\nquit\n")
    assert "rules draft, hand=3" in done.stdout
    assert engine.load_match(file).game.full_name == "frontline[draft, hand=3]"
    other = duelhall("play", "frontline[hand=2]", "--resume", str(file))
    assert f"{file} is a game of frontline[draft, hand=3], not of frontline[hand=2]" in other.stderr
    same = duelhall("play", "frontline[draft,hand=3]", "--resume", str(file), typed="quit\n")
    assert same.returncode == 0, same.stderr


def test_a_bot_is_asked_about_the_game_that_was_chosen(tmp_path: Path) -> None:
    bot = script(tmp_path, FIRST_LEGAL)
    check = ("bot", "check", " ".join(bot.command or ()), "--positions", "4", "--json", "--game")
    chosen = json.loads(duelhall(*check, "blade[controller, draw_points=0]").stdout)
    assert chosen["rules"] == ["controller"]
    by_rules = json.loads(duelhall(*check, "blade", "--rules", "readme").stdout)
    assert by_rules["rules"] == ["readme"]


def test_a_batch_is_played_with_cards_of_ones_own() -> None:
    game = GameFlags(cards=OWN_CARDS).game("frontline[hand=2]")
    assert engine.simulate(game, ("random", "greedy"), games=4).moves >= 4


@pytest.mark.parametrize(
    ("name", "choice", "reason"),
    [
        ("blade[controller]", GameFlags(rules="readme"), "controller, but the rules given"),
        ("blade[deck=readme]", GameFlags(option=["deck=controller"]), "but the option given is"),
        ("frontline[cards=40|]", GameFlags(cards=OWN_CARDS), "give cards only once"),
        ("frontline", GameFlags(cards=OWN_CARDS, option=["cards=40|"]), "give cards only once"),
        ("frontline", GameFlags(deck="x"), "frontline has no decks to choose"),
        ("blade", GameFlags(cards=OWN_CARDS), "the cards of blade cannot be changed"),
        ("blade", GameFlags(option=["deck"]), "--option takes NAME=VALUE, not 'deck'"),
        ("blade", GameFlags(option=["dek=readme"]), "did you mean deck"),
    ],
)
def test_what_does_not_go_together_is_refused(name: str, choice: GameFlags, reason: str) -> None:
    with pytest.raises(DuelhallError, match=reason):
        choice.game(name)


def test_bench_wants_a_game_for_its_options() -> None:
    done = duelhall("bench", "--rules", "readme")
    assert done.returncode == 2
    assert "name the game that these rules" in done.stderr


# --- `--json` ---


FOR_PEOPLE = {"play", "lesson", "help", "completion", "binmat timer"}
"""Commands that print no results."""


def commands(app: App, path: tuple[str, ...] = ()) -> Iterator[tuple[str, App]]:
    """All commands with their names, but for those that only have commands of their own."""
    for name in app:
        if not name.startswith("-"):
            command = app[name]
            if command.default_command is not None:
                yield " ".join((*path, name)), command
            yield from commands(command, (*path, name))


COMMANDS = dict(commands(command_line([])))


def test_all_commands_are_found() -> None:
    assert {"games", "arena run", "bot check", "controller", "monsters balance"} <= set(COMMANDS)
    assert set(COMMANDS) >= FOR_PEOPLE


@pytest.mark.parametrize("name", sorted(COMMANDS.keys() - FOR_PEOPLE))
def test_every_command_has_it_and_says_so_alike(name: str) -> None:
    arguments = COMMANDS[name].assemble_argument_collection(parse_docstring=True)
    (found,) = (each for each in arguments if "--json" in each.names)
    assert str(found.parameter.help).startswith("Print ")
    assert " as JSON" in str(found.parameter.help)
    assert found.parameter.negative == ()


def test_it_is_short_for_a_format() -> None:
    assert PrintFlags("text", json=True).form == PrintFlags("json").form == "json"
    assert PrintFlags("md").form == "md"
    with pytest.raises(BadUsage, match="--json and --format md contradict each other"):
        _ = PrintFlags("md", json=True).form


def documents(tmp_path: Path) -> dict[str, tuple[str, ...]]:
    """Commands whose documents are looked at here; others have tests of their own."""
    players = tmp_path / "players.txt"
    players.write_text("one ~ builtin:random\ntwo ~ builtin:random\n")
    return {
        "rulings": ("rules", "blade"),
        "matches": ("controller", str(players), "0", "1", "y"),
        "command": ("bot", "init", "blade", "--out", str(tmp_path / "bot")),
    }


def test_the_documents(tmp_path: Path) -> None:
    for key, words in documents(tmp_path).items():
        done = duelhall(*words, "--json")
        assert done.returncode == 0, done.stderr
        assert key in json.loads(done.stdout)
        assert done.stdout.startswith("{\n  ")
        assert done.stdout.endswith("\n}\n")


def test_one_ruling() -> None:
    document = json.loads(duelhall("rules", "blade[controller]", "b10", "--json").stdout)
    assert (document["game"], document["title"]) == ("blade", "Blade")
    (ruling,) = document["rulings"]
    assert ruling["number"] == "B10"
    assert ruling["text"].startswith("**B10.** If the card that you place is the last")
