"""Whatever is typed after `duelhall` is done, or refused in words: no traceback, and an end.

Words are put together by chance: those of a command that works, its options, and nonsense.
"""

import os
import random
import shutil
import tempfile
from pathlib import Path

from duelhall.backend import cache as code_cache
from tests.endurance.files import PLAYERS, ROOT
from tests.endurance.mutation import CHARACTERS, NUMBERS, damaged_text
from tests.terminal.forking import Limits, forker

LIMITS = Limits(seconds=30, memory=4 * 2**30)
"""What a command may use up. All that are tried here are done in a second or two."""

GAMES = ("blade", "blade[controller]", "frontline", "monsters", "binmat", "binmat[live]", "chess")
FILES = ("game.json", "players.txt", "cards.toml", "spring", "spring#1", "nothing", ".", "")
COMMANDS = {
    "games": "--json",
    "play GAME --opponent greedy": (
        "--seat --seed --role --position --time --rounds --duplicate --strict "
        "--no-warnings --step --pictures --plain --rules --option --cards --deck"
    ),
    "play --resume FILE --opponent random": "--seed --plain",
    "replay FILE": "--seat --why --json --log --step --from --move",
    "review FILE --budget 3": "--seat --seed --json --plain",
    "verify FILE": "--json",
    "saves": "--json",
    "rules GAME": "--json",
    "docs GAME": "--json",
    "match GAME random greedy --games 2": (
        "--sprt --time --late --jobs --seed --players --format --json --rules"
    ),
    "arena run blade players.txt --games 2 --out out": (
        "--pairing --format --rounds --seed --time --late --option --json"
    ),
    "arena resume FILE": "--jobs --format --json",
    "arena show FILE": "--format --json",
    "arena games FILE": "--lost-by --ending --player --seat --format --json",
    "bot check json:loads --game GAME --positions 2": "--time --seed --oneshot --json --rules",
    "bot init GAME --out new": "--language --json",
    "controller players.txt 0.5 1 y": "--seed --rules --json",
    "frontline battle": "--regroup --speeds --step --json FILE",
    "frontline payoff |,| !,@": "--json --out",
    "monsters cards": "--cards --json --markdown",
    "monsters check FILE": "--cards --json",
    "monsters balance --games 2": "--seed --rules --json --cards",
    "completion bash": "",
    "__complete": "play --rules b match",
    "help": "play arena run",
}
"""Commands that work, and what may follow them."""

LASTING = ("256", "2147483648")
"""Numbers that may well be asked for, and take their time."""


def command_line(chance: random.Random) -> None:
    """Run a command with words that may or may not fit."""
    words = _words(chance)
    typed = damaged_text(chance, "1\n?\nwhy\nhint\nundo\nsave x\n7\np\nq\n")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        _furnish(folder)
        environment = {
            **os.environ,
            "HOME": name,
            "XDG_DATA_HOME": f"{name}/data",
            "NUMBA_CACHE_DIR": str(code_cache.folder()),
        }
        done = forker().run(words, typed.replace("\0", ""), environment, folder, LIMITS)
    assert "Traceback" not in done.stderr, f"{words}: {done.stderr[-2000:]}"
    assert done.returncode in (0, 1, 2, 129, 130), f"{words} ended with {done.returncode}"


def _words(chance: random.Random) -> list[str]:
    command, more = chance.choice(tuple(COMMANDS.items()))
    words, options = [_filled(chance, word) for word in command.split()], more.split()
    for option in chance.sample(options, min(len(options), chance.randrange(3))):
        words += [_filled(chance, option), *([_anything(chance)] if chance.random() < 0.7 else [])]
    place = chance.randrange(1, len(words) + 1)
    way = chance.randrange(5)
    if way == 0:
        words[place:place] = [_anything(chance)]
    elif way == 1:
        del words[place - 1]
    elif way == 2:
        words[place - 1] = damaged_text(chance, words[place - 1]).replace("\0", "")
    return words


def _filled(chance: random.Random, word: str) -> str:
    return chance.choice({"GAME": GAMES, "FILE": FILES}.get(word, (word,)))


def _anything(chance: random.Random) -> str:
    numbers = [number for number in NUMBERS if number not in LASTING]
    ways = (numbers, GAMES, FILES, ("x", "-x", "--", "--help", "hand=7", "0,20", "live", "open"))
    if chance.random() < 0.1:
        return "".join(chance.choice(CHARACTERS) for _ in range(5)).replace("\0", "")
    return chance.choice(chance.choice(ways))


def _furnish(folder: Path) -> None:
    """Files to name: a saved game, players, cards and a tournament."""
    legacy = ROOT / "tests" / "legacy"
    shutil.copy(legacy / "saves" / "blade-readme-finished.json", folder / "game.json")
    shutil.copy(legacy / "frontline-own-cards.toml", folder / "cards.toml")
    shutil.copytree(legacy / "tournaments" / "blade-stopped", folder / "spring")
    lines = [line for line in PLAYERS.splitlines() if "builtin:greedy" in line]
    (folder / "players.txt").write_text("\n".join([*lines, "lucky ~ builtin:random\n"]))
