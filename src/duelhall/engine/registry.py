"""Which games exist: every installed package may provide some, by entry point.

The full name of a game: `blade`, `blade[controller]`, `frontline[draft, hand=7]`.

The brackets contain the rule set, if it is not the game's first, and the options that differ from
it. Spaces do not matter. A value with characters that mean something here is quoted as in JSON:
`frontline[cards="4| 3|@"]`. Every name of a game is read and written here.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.metadata import EntryPoint, entry_points

from duelhall.engine.definition import Definition
from duelhall.engine.errors import BrokenPlugin, DuelhallError, UnknownName, no_such, shortened
from duelhall.engine.options import Options, TextOption, Value
from duelhall.engine.text import LONGEST_NAME, checked_text

GROUP = "duelhall.games"

_added: dict[str, Definition] = {}


def add(definition: Definition) -> None:
    """Make a game known to this process only, for example in a notebook or a test."""
    _added[definition.name] = definition


def remove(name: str) -> None:
    """Forget a game that was added."""
    del _added[name]


def names() -> list[str]:
    """The names of all games."""
    return sorted({*_installed(), *_added})


def find(name: str) -> Definition:
    """The game of that name."""
    if name in _added:
        return _added[name]
    if name not in _installed():
        raise UnknownName(no_such("game", name, names()))
    try:
        definition: Definition = _installed()[name].load()
    except Exception as error:
        raise BrokenPlugin(
            f"the game {name!r} is installed but cannot be loaded: {error}"
        ) from error
    if definition.name != name:
        raise BrokenPlugin(f"the game installed as {name!r} calls itself {definition.name!r}")
    return definition


@cache
def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


QUOTE = '"'
PLAIN = re.compile(r"[^\s,=\[\]\"](?:[^,=\[\]\"]*[^\s,=\[\]\"])?")
"""One or more words that need no quotes."""

UNQUOTED = re.compile(r"[A-Za-z0-9_.+-]+")
"""A value that is written without quotes."""


class BadGameName(DuelhallError):
    """A full name that cannot be read, or that contradicts what is given besides it."""

    def __init__(self, text: str, column: int, reason: str) -> None:
        super().__init__(f"column {column} of {shortened(text)}: {reason}")


@dataclass(frozen=True)
class GameName:
    """What a name says: only what was written, since the game itself knows the rest."""

    game: str
    rule_set: str | None = None
    options: Mapping[str, Value] = field(default_factory=dict)

    def __str__(self) -> str:
        rule_set = [] if self.rule_set is None else [_quoted(self.rule_set)]
        options = [f"{name}={_quoted(str(value))}" for name, value in self.options.items()]
        inside = ", ".join([*rule_set, *options])
        return f"{self.game}[{inside}]" if inside else self.game

    def with_changes(self, rule_set: str | None, options: Mapping[str, Value]) -> "GameName":
        """The name with what is given besides it, which must not contradict it."""
        if None not in (rule_set, self.rule_set) and rule_set != self.rule_set:
            reason = f"the name says {self.rule_set}, but the rules given are {rule_set}"
            raise BadGameName(str(self), len(self.game) + 2, reason)
        for name, value in self.options.items():
            if str(options.get(name, value)) != str(value):
                reason = f"the name says {name}={shortened(value)}, but the option given is "
                raise BadGameName(
                    str(self),
                    str(self).index(f"{name}=") + 1,
                    f"{reason}{shortened(options[name])}",
                )
        return GameName(self.game, rule_set or self.rule_set, {**self.options, **options})


def parse_game_name(text: str) -> GameName:
    """What a full name says; BadGameName with the column if it cannot be read."""
    return _Reader(checked_text("a game's name", text, LONGEST_NAME)).name()


def name_of(
    game: str, table: Options, values: Mapping[str, Value], *, with_data: bool = False
) -> GameName:
    """The one name of a game played with these values: with the rule set that comes nearest to
    them and the options that still differ; on request, with all data as well.
    """
    rule_set = table.nearest(values)
    own = table.chosen(rule_set, {})
    differing = {
        option.name: str(values[option.name])
        for option in table.options
        if values[option.name] != own[option.name] or (with_data and isinstance(option, TextOption))
    }
    return GameName(game, None if rule_set == table.rule_sets[0] else rule_set, differing)


def _quoted(value: str) -> str:
    """A value as it is written in a name."""
    if UNQUOTED.fullmatch(value):
        return value
    return json.dumps(value, ensure_ascii=not value.isprintable())


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.place = text, 0

    def name(self) -> GameName:
        """The whole name."""
        game = self._word("the name of a game")
        if not self._take("["):
            return self._finished(GameName(game))
        bracket = self.place
        rule_set, options = None, dict[str, str]()
        while not self._take("]"):
            if self._at_end():
                closed = f"{self.text.rstrip()}]"
                raise self._fault(f"the bracket in column {bracket} is not closed; write {closed}")
            start = self.place
            word = self._word("a rule set or an option, for example hand=7")
            if self._take("="):
                if word in options:
                    raise self._fault(f"the option {word} is given twice", start)
                options[word] = self._word(f"a value after {word}=")
            elif rule_set is None and not options:
                rule_set = word
            else:
                raise self._fault(
                    f"{shortened(word)} has no value; a rule set comes first, and an option is "
                    f"written NAME=VALUE",
                    start,
                )
            self._separator()
        return self._finished(GameName(game, rule_set, options))

    def _separator(self) -> None:
        """Skip a comma, unless the bracket closes here."""
        self._skip_blanks()
        if not self._take(",") and not self._at_end() and self.text[self.place] != "]":
            raise self._fault(
                "expected a comma or a closing bracket; quote a value with special characters"
            )

    def _word(self, expected: str) -> str:
        self._skip_blanks()
        if self.text.startswith(QUOTE, self.place):
            return self._quotation()
        found = PLAIN.match(self.text, self.place)
        if not found:
            raise self._fault(f"expected {expected}")
        self.place = found.end()
        return found[0]

    def _quotation(self) -> str:
        try:
            value, self.place = json.JSONDecoder().raw_decode(self.text, self.place)
        except ValueError as error:
            raise self._fault(f"this quoted value is not valid JSON: {error}") from None
        return str(value)

    def _take(self, sign: str) -> bool:
        """Skip a character, if it is the next one."""
        self._skip_blanks()
        if not self.text.startswith(sign, self.place):
            return False
        self.place += len(sign)
        return True

    def _skip_blanks(self) -> None:
        while not self._at_end() and self.text[self.place].isspace():
            self.place += 1

    def _at_end(self) -> bool:
        return self.place >= len(self.text)

    def _finished(self, name: GameName) -> GameName:
        """The name, if nothing follows it."""
        self._skip_blanks()
        if not self._at_end():
            raise self._fault(f"expected nothing more after {shortened(str(name))}")
        return name

    def _fault(self, reason: str, place: int | None = None) -> BadGameName:
        return BadGameName(self.text, (self.place if place is None else place) + 1, reason)
