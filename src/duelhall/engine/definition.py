"""What a game declares, in a few records, and what it tells a seat as it goes on.

Nothing here runs a game. What is costly to import, or lies in a kit above the games, is declared as
the path of an import, "package.module:NAME".
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeAlias, TypeVar

import numpy as np

from duelhall.engine.board import Board, FactTypes, Scene, Sketcher, Touches
from duelhall.engine.errors import BadFeature, BadPosition
from duelhall.engine.observation import Bounds, Observation
from duelhall.engine.options import Options, Value
from duelhall.engine.record import DRAWN, SEATS, UNDECIDED, Array, GameState
from duelhall.engine.rule import computed_once
from duelhall.engine.sources import NUMBERS, OutcomeNotation
from duelhall.engine.template import leaving_out
from duelhall.engine.text import choice, number

if TYPE_CHECKING:
    from duelhall.match.explain import Trace


@dataclass(frozen=True)
class Told:
    """A move as a seat is told about it."""

    seat: int  # whose move it was
    move: str


@dataclass(frozen=True)
class Seen(Told):
    """The same with what the seat saw afterwards."""

    view: GameState


# --- rules ---


class Reason(NamedTuple):
    """One way in which a game ends: its word in files, the ruling behind it, and a sentence."""

    word: str
    ruling: str
    says: str


def ending_text(s: GameState, reasons: Sequence[Reason]) -> list[str]:
    """How a game ended, in a position: `won=0:WORD` or `drawn=WORD`; nothing if it goes on."""
    if s.winner == UNDECIDED:
        return []
    word = reasons[s.reason].word
    return [f"drawn={word}" if s.winner == DRAWN else f"won={s.winner}:{word}"]


def parse_ending(found: Mapping[str, str], reasons: Sequence[Reason], s: GameState) -> None:
    """Read how a game ended, if the entries of a position say so."""
    if "won" in found and "drawn" in found:
        raise BadPosition("a game is won or drawn, not both")
    if "won" in found or "drawn" in found:
        winner, _, word = found.get("won", "").rpartition(":")
        s.winner = number(winner, SEATS) if "won" in found else DRAWN
        s.reason = 1 + choice(found.get("drawn", word), [reason.word for reason in reasons[1:]])


GameOptions: TypeAlias = Any
"""The record of options that such a state has."""


class Rules(Protocol):
    """A rules module. Its functions are rules or helpers; `s` is an element of an array of STATE.

    A move is a number from 0 to MOVES - 1. Callers of `play` have asked `allowed` before.
    """

    STATE: np.dtype[Any]
    MOVES: int
    OPTIONS: Options

    @property
    def REASONS(self) -> Sequence[Reason]:  # noqa: N802, a constant of the module
        """How a game can end; the first one says that it has not, and one is `forfeit`."""

    def deal(self, s: GameState) -> None:
        """Set up a blank state in which options and rng are filled in."""

    def deal_given(self, s: GameState, cards: Array) -> None:
        """Set up a blank state in which options are filled in, from cards dealt elsewhere."""

    def allowed(self, s: GameState, move: int) -> bool:
        """Whether the seat to move may make this move; made of rules, so that one of them can
        be named as the one that forbids it.
        """

    def legal(self, s: GameState, moves: Array) -> int:
        """Write the allowed moves, lowest first, into `moves`, which has MOVES places, and
        return how many they are.
        """

    def play(self, s: GameState, move: int) -> None:
        """Carry out an allowed move, and everything up to the next decision."""

    def forfeit(self, s: GameState, seat: int) -> None:
        """End the game because this seat gave up or failed to move."""

    def points(self, s: GameState, seat: int) -> int:
        """What a seat gets for a game that has ended."""

    def view(self, s: GameState, seat: int, out: GameState) -> None:
        """Copy what a seat may know into a blank state in which options are filled in, and mark
        what is there and may not be seen as HIDDEN.
        """

    def guess(self, s: GameState, seat: int) -> None:
        """Fill the hidden parts of a seat's view at random, drawing from its rng, so that every
        full state that agrees with the view is as likely as its cards make it.
        """


RULES = ("deal", "deal_given", "allowed", "legal", "play", "forfeit", "points", "view", "guess")
"""All functions of a rules module."""


# --- writing ---


class Notation(Protocol):
    """How moves, deals and positions are written. Each pair are exact inverses."""

    MOVE_EXAMPLES: str

    def move_text(self, move: int, s: GameState) -> str:
        """A move of the seat to move in writing; a state in which options are filled in."""

    def parse_move(self, text: str, s: GameState) -> int:
        """The move that is written so, if need be in a state; UnreadableMove if there is none."""

    def move_seen(self, s: GameState, move: int, seat: int) -> str | None:
        """A move in a whole state as another seat than its player's is told of it; None where
        that seat does not even see that something was done.
        """

    def deal_text(self, cards: Array, options: GameOptions) -> str:
        """An explicit deal in writing."""

    def parse_deal(self, text: str, options: GameOptions) -> Array:
        """The deal that is written so; BadDeal if it is none of this game's."""

    def position_text(self, s: GameState) -> str:
        """A state or a view in writing, all but its options and its rng."""

    def hides(self, s: GameState) -> bool:
        """Whether a state is a view, in which something is hidden."""

    def parse_position(self, text: str, s: GameState) -> None:
        """Fill a blank state in which options are filled in; BadPosition if that cannot be."""


