"""Reading a text takes time and memory in proportion to its length, whatever is repeated in it."""

import random
import time
import tracemalloc
from collections.abc import Callable
from cProfile import Profile
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from duelhall.arena.settings import load_settings
from duelhall.bots.messages import read_hello, read_move
from duelhall.engine.errors import LONGEST_MESSAGE, DuelhallError
from duelhall.engine.registry import names
from duelhall.engine.text import LONGEST_SOURCE
from duelhall.games.frontline.cards import read_card_file
from duelhall.games.monsters.card_file import read_deck, read_set
from duelhall.games.monsters.decks import STANDARD
from duelhall.match.game import load
from duelhall.match.replay import parse
from duelhall.play.entry import read_players
from duelhall.play.seat import Fault
from duelhall_kits.frontline.drawing import read_army, read_battle
from duelhall_kits.frontline.round import read_round
from duelhall_web.connection import UNREADABLE, _decode, _id_in

pytestmark = pytest.mark.uncovered

SHORT, LONG = 3000, LONGEST_SOURCE - 2000
CALLS, BYTES = 1000, 2**19  # what is spent on any text, however short
SECONDS = 5.0  # of CPU time for a long text; a fiftieth of it is usual


def from_file(read: Callable[[Path], object], text: str) -> None:
    with TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.json"
        file.write_text(text, encoding="utf-8")
        read(file)


GAMES = [load(name, backend="python") for name in names()]
DOORS: dict[str, list[Callable[[str], object]]] = {
    "monsters": [partial(from_file, read_set)],
    "frontline": [partial(from_file, read_card_file)],
    "deck": [partial(from_file, lambda file: read_deck(file, STANDARD))],
    "position": [read for game in GAMES for read in (game.parse_position, game.dealt_from)],
    "move": [game.match(seed=1).check for game in GAMES],
    "name": [partial(load, backend="python")],
    "drawing": [read_round, read_battle, read_army],
    "replay": [parse],
    "bot": [lambda text: read_hello(text.encode()), lambda text: read_move(text.encode())],
    "browser": [_id_in, _decode],
    "players": [partial(from_file, lambda file: read_players(file, "blade"))],
    "settings": [partial(from_file, lambda file: load_settings(file.parent))],
}
MOVE = 'traits=["A"]\n[[move]]\nname="X"\natk="1"\ndef="1"\ntraits=[]\n'
EFFECT = '[[move.effect]]\nwhen="play"\ndo="draw"\n'
SET = f'{MOVE}[[monster]]\nname="M"\nhp=1\natk=1\ndef=1\ntraits=[]\n'
DECK = f'[[deck]]\nname="d#"\nmonster="M"\ntext="{"x" * 60}"\nmoves={{X=20}}\n'
IF, NAME, ARMY = f'{MOVE}{EFFECT}if="', 'monsters[decks="', "[|].[|]\n---\n[|].[|]\n"
MARK = "\u0301"
TOURNAMENT = '{"duelhall_tournament":'
PATTERNS = [
    (door, *pattern.split("\u00a4"))  # a beginning, what is repeated, # being a number, and an end
    for door, patterns in {
        "monsters": [
            "¤a.¤a=1", '¤"a".¤a=1', "[¤a.¤a]", "a=¤[¤", "a=¤{a=¤", "a=¤{a.a.a.a=¤", "¤[[a]]\n¤",
            "¤[a.b.c.d.#]\n¤", "¤a.b.c.d.#=1\n¤", "¤a¤=1", '"¤a¤"=1', "a=0x¤f¤", "traits=¤9¤",
            f"#a¤{MARK}¤", 'traits=["a¤\u0f73\u0301¤"]', f'{MOVE}{DECK}text="¤\\u0301¤"',
            f'{IF}¤x and ¤x"', f'{IF}¤(¤"', f'{IF}¤not ¤combat"', f'{IF}¤<¤"', 'traits=[¤"T#",¤]',
            f'{MOVE[:-2]}¤"T#",¤]', f"{MOVE}¤e#=1\n¤", f"{MOVE}¤[[move]]\n¤", f"{MOVE}¤{EFFECT}¤",
            f"{MOVE}¤{EFFECT}a#=1\n¤", f'{MOVE}¤{EFFECT}either="#"\n¤', f"{SET}¤{DECK}¤",
            f"{SET}{DECK}[deck.moves]\n¤m#=1\n¤", "¤#=1\r\n¤", "a='''¤'''#'''=1\n¤", "a=\"¤\"'\\¤",
        ],
        "frontline": ["¤a.¤a=1", "cards=¤[¤", '[cards]\n"|"=¤9¤', "¤e#=0\n¤", '[cards]\n¤"#"=0\n¤'],
        "deck": ["moves=¤{a=¤", f'name="a¤{MARK}¤"', "[moves]\n¤Spark#=1\n¤"],
        "position": [f"¤{MARK}¤", "turn=¤9¤", "¤a#=1 ¤", "left=330000:420000 hand0=¤flare*99,¤",
                     "seen0=¤1:*;¤", "¤[¤"],
        "move": [f"¤{MARK}¤", "¤9¤", ":¤flare ¤"],
        "name": [f'{NAME}¤[¤"]', f'{NAME}[¤{{\\"a\\":¤"]', f'{NAME}¤{MARK}¤"]', "blade[¤o#=1,¤",
                 "frontline[hand=¤9¤]", 'frontline[cards="¤1|# ¤"]', f'{NAME}[¤{{}},¤{{}}]"]'],
        "drawing": ["Speed ¤9¤", "¤[&¤\n---", f"¤[&¤\n{' ' * 900}]", f".¤[|]¤\n{ARMY}",
                    f"{ARMY}¤*¤", f"{ARMY}*\n¤9,¤", "¤[|].\n¤", "¤---\n¤"],
        "replay": ['{"format":¤[¤', '{"notes":¤{"a":¤', '{"format":¤9¤', '{"a":[¤"7",¤'],
        "bot": ['{"type":"hello","protocol":¤[¤', '¤{"number":¤', '{"move":¤9¤'],
        "browser": ['¤{"id":¤', '{"type":"hello","x":¤[¤', '{"type":"ping","id":¤9¤'],
        "players": ["x ~ ¤a¤", "x ~ ¤a# ¤", "¤p# ~ builtin:greedy\n¤", "x ~ builtin:search(¤1¤x)"],
        "settings": [f"{TOURNAMENT}¤[¤", f"{TOURNAMENT}¤9¤", f'{TOURNAMENT}3,"a":[¤{{"a":"#"}},¤'],
    }.items()
    for pattern in patterns
]  # fmt: skip


