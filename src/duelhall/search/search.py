"""Searching for a move, by simulations or by the clock, on one thread or several.

The simulations of a search are not independent: where the first ones lead, the others follow. So
their number alone says too little about how sure a chance is, and how far apart independent
searches are says more.
"""

import re
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from math import inf, sqrt
from typing import Any

import numpy as np

from duelhall.backend.entries import MOVE_TYPE, RuleEntry
from duelhall.engine.chance import DICE, seat_dice
from duelhall.engine.definition import LEVELS, SearchSettings, loaded
from duelhall.engine.errors import BadArgument, UnknownName, checked_number, checked_seed, shortened
from duelhall.engine.record import UNDECIDED, Array, GameState, cell_of
from duelhall.engine.rule import computed_once, helper
from duelhall.match.game import Game, checked_game
from duelhall.play.builtin import policy_of
from duelhall.play.clock import now
from duelhall.play.seat import Answer, Question, Quiet
from duelhall.search.endgame import Solver
from duelhall.search.loop import CELLS, VIEW, run_search
from duelhall.search.tree import ANY, NODE, PLAN, VISIT, plant
from duelhall.stats.score import NORMAL_95

MOST_NODES = 2**19
"""Nodes in all trees of a search together: 13 MB. With twice as many, a process that searches in
Monsters takes more than 200 MB, of which Numba has 140."""

LONGEST_PATH = 512
"""Steps from the root to a leaf; the rest of a longer game is played out."""

NO_HORIZON = 2**31 - 1
"""Moves after which a simulated game has ended."""

CHUNK_SECONDS = 0.02
"""How long a search by the clock goes on without looking at it."""

SHORTEST = 1e-6
"""Seconds that anything takes."""

ENDLESS = 2**62


@dataclass(frozen=True)
class Judged:
    """A move that was thought about, as part of a `Thought`.

    >>> from duelhall.play import Judged
    >>> choice = Judged(move=7, visits=1000, chance=0.6, error=0.015)
    >>> f"{choice.chance:.0%} give or take {choice.give_or_take:.0%}"
    '60% give or take 3%'
    >>> choice.share, choice.at_least
    (None, None)
    """

    move: int
    visits: int
    chance: float  #: to win, with draws counted as half
    error: float  #: the standard error of that
    share: float | None = None  #: how often to make it, where the choice is best left to chance
    at_least: float | None = None  #: that chance, however well the opponent plays; None if unknown

    @property
    def give_or_take(self) -> float:
        """What the chance may be off by, in 19 of 20 cases."""
        return NORMAL_95 * self.error


@dataclass(frozen=True)
class MoveLine:
    """Several moves, one after the other, that are decided on as one."""

    moves: tuple[int, ...]
    share: float  # how often to choose it


@dataclass(frozen=True)
class Thought:
    """What a search found, the best move first.

    Where both sides decide in secret, the best is to choose by chance: then there are lines, the
    one to choose most often first, and the dice have drawn one that begins with the first move.

    >>> import duelhall
    >>> from duelhall.play import search
    >>> blade = duelhall.load("blade")
    >>> start = blade.match(seed=7)
    >>> thought = search(blade, simulations=200).search.think(start.view(0), dice=1)
    >>> thought.simulations, thought.best.move in start.legal_moves()
    (200, True)
    >>> [choice.visits for choice in thought.about(7).choices] == [
    ...     choice.visits for choice in thought.choices if choice.move == 7
    ... ]
    True
    >>> thought.lines, thought.is_certain, thought.is_won
    ((), False, False)
    """

    choices: tuple[Judged, ...]
    simulations: int
    lines: tuple[MoveLine, ...] = ()

    @property
    def best(self) -> Judged:
        """The move to make."""
        return self.choices[0]

    @property
    def is_won(self) -> bool:
        """Whether the best move wins for certain, whatever is hidden and whatever happens."""
        return self.best.at_least == 1

    @property
    def is_certain(self) -> bool:
        """Whether nothing had to be imagined: the best move is proved to win, or the only one."""
        return not self.simulations

    def about(self, move: int) -> "Thought":
        """What was found about one move."""
        only = tuple(choice for choice in self.choices if choice.move == move)
        return Thought(only, self.simulations)


