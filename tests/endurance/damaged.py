"""What was damaged is read, or refused with a reason: nothing else happens.

Each function is one try: it does some damage by chance, and raises whatever is not a refusal.
"""

import json
import os
import random
import re
import tempfile
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path

import msgspec

from duelhall.arena.schedule import job_of, meetings_of, total_games
from duelhall.arena.settings import load_settings
from duelhall.backend import cache as code_cache
from duelhall.backend.entries import run_forfeit
from duelhall.bots.messages import answers, read_hello, read_move
from duelhall.cli.flags import GameFlags
from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError
from duelhall.engine.record import State
from duelhall.games.frontline.scenes import fought
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.match.replay import parse
from duelhall.match.saves import load_match, replayed
from duelhall.play.entry import read_players
from duelhall.play.seat import Fault
from duelhall.testing.conformance import random_match
from duelhall_kits.frontline.drawing import read_battle
from tests.endurance.mutation import damaged_bytes, damaged_json, damaged_text

ROOT = Path(__file__).parents[2]
MOST_MOVES = 400
"""How long a game goes on that began from a damaged position."""

BYTES = 0.2
"""How often a file is damaged byte by byte, and not as a text."""


REPLACED = "replace"
"""What becomes of characters that no file can have."""


@cache
def texts(*patterns: str) -> tuple[str, ...]:
    """The texts of files of this project."""
    files = (file for pattern in patterns for file in sorted(ROOT.glob(pattern)))
    return tuple(file.read_text(encoding="utf-8") for file in files)


