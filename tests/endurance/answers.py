"""Whatever a bot or a browser says is taken, or refused as its fault: nothing else happens."""

import json
import random
from contextlib import suppress

import msgspec

from duelhall.bots.messages import answers, read_hello, read_move
from duelhall.engine.errors import DuelhallError
from duelhall.play.seat import Fault
from tests.endurance.files import some_game
from tests.endurance.mutation import damaged_bytes, damaged_json

HELLO = {
    "type": "hello", "protocol": 2, "name": "bot", "version": "1.0", "again": True,
    "view": ["board", "position"],
}  # fmt: skip


def bot_answer(chance: random.Random) -> None:
    """A bot's hello, and its answer to a question."""
    hello = _damaged(chance, json.dumps(HELLO))
    with suppress(Fault):
        read_hello(hello)
    game = some_game(chance)
    match = game.match(seed=chance.getrandbits(64))
    answer = {"type": "move", "number": 1, "move": chance.choice(match.legal())}
    line = _damaged(chance, json.dumps(answer))
    assert answers(1, line) in (True, False, None)
    with suppress(Fault, DuelhallError):
        match.play(read_move(line))


def browser_message(chance: random.Random) -> None:
    """A message of a browser."""
    from duelhall_web.messages import ClientMessage

    messages = (
        {"type": "hello", "version": 1, "table": "t", "token": "secret", "last": 3, "name": "Ann"},
        {"type": "move", "id": 1, "move": "7", "position": 4},
        {"type": "prepare", "id": 2, "move": None},
    )
    line = _damaged(chance, json.dumps(chance.choice(messages)))
    try:
        msgspec.json.decode(line, type=ClientMessage)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return


def _damaged(chance: random.Random, text: str) -> bytes:
    if chance.random() < 0.3:
        return damaged_bytes(chance, text.encode())
    return damaged_json(chance, text).encode(errors="surrogatepass")
