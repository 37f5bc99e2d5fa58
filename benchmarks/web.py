"""How a server carries a full hall: 300 games between 600 connected clients for a minute, with the
server killed and started again in the middle. First with a move a second in each game, and then
with two, so that each client makes one a second.

python benchmarks/web.py [--games 300] [--seconds 60] [--rates 1 2] [--store URL]

A move's way is timed from when it is sent until the opponent has it; one that the opponent is not
told of, until it is confirmed. A move that is not confirmed within 0.9 s, as when the server has
been killed, is given up, counted apart, and another one is sent. Every move that was confirmed must
be in the store at the end. What others compute on the machine meanwhile makes times longer; how
long the server computes for a move depends on it far less.
"""

import argparse
import asyncio
import gc
import gzip
import json
import math
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from duelhall_web.events import Answered, decoded
from duelhall_web.store import open_store

GAMES = ("blade", "frontline", "binmat", "monsters")
SETTLING = 5.0
"""Seconds in which browsers connect and machine code is loaded, which are told apart."""

PATIENCE = 0.9
"""Seconds after which a move that was not confirmed is given up and another one sent."""

STARTING = 120.0
"""Seconds in which a server must answer."""


SEEDED = str(Path(__file__).with_name("seeded.py"))


class LegalMove(msgspec.Struct):
    """A move that may be made."""

    move: str


class Message(msgspec.Struct):
    """What a client needs to know of a message."""

    type: str
    id: int = -1
    seq: int = 0
    what: str = ""
    says: str = ""
    position: int = 0
    legal: list[LegalMove] = []
    moves: list[Any] = []
    result: dict[str, Any] | None = None


read = msgspec.json.Decoder(Message).decode


class Server:
    """The server, in a process of its own."""

    def __init__(self, store: str, port: int = 0) -> None:
        words = [sys.executable, SEEDED, "serve", "--json", "--connections", "100000"]
        begun = time.perf_counter()
        self.process = subprocess.Popen(
            [*words, "--port", str(port), "--store", store],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
        )
        line = self.process.stdout.readline() if self.process.stdout else ""
        self.address = str(json.loads(line)["address"])
        with urllib.request.urlopen(f"{self.address}api/games", timeout=STARTING) as answer:
            answer.read()
        self.seconds = time.perf_counter() - begun

    @property
    def port(self) -> int:
        """Where it listens."""
        return int(self.address.rsplit(":", 1)[1].strip("/"))

    def megabytes(self) -> float:
        """The most memory that the process has had."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
        return int(line.split()[1]) / 1024

    def cpu_seconds(self) -> float:
        """How long the process has computed."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    def kill(self) -> None:
        """End it without a warning."""
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate()

    def open(self, game: str) -> dict[str, Any]:
        """A new table, at which a friend has sat down."""
        made = self._post("tables", {"game": game, "opponent": "friend"})
        made["tokens"][1] = self._post("seats", {"code": made["code"]})["token"]
        return made

    def _post(self, path: str, wish: dict[str, str]) -> dict[str, Any]:
        request = urllib.request.Request(
            f"{self.address}api/{path}",
            json.dumps(wish).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request) as answer:
            made: dict[str, Any] = json.load(answer)
            return made


@dataclass
class Figures:
    """What was measured."""

    times: list[tuple[float, float]] = field(default_factory=list)  # when, and how long it took
    confirmed: Counter[str] = field(default_factory=Counter)  # moves, by tables
    problems: Counter[str] = field(default_factory=Counter)
    given_up: list[float] = field(default_factory=list)  # when moves were sent that took too long


@dataclass
class Way:
    """The way of a move: when it was sent, confirmed, and told to the opponent."""

    sent: float = field(default_factory=time.perf_counter)
    confirmed: float = 0.0
    told: float = 0.0  # never, if it is secret
    is_confirmed: asyncio.Event = field(default_factory=asyncio.Event)


