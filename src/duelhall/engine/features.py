"""What some games have and others have not: front ends ask a definition for it by its type.

A game declares its features in one mapping, `Definition.features`. What is costly to import, or
lies in a kit above the games, is declared as the path of an import, "package.module:NAME".

What a seat is told about a game as it goes on.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from duelhall.engine.errors import DuelhallError
from duelhall.engine.options import Value
from duelhall.engine.record import GameState, Record
from duelhall.engine.rule import python_function
from duelhall.engine.sources import Namers

if TYPE_CHECKING:
    from duelhall.engine.board import Scene, Touch
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


Feature = TypeVar("Feature")

Work = Callable[[int], int]
"""Plays this many games, and returns how many moves they had."""

Progress = Callable[[str], None]
"""Takes a text that says what is being done."""


class BadFeature(DuelhallError):
    """A feature that cannot be loaded, or is not what it was declared to be."""


def _never(_options: Mapping[str, Value]) -> bool:
    return False


def _nothing(_progress: Progress) -> dict[str, float]:
    return {}


@dataclass(frozen=True)
class TurnClock:
    """The game can be played against a clock."""

    when_late: str
    """The move of a player whose time is up."""
    lasts_its_time: Callable[[Mapping[str, Value]], bool] = _never
    """Whether, by these options, a turn lasts until its time is up, however soon the move comes."""
    refusal_is_late: Callable[[Mapping[str, Value]], bool] = _never
    """Whether, by these options, a move that the rules refuse counts as a turn that ran out, where
    there is no second try."""


@dataclass(frozen=True)
class LonePass:
    """Who can do nothing but pass need not be asked."""

    move: int
    """The move that means so, where it is the only legal one."""


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
    suppose: Callable[[Any, int], None]
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
class Thinking:
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
    levels: Mapping[str, int] = field(default_factory=lambda: dict(LEVELS))
    """How many simulations the players of each level do."""
    observed: Callable[[Any, int], int] | None = None
    """What the other seat knows of a move, as the number of a move: the same for all moves between
    which it cannot tell the difference. None if all moves are open."""
    endgame: Endgame | None = None
    """How the last moves are solved; None if they are not."""
    search: str | None = None
    """Where the game thinks in a way of its own, the path of the import of its `Search`."""


@dataclass(frozen=True)
class SeatMemory:
    """Some rules only keep what seats remember, which no other rule reads.

    In games of which nobody will ask for a view, such as those that a search imagines, they are
    left out, and everything else goes on as before.
    """

    rules: tuple[Callable[..., None], ...]


@dataclass(frozen=True)
class Stages:
    """A move is made in stages: it starts, and then more happens, step by step, until somebody has
    to decide again.

    A GPU plays those games side by side that are at the same stage: threads that do the same at a
    time need not wait for each other. Everywhere else `play` goes through all of them at once.
    """

    count: int
    """How many stages there are."""
    decisions: int
    """How many of them are decisions: they come first."""
    stage: Callable[[Any], int]
    """A helper that says at which stage a game is that is not over."""
    start: Callable[[Any, int], None]
    """A helper that starts a move, up to the next stage."""
    go_on: Callable[[Any], None]
    """A helper that takes a game through a stage that is not a decision."""


@dataclass(frozen=True)
class Bounds:
    """How long the game can last, and what it can be worth."""

    longest_game: Callable[[Mapping[str, Value]], int]
    """The most moves that a game with these options can have."""
    utility: tuple[float, float] = (-1.0, 1.0)
    """The least and the most that a game can be worth to a seat (`Game.returns`)."""


@dataclass(frozen=True)
class Observation:
    """What a seat knows can be given to a learner as a row of numbers from 0 to 1."""

    kind: type[Record]
    """A record of `Float32` numbers and arrays of them, each with a text that says what it means.
    It is the same for all options, and for both seats: own things come first."""
    observe: Callable[[Any, int, Any], None]
    """A helper that fills such a record, which is blank, from the view of a seat, and never from a
    state."""
    leaves_out: Mapping[str, str] = field(default_factory=dict)
    """Fields of a view that no number depends on, each with the reason."""
    moves: Mapping[str, range] = field(default_factory=dict)
    """The numbers of moves by what such moves do, for readers; together they are all numbers."""


@dataclass(frozen=True)
class Shown:
    """A move can show both players what no view has in it any more after the move."""

    text: Callable[[GameState, int], str]
    """What it shows, in writing, from the whole state before it and the move; empty if nothing."""


@dataclass(frozen=True)
class FirstPosition:
    """Positions have more in them than when the first version of the protocol was spoken."""

    text: Callable[[GameState], str]
    """A view in writing, as bots of that version are told it."""


@dataclass(frozen=True)
class EndingText:
    """How a match ended can be said better than by the sentence of its reason."""

    says: Callable[[GameState], str]
    """The sentence, from the last state; empty where that of the reason is right."""


@dataclass(frozen=True)
class RefusalText:
    """Why a move may not be made can be said better than by the sentence of a rule."""

    says: Callable[[GameState, int, Callable[..., Any]], str]
    """The sentence, from the state, the move and the rule that forbids it; empty where that of the
    rule is right."""


@dataclass(frozen=True)
class Touches:
    """Moves can be made by touching the board, one place after the other.

    Both functions take what the seat to move sees, and a legal move of it. They read fields of it
    as attributes: where many moves are asked for, it is `unpacked` first.
    """

    places: "Callable[[GameState, int], Sequence[Touch]]"
    """What is touched, in order; nothing for a move that is made with a button. Moves that are
    touched alike are chosen between by what is said of them."""
    says: Callable[[GameState, int], str]
    """The move as a person would say it: `Play 7^ face down to lane 2`. No two legal moves are
    said alike."""
    says_partly: Callable[[GameState, int], str] | None = None
    """From the view of a seat that is told of a move without knowing all of it, what is said of it:
    `Play a card face down to lane 2`. None where each move is either known or not told of."""


@dataclass(frozen=True)
class SceneStyles:
    """What happens by itself can be told in other ways than the usual one."""

    scenes: "Mapping[str, Callable[[GameState, int, Trace, int | None], Iterable[Scene]]]"
    """By the names of those ways, what is called in place of the definition's `scenes`."""


