"""A bot for Duelhall: a rule of thumb for Blade, a random legal move in other games.

Try it with: duelhall bot check "python3 @FILE@" --game @GAME@
"""

import json
import random
import sys
from typing import Any

HELLO = {"type": "hello", "protocol": 2, "name": "@NAME@", "version": "1", "again": True}


def choose(question: dict[str, Any], game: str) -> str:
    """Return one of question["legal"]: put your own strategy here.

    @VIEW@
    """
    thought = think_of_blade(question) if game == "blade" else None
    return thought or random.choice(question["legal"])


def think_of_blade(question: dict[str, Any]) -> str | None:
    """The lowest number that suffices, or else a Mirror, or else a Bolt."""
    legal, seat, board = question["legal"], question["seat"], question["view"]["board"]
    mine, theirs = board["facts"]["score"][seat], board["facts"]["score"][1 - seat]
    hand = next(zone for zone in board["zones"] if zone["id"] == f"hand{seat}")
    enough = [card for card in legal if card.isdigit() and mine + int(card) > theirs]
    if enough or hand["size"] == 1:  # the last card must not be a Bolt or Mirror
        return min(enough, default=None)
    return next((card for card in "MB" if card in legal), None)


def say(message: dict[str, Any]) -> None:
    """Write one line; without the flush, it would stay in a buffer."""
    print(json.dumps(message), flush=True)


def main() -> None:
    """Answer line by line until told to quit. Write notes of your own to sys.stderr."""
    game = ""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            game = message["game"]
            say(HELLO)
        elif message["type"] == "decide":
            say({"type": "move", "move": choose(message, game)})
        elif message["type"] == "quit":
            break


main()