@dataclass(frozen=True)
class Writing:
    """How a game is written, in files and for people."""

    notation: Notation
    outcomes: OutcomeNotation = NUMBERS
    position_numbers: Callable[[Array], Array] | None = None
    """The numbers that make up the positions of an array of states, a row each, for the trails of
    saved games; None where the position in notation is digested, which takes longer."""
    first_position: Callable[[GameState], str] | None = None
    """A view as bots of the first version of the protocol are told it, where positions have more
    in them by now."""
    shown: Callable[[GameState, int], str] | None = None
    """What a move shows both players and no view has in it any more afterwards, from the whole
    state before it and the move; empty if nothing."""
    ending: Callable[[GameState], str] | None = None
    """A better sentence about how a match ended than that of its reason, from the last state;
    empty where that is right."""
    refusal: Callable[[GameState, int, Callable[..., Any]], str] | None = None
    """A better sentence about why a move may not be made than that of the rule that forbids it,
    from the state, the move and the rule; empty where that is right."""
    log: "Callable[[GameState, int, Trace, int | None], list[str]] | None" = None
    """A move in the log that the game's players know from elsewhere: from the state before it, the
    move and the trace of it, as a seat may read it, or openly without one."""


# --- picture ---

Scenes: TypeAlias = "Callable[[GameState, int, Trace, int | None], Iterable[Scene]]"
"""Pictures of what a move set off: from the state before it, the move and the trace of it, as a
seat may see them, or openly without one."""


FROM_ZONES = Sketcher()


@dataclass(frozen=True)
class Picture:
    """What people see of a game, and touch."""

    board: Callable[[GameState, int | None], Board]
    """What lies on the table, as a seat sees it, or with everything shown."""
    sketcher: Sketcher = FROM_ZONES
    scenes: "Scenes | None" = None
    styles: Mapping[str, Scenes] = field(default_factory=dict)
    """Other ways to show what happens by itself, by their names."""
    touches: Touches | None = None
    lone_pass: int | None = None
    """The move that a person need not be asked for where it is the only legal one."""
    facts: FactTypes = field(default_factory=FactTypes)
    """The types of the facts of boards and scenes, for browsers."""
    client: Path | None = None
    """A JavaScript module that draws the board in browsers, where the package brings one; the
    client has others for our games, and a plain one for all games."""


# --- thinking ---

LEVELS = {"novice": 30, "adept": 300, "master": 3000}
"""How many simulations the players of each level do, the strongest last."""


