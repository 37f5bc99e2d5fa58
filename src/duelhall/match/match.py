"""A match: one game being played, through the front door that checks every move."""

from collections.abc import Iterator, Sequence
from copy import copy
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duelhall.backend import entries
from duelhall.engine.board import Board, Lines, Scene, Sketch, scene_texts
from duelhall.engine.definition import Reason, Seen, Told
from duelhall.engine.errors import (
    BadArgument,
    BadPosition,
    IllegalMove,
    NotYourTurn,
    checked_number,
    checked_seat,
    checked_seed,
    is_number,
)
from duelhall.engine.options import Value
from duelhall.engine.record import (
    DRAWN,
    SEATS,
    UNDECIDED,
    GameState,
    State,
    cell_of,
    copied,
    state_of,
)
from duelhall.engine.sources import scripted
from duelhall.engine.template import interpreted
from duelhall.engine.text import checked_path, checked_text
from duelhall.match import explain
from duelhall.match.explain import Step, Trace
from duelhall.match.recall import recalled
from duelhall.match.replay import FORMAT, Replay, digests

if TYPE_CHECKING:
    from duelhall.match.game import Game


@dataclass(frozen=True)
class Start:
    """How a match began: by a seed, by an explicit deal, or from a position; one of the three.

    A position may have a seed too, which the chance that is left in the game then draws from.
    """

    seed: int | None = None
    deal: str | None = None
    position: str | None = None

    def state(self, game: "Game") -> GameState:
        """The state that a match begins with."""
        if self.position is not None:
            state = game.parse_position(self.position)
            if game.definition.writing.notation.hides(state):
                raise BadPosition(
                    "a match begins with all cards known, and here some are hidden: this is what "
                    "one seat sees; write every card, or let `game.guess` fill them in"
                )
            if self.seed is not None:
                state.rng = checked_seed(self.seed)
            return state
        if self.deal is not None:
            return game.dealt_from(self.deal)
        return game.dealt(self.seed)  # type: ignore[arg-type]

    def canonical(self, game: "Game", state: State) -> "Start":
        """The same start in canonical form, so that the same game gives the same bytes."""
        notation = game.definition.writing.notation
        if self.position is not None:
            seed = None if self.seed is None else int(self.seed)
            return Start(seed=seed, position=game.position_text(state))
        if self.deal is not None:
            options = game.blank()[0].options
            cards = notation.parse_deal(self.deal, options)
            return Start(deal=notation.deal_text(cards, options))
        return Start(seed=int(self.seed or 0))

    def entries(self) -> dict[str, Value]:
        """The start as it is written in a saved game."""
        return {name: value for name, value in vars(self).items() if value is not None}


FORFEIT = "forfeit"
"""The word for the reason that every game has for a forfeit."""


OUTCOMES = "="
"""Between a move and what chance was said to bring in it, in a saved game."""


MOST_TRACES = 16
"""How many traces a match keeps; the trace of a long battle takes about a megabyte."""


def _are_names(players: Sequence[str]) -> bool:
    """Whether these are the names of two players, each on one line."""
    return (
        isinstance(players, list | tuple)
        and len(players) == SEATS
        and all(isinstance(name, str) and name.isprintable() for name in players)
    )


