"""Bots with a fault, and what a check finds in them."""

import sys
from pathlib import Path
from typing import Any

from duelhall.players.entry import Entry
from duelhall.workshop.check import Plan, Result, check_bot
from duelhall.workshop.report import hint, report_json, report_lines
from duelhall.workshop.talk import Patience
from duelhall.workshop.trouble import Trouble

BOT = """\
import json, sys, time

def say(text):
    print(text, flush=True)

for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "hello":
        {hello}
    elif message["type"] == "decide":
        {decide}
    elif message["type"] == "quit":
        {quit}
"""
HELLO = """say('{"type": "hello", "protocol": 2, "name": "tester", "version": "7"}')"""
DECIDE = 'say(json.dumps({"type": "move", "move": message["legal"][-1]}))'
QUIT = "break"

FOREVER = 300.0
"""Seconds to wait for what must come; a busy neighbour does not make it longer than that."""

HURRIED: dict[str, Any] = {"limit": 0.1, "patience": Patience(0.1, 0.1, last=FOREVER)}
"""For what cannot come before the input is closed."""

ONESHOT = "import json, sys\nposition = json.load(sys.stdin)\n"


def checked(folder: Path, script: str, *, oneshot: bool = False, **settings: Any) -> Result:
    """What a check finds in a bot with this program."""
    file = folder / "bot.py"
    file.write_text(script, encoding="utf-8")
    entry = Entry("bot", (sys.executable, str(file)), oneshot=oneshot)
    defaults = {"positions": 1, "limit": FOREVER, "start": FOREVER, "game": "blade"}
    return check_bot(Plan(entry, **{**defaults, **settings}))


def bot(hello: str = HELLO, decide: str = DECIDE, quit: str = QUIT) -> str:  # noqa: A002
    """A bot that does one thing its own way."""
    return BOT.format(hello=hello, decide=decide, quit=quit)


def troubles(result: Result) -> list[Trouble]:
    return [found.trouble for found in result.found]


def report(result: Result) -> str:
    """The report, however its lines are broken."""
    return " ".join(" ".join(report_lines(result)).split())


def assert_told(result: Result, trouble: Trouble, detail: str) -> None:
    """The report names this trouble and no other, says what happened, and gives a hint."""
    assert set(troubles(result)) == {trouble}
    assert detail in result.found[0].detail
    assert f"{trouble.upper()}, " in report(result)
    assert f"Hint: {hint(trouble, result)}" in report(result)
    assert report_json(result)["ok"] is False