@helper
def seen_by_all(_s: Any, move: int) -> int:
    """What the other seat knows of a move where all moves are open."""
    return move


@helper
def nobody_knows(_s: Any) -> float:
    """What the first seat can expect where nothing else is said."""
    return 0.5


@helper
def believed(_s: Any, _seat: int) -> float:
    """How easily a seat believes in any world where all are as good."""
    return 1.0


class Desk:
    """The arrays that one thread of a search works with, made once."""

    def __init__(self, game: Game, settings: SearchSettings, size: int, *, all_known: bool) -> None:
        moves = game.definition.rules.MOVES
        self.cells = game.blank(CELLS)
        self.moves, self.marks = np.zeros(moves, MOVE_TYPE), np.zeros(moves, np.int64)
        self.dice, self.plan = np.zeros(1, DICE), np.zeros(1, PLAN)
        self.nodes, self.path = np.zeros(size, NODE), np.zeros(LONGEST_PATH, VISIT)
        plan = self.plan[0]
        plan.exploration, plan.noise = settings.exploration, settings.noise
        plan.widening, plan.growth = settings.widening, settings.growth
        plan.advice = 0 if all_known else settings.advice
        plan.horizon = NO_HORIZON if settings.horizon is None else settings.horizon
        plan.shared = all_known or settings.observed is None
        plan.all_known = all_known

    @property
    def arguments(self) -> tuple[Array, ...]:
        """The arrays, as a search takes them."""
        tree = self.nodes, self.plan, self.path, self.marks
        return self.cells, self.moves, self.dice, *tree

    def set_out(self, view: GameState, dice: int, only: int | None) -> None:
        """Begin to think about a view, or about one move in it."""
        self.plan[0].only = ANY if only is None else only
        self.cells[VIEW] = cell_of(view)[0]
        self.dice[0].rng = dice
        plant(self.nodes, self.plan[0])

    def simulate(self, run: Callable[..., None], simulations: int) -> None:
        """Do so many simulations more."""
        self.plan[0].wanted = self.plan[0].simulations + simulations
        run(*self.arguments)

    def simulate_until(
        self, run: Callable[..., None], deadline: float, simulations: int | None
    ) -> None:
        """Do simulations until there are enough of them or the time has come, and at least one.

        How many fit into a while is estimated from the last ones: the first may have had to wait
        for machine code, or are done by Python.
        """
        left, chunk, moment = simulations or ENDLESS, 1, now()
        while left > 0:
            chunk = min(chunk, left)
            self.simulate(run, chunk)
            left, begun, moment = left - chunk, moment, now()
            if moment >= deadline:
                return
            share = min(CHUNK_SECONDS, deadline - moment) / max(moment - begun, SHORTEST)
            chunk = max(1, int(chunk * share))

    def tried(self, root: int) -> list[tuple[int, int, float]]:
        """The moves that were tried at the root: how often, and with how many points."""
        first = int(self.nodes[root].first_child)
        return [
            (int(node.move), int(node.visits), float(node.points))
            for node in self.nodes[first : first + int(self.nodes[root].children)]
            if node.visits
        ]