@dataclass(frozen=True)
class Endgame:
    """How the last moves of a game are solved: what is hidden can be gone through.

    All but the first two are called by machine code. A room is a row of numbers for what a game
    wants to keep while it goes through what a move can draw.
    """

    fits: Callable[[GameState], bool]
    """Whether, by its view, a seat is so near the end that it is worth a try."""
    is_last_choice: Callable[[GameState, int], bool]
    """Whether, by its view, a seat has nothing to decide any more after this move."""
    give_unseen: Callable[[Any, int], None]
    """Let the other seat of a view have everything that a seat cannot see: it may make any move
    that it could make by some deal, now and later on."""
    first_deal: Callable[[Any, int], float]
    """Fill a view of a seat with a deal of what it cannot see, and say how many ways there are to
    it. What nobody sees before it is drawn may stay open."""
    next_deal: Callable[[Any, int], float]
    """Go on to the next deal, in the same way; 0 after the last one."""
    lay_draws: Callable[[Any, Any], None]
    """From a state and a room: have the first cards drawn that the next move could draw."""
    settle_draws: Callable[[Any, Any, int, Any], float]
    """From the states before and after the move, the seat and the room: how likely it is to draw
    what it drew. 0 if that is impossible, or counted elsewhere."""
    next_draws: Callable[[Any, Any, float, Any], bool]
    """From both states, that likelihood and the room: have the next ones drawn; False if there
    are none."""


@dataclass(frozen=True)
class SearchSettings:
    """How a search thinks about the game, as measured to play best."""

    playouts: str = "random"
    """The built-in player that plays the simulated games to their ends, and whose move is tried
    first wherever the search comes to."""
    exploration: float = 0.7
    """How much a move gains by being tried seldom."""
    widening: float = 1.0
    growth: float = 1.0
    """A node has `widening` times its visits to the power of `growth` moves to choose from."""
    noise: float = 0.0
    """The share of random moves in simulated games."""
    advice: float = 0.0
    """The share of the other seat's moves in the tree that are left to that player. It decides by
    the cards that the seat has in the imagined world; the tree knows only what all worlds share."""
    horizon: int | None = None
    """The moves after which a simulated game is broken off; None if it is played to its end."""
    estimate: Callable[[Any], float] | None = None
    """What the first seat can expect of a game that was broken off, from 0 for a loss to 1 for a
    win; None if nothing is known of that."""
    plausible: Callable[[Any, int], float] | None = None
    """How easily a seat believes in a world that it imagines, from 0 to 1: how likely it is that
    nothing else is imagined in its place. None if whatever agrees with what was seen is as good."""
    observed: Callable[[Any, int], int] | None = None
    """What the other seat knows of a move, as the number of a move: the same for all moves between
    which it cannot tell the difference. None if all moves are open."""
    endgame: Endgame | None = None
    """How the last moves are solved; None if they are not."""


AT_RANDOM = SearchSettings()


@dataclass(frozen=True)
class Thinking:
    """The built-in players of a game."""

    policies: Mapping[str, Callable[..., Any]] = field(default_factory=dict)
    """Players that decide by one view, by their names, the best one last."""
    search: SearchSettings = AT_RANDOM
    own_search: str | None = None
    """Where the game thinks in a way of its own, the path of the import of its `Search`."""
    levels: Mapping[str, int] = field(default_factory=lambda: dict(LEVELS))
    """How many simulations the players of each level do."""
    memory_rules: tuple[Callable[..., None], ...] = ()
    """Rules that only keep what seats remember, which no other rule reads. In games of which nobody
    will ask for a view, such as those that a search imagines, they are left out."""


# --- learning ---


@dataclass(frozen=True)
class Learning:
    """What programs that learn need to know."""

    bounds: Bounds | None = None
    observation: Observation | None = None


# --- turns ---


@dataclass(frozen=True)
class TurnRule:
    """The game can be played against a clock."""

    late_move: str
    """The move of a player whose time is up."""
    lasts: Callable[[Mapping[str, Value]], bool] = lambda _options: False
    """Whether, by these options, a turn lasts until its time is up, however soon the move comes."""
    one_try: Callable[[Mapping[str, Value]], bool] = lambda _options: False
    """Whether, by these options, a move that the rules refuse counts as a turn that ran out, where
    there is no second try."""


# --- cards ---


