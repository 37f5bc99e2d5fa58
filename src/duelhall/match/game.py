"""A game with its options chosen: what `duelhall.load` returns.

No tool can decide whether a change to the rules changes play: the author of such a change raises
the `edition` of the game's Definition. If an option can still say how it was before, what was begun
with the earlier edition goes on under the name that says so.
"""

import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from duelhall.backend import CPU, backend_of, entries
from duelhall.backend.entries import MOVE_TYPE
from duelhall.engine import registry
from duelhall.engine.board import Board, Sketch, Sketcher
from duelhall.engine.definition import CardSetup, Definition
from duelhall.engine.errors import (
    BadArgument,
    BadDeal,
    BadUsage,
    DuelhallError,
    IllegalMove,
    OtherOptions,
    OtherView,
    UnreadableMove,
    checked_number,
    checked_seat,
    checked_seed,
    is_number,
)
from duelhall.engine.observation import ObservationLayout, bounds_of, observation_of, worth
from duelhall.engine.options import Value
from duelhall.engine.record import (
    UNDECIDED,
    Array,
    GameState,
    Record,
    State,
    blank,
    cell_of,
    copied,
    other_seat,
    state_of,
    states_from,
)
from duelhall.engine.registry import name_of, parse_game_name
from duelhall.engine.rule import computed_once
from duelhall.engine.text import checked_path, checked_text

if TYPE_CHECKING:
    from duelhall.match.match import Match


LONGEST_MOVE = 4096  # characters
SEED_BITS = 48
"""The length of a seed that nobody chose: long enough not to repeat, short enough to type."""


def load(name: str, rules: str | None = None, *, backend: str = CPU, **options: Value) -> "Game":
    """The game with this name. A rule set and options can be part of the name, or be given beside
    it; without them it is the game's first rule set.

    >>> import duelhall
    >>> duelhall.load("blade")
    <game blade>
    >>> duelhall.load("frontline[draft, hand=7]") == duelhall.load("frontline", "draft", hand=7)
    True

    The backend says how the rules run: `cpu` is machine code, `python` is Python, to step through
    with a debugger, `tiered` is Python until the machine code is ready, and `cuda` is machine code
    that plays batches on a GPU.
    """
    said = parse_game_name(name).with_changes(rules, options)
    return Game(registry.find(said.game), said.rule_set, said.options, backend=backend)


def _reloaded(name: str, backend: str) -> "Game":
    """The game that was pickled, made from the games known to this process."""
    return _remade(registry.find(name.partition("[")[0]), name, backend)


@lru_cache(maxsize=64)
def _remade(_known: Definition, name: str, backend: str) -> "Game":
    return load(name, backend=backend)