class Client:
    """One browser of a game."""

    def __init__(self, table: "Game", place: int) -> None:
        self._table, self._place = table, place
        self._socket: ClientConnection | None = None
        self.state: Message | None = None
        self.has_offered = False  # another game
        self._last: int | None = None
        self._number = 0

    async def live(self) -> None:
        """Listen, and come back whenever the connection is lost."""
        while True:
            with suppress(ConnectionClosed, OSError, TimeoutError):
                async with connect(self._table.address, compression=None) as self._socket:
                    await self._say_hello()
                    async for data in self._socket:
                        self._hear(read(data))
            self._socket = None
            await asyncio.sleep(0.2 + random.random() * 0.3)

    async def _say_hello(self) -> None:
        made = self._table.made
        hello = {"type": "hello", "version": 1, "table": made["table"], "last": self._last}
        await self.send(hello | {"token": made["tokens"][self._place]})

    async def send(self, message: dict[str, Any]) -> None:
        """Send a message."""
        if self._socket is None:
            raise ConnectionClosed(None, None)
        await self._socket.send(json.dumps(message))

    def _hear(self, message: Message) -> None:
        if message.type == "state":
            self.state, self._last = message, message.seq
            self.has_offered = self.has_offered and message.result is not None
        self._table.hear(self, message)

    async def move(self, text: str) -> None:
        """Make a move."""
        self._number += 1
        position = self.state.position if self.state else 0
        wish = {"type": "move", "id": self._number, "move": text, "position": position}
        await self.send(wish)

    async def ask(self, kind: str) -> None:
        """Ask for something else."""
        self._number += 1
        await self.send({"type": kind, "id": self._number})


class Game:
    """Two clients at a table."""

    def __init__(self, server: Server, game: str, figures: Figures) -> None:
        self.made = server.open(game)
        self.address = f"{server.address.replace('http', 'ws')}ws"
        self._figures = figures
        self._clients = [Client(self, place) for place in range(2)]
        self._mover: Client | None = None
        self._way: Way | None = None

    async def play(self, rate: float, until: float) -> None:
        """Make moves, so many a second, each at its own time: games that had to wait at the same
        moment must not move at the same moment ever after.
        """
        lives = [asyncio.create_task(client.live()) for client in self._clients]
        first = time.perf_counter() + random.random() / rate
        while (now := time.perf_counter()) < until:
            passed = max(0, math.ceil((now - first) * rate))
            await asyncio.sleep(first + passed / rate - now)
            await self._move()
        self._note()
        for task in lives:
            task.cancel()

    async def _move(self) -> None:
        """Make a move, and wait until it is confirmed, or the server is gone."""
        self._note()
        mover = next((each for each in self._clients if each.state and each.state.legal), None)
        if mover is None or mover.state is None:
            await self._begin_anew()
            return
        self._mover, self._way = mover, (way := Way())
        with suppress(ConnectionClosed, TimeoutError):
            await mover.move(random.choice(mover.state.legal).move)
            await asyncio.wait_for(way.is_confirmed.wait(), PATIENCE)
        if not way.confirmed:
            self._mover = None

    def _note(self) -> None:
        """Note how long the last move took; by the time of the next one, whoever may know of it has
        been told.
        """
        way, self._way = self._way, None
        if way is not None and not way.confirmed:
            self._figures.given_up.append(way.sent)
        elif way is not None:
            self._figures.times.append((way.sent, max(way.confirmed, way.told) - way.sent))

    async def _begin_anew(self) -> None:
        """When the game is over, one side offers another one, and the other accepts."""
        with suppress(ConnectionClosed):
            for client in self._clients:
                if client.state and client.state.result and not client.has_offered:
                    client.has_offered = True
                    await client.ask("rematch")
                    return

    def hear(self, client: Client, message: Message) -> None:
        """Note what came back."""
        if message.type == "error":  # a move that is sent again may well be refused
            self._figures.problems[message.says] += 1
        way = self._way
        if self._mover is None or way is None:
            return
        if client is self._mover and message.what == "moved":
            self._figures.confirmed[self.made["table"]] += 1
            way.confirmed = time.perf_counter()
            way.is_confirmed.set()
        if client is not self._mover and message.type == "state" and message.moves:
            way.told = way.told or time.perf_counter()


def first_page(server: Server) -> str:
    """How much a browser loads before it shows anything."""
    page = fetched(server, "")
    names = re.findall(rb'(?:src|href)="/([^"]+)"', gzip.decompress(page))
    parts = [page, *(fetched(server, name.decode()) for name in names)]
    return f"first page: {sum(map(len, parts)) / 1000:.1f} KB compressed, in {len(parts)} files"


def fetched(server: Server, path: str) -> bytes:
    """A file as it travels."""
    request = urllib.request.Request(server.address + path, headers={"accept-encoding": "gzip"})
    with urllib.request.urlopen(request) as answer:
        data: bytes = answer.read()
        return data if answer.headers["content-encoding"] == "gzip" else gzip.compress(data)