def grown(length: int, head: str, piece: str, tail: str) -> str:
    """A text of about this length."""
    times = length // len(piece) + 1
    return head + "".join(piece.replace("#", f"{n:x}") for n in range(times)) + tail


def read(door: str, text: str) -> None:
    """Have a text read, or refused in words that somebody can read."""
    for take in DOORS[door]:
        try:
            take(text)
        except (DuelhallError, Fault, *UNREADABLE) as error:
            said = str(error)
            assert len(said) < LONGEST_MESSAGE + 10


def costs(door: str, text: str) -> tuple[int, int]:
    """How many calls it takes to read a text, and how many bytes at most."""
    profile = Profile()
    tracemalloc.start()
    profile.runcall(read, door, text)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return sum(entry.callcount for entry in profile.getstats()), peak


def grown_text(chance: random.Random) -> None:
    """A text that has grown to the greatest length, at any of the doors."""
    (door, head, piece, tail), (other_door, _, other, _) = chance.choices(PATTERNS, k=2)
    mixed = (head, chance.choice((other, piece + other, head + other)) or " ", tail)
    begun = time.process_time()
    read(chance.choice((door, other_door)), grown(LONG, *mixed))
    assert time.process_time() - begun < SECONDS, mixed


@pytest.mark.parametrize("door", DOORS)
def test_twice_the_text_takes_no_more_than_twice_the_time_and_memory(door: str) -> None:
    for pattern in (parts for name, *parts in PATTERNS if name == door):
        read(door, grown(100, *pattern))  # computes what is computed once
        calls, peak = costs(door, grown(SHORT, *pattern))
        more_calls, more_peak = costs(door, grown(2 * SHORT, *pattern))
        assert more_calls <= 3 * max(calls, CALLS), pattern
        assert more_peak <= 3 * max(peak, BYTES), pattern


def test_no_text_of_the_greatest_length_takes_long() -> None:
    """Calls do not show what takes long in C: comparing words, or putting marks in their order."""
    for door, *pattern in PATTERNS:
        text, begun = grown(LONG, *pattern), time.process_time()
        read(door, text)
        assert time.process_time() - begun < SECONDS, pattern