class Game:
    """A game with its rule set and options, made by `load`. It begins matches, answers questions
    about states and views, and reads and writes moves and positions.

    >>> import duelhall
    >>> game = duelhall.load("blade")
    >>> game.name, game.rule_set, game.options
    ('blade', 'readme', {'deck': 'readme', 'stranded': 'draws', 'draw_points': 1})
    >>> state = game.dealt(seed=7)  # or game.match(seed=7).state
    >>> game.position_text(state)
    '114445557B:33MB6:M 22367BBBMM:623B4:5 gone=- turn=0 to_move=0'
    >>> game.legal_moves(state), [game.move_text(move) for move in game.legal_moves(state)]
    ([0, 1, 4, 5, 7], ['B', '1', '4', '5', '7'])
    >>> after = game.after(state, game.parse_move("7"))
    >>> game.position_text(game.view(after, seat=1))
    '?????????:?????:M7 22367BBBMM:?????:5 gone=- turn=1 to_move=1'
    """

    def __init__(
        self,
        definition: Definition,
        rule_set: str | None,
        changes: Mapping[str, Value],
        *,
        backend: str = CPU,
    ) -> None:
        table = definition.rules.OPTIONS
        named = rule_set or table.rule_sets[0]
        self._options = table.chosen(named, changes)
        self.rule_set = table.nearest(self._options)
        self.backend = backend
        self._declared = definition.origin
        self.definition = self._declared.for_options(self._options)
        self._backend = backend_of(self._declared, backend)

    def __repr__(self) -> str:
        return f"<game {self.full_name}>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._value == other._value

    def __hash__(self) -> int:
        return hash(self._value)

    @computed_once
    def _value(self) -> tuple[Hashable, ...]:
        """What makes two games equal."""
        return self._declared, tuple(self._options.items()), self.backend

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled by its name, never with its rules."""
        return _reloaded, (self.lasting_name, self.backend)

    def __deepcopy__(self, _done: dict[int, Any]) -> "Game":
        return self  # nothing in it ever changes

    @property
    def name(self) -> str:
        """The game's name in the registry."""
        return self.definition.name

    @property
    def options(self) -> dict[str, Value]:
        """Every option with its value, in a copy: a game is made once, and never changes."""
        return dict(self._options)

    def with_backend(self, backend: str | None) -> "Game":
        """The same game, run by another backend; without one, this very game."""
        if backend in (None, self.backend):
            return self
        return Game(self._declared, self.rule_set, self._options, backend=str(backend))

    def bind(self, template: Callable[..., Any], **more: Callable[..., Any]) -> Any:
        """A template bound to this game's rules, and to more functions where it names some."""
        return self._backend.bind(template, **more)

    def expect(self, wanted: Iterable[entries.RuleEntry]) -> None:
        """Get ready for what will soon be called, as far as that does not make anybody wait."""
        self._backend.expect(wanted)

    @property
    def is_behind(self) -> bool:
        """Whether players think slowly for now, because machine code is still being compiled."""
        return self._backend.is_behind

    def catch_up(self) -> None:
        """Wait for machine code that is being compiled."""
        self._backend.catch_up()

    @computed_once
    def full_name(self) -> str:
        """The name from which `load` makes this game; equal games have equal names."""
        return str(name_of(self.name, self.definition.rules.OPTIONS, self.options))

    @computed_once
    def lasting_name(self) -> str:
        """The full name together with all cards that are played with, for files: whatever a
        later version does to the cards of a rule set, what was saved keeps its own.
        """
        table = self.definition.rules.OPTIONS
        return str(name_of(self.name, table, self.options, with_data=True))

    @computed_once
    def _stored_options(self) -> Any:
        """The options as the record that every state carries."""
        return self.definition.rules.OPTIONS.stored(self._options)

    def match(
        self,
        seed: int | None = None,
        deal: str | None = None,
        position: str | None = None,
        players: Sequence[str] = ("", ""),
    ) -> "Match":
        """A match of this game: dealt by a seed (a random one if nothing is given), from an
        explicit deal, or from a position, where a seed feeds the chance that is left.
        """
        from duelhall.match.match import Match, Start

        if deal is not None and (seed is not None or position is not None):
            raise BadDeal(
                "a match begins with a seed, a deal or a position: give one of them, or a position "
                "with a seed"
            )
        if deal is None and position is None and seed is None:
            seed = secrets.randbits(SEED_BITS)
        return Match(self, Start(seed, deal, position), players)

    def blank(self, count: int = 1) -> Array:
        """States in which only the options are filled in."""
        count, kind = checked_number("the number of states", count, 0), self.definition.rules.STATE
        if count == 1:
            return states_from(self._blank_bytes, kind)
        return blank(kind, count, self._stored_options)

    @computed_once
    def _blank_bytes(self) -> bytes:
        return blank(self.definition.rules.STATE, 1, self._stored_options).tobytes()

    def move_text(self, move: int, state: State | None = None) -> str:
        """A move in the game's notation, which may need to know in which state it is made."""
        s = self.blank()[0] if state is None else self.checked(state)
        return self.definition.writing.notation.move_text(self._checked_move(move), s)

    def parse_move(self, move: int | str, state: State | None = None) -> int:
        """The number of a move given as text, which a state may make plain, or as that number."""
        if isinstance(move, str):
            if len(move) > LONGEST_MOVE:
                raise UnreadableMove(move, f"a move of at most {LONGEST_MOVE:,} characters")
            s = self.blank()[0] if state is None else self.checked(state)
            return self.definition.writing.notation.parse_move(move.strip(), s)
        last = self.definition.rules.MOVES - 1
        if not (type(move) is int or is_number(move)) or not 0 <= move <= last:
            raise UnreadableMove(move, f"a move in notation, or a number from 0 to {last}")
        return int(move)

    def position_text(self, state: State) -> str:
        """A state or a view in notation."""
        return self.definition.writing.notation.position_text(self.checked(state))

    def parse_position(self, text: str) -> GameState:
        """The state or view written in this text."""
        cell = self.blank()
        self.definition.writing.notation.parse_position(checked_text("a position", text), cell[0])
        return state_of(cell)

    def board(self, state: State, seat: int | None) -> Board:
        """What a view shows its seat; without a seat, the same from nobody's side: everything, if
        it is a whole state.
        """
        seat = None if seat is None else checked_seat(seat)
        return self.definition.picture.board(self.checked(state), seat)

    @computed_once
    def sketcher(self) -> Sketcher:
        """How this game is drawn in plain text."""
        return self.definition.picture.sketcher

    def sketch(self, board: Board) -> Sketch:
        """A board of this game in plain text."""
        return self.sketcher.board(board)

    def legal_moves(self, state: State) -> list[int]:
        """The legal moves of the seat to move; its own view is enough."""
        if self._checked(state).winner != UNDECIDED:
            return []
        moves = np.zeros(self.definition.rules.MOVES, MOVE_TYPE)
        count = self.bind(entries.run_legal)(cell_of(state), moves)
        legal: list[int] = moves[:count].tolist()
        return legal

    def legal_mask(self, state: State) -> Array:
        """The same as an array: for each move from 0 to MOVES - 1, whether it is legal."""
        mask = np.zeros(self.definition.rules.MOVES, np.bool_)
        mask[self.legal_moves(state)] = True
        return mask

    def allows(self, state: State, move: int) -> bool:
        """Whether a move is legal for the seat to move."""
        if type(move) is not int and not is_number(move):
            raise BadArgument("a move", "a whole number", move)
        if self._checked(state).winner != UNDECIDED or not 0 <= move < self.definition.rules.MOVES:
            return False
        return bool(self.bind(entries.run_allowed)(cell_of(state), int(move)))

    def view(self, state: State, seat: int) -> GameState:
        """What a seat may know of a state."""
        out = states_from(self._blank_bytes, self.definition.rules.STATE)
        self.bind(entries.run_view)(cell_of(self.checked(state)), checked_seat(seat), out)
        return state_of(out)

    @computed_once
    def layout(self) -> ObservationLayout:
        """What lies where in an observation; NotDeclared if the game has none."""
        return ObservationLayout(observation_of(self.definition).kind)

    def observation(self, state: State, seat: int) -> Array:
        """What a seat knows and remembers as numbers from 0 to 1, laid out as `layout` says; its
        own view is enough, and OtherView is raised for that of the other seat.
        """
        cell, out, rows = cell_of(self.checked(state)), self.blank(), self.layout.blank()
        self.bind(entries.run_observe)(cell, checked_seat(seat), out, self.layout.records(rows))
        if self.definition.writing.notation.hides(state) and out.tobytes() != cell.tobytes():
            raise OtherView(int(seat))
        numbers: Array = rows[0]
        return numbers

    def returns(self, state: State) -> tuple[float, float]:
        """What a game is worth to each seat: 1 for a win, -1 for a loss, and 0 for a draw or while
        it goes on.
        """
        winner = int(self._checked(state).winner)
        return worth(winner, 0), worth(winner, 1)

    @property
    def longest_game(self) -> int:
        """The most moves that a game can have; NotDeclared if the game does not say so."""
        return bounds_of(self.definition).longest_game(self.options)

    @property
    def utility_bounds(self) -> tuple[float, float]:
        """The least and the most that a game can be worth to a seat, in the same way."""
        return bounds_of(self.definition).utility

    def guess(self, view: State, seat: int, seed: int) -> GameState:
        """A random whole state that is consistent with a seat's view, determined by the seed;
        OtherView if the seat does not see this.
        """
        cell = copied(self.checked(view))
        cell[0].rng = checked_seed(seed)
        if self._is_anothers(view, checked_seat(seat)):
            raise OtherView(int(seat))
        self.bind(entries.run_guess)(cell, int(seat))
        state = state_of(cell)
        if self.definition.writing.notation.hides(state):  # something that this seat would see
            raise OtherView(int(seat))
        return state

    def _is_anothers(self, view: State, seat: int) -> bool:
        """Whether this is a whole state, or what the other seat sees, and not a view of this seat.

        A view that somebody wrote down may lack what a seat remembers, and pass for its view.
        """
        seen = self.view(view, seat)
        if seen.tobytes() == view.tobytes():
            return False
        hides = self.definition.writing.notation.hides
        if hides(seen) and not hides(view):
            return True
        return bool(self.view(view, other_seat(seat)).tobytes() == view.tobytes())

    def dealt(self, seed: int) -> GameState:
        """The state from which a match with this seed begins."""
        cell = self.blank()
        cell[0].rng = checked_seed(seed)
        self.bind(entries.run_deal)(cell)
        return state_of(cell)

    def dealt_from(self, deal: str) -> GameState:
        """The state from which a match with this explicit deal begins."""
        cell = self.blank()
        parse = self.definition.writing.notation.parse_deal
        cards = parse(checked_text("a deal", deal), cell[0].options)
        self.bind(entries.run_deal_given)(cell, cards)
        return state_of(cell)

    def after(self, state: State, move: int) -> GameState:
        """The state after a legal move; the given state is not changed."""
        if not self.allows(state, move):
            raise IllegalMove(str(move), "", "it is not allowed in this state", ())
        cell = copied(state)
        self.bind(entries.run_play)(cell, int(move))
        return state_of(cell)

    def _checked(self, state: State) -> State:
        """A state of this game's kind; the rules go by the options in it."""
        kind = self.definition.rules.STATE.type
        if type(state) is not kind:
            given = type(state) if isinstance(state, Record) else state
            wanted = f"a {kind.__module__}.{kind.__qualname__}"
            raise BadArgument(f"a state of {self.name}", wanted, given)
        return state

    def checked(self, state: State) -> State:
        """A state that must be one of this very game, with its options: BadArgument or
        OtherOptions if it is not.
        """
        if self._checked(state).tobytes()[self._options_place] != self._options_bytes:
            own, names = self._stored_options, self._options
            differing = [name for name in names if np.any(state.options[name] != own[name])]
            raise OtherOptions(self.name, differing)
        return state

    @computed_once
    def _options_place(self) -> slice:
        """Where the options lie among the bytes of a state; that is quicker than by their name."""
        fields: Any = self.definition.rules.STATE.fields
        kind, first, *_ = fields["options"]
        return slice(first, first + kind.itemsize)

    @computed_once
    def _options_bytes(self) -> bytes:
        stored: bytes = self._stored_options.tobytes()
        return stored

    def _checked_move(self, move: int) -> int:
        """The number of a move, if it is in range."""
        last = self.definition.rules.MOVES - 1
        if not is_number(move) or not 0 <= move <= last:
            raise BadArgument("a move", f"a number from 0 to {last}", move)
        return int(move)