@dataclass(frozen=True)
class CardWishes:
    """The cards that a player wants to play with, by name or in files of their own."""

    file: Path | None = None
    deck: str | None = None
    opponent_deck: str | None = None

    def __bool__(self) -> bool:
        return self != NO_WISHES


NO_WISHES = CardWishes()


@dataclass(frozen=True)
class CardSource:
    """The game can be played with custom cards."""

    options: Callable[[CardWishes, int], Mapping[str, str]]
    """The options, in writing, that bring the wished cards into a game in which who wishes has
    this seat."""
    has_decks: bool = False
    """Whether each player has a deck that can be chosen."""
    decks: Callable[[], Sequence[str]] = tuple
    """The names of the ready-made ones."""
    exchanged: Callable[[Mapping[str, Value]], Mapping[str, Value]] | None = None
    """From the options of a game, those that give each seat the cards of the other; None where
    both play with the same cards."""


@dataclass(frozen=True)
class CardText:
    """The game's cards have text on them."""

    lines: Callable[[GameState, str], list[str]]
    """What is printed on a card, by its name; open to both players."""


@dataclass(frozen=True)
class DeckText:
    """Each player has a deck, and both deck lists are open."""

    lines: Callable[[GameState, int], list[str]]
    """What is in the deck of a seat at the beginning of the game, card by card."""


@dataclass(frozen=True)
class ForeignLog:
    """The game has a log format that its players know from elsewhere."""

    lines: Callable[[GameState, int, "Trace", int | None], list[str]]
    """A move in that log: from the state before it, the move and the trace of it, as a seat may
    read it, or openly without one."""


def _separated(text: str) -> tuple[str, ...]:
    return tuple(part.strip() for part in text.split(",")) if text.strip() else ()


@dataclass(frozen=True, eq=False)
class OutcomeNotation:
    """What chance brings has better names than numbers, or is written otherwise than with commas.

    It is declared as it is, not as the path of an import: interpreted rules ask for the names.
    """

    names: Namers = field(default_factory=dict)
    """By functions of the rules that draw with `below`, others that are called with the same
    arguments whenever those are about to draw, and name what can come, in the order of the numbers
    that can be drawn. What has the same name is alike."""
    text: Callable[[Sequence[str]], str] = ",".join
    """Some outcomes, one after the other, in writing."""
    parse: Callable[[str], tuple[str, ...]] = _separated
    """The outcomes that are written so; BadOutcome if there are no such."""

    def __post_init__(self) -> None:
        for rule in self.names:
            python_function(rule).has_named_outcomes = True  # interpreted copies look names up


NUMBERS = OutcomeNotation()
"""For a game that says nothing else: numbers with commas between them."""


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
    facts: Callable[[Progress], Mapping[str, float]] = _nothing
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


class UnreadableAnswer(DuelhallError):
    """A bot's answer that cannot be read in this form."""


class ImpossibleAnswer(DuelhallError):
    """A bot's answer that refers to something that does not exist."""


def loaded(kind: type[Feature], value: object, game: str) -> Feature:
    """A feature as it was declared, imported if necessary."""
    if isinstance(value, str):
        value = _imported(value, game)
    if not isinstance(value, kind):
        raise BadFeature(f"{game} declares {value!r} where a {kind.__name__} belongs")
    return value


def _imported(path: str, game: str) -> object:
    module, _, name = path.partition(":")
    try:
        return getattr(import_module(module), name)
    except (ImportError, AttributeError) as error:
        raise BadFeature(f"{game} declares {path!r}, which cannot be loaded: {error}") from error
