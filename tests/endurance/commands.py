"""Whatever is typed after `duelhall` is done, or refused in words: no traceback, and an end.

Words are put together by chance: those of a command that works, its options, and nonsense. And
whatever a text from outside has in it, a terminal is not made to obey it.
"""

import json
import os
import random
import re
import shutil
import sys
import tempfile
from pathlib import Path

from duelhall.arena.record import GameRecord
from duelhall.arena.schedule import meetings_of
from duelhall.arena.settings import FILE, Settings
from duelhall.arena.store import Store
from duelhall.backend import cache as code_cache
from duelhall.match.game import load
from duelhall.play.entry import Entry
from tests.arena.scripts import script
from tests.endurance.damaged import PLAYERS, ROOT
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


# --- texts that a terminal would obey ---

CODES = (*range(9), *range(11, 32), *range(127, 160), 0x61C, 0x200E, 0x200F, *range(0x202A, 0x202F))
OBEYED = [chr(code) for code in (*CODES, *range(0x2066, 0x206A), 0xDC9B)]
ALL = "".join(["\x1b[2J", "\x1b]0;x\x07", "\x9b31m", "x\x1b[8m", *OBEYED])
"""Every character that must not reach a terminal, some of them in sequences."""

COLOURS = re.compile("\x1b\\[[0-9;]*m")
WAYS = re.split(
    r"[|\n]",
    """\
replay cup#1|replay cup#1 --json|replay cup#%|replay %|replay named-%.json|replay entry.json|saves
replay notes.json --json|verify entry.json|verify %|saves --json|play --resume %|arena show %
arena show bad|arena games cup --format csv|arena games cup --format json|arena verify cup %
arena games cup --lost-by %|arena run blade players.txt --games 2|match blade % random|play %
play blade --rules %|play blade --position %|play blade --opponent %|play blade --opponent BOT
play frontline --cards cards.toml|play monsters --deck %|monsters check cards.toml|rules blade %
frontline battle drawing.txt|frontline payoff % %|docs %|help %|%|bench --%|bot check BOT --game %
bot check BOT --game blade|bot init %|monsters cards --cards cards.toml""",
)
"""Commands that are given a text, %, or find it where somebody has put it."""


def tried(way: str, text: str, *, colours: bool) -> str:
    """Have a command print a text; what reaches the terminal, in which colours may be our own."""
    safe, word = text.encode(errors="replace").decode(), re.sub(r"[/\0]", "", text)
    with tempfile.TemporaryDirectory() as name:
        _put_everywhere(Path(name), text, word, safe)
        bot = f"{sys.executable} -S {name}/bot.py"
        words = [each.replace("%", word).replace("BOT", bot) for each in way.split()]
        colour = {"FORCE_COLOR": "1"} if colours else {"NO_COLOR": "1"}
        environment = {**os.environ, "XDG_STATE_HOME": name, **colour}
        done = forker().run(words, f"{safe}\nq\n", environment, Path(name), LIMITS)
    said = done.stdout + done.stderr
    shown = COLOURS.sub("", said) if colours else said
    assert not {*shown} & {*OBEYED, "\ufffd"}, f"{words}: {said!r}"
    assert "Traceback" not in said, f"{words}: {said[-2000:]}"
    return said


def _put_everywhere(folder: Path, text: str, word: str, safe: str) -> None:
    """Put a text wherever a file can have it, also into the words of a bot that soon ends."""
    entries = (Entry("a", builtin="random"), Entry("b", ("x",)))
    settings = Settings("blade", 1, entries, 2, seed=None)
    match = load("blade").match(3, players=("a", "b"))
    match.forfeit(0)
    replay, times = match.replay().text(), (0.0, 0.0)
    fields = (3, 0, 1, safe, "crash", 0, safe, 0, times, times, (safe, safe), replay)
    for place in ("cup", "bad", "duelhall"):
        (folder / place).mkdir()
        settings.save(folder / place)
    with Store(folder / "cup", settings) as store:
        store.add(meetings_of(settings)[0], GameRecord(1, ("a", "b"), *fields))
    (folder / "bad" / FILE).write_text(json.dumps({text: 1}))
    saved = (("entry", text, 1), ("notes", "notes", {text: 1}), (f"named-{word}", "format", 3))
    for file, entry, value in saved:
        for path in (folder / f"{file}.json", folder / "duelhall" / f"{file}.json"):
            path.write_text(json.dumps({**json.loads(replay), entry: value}))
    (folder / "players.txt").write_text(f"a ~ builtin:random\n{safe} ~ {safe}\n")
    quoted = json.dumps(safe).replace("\x7f", "\\u007f")
    (folder / "cards.toml").write_text(f"{quoted} = {quoted}\n")
    (folder / "drawing.txt").write_text(f"[! ][{safe}]\n---\n[! ]\n")
    last_words = f"hello()\nnext(decisions())\nsay({safe!r})\n"
    script(folder, f"sys.stderr.buffer.write({safe.encode()!r})\n{last_words}")


def terminal(chance: random.Random) -> None:
    """Have a command print a text that was put together at random."""
    text = "".join(chance.choice([*OBEYED, *"ab[1;m\\\n"]) for _ in range(chance.randrange(1, 40)))
    tried(chance.choice(WAYS), text, colours=bool(chance.getrandbits(1)))