class Search:
    """A search for one game, with a budget in simulations or in seconds.

    With `all_known` it is given whole states instead of views, and thinks as if both seats saw
    all cards: no player may do that, but someone who looks back at a game may.
    """

    depends_on_dice = True
    """Whether other dice can lead to other chances."""

    def __init__(
        self,
        game: Game,
        *,
        simulations: int | None = None,
        seconds: float | None = None,
        threads: int = 1,
        settings: SearchSettings | None = None,
        all_known: bool = False,
    ) -> None:
        if (simulations is None) == (seconds is None):
            raise BadArgument(
                "the budget", "simulations or seconds, one of them", (simulations, seconds)
            )
        if simulations is not None:
            simulations = checked_number("the number of simulations", simulations, 1)
        elif not _is_time(seconds):
            raise BadArgument("the budget", "a number of seconds above 0", seconds)
        self.game, self.simulations, self.seconds = game, simulations, seconds
        self.threads = checked_number("the number of threads", threads, 1)
        self.settings = settings or game.definition.thinking.search
        self.all_known = all_known
        endgame = None if all_known else self.settings.endgame
        self.solver = None if endgame is None else Solver(game, endgame)

    @computed_once
    def _run(self) -> Callable[..., None]:
        run: Callable[..., None] = self.game.bind(run_search, **self._functions)
        return run

    @property
    def _functions(self) -> dict[str, Callable[..., Any]]:
        """What a search calls; nobody looks at an imagined world, so nothing is remembered."""
        definition = self.game.definition
        return {
            **definition.functions_without_memory,
            "policy": definition.without_memory(policy_of(self.game, self.settings.playouts)),
            "estimate": self.settings.estimate or nobody_knows,
            "plausible": self.settings.plausible or believed,
            "observed": self.settings.observed or seen_by_all,
        }

    @property
    def entries(self) -> list[RuleEntry]:
        """What has to be in machine code before thinking is fast."""
        entries = [RuleEntry(run_search, self._functions, self._desks[0].arguments)]
        return entries if self.solver is None else [*entries, self.solver.entry]

    @computed_once
    def _desks(self) -> list[Desk]:
        wanted = MOST_NODES if self.simulations is None else 4 * self.simulations + LONGEST_PATH
        size = min(wanted, MOST_NODES // self.threads)
        return [
            Desk(self.game, self.settings, size, all_known=self.all_known)
            for _ in range(self.threads)
        ]

    def think(
        self,
        view: GameState,
        dice: int,
        left: float | None = None,
        *,
        only: int | None = None,
    ) -> Thought:
        """Think about a view; the same for the same dice if the budget is in simulations.

        `left` are the seconds that there are at most, whatever the budget. `only` is a legal move
        that the whole budget is to be spent on.
        """
        begun, view, dice = now(), self._checked(view), checked_seed(dice)
        (lone, *more) = self.game.legal_moves(view)
        if only not in (None, lone, *more):
            raise BadArgument("the move", "a legal one", only)
        if not more:
            return Thought((Judged(lone, 0, 0.5, 0.5),), 0)
        limits = [limit for limit in (self.seconds, left) if limit is not None]
        return self.consider(view, dice, begun + min(limits) if limits else None, only)

    def _checked(self, view: GameState) -> GameState:
        """A view in which the seat to move sees all that it may see, and no more."""
        view = self.game.checked(view)
        if view.winner != UNDECIDED:
            raise BadArgument("the view", "one of a game that goes on", "one of a finished game")
        seen = view if self.all_known else self.game.view(view, int(view.to_move))
        if seen.tobytes() != view.tobytes():
            raise BadArgument("the view", "what the seat to move sees", "a state or another view")
        return view

    def consider(
        self, view: GameState, dice: int, deadline: float | None, only: int | None
    ) -> Thought:
        """Think about a view in which there is something to decide; what can be proved to win
        needs no simulation.
        """
        moves = self.game.legal_moves(view) if only is None else [only]
        certain = [move for move in moves if self.solver and self.solver.is_certain(view, move)]
        if certain:
            return Thought(tuple(Judged(move, 0, 1.0, 0.0, at_least=1.0) for move in certain), 0)
        for number, desk in enumerate(self._desks):
            desk.set_out(view, seat_dice(dice, number), only)
        self._simulate(deadline)
        found = _merged(self._desks, 0 if self._desks[0].plan[0].shared else int(view.to_move))
        return _bounded(found, view, self.solver) if self.solver else found

    def _simulate(self, deadline: float | None) -> None:
        def work(number: int) -> None:
            own = self._share(number)
            if deadline is not None:
                self._desks[number].simulate_until(self._run, deadline, own)
            elif own:
                self._desks[number].simulate(self._run, own)

        if self.threads == 1:
            work(0)
        else:
            with ThreadPoolExecutor(self.threads - 1) as pool:
                others = pool.map(work, range(1, self.threads))
                work(0)  # here, for a thread takes a while to start
                list(others)

    def _share(self, number: int) -> int | None:
        """How many of the simulations a thread does."""
        if self.simulations is None:
            return None
        share, rest = divmod(self.simulations, self.threads)
        return share + (number < rest)


def _is_time(seconds: object) -> bool:
    is_number = isinstance(seconds, int | float) and not isinstance(seconds, bool)
    return is_number and 0 < seconds < inf  # type: ignore[operator]  # it is one


def _merged(desks: Sequence[Desk], root: int) -> Thought:
    """What all threads found, taken together."""
    visits, points = dict[int, int](), dict[int, float]()
    for desk in desks:
        for move, tries, gained in desk.tried(root):
            visits[move] = visits.get(move, 0) + tries
            points[move] = points.get(move, 0.0) + gained
    choices = [_choice(move, visits[move], points[move]) for move in visits]
    choices.sort(key=lambda choice: (-choice.visits, -choice.chance, choice.move))
    return Thought(tuple(choices), sum(int(desk.plan[0].simulations) for desk in desks))


def _choice(move: int, visits: int, points: float) -> Judged:
    return Judged(move, visits, points / visits, standard_error(points, visits))


def standard_error(points: float, trials: float) -> float:
    """That of a share of points; what has won or lost every time is still not certain."""
    likely = (points + 1) / (trials + 2)
    return sqrt(likely * (1 - likely) / (trials + 2))


def _bounded(found: Thought, view: GameState, solver: Solver) -> Thought:
    """A thought with what each move wins at least, where that is known."""
    bounded = (
        replace(choice, at_least=solver.at_least(view, choice.move)) for choice in found.choices
    )
    return replace(found, choices=tuple(bounded))


def search_kind(game: Game) -> type[Search]:
    """The search that thinks about a game: the one for all games, or one of the game's own."""
    path = game.definition.thinking.own_search
    return Search if path is None else loaded(type, path, game.name)


SHARE_OF_TIME, SHARE_OF_BANK = 0.5, 0.05
"""How much a search takes at most of the time that is left for a decision, and of the time for all
further decisions.
"""


class SearchSeat(Quiet):
    """A player that thinks, made by `search`. What it thought about its last decision can be read.

    >>> import duelhall
    >>> from duelhall.play import search
    >>> blade = duelhall.load("blade")
    >>> thinker = search(blade, simulations=200)
    >>> match = duelhall.play_match(blade, thinker, "random", seed=7)
    >>> thinker.thought.best.move == match.moves[match.last_move_of(0) - 1]
    True
    """

    def __init__(self, search: Search) -> None:
        self.search = search
        self.thought: Thought | None = None

    def decide(self, question: Question) -> Answer:
        """The best move found within the budget, and well within the time."""
        begun, shares = now(), ((SHARE_OF_TIME, question.left), (SHARE_OF_BANK, question.bank))
        limit = min((share * left for share, left in shares if left is not None), default=None)
        self.thought = self.search.think(question.view, question.dice, limit)
        return Answer(self.thought.best.move, now() - begun)


def search(
    game: Game,
    *,
    simulations: int | None = None,
    seconds: float | None = None,
    threads: int = 1,
) -> SearchSeat:
    """A player that thinks: it does this many simulations for each decision, or takes this long.

    >>> import duelhall
    >>> from duelhall.play import search
    >>> blade = duelhall.load("blade")
    >>> duelhall.play_match(blade, search(blade, simulations=200), "random", seed=7).winner
    0
    """
    make = search_kind(checked_game(game))
    return SearchSeat(make(game, simulations=simulations, seconds=seconds, threads=threads))


SEARCH = "search"
NOVICE, ADEPT, MASTER = LEVELS

EXAMPLE = f"{SEARCH}(5000)"
"""How a search with a budget of one's own is written."""

MOST_SIMULATIONS = 1_000_000_000
MOST_SECONDS = 1_000_000.0

CALLED = re.compile(rf"{SEARCH}\((.*)\)")
BUDGET = re.compile(r"([0-9_]+|[0-9]*\.?[0-9]+\s*s)")


def is_thinker(name: str) -> bool:
    """Whether a name is one of a player that thinks, rightly written or not."""
    return name in (SEARCH, *LEVELS) or CALLED.fullmatch(name) is not None


def thinker(name: str, game: Game, *, all_known: bool = False) -> Search:
    """The search of that name, over what a seat can know or with all cards known."""
    make = partial(search_kind(game), game, all_known=all_known)
    if name in LEVELS:
        return make(simulations=game.definition.thinking.levels[name])
    found = CALLED.fullmatch(name)
    budget = found[1].strip() if found else ""
    if not BUDGET.fullmatch(budget) or not budget.rstrip("s ").strip("0._"):
        raise UnknownName(
            f"{name!r} needs a budget: search(5000) for simulations, search(2s) for seconds"
        )
    amount = float(budget.rstrip("s "))
    if amount > (MOST_SECONDS if budget.endswith("s") else MOST_SIMULATIONS):
        raise UnknownName(
            f"{shortened(name)} asks for too much: a budget has at most {MOST_SIMULATIONS:,} "
            f"simulations, or {MOST_SECONDS:,.0f} seconds"
        )
    return make(seconds=amount) if budget.endswith("s") else make(simulations=int(budget))


RUNS = 8

SURE_OF_RUNS = 2.365
"""How many standard errors an estimate may be off by, 19 times out of 20, if the error is taken
from so many runs (Student's t).
"""

SHARE_OF_FAVOURITES = 0.25
"""How often a move must have been tried to count as well known, beside the one tried most."""


def consulted(search: Search, view: GameState, dice: int, seconds: float) -> Thought:
    """What several searches find, each with the whole budget, and all in so many seconds.

    One is enough where others would find the same: where a win is proved, where nothing is to be
    decided, or where the search does not depend on its dice.
    """
    deadline, runs = now() + seconds, RUNS if search.depends_on_dice else 1
    found: list[Thought] = []
    for run in range(runs):
        left = (deadline - now()) / (runs - run)
        found.append(search.think(view, int(seat_dice(dice, run)), left))
        if found[0].is_certain:
            break
    return found[0] if len(found) == 1 else taken_together(found)


def taken_together(thoughts: Sequence[Thought]) -> Thought:
    """One thought made of several about the same view.

    Searches that disagree have each spent most of their simulations on a favourite of their own. So
    of the moves that were tried about as often as any, the best is the one that wins most.
    """
    by_move: dict[int, list[Judged]] = {}
    for thought in thoughts:
        for choice in thought.choices:
            by_move.setdefault(choice.move, []).append(choice)
    choices = [_joined(found) for found in by_move.values()]
    often = max(choice.visits for choice in choices) * SHARE_OF_FAVOURITES
    choices.sort(key=lambda choice: (-choice.visits, -choice.chance, choice.move))
    choices.sort(key=lambda choice: -choice.chance if choice.visits >= often else 0)
    return Thought(tuple(choices), sum(thought.simulations for thought in thoughts))


def _joined(found: Sequence[Judged]) -> Judged:
    """A move with what all searches that tried it found."""
    visits = sum(choice.visits for choice in found)
    points = sum(choice.visits * choice.chance for choice in found)
    error = max(standard_error(points, visits), _error_between(found, points / visits, visits))
    return replace(found[0], visits=visits, chance=points / visits, error=error)


def _error_between(found: Sequence[Judged], chance: float, visits: int) -> float:
    """The error of a chance by how far apart the searches are, each counted by its visits; as much
    larger than the standard error as has to be allowed for with so few of them.
    """
    if len(found) == 1:
        return 0.0
    squares = sum((choice.visits * (choice.chance - chance)) ** 2 for choice in found)
    spread = sqrt(squares * len(found) / (len(found) - 1)) / visits
    return SURE_OF_RUNS / NORMAL_95 * spread
