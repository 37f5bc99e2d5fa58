"""A bot for Duelhall: it plays a random legal move.

Try it with: duelhall bot check "python3 @FILE@" --game @GAME@
"""

import json
import random
import sys
from typing import Any

HELLO = {"type": "hello", "protocol": 2, "name": "@NAME@", "version": "1", "again": True}


def choose(question: dict[str, Any]) -> str:
    """Return one of question["legal"]: put your own strategy here.

    @VIEW@
    """
    move: str = random.choice(question["legal"])
    return move


def say(message: dict[str, Any]) -> None:
    """Write one line; without the flush, it would stay in a buffer."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer line by line until told to quit. Write notes of your own to sys.stderr."""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say(HELLO)
        elif message["type"] == "decide":
            say({"type": "move", "move": choose(message)})
        elif message["type"] == "quit":
            break


main()
