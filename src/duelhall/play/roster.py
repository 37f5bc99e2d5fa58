"""From an entry to a player with a seat at a table.

An entry point in the group `duelhall.players` names a function that takes a game and the text in
parentheses after the player's name, and returns a seat: `deep(5)` is `deep(game, "5")`.
"""

import os
import re
import sys
import traceback
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, redirect_stdout
from functools import cache
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from importlib.util import module_from_spec, spec_from_file_location
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duelhall.engine.definition import LEVELS, Definition
from duelhall.engine.errors import (
    BrokenPlugin,
    DuelhallError,
    UnknownName,
    is_number,
    no_such,
    shortened,
)
from duelhall.engine.options import Option, Options, Switch, TextOption
from duelhall.engine.registry import name_of
from duelhall.engine.text import Excerpt
from duelhall.match.game import Game
from duelhall.play.builtin import PolicySeat, player_of, policy_names
from duelhall.play.clock import now
from duelhall.play.seat import Answer, Ending, Fault, Question, Quiet, Seat
from duelhall.search.search import EXAMPLE, SearchSeat, is_thinker, thinker

if TYPE_CHECKING:
    from duelhall.play.entry import Entry

SEATS = "duelhall.seats"
SUFFIX = ".py"
NAMED = re.compile(r"([A-Za-z_][\w.]*|[^\s:]+\.py):[A-Za-z_]\w*")
"""How a function is written: `module:function` or `file.py:function`."""

Choose = Callable[[Question], int | str]
"""Takes a question and returns a move, as a number or in notation."""


class NoSuchFunction(DuelhallError):
    """A function that cannot be found."""


class FunctionSeat(Quiet):
    """A seat whose decisions are made by a function.

    What it prints can be kept as a program's standard error is: then it does not get into results.
    """

    def __init__(self, choose: Choose, *, keeps_prints: bool = False) -> None:
        self._errors = Excerpt()
        self._choose = _heard(choose, self._errors) if keeps_prints else choose

    def decide(self, question: Question) -> Answer:
        """Let the function choose; an error of its own costs it the game."""
        begun = now()
        try:
            move = self._choose(question)
        except Exception as error:
            words = f"{type(error).__name__}: {error}".rstrip(": ")
            self._errors.add(_traceback_of(error).encode(errors="replace"))
            raise Fault(Ending.CRASH, f"it raised {words}", now() - begun) from error
        if not (isinstance(move, str) or is_number(move)):
            detail = f"it returned {shortened(move)}, which is not a move"
            raise Fault(Ending.UNREADABLE, detail, now() - begun)
        seconds = now() - begun
        if question.left is not None and seconds > question.left:
            detail = f"it took {seconds:.3g} s, and had {question.left:.3g}"
            raise Fault(Ending.TIMEOUT, detail, seconds)
        return Answer(move, seconds)

    def errors(self) -> str:
        """What it printed, if that is kept, and where it failed, if it did."""
        return self._errors.text()


def _traceback_of(error: Exception) -> str:
    """Where a function failed, without the way to it."""
    place = error.__traceback__
    while place is not None and place.tb_frame.f_code.co_filename == __file__:
        place = place.tb_next
    return "".join(traceback.format_exception(type(error), error, place))


def _heard(choose: Choose, printed: Excerpt) -> Choose:
    """A function whose prints are kept."""

    def chosen(question: Question) -> int | str:
        with StringIO() as lines:
            try:
                with redirect_stdout(lines):
                    return choose(question)
            finally:
                printed.add(lines.getvalue().encode(errors="replace"))

    return chosen


def is_function_name(text: str) -> bool:
    """Whether a text is written as `module:function`."""
    return NAMED.fullmatch(text) is not None


def located(name: str, folders: Sequence[Path]) -> str:
    """The name of a function, with the absolute path of its module if that is in one of these
    folders, since it may be looked up from another folder.
    """
    module, _, function = name.rpartition(":")
    path = module if module.endswith(SUFFIX) else module.replace(".", "/") + SUFFIX
    found = next((folder / path for folder in folders if os.path.isfile(folder / path)), None)  # noqa: PTH113, Path fails where a name is too long
    return f"{found.absolute()}:{function}" if found else name


@cache
def find_function(name: str) -> Choose:
    """The function written as `module:function` or `file.py:function`."""
    module, _, function = name.rpartition(":")
    try:
        found: Any = getattr(_module(module), function)
    except Exception as error:
        words = f"{type(error).__name__}: {error}"
        raise NoSuchFunction(f"cannot use {name!r} as a player: {words}") from error
    if not callable(found):
        raise NoSuchFunction(
            f"{name!r} is not a function; a player takes a question and returns a move"
        )
    choose: Choose = found
    return choose


