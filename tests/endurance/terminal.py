"""Whatever a text from outside has in it, a terminal is not made to obey it."""

import json
import os
import random
import re
import sys
import tempfile
from pathlib import Path

from duelhall.arena.record import GameRecord
from duelhall.arena.schedule import meetings_of
from duelhall.arena.settings import FILE, Settings
from duelhall.arena.store import Store
from duelhall.match.game import load
from duelhall.play.entry import Entry
from tests.arena.scripts import script
from tests.endurance.commands import LIMITS
from tests.terminal.forking import forker

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
        furnish(Path(name), text, word, safe)
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


def furnish(folder: Path, text: str, word: str, safe: str) -> None:
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