class Match:
    """One game from the deal to its result, begun by `Game.match`. Every move is checked.

    `states` begins with the deal; every move adds one, and giving up adds a last one.

    >>> import duelhall
    >>> match = duelhall.load("blade").match(seed=7)
    >>> match.to_move, match.legal(), match.legal_moves()
    (0, ['B', '1', '4', '5', '7'], [0, 1, 4, 5, 7])
    >>> match.play("7")
    >>> match.play(6)
    >>> match.moves, match.mover(2), match.last_move_of(0)
    ([7, 6], 1, 1)
    >>> [step.rulings for step in match.explain()]
    [('B7',), ('S5',), ('B11',), ('B13',)]
    >>> match.undo()
    >>> match.forfeit(1)
    >>> match.over, match.winner, match.points(0), match.reason.word
    (True, 0, 2, 'forfeit')
    """

    def __init__(self, game: "Game", start: Start, players: Sequence[str] = ("", "")) -> None:
        if not _are_names(players):
            raise BadArgument("players", "two names, each on one line", players)
        state = start.state(game)
        self.game, self.players = game, tuple(players)
        self.start, self.states = start.canonical(game, state), [state]
        self.moves: list[int] = []  #: those made so far, as numbers
        self.scripts: dict[int, tuple[str, ...]] = {}  # what chance brings in a move, from 1
        self.forfeited_by: int | None = None  #: the seat that gave up, if one did
        self._traces: dict[int, Trace] = {}  # by step, those that were asked for last at the end
        self.notes: dict[str, Value | bool] = {}  #: what its players want kept with it
        self.unverified = ""  #: what could not be verified of the file that this comes from
        self._tried: tuple[GameState, int, GameState] | None = None  # a move, before and after it

    def __getstate__(self) -> dict[str, Any]:
        """What is pickled and copied: everything but what can be made again."""
        return {**vars(self), "_traces": {}, "_tried": None}

    def __repr__(self) -> str:
        return f"<match of {self.game.name} after {len(self.moves)} moves>"

    @property
    def state(self) -> GameState:
        """The whole state, secrets included; players get `view` instead."""
        return self.states[-1]

    @property
    def to_move(self) -> int:
        """The seat that decides next."""
        return int(self.states[-1].to_move)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.states[-1].winner != UNDECIDED)

    @property
    def winner(self) -> int | None:
        """The seat that won; None while the game is going on, and if it was drawn."""
        winner = int(self.state.winner)
        return None if winner in (UNDECIDED, DRAWN) else winner

    @property
    def reason(self) -> Reason:
        """Why the game ended."""
        definition = self.game.definition
        reason: Reason = definition.rules.REASONS[int(self.state.reason)]
        text = definition.writing.ending
        says = text(self.state) if text and self.over else ""
        return reason._replace(says=says) if says else reason

    def points(self, seat: int) -> int:
        """What a seat gets for this game; nothing while it is going on."""
        seat = checked_seat(seat)
        if not self.over:
            return 0
        return int(self.game.bind(entries.run_points)(cell_of(self.state), seat))

    def legal(self) -> list[str]:
        """The legal moves of the seat to move, in notation."""
        state, text = self.state, self.game.definition.writing.notation.move_text
        return [text(move, state) for move in self.legal_moves()]

    def legal_moves(self) -> list[int]:
        """The legal moves of the seat to move, as numbers."""
        return self.game.legal_moves(self.state)

    def play(
        self, move: int | str, seat: int | None = None, *, outcomes: str | None = None
    ) -> None:
        """Make a move, in notation or as a number; where a seat is given, only on its turn.

        In a game that was played elsewhere, `outcomes` is what chance brought there in this move.
        Raises UnreadableMove, IllegalMove, NotYourTurn or BadOutcome, and then nothing has changed.
        """
        number = self._read(move, seat)
        after = self.after(number)
        if outcomes is not None:
            script = self.game.definition.writing.outcomes.parse(checked_text("outcomes", outcomes))
            after = scripted_move(self.game, self.state, number, script)
            self.scripts[len(self.moves) + 1] = script
        self.states.append(after)
        self.moves.append(number)

    def after(self, move: int) -> GameState:
        """The state that a move leads to, which is not made yet; `play` then makes this very one.

        >>> import duelhall
        >>> match = duelhall.load("blade").match(seed=7)
        >>> int(match.after(7).to_move), len(match.moves)
        (1, 0)
        """
        before = self.states[-1]
        if self._tried is None or self._tried[0] is not before or self._tried[1] != move:
            try:
                self._tried = before, move, self.game.after(before, move)
            except IllegalMove:
                raise self._refusal(move) from None
        return self._tried[2]

    def check(self, move: int | str, seat: int | None = None) -> int:
        """The number of a move that `play` would make; refuses what `play` would refuse.

        >>> import duelhall
        >>> duelhall.load("blade").match(seed=7).check("B")
        0
        """
        number = self._read(move, seat)
        if not self.game.allows(self.states[-1], number):
            raise self._refusal(number)
        return number

    def _read(self, move: int | str, seat: int | None) -> int:
        """The number of a move, if it is this seat's turn."""
        if seat is not None and checked_seat(seat) != self.to_move and not self.over:
            raise NotYourTurn(seat)
        return self.game.parse_move(move, self.states[-1])

    def _refusal(self, move: int) -> IllegalMove:
        """The error that says which ruling forbids a move, and what was legal."""
        text = self.game.move_text(move, self.state)
        if self.over:
            return IllegalMove(
                text, self.reason.ruling, f"the game is over: {self.reason.says}", ()
            )
        ruling, sentence = explain.forbidding_rule(self.game, self.state, move)
        return IllegalMove(text, ruling, sentence, self.legal())

    def forfeit(self, seat: int) -> None:
        """End the game because a seat gave up or failed to move."""
        if self.over:
            raise IllegalMove("forfeit", self.reason.ruling, "the game is over", ())
        cell = copied(self.state)
        self.game.bind(entries.run_forfeit)(cell, checked_seat(seat))
        self.states.append(cell[0])
        self.forfeited_by = seat

    def view(self, seat: int) -> GameState:
        """What a seat may know."""
        return self.game.view(self.state, seat)

    def board(self, seat: int | None) -> Board:
        """What a seat sees, or everything, as data to draw.

        >>> import duelhall
        >>> board = duelhall.load("blade").match(seed=7).board(0)
        >>> [(card.face, card.count) for card in board.zone("hand0").cards]
        [('1', 2), ('4', 3), ('5', 3), ('7', 1), ('B', 1)]
        """
        if seat is None:
            return self.game.board(self.state, None)
        return self.game.board(self.view(seat), seat)

    def sketch(self, seat: int | None) -> Sketch:
        """The same in plain text.

        >>> import duelhall
        >>> [row.label for row in duelhall.load("blade").match(seed=7).sketch(0).rows][:2]
        ["Opponent's hand", "Opponent's field"]
        """
        return self.game.sketch(self.board(seat))

    def mover(self, number: int) -> int:
        """The seat that made a move, counted from 1."""
        return int(self.states[self._checked_step(number, 1, len(self.states)) - 1].to_move)

    def last_move_of(self, seat: int) -> int | None:
        """The number of the last move that a seat made, counted from 1."""
        seat = checked_seat(seat)
        own = (n for n in range(len(self.moves), 0, -1) if self.mover(n) == seat)
        return next(own, None)

    def move_seen(self, number: int, seat: int | None) -> str | None:
        """A move, counted from 1, as a seat may know it, or openly; None if it may not."""
        number = self._checked_step(number, 1, len(self.moves))
        move, before = self.moves[number - 1], self.states[number - 1]
        if seat in (None, self.mover(number)):
            return self.game.move_text(move, before)
        tell = self.game.definition.writing.notation.move_seen
        return tell(before, move, checked_seat(seat or 0))

    def told(self, seat: int, since: int) -> tuple[Told, ...]:
        """The moves after the first `since`, as far as a seat may know them.

        >>> import duelhall
        >>> match = duelhall.load("blade").match(seed=7)
        >>> match.play("7")
        >>> match.told(1, since=0), match.move_seen(1, seat=1)
        ((Told(seat=0, move='7'),), '7')
        >>> match.game.position_text(match.seen(1, since=0)[0].view)
        '?????????:?????:M7 22367BBBMM:?????:5 gone=- turn=1 to_move=1'
        """
        return tuple(Told(self.mover(number), move) for number, move in self._told(seat, since))

    def seen(self, seat: int, since: int) -> tuple[Seen, ...]:
        """The same moves, with what the seat saw after each."""
        return tuple(
            Seen(self.mover(number), move, self.game.view(self.states[number], seat))
            for number, move in self._told(seat, since)
        )

    def _told(self, seat: int, since: int) -> Iterator[tuple[int, str]]:
        """The moves after the first `since` that a seat may know of, with their numbers."""
        since = checked_number("the number of moves", since, 0)
        for number in range(since + 1, len(self.moves) + 1):
            if (move := self.move_seen(number, seat)) is not None:
                yield number, move

    def information_state(self, seat: int) -> str:
        """Everything that a seat has seen and done, in order: equal where, and only where, it
        cannot tell two pasts apart.
        """
        return recalled(self, checked_seat(seat))

    def scenes(self, number: int, seat: int | None) -> list[Scene]:
        """Scenes that a move, counted from 1, set off, as a seat sees them, or openly."""
        number = self._checked_step(number, 1, len(self.moves))
        find = self.game.definition.picture.scenes
        if find is None:
            return []
        before, move = self.states[number - 1], self.moves[number - 1]
        return list(find(before, move, self.trace(number), seat))

    def scene_texts(self, number: int, seat: int | None) -> list[Lines]:
        """The scenes of a move in plain text, each as its lines.

        >>> import duelhall
        >>> match = duelhall.load("blade").match(seed=7)
        >>> match.play("7")
        >>> match.scenes(1, seat=None), match.scene_texts(1, seat=None), match.log(1, seat=None)
        ([], [], None)
        """
        return list(scene_texts(self.game.sketcher, self.scenes(number, seat)))

    def explain(self, number: int | None = None, seat: int | None = None) -> list[Step]:
        """The rules that fired in a step, in order: 0 is the deal, the moves count from 1, and
        giving up comes after them; without a number it is the last step. Where a seat is given,
        they are those that it may know of.
        """
        number = len(self.states) - 1 if number is None else number
        steps = self.trace(number).steps
        seat = None if seat is None else checked_seat(seat)
        if seat is None or number > len(self.moves) or (number and self.mover(number) == seat):
            return steps
        return explain.open_steps(steps)

    def log(self, number: int, seat: int | None) -> list[str] | None:
        """A move, counted from 1, in the log that this game's players know from elsewhere, as a
        seat may read it, or openly; None where there is no such log.
        """
        number = self._checked_step(number, 1, len(self.moves))
        log = self.game.definition.writing.log
        if log is None:
            return None
        before, move = self.states[number - 1], self.moves[number - 1]
        return log(before, move, self.trace(number), seat)

    def trace(self, number: int) -> Trace:
        """What happened in a step, counted as for `explain`; secrets included.

        The rules are run once, interpreted; the newest traces that were asked for are kept.
        """
        number = self._checked_step(number, 0, len(self.states) - 1)
        trace = self._traces.pop(number, None) or self._traced(number)
        self._traces[number] = trace
        if len(self._traces) > MOST_TRACES:
            del self._traces[next(iter(self._traces))]
        return trace

    def _traced(self, number: int) -> Trace:
        """What happened in a step, by running it once more."""
        if number == 0 and self.start.position is not None:
            return Trace([])
        if number == 0:
            return explain.trace_start(self.game, self.start.seed, self.start.deal)
        if number > len(self.moves):
            return explain.trace_forfeit(self.game, self.states[-2], int(self.forfeited_by or 0))
        before, move = self.states[number - 1], self.moves[number - 1]
        return explain.trace_move(self.game, before, move, self.scripts.get(number))

    def _checked_step(self, number: int, first: int, last: int) -> int:
        """The number of a step, if it is in range."""
        if not is_number(number) or not first <= number <= last:
            raise BadArgument("a step of this match", f"a number from {first} to {last}", number)
        return int(number)

    def undo(self) -> None:
        """Take back the last move, or a forfeit."""
        self._traces.pop(len(self.states) - 1, None)
        if self.forfeited_by is not None:
            self.forfeited_by = None
            self.states.pop()
        elif self.moves:
            self.scripts.pop(len(self.moves), None)
            self.moves.pop()
            self.states.pop()

    def copy(self) -> "Match":
        """A copy of the match that is independent from here on.

        >>> import duelhall
        >>> match = duelhall.load("blade").match(seed=7)
        >>> match.copy().play("7")
        >>> len(match.moves)
        0
        """
        twin = object.__new__(Match)
        for name, value in vars(self).items():
            setattr(twin, name, copy(value) if isinstance(value, dict | list) else value)
        twin._tried = None
        return twin

    def replay(self) -> Replay:
        """The match as a document.

        >>> import duelhall
        >>> match = duelhall.load("blade").match(seed=7)
        >>> match.play("7")
        >>> match.replay().start, match.replay().moves
        ({'seed': 7}, ['7'])
        """
        result: dict[str, Value] | None = None
        if self.over:
            result = {"winner": int(self.state.winner), "reason": self.reason.word}
        steps = [self.saved_step(number) for number in range(len(self.states))]
        return Replay(
            format=FORMAT,
            game=self.game.lasting_name,
            edition=self.game.definition.edition,
            start=self.start.entries(),
            players=list(self.players),
            moves=steps[1 : len(self.moves) + 1],
            trail=digests(self.game.definition, self.states, steps),
            result=result,
            notes={**self.notes},
        )

    def saved_step(self, number: int) -> str:
        """What led to a state, as a saved game has it: nothing to the deal, a move with what chance
        was said to bring in it, or giving up.
        """
        if number > len(self.moves):
            return FORFEIT
        if number == 0:
            return ""
        move, before = self.moves[number - 1], self.states[number - 1]
        text = self.game.definition.writing.notation.move_text(move, before)
        if number not in self.scripts:
            return text
        return f"{text}{OUTCOMES}{self.game.definition.writing.outcomes.text(self.scripts[number])}"

    def save(self, path: str | Path) -> None:
        """Save the match to a file, completely or not at all."""
        self.replay().save(checked_path(path))


# --- chance as an input ---


def scripted_move(game: "Game", state: State, move: int, outcomes: Sequence[str]) -> State:
    """The state after a legal move in which chance brings these outcomes; BadOutcome if it
    cannot. The state's own word of chance stays as it is.
    """
    with scripted(outcomes, game.definition.writing.outcomes.names):
        return played_by_rules(game, state, move)


def scripted_deal(game: "Game", outcomes: Sequence[str]) -> State:
    """The state that a match begins with when chance brings these outcomes in the deal."""
    with scripted(outcomes, game.definition.writing.outcomes.names):
        return dealt_by_rules(game)


def played_by_rules(game: "Game", state: State, move: int) -> State:
    """The state after a legal move, interpreted, so that chance can be an input."""
    after: State = state_of(copied(state))
    interpreted(game.definition.rules.play)(after, move)
    return after


def dealt_by_rules(game: "Game") -> State:
    """The state that a match begins with, interpreted in the same way."""
    state: State = state_of(game.blank())
    interpreted(game.definition.rules.deal)(state)
    return state