def checked_game(game: Game) -> Game:
    """A game, and not its name, which somebody may give instead."""
    if not isinstance(game, Game):
        raise BadArgument("game", "a game made by `load`", game)
    return game


def with_cards(
    game: Game,
    file: str | Path | None = None,
    *,
    deck: str | None = None,
    opponent_deck: str | None = None,
) -> Game:
    """The same game with other cards: a set of cards from a file, and decks for seat 0 and seat 1
    where each player has one. A deck is one of the set's ready-made decks, or a file.

    >>> import duelhall
    >>> game = duelhall.with_cards(duelhall.load("monsters"), deck="Kiln Yard")
    >>> game == duelhall.load("monsters", decks="Kiln Yard vs Struck Match")
    True
    """
    wishes = CardSetup(
        None if file is None else checked_path(file), _text(deck), _text(opponent_deck)
    )
    definition = checked_game(game).definition
    options = {**game.options, **card_options(definition, wishes)}
    return Game(definition, game.rule_set, options, backend=game.backend)


def _text(deck: str | None) -> str | None:
    return None if deck is None else checked_text("a deck", deck)


def card_options(definition: Definition, wishes: CardSetup, seat: int = 0) -> Mapping[str, str]:
    """The options that bring the cards that the player in a seat wants into a game."""
    if not wishes:
        return {}
    source = definition.cards.source
    if (wishes.deck or wishes.opponent_deck) and not (source and source.has_decks):
        raise BadUsage(f"{definition.name} has no decks to choose from")
    if source is None:
        raise BadUsage(f"the cards of {definition.name} cannot be changed")
    return source.options(wishes, seat)


class OtherEdition(DuelhallError):
    """Something that was begun with other rules than those that can be played here."""


def name_today(text: str, edition: int) -> str:
    """The full name that a game of some edition has today; OtherEdition if its rules are gone."""
    name = parse_game_name(text)
    definition = registry.find(name.game)
    here = definition.edition
    if edition == here:
        return text
    if edition not in definition.earlier:
        newer, older = "a newer version of Duelhall", "the version of Duelhall it was begun with"
        raise OtherEdition(
            f"this was begun with edition {edition} of {definition.name}, but edition {here} is "
            f"installed, whose rules differ; use {newer if edition > here else older}"
        )
    rule_set = name.rule_set or definition.rules.OPTIONS.rule_sets[0]
    changed = definition.earlier[edition].get(rule_set, {})
    return str(replace(name, options={**changed, **name.options}))