def _module(name: str) -> Any:
    """A module by its name or its path; with a path, it can also import its neighbours."""
    if not name.endswith(SUFFIX):
        return import_module(name)
    path = Path(name)
    spec = spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{name} cannot be imported")
    if str(path.parent) not in sys.path:
        sys.path.append(str(path.parent))
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


GROUP = "duelhall.players"
WITH_ARGUMENT = re.compile(r"([A-Za-z][\w-]*)(?:\((.*)\))?")

Factory = Callable[[Game, str], Seat]


def installed_names() -> list[str]:
    """The names of installed players."""
    return sorted(_installed())


def is_installed(text: str) -> bool:
    """Whether a text names an installed player, with or without something in parentheses."""
    parts = WITH_ARGUMENT.fullmatch(text)
    return parts is not None and parts[1] in _installed()


def installed_seat(text: str, game: Game) -> Seat:
    """The seat of an installed player."""
    parts = WITH_ARGUMENT.fullmatch(text)
    if parts is None or parts[1] not in _installed():
        raise UnknownName(no_such("installed player", text, installed_names()))
    try:
        factory: Factory = _installed()[parts[1]].load()
    except Exception as error:
        raise BrokenPlugin(
            f"the player {parts[1]!r} is installed but cannot be loaded: {error}"
        ) from error
    return factory(game, parts[2] or "")


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def known_players(definition: Definition) -> list[str]:
    """The names of a game's players other than programs and functions."""
    return [*policy_names(definition), *LEVELS, EXAMPLE, *installed_names()]


def is_known(name: str, definition: Definition) -> bool:
    """Whether a game has a player of that name."""
    return name in policy_names(definition) or is_thinker(name) or is_installed(name)


def expect(names: Iterable[str], game: Game) -> None:
    """Get ready for those of these players that take long to get ready for."""
    for name in names:
        if is_thinker(name):
            game.expect(thinker(name, game).entries)


def builtin_seat(name: str, game: Game) -> Seat:
    """The seat of a player that is no program and no function, by its name."""
    if name in policy_names(game.definition):
        return PolicySeat(player_of(game, name))
    if is_thinker(name):
        return SearchSeat(thinker(name, game))
    return installed_seat(name, game)


def seated(entry: "Entry", game: Game, stack: ExitStack, **how: Any) -> Seat:
    """The seat of an entry; whatever it leaves behind is cleaned up with the stack.

    A program's seat is made by `duelhall.bots.bot.bot_seat`, which also takes how it is to run.
    """
    if entry.builtin is not None:
        return builtin_seat(entry.builtin, game)
    if entry.function is not None:
        return FunctionSeat(find_function(entry.function), keeps_prints=True)
    seat: Seat = _bot_seat()(entry, game, stack, **how)
    return seat


@cache
def _bot_seat() -> Callable[..., Seat]:
    """What makes the seats of programs, by its entry point: it is above all that is played here."""
    (found,) = entry_points(group=SEATS, name="bot")
    made: Callable[..., Seat] = found.load()
    return made


def entry_of(game: Definition) -> dict[str, Any]:
    """What is listed of a game."""
    options = game.rules.OPTIONS
    return {
        "name": game.name,
        "title": game.title,
        "summary": game.summary,
        "edition": game.edition,
        "rule_sets": list(options.rule_sets),
        "full_names": [
            str(name_of(game.name, options, options.chosen(rule_set, {})))
            for rule_set in options.rule_sets
        ],
        "players": known_players(game),
        "options": [
            {
                "name": option.name,
                "says": option.says,
                "expected": option.expected,
                "allowed": list(option.allowed) if isinstance(option, Switch) else None,
                "values": dict(zip(options.rule_sets, option.values, strict=True)),
                "shown": {
                    rule_set: option.short(str(value))
                    if isinstance(option, TextOption)
                    else str(value)
                    for rule_set, value in zip(options.rule_sets, option.values, strict=True)
                },
                "rulings": list(option.rulings),
                **_asked(options, option),
            }
            for option in options.options
        ],
    }


def _asked(options: Options, option: Option) -> dict[str, Any]:
    """What people are asked of an option, and what they can answer, where it is no data."""
    if not isinstance(option, Switch) or option.asks == "":
        return {"asks": "", "answers": {}}
    return {
        "asks": option.asks or option.says,
        "answers": {
            rule_set: [
                {"value": value, "says": says}
                for value, says in options.answers(rule_set, option).items()
            ]
            for rule_set in options.rule_sets
        },
    }