@dataclass(frozen=True)
class CardSetup:
    """The cards that a player wants to play with, by name or in files of their own."""

    file: Path | None = None
    deck: str | None = None
    opponent_deck: str | None = None

    def __bool__(self) -> bool:
        return self != NO_CARD_SETUP


NO_CARD_SETUP = CardSetup()


@dataclass(frozen=True)
class DeckPlan:
    """A ready-made deck in a few words."""

    leader: str
    """The card that it is built around."""
    plan: str
    """How it means to win, in a sentence."""
    difficulty: int
    """How hard it is to play, from 1 to 4."""


@dataclass(frozen=True)
class CardSource:
    """The game can be played with custom cards."""

    options: Callable[[CardSetup, int], Mapping[str, str]]
    """The options, in writing, that bring the wished cards into a game in which who wishes has
    this seat."""
    has_decks: bool = False
    """Whether each player has a deck that can be chosen."""
    decks: Callable[[], Sequence[str]] = tuple
    """The names of the ready-made ones."""
    plans: Mapping[str, DeckPlan] = field(default_factory=dict)
    """What is said of them to those who choose one, by their names."""
    exchanged: Callable[[Mapping[str, Value]], Mapping[str, Value]] | None = None
    """From the options of a game, those that give each seat the cards of the other; None where
    both play with the same cards."""


@dataclass(frozen=True)
class Cards:
    """Cards with text on them, and cards and decks that players bring."""

    source: CardSource | None = None
    """How the game is played with custom cards; None if it cannot be."""
    text: Callable[[GameState, str], list[str]] | None = None
    """What is printed on a card, by its name; open to both players."""
    deck_text: Callable[[GameState, int], list[str]] | None = None
    """What is in the deck of a seat at the beginning of the game, card by card; open to both."""


# --- what people are told before they play ---


@dataclass(frozen=True)
class Shelf:
    """What a game promises to people who do not know it yet, and asks those who set it up."""

    aim: str = ""
    """What a player tries to do, in a sentence; empty for the summary."""
    minutes: int = 0
    """How long a game takes; 0 if nobody has said."""
    difficulty: int = 0
    """How hard it is to learn, from 1 to 4; 0 if nobody has said."""
    side: str = ""
    """What people are asked who choose a seat; empty where the seats are alike to them."""
    sides: tuple[str, ...] = ()
    """The answers, by seats."""
    paces: Mapping[str, float] = field(default_factory=dict)
    """Clocks that belong to the game: what they are called, and their seconds for a move."""


# --- features ---

Feature = TypeVar("Feature")

Work = Callable[[int], int]
"""Plays this many games, and returns how many moves they had."""

Progress = Callable[[str], None]
"""Takes a text that says what is being done."""


@dataclass(frozen=True)
class BotGuide:
    """A guide to the game for bot authors."""

    view: Path
    """A few lines of text about the messages that bots get."""
    templates: Mapping[str, Path] = field(default_factory=dict)
    """Bots to start from, by language, if the game has better ones than the general ones."""


@dataclass(frozen=True)
class BenchRows:
    """The game has benchmarks besides the speed of whole games."""

    works: Callable[[], list[tuple[str, Work]]]
    """What is timed, by name."""
    facts: Callable[[Progress], Mapping[str, float]] = lambda _progress: {}
    """Other numbers, by name."""


@dataclass(frozen=True)
class OneShotForm:
    """Bots of the game can be asked with one process per decision, in a form of the game's own."""

    request: Callable[[Sequence[Seen], GameState, int, str], dict[str, Any]]
    """What a bot in a seat is told before it decides: from all that was done in the game, and what
    the seat sees now; the text names its scratch file."""
    read_answer: Callable[[bytes, GameState, int], int]
    """The move that an answer means, by the view of its seat; UnreadableAnswer or ImpossibleAnswer
    if it means none."""


def loaded(kind: type[Feature], value: object, game: str) -> Feature:
    """A feature as it was declared, imported if necessary."""
    if isinstance(value, str):
        value = _imported(value, game)
    if isinstance(value, Mapping):
        value = _made(kind, value, game)
    if not isinstance(value, kind):
        raise BadFeature(f"{game} declares {value!r} where a {kind.__name__} belongs")
    return value