def read_from_file(content: str | bytes, read: Callable[[Path], object]) -> None:
    """Have something read from a file with this content, or refused."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "tournament.json"
        file.write_bytes(content if isinstance(content, bytes) else content.encode(errors=REPLACED))
        try:
            read(file)
        except DuelhallError:
            return


# --- games ---


def saved_game(chance: random.Random) -> None:
    """A saved game, which is looked at if it can be read."""
    text = chance.choice(texts("tests/legacy/*/*.json", "tests/replays/*/*.json"))
    if chance.random() < BYTES:
        read_from_file(damaged_bytes(chance, text.encode()), load_match)
        return
    try:
        match = replayed(parse(damaged_json(chance, text)))
    except DuelhallError:
        return
    look_at(match)
    assert replayed(parse(match.replay().text())).replay() == match.replay()


def look_at(match: Match) -> None:
    """Do with a match what front ends do."""
    for seat in (0, 1, None):
        match.sketch(seat)
    match.explain(seat=0)
    if not match.over:
        match.legal()


def some_game(chance: random.Random) -> Game:
    """A game in any of its rule sets."""
    name = chance.choice(registry.names())
    return load(name, chance.choice(registry.find(name).rules.OPTIONS.rule_sets))


@cache
def positions(game: Game) -> list[str]:
    """Positions of a game, and what the seats see of them."""
    states = [state for seed in range(2) for state in random_match(game, seed).states]
    chosen = states[:: max(1, len(states) // 8)]
    views = [game.view(state, seat) for state in chosen for seat in (0, 1)]
    return [game.position_text(state) for state in (*chosen, *views)]


def position(chance: random.Random) -> None:
    """A position, from which a game is played if there can be one."""
    game = some_game(chance)
    text = damaged_text(chance, chance.choice(positions(game)))
    try:
        state = game.parse_position(text)
    except DuelhallError:
        return
    written = game.position_text(state)
    assert game.position_text(game.parse_position(written)) == written
    for seat in (0, 1):
        game.sketch(game.board(game.view(state, seat), seat))
        guess_from(game, state, seat, chance.getrandbits(64))
    try:
        match = game.match(seed=chance.getrandbits(64), position=text)
    except DuelhallError:
        return
    look_at(match)
    while not match.over and len(match.moves) < MOST_MOVES:
        match.play(chance.choice(match.legal_moves()))
    look_at(match)


def guess_from(game: Game, state: State, seat: int, seed: int) -> None:
    """Imagine what a seat cannot see, if this is what it sees."""
    try:
        guessed = game.guess(state, seat, seed)
    except DuelhallError:
        return
    assert not game.definition.writing.notation.hides(guessed)
    game.position_text(guessed)


def game_name(chance: random.Random) -> None:
    """The full name of a game, with its options and all its cards."""
    game = some_game(chance)
    name = chance.choice((game.full_name, game.lasting_name, f"{game.name}[{game.rule_set}]"))
    try:
        load(damaged_text(chance, name)).match(seed=1)
    except DuelhallError:
        return


# --- contests ---


def tournament(chance: random.Random) -> None:
    """The settings of a tournament, of which the first games are made up."""

    def read(file: Path) -> None:
        settings = load_settings(file.parent)
        total_games(settings)
        for meeting in meetings_of(settings)[:3]:
            job_of(settings, meeting)

    text = chance.choice(texts("tests/legacy/tournaments/*/tournament.json"))
    as_bytes = chance.random() < BYTES
    damaged = damaged_bytes(chance, text.encode()) if as_bytes else damaged_json(chance, text)
    read_from_file(damaged, read)


PLAYERS = """\
# name ~ command line
quick ~ builtin:greedy
thinker ~ builtin:search(100)
mine ~ python3 bot.py --level 'very hard'
old ~ oneshot:./a.out
a function ~ json:loads
"""


def player_file(chance: random.Random) -> None:
    """A file with players, one per line."""
    game = chance.choice(registry.names())
    words = ("builtin", "oneshot", "greedy", "search", "python3", "json", "os.path")
    read_from_file(
        _damaged(chance, PLAYERS, words),
        lambda file: read_players(file, game, missing=lambda _: None),
    )


# --- cards ---

STANDARD = {name: f"src/duelhall/games/{name}/standard.toml" for name in ("frontline", "monsters")}


def card_file(chance: random.Random) -> None:
    """A set of cards, with which a game is played if it is one."""
    name = chance.choice(tuple(STANDARD))
    (text,) = texts(STANDARD[name])

    def play(file: Path) -> None:
        game = GameFlags(cards=file).game(name)
        assert random_match(game, chance.getrandbits(32)).over

    read_from_file(_damaged(chance, text, _words_in(text)), play)


def deck_file(chance: random.Random) -> None:
    """A deck of the standard set, with which a game is played if it is one."""
    (text,) = texts(STANDARD["monsters"])
    decks = re.findall(r"\[\[deck\]\]\n(.*?)(?=\n\[|\Z)", text, re.DOTALL)

    def play(file: Path) -> None:
        game = GameFlags(deck=str(file)).game("monsters")
        assert random_match(game, chance.getrandbits(32)).over

    read_from_file(_damaged(chance, chance.choice(decks), _words_in(text)), play)


def drawing(chance: random.Random) -> None:
    """A drawing of two armies, which fight if they can."""
    drawn = chance.choice(texts("tests/games/frontline/drawings/*.txt"))
    try:
        fought(read_battle(damaged_text(chance, drawn, "|!@&-+")).state)
    except DuelhallError:
        return


def _damaged(chance: random.Random, text: str, words: tuple[str, ...]) -> str | bytes:
    if chance.random() < BYTES:
        return damaged_bytes(chance, text.encode())
    return damaged_text(chance, text, words)


@cache
def _words_in(text: str) -> tuple[str, ...]:
    return tuple(sorted(set(re.findall(r"[A-Za-z][\w-]*", text))))


# --- machine code ---

PLACE = "NUMBA_CACHE_DIR"


def damaged_code(chance: random.Random) -> None:
    """The machine code of an entry whose file was damaged: it counts as missing."""
    game = load("blade")
    entry, arguments = game.bind(run_forfeit), (game.blank(), 1)
    entry.prepare(arguments)
    kinds = entry.signatures[0]
    whole = entry._cache.data(kinds, entry.targetctx)
    assert whole
    name = entry._cache._file(kinds, entry.targetctx.codegen())
    before = os.environ.get(PLACE)
    with tempfile.TemporaryDirectory() as folder:
        os.environ[PLACE] = folder
        try:
            damage_code(name, whole, chance)
            assert entry._cache.load_overload(kinds, entry.targetctx) is not None
        finally:
            os.environ.pop(PLACE)
            os.environ.update({} if before is None else {PLACE: before})


def damage_code(name: str, code: bytes, chance: random.Random) -> None:
    """Store machine code where it is looked for now, damage its file, read it, and mend it."""
    code_cache.write(name, code)
    place = code_cache.folder()
    assert place
    file = place / f"{name}.code"
    whole = file.read_bytes()
    damaged = damaged_bytes(chance, whole)
    file.write_bytes(damaged)
    assert code_cache.read(name) == (code if damaged == whole else None)
    code_cache.write(name, code)
    assert code_cache.read(name) == code


# --- what a bot or a browser says ---

HELLO = {
    "type": "hello", "protocol": 2, "name": "bot", "version": "1.0", "again": True,
    "view": ["board", "position"],
}  # fmt: skip


def bot_answer(chance: random.Random) -> None:
    """A bot's hello, and its answer to a question."""
    hello = _damaged_message(chance, json.dumps(HELLO))
    with suppress(Fault):
        read_hello(hello)
    game = some_game(chance)
    match = game.match(seed=chance.getrandbits(64))
    answer = {"type": "move", "number": 1, "move": chance.choice(match.legal())}
    line = _damaged_message(chance, json.dumps(answer))
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
    line = _damaged_message(chance, json.dumps(chance.choice(messages)))
    try:
        msgspec.json.decode(line, type=ClientMessage)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return


def _damaged_message(chance: random.Random, text: str) -> bytes:
    if chance.random() < 0.3:
        return damaged_bytes(chance, text.encode())
    return damaged_json(chance, text).encode(errors="surrogatepass")