@dataclass
class Span:
    """A part of a run, and how long the server computed in it."""

    name: str
    first: float
    last: float
    cpu: float = 0.0


class Watch:
    """Measures how long a server computes, from now until it is asked."""

    def __init__(self, name: str, server: Server) -> None:
        self._name, self._server = name, server
        self._begun, self._before = time.perf_counter(), server.cpu_seconds()

    def span(self) -> Span:
        """What was measured."""
        cpu = self._server.cpu_seconds() - self._before
        return Span(self._name, self._begun, time.perf_counter(), cpu)


async def run(options: argparse.Namespace, rate: float, store: str) -> None:
    """Fill the hall, empty it in the middle, and print what was measured."""
    random.seed(1)  # of the moves; their times differ from run to run all the same
    print(f"{options.games} games, each with {rate:g} moves a second; {machine()}")
    server = Server(store)
    print(f"first start: {server.seconds:.1f} s until it answers")
    print(first_page(server))
    figures = Figures()
    games = [Game(server, GAMES[at % len(GAMES)], figures) for at in range(options.games)]
    port, half = server.port, options.seconds / 2
    gc.freeze()
    until = time.perf_counter() + options.seconds + 2 * SETTLING
    watch = Watch("while everybody comes in", server)
    playing = [asyncio.create_task(game.play(rate, until)) for game in games]
    await asyncio.sleep(SETTLING)
    spans, watch = [watch.span()], Watch("before the kill", server)
    await asyncio.sleep(half - 1)
    spans.append(watch.span())
    await asyncio.sleep(1)
    memory = server.megabytes()
    server.kill()
    server = await asyncio.to_thread(Server, store, port)
    print(f"start after the kill: {server.seconds:.1f} s until it answers")
    watch = Watch("while everybody comes back", server)
    await asyncio.sleep(SETTLING)
    spans += [replace(watch.span(), first=spans[-1].last)]
    watch = Watch("after that", server)
    await asyncio.gather(*playing)
    spans.append(watch.span())
    memory = max(memory, server.megabytes())
    server.kill()
    report(figures, spans, memory, store)
    print(f"the clients computed for {time.process_time():.1f} s in all; {machine()}")


def machine() -> str:
    """What else the machine does."""
    return f"{os.cpu_count()} cores, of which {os.getloadavg()[0]:.1f} were busy in the last minute"


def report(figures: Figures, spans: list[Span], memory: float, store: str) -> None:
    """Print what was measured, and whether anything was lost."""
    for span in spans:
        print_span(figures, span)
    base = open_store(store)
    stored = {
        table: sum(isinstance(decoded(event), Answered) for event in base.events(table))
        for table in figures.confirmed
    }
    base.close()
    lost = sum(max(0, count - stored[table]) for table, count in figures.confirmed.items())
    total = sum(figures.confirmed.values())
    print(f"{total} moves confirmed, {lost} lost")
    print(f"memory of the server: {memory:.0f} MB at most")
    for says, count in figures.problems.most_common(5):
        print(f"  {count} times: {says}")


def print_span(figures: Figures, span: Span) -> None:
    """Print how long moves took in a part of the run."""
    ordered = sorted(took for when, took in figures.times if span.first <= when < span.last)
    given_up = sum(span.first <= when < span.last for when in figures.given_up)
    if not ordered:
        print(f"no moves {span.name}; {given_up} given up")
        return
    count, pace = len(ordered), len(ordered) / (span.last - span.first)
    half, most, all_ = (ordered[int((count - 1) * share)] * 1000 for share in (0.5, 0.99, 1))
    print(
        f"{count} moves {span.name}, {pace:.0f} a second: half under {half:.1f} ms, 99% under "
        f"{most:.1f} ms, the slowest {all_:.0f} ms; {given_up} more given up; the server computed "
        f"{span.cpu / count * 1000:.2f} ms for each"
    )


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument(
        "--rates", type=float, nargs="+", default=[1, 2], help="moves a second in each game"
    )
    parser.add_argument("--store")
    options = parser.parse_args()
    for rate in options.rates:
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "tables.sqlite")  # noqa: PTH118
            asyncio.run(run(options, rate, options.store or f"sqlite:///{path}"))


if __name__ == "__main__":
    main()
