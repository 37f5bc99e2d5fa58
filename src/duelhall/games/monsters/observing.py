"""What each effect of a chain did: the move is made once more on a copy, and watched."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, partial
from threading import Lock
from typing import Any

from duelhall.engine.binding import Interpreter
from duelhall.engine.game import copied, state_of
from duelhall.engine.record import State
from duelhall.engine.rule import python_function
from duelhall.games.monsters.conditions import is_met
from duelhall.games.monsters.effects import change_link, operate
from duelhall.games.monsters.rules import play
from duelhall.games.monsters.zones import NO_KIND, link_seat, take_top


@dataclass(frozen=True)
class Deed:
    """An operation of an effect, with the states around it; they hold secrets."""

    place: int  # of the link whose effect it is
    operation: int
    seat: int  # to whom it was done; whose effect it is, if it was done to a link
    amount: int
    subject: int
    taken: tuple[int, ...]  # what came from the top of the deck, in order
    rulings: tuple[str, ...]  # of the rules that fired; none if there was nothing to do
    before: State
    after: State


@dataclass(frozen=True)
class Unmet:
    """An effect whose condition did not hold."""

    place: int  # of the link whose effect it is
    seat: int
    number: int


class Observer:
    """Watches the operations of effects in interpreted copies of the rules, one run at a time."""

    def __init__(self) -> None:
        self._seen: list[Deed | Unmet] = []
        self._taken: list[int] = []
        self._rulings: list[str] = []
        self._copy = cache(Interpreter(self._watch).copy)
        self._lock = Lock()

    def run(self, before: State, move: int) -> list[Deed | Unmet]:
        """What effects do when a move is made, in order."""
        with self._lock:
            self._seen = []
            self._copy(play)(state_of(copied(before)), move)
            return self._seen

    def _watch(self, source: Any, copy: Callable[..., Any]) -> Callable[..., Any]:
        """A rule or helper that reports what is of interest in it."""
        watchers: dict[Any, Callable[..., Any]] = {
            python_function(operate): self._operate,
            python_function(change_link): self._change_link,
            python_function(take_top): self._take_top,
            python_function(is_met): self._is_met,
        }
        if source in watchers:
            return partial(watchers[source], copy)
        return partial(self._fire, source.rulings, copy) if source.rulings else copy

    def _operate(
        self, copy: Callable[..., Any], s: State, seat: int, operation: int, amount: int, about: int
    ) -> None:
        run = partial(copy, s, seat, operation, amount, about)
        self._note(run, s, (operation, seat, amount, about))

    def _change_link(self, copy: Callable[..., Any], s: State, operation: int, about: int) -> None:
        seat = python_function(link_seat)(int(s.links[int(s.resolving) - 1]))
        self._note(partial(copy, s, operation, about), s, (operation, seat, 1, about))

    def _note(self, run: Callable[[], None], s: State, what: tuple[int, int, int, int]) -> None:
        """Run an operation, and note what it did."""
        self._taken, self._rulings = [], []
        place, before = int(s.resolving) - 1, state_of(copied(s))
        run()
        taken, rulings = tuple(self._taken), tuple(dict.fromkeys(self._rulings))
        after = state_of(copied(s))
        self._seen.append(Deed(place, *what, taken, rulings, before, after))

    def _take_top(self, copy: Callable[..., Any], s: State, seat: int) -> int:
        kind: int = copy(s, seat)
        if kind != NO_KIND:
            self._taken.append(kind)
        return kind

    def _is_met(self, copy: Callable[..., Any], s: State, seat: int, number: int) -> bool:
        """Passives are asked for their conditions only when no link resolves."""
        result = bool(copy(s, seat, number))
        if not result and s.resolving:
            self._seen.append(Unmet(int(s.resolving) - 1, seat, number))
        return result

    def _fire(
        self, rulings: tuple[str, ...], copy: Callable[..., Any], s: State, *arguments: Any
    ) -> Any:
        """A rule that says no has not fired."""
        fired = len(self._rulings)
        self._rulings += rulings
        result = copy(s, *arguments)
        if result is False:
            del self._rulings[fired:]
        return result


OBSERVER = Observer()
"""The one that chains are told with."""