def _imported(path: str, game: str) -> object:
    module, _, name = path.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BadFeature(f"{game} declares {path!r}, which cannot be loaded: {error}") from error


def _made(kind: type[Feature], fields: Mapping[str, object], game: str) -> Feature:
    try:
        return kind(**fields)
    except TypeError as error:
        raise BadFeature(f"{game} declares a {kind.__name__} that cannot be: {error}") from error


# --- all of it ---


@dataclass(frozen=True, eq=False)
class Definition:
    """A game as its package provides it to the registry."""

    name: str
    title: str
    summary: str
    primer: str  # what a person must know before the first move, in a few sentences
    rulebook: Path
    rules: Rules
    writing: Writing
    picture: Picture
    thinking: Thinking = field(default_factory=Thinking)
    learning: Learning = field(default_factory=Learning)
    turns: TurnRule | None = None
    cards: Cards = field(default_factory=Cards)
    features: Mapping[type | str, object] = field(default_factory=dict)
    """What packages above the games offer for this one, by type; a value may be the path of an
    import. A type of another package is named by such a path, and its value is a mapping of its
    fields: only who asks for it needs that package."""
    notable: tuple[Callable[..., Any], ...] = ()  # rules of which a person is told without asking
    roles: tuple[str, ...] = ()  # what the seats are called, where they are not alike
    shelf: Shelf = field(default_factory=Shelf)
    lesson: Path | None = None
    """A lesson for people, as `duelhall lesson` gives it (docs/how-to/write-a-lesson.md)."""
    edition: int = 1
    """Raised by hand whenever a rule changes what the game does: games and tournaments of another
    edition are told so, instead of being read by rules that they were not played by."""
    earlier: Mapping[int, Mapping[str, Mapping[str, Value]]] = field(default_factory=dict)
    """Earlier editions that can still be played, and which options of a rule set had other values
    in them than today."""
    first_format: Path | None = None
    """How the record was laid out when games were saved in format 1, which digests its bytes."""
    naming: Callable[[Mapping[str, Value]], Mapping[str, Any]] | None = None
    """Where a state holds numbers, and only the options hold the names that belong to them: the
    records of this definition, by field, as a game with these options needs them. A game has the
    names of its own options and of no others, in whatever process it is loaded."""
    declared: "Definition | None" = field(default=None, init=False)
    """The definition that this one was made from, by `for_options` and by nothing else."""

    def for_options(self, values: Mapping[str, Value]) -> "Definition":
        """The definition as used by a game with these options."""
        if self.naming is None:
            return self
        found = replace(self, **self.naming(values))
        object.__setattr__(found, "declared", self.origin)
        return found

    @property
    def origin(self) -> "Definition":
        """The definition as its package provides it, whatever options this one was made for."""
        return self.declared or self

    def feature(self, kind: type[Feature]) -> Feature | None:
        """What some package offers for this game; None if nothing."""
        value = self.features.get(kind, self.features.get(f"{kind.__module__}:{kind.__name__}"))
        return None if value is None else loaded(kind, value, self.name)

    @computed_once
    def functions(self) -> dict[str, Callable[..., Any]]:
        """The functions of the rules by their names in the contract, and `observe` where the game
        has it.
        """
        found = {name: getattr(self.rules, name) for name in RULES}
        observation = self.learning.observation
        if observation:
            found["observe"] = observation.observe
        return found

    def without_memory(self, function: Callable[..., Any]) -> Callable[..., Any]:
        """A rule or a policy that keeps nothing of what seats remember, for games of which nobody
        will ask for a view.
        """
        memory = self.thinking.memory_rules
        found: Callable[..., Any] = leaving_out(memory).copy(function) if memory else function
        return found

    @computed_once
    def functions_without_memory(self) -> dict[str, Callable[..., Any]]:
        """The functions of the rules, each without memory."""
        return {name: self.without_memory(rule) for name, rule in self.functions.items()}
