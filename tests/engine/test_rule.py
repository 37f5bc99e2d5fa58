"""Giving functions other globals, and properties that are computed once."""

import os
import signal
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Barrier, Event, Thread
from time import sleep
from typing import Any

import pytest

from duelhall.backend import entries
from duelhall.backend.cpu import callable_rule
from duelhall.engine.options import Switch
from duelhall.engine.rule import computed_once, helper, is_rule, rule, sentence
from duelhall.engine.template import Interpreter, bound, leaving_out, with_globals
from tests.python import python


@helper
def low() -> int:
    return 1


@rule("X1", "X2")
def twice(x: int) -> int:
    """Twice a number.

    And more.
    """
    return low() * 2 * x


def test_a_function_with_other_globals_calls_other_functions() -> None:
    assert with_globals(twice, {"low": lambda: 10})(3) == 60
    assert twice(3) == 6
    assert callable_rule(twice)(3) == 6


def thrice(x: int) -> int:
    """A template."""
    return twice(x) + low() * x


def test_helpers_of_a_template_find_its_names_and_can_be_replaced_themselves() -> None:
    assert bound(thrice, {})(3) == 9
    assert bound(thrice, {"low": lambda: 10})(3) == 90
    assert bound(thrice, {"twice": lambda x: x})(3) == 6


def test_an_interpreted_copy_calls_interpreted_copies() -> None:
    called = []

    def watch(source, copy):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202, the test is about names
        def watched(*arguments):  # type: ignore[no-untyped-def]  # noqa: ANN002, ANN202, likewise
            called.append(source.__name__)
            return copy(*arguments)

        return watched

    assert Interpreter(watch).copy(twice)(3) == 6
    assert called == ["twice", "low"]


def test_threads_that_ask_at_once_get_a_copy_that_calls_copies() -> None:
    called = []

    def watch(source: Any, copy: Callable[..., Any]) -> Callable[..., Any]:
        if source.__name__ == "low":
            sleep(0.1)  # the others ask meanwhile

        def watched(*arguments: int) -> Any:
            called.append(source.__name__)
            return copy(*arguments)

        return watched

    interpreter = Interpreter(watch)

    def ask(number: int) -> Any:
        return interpreter.copy(twice)(number)

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(ask, range(4)))
    assert found == [0, 2, 4, 6]
    assert sorted(called) == ["low"] * 4 + ["twice"] * 4


@pytest.mark.skipif(not hasattr(os, "fork"), reason="this system cannot fork")
@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_fork_while_another_thread_copies_does_not_wait_for_it_forever() -> None:
    copying = Event()

    def watch(_source: Any, copy: Callable[..., Any]) -> Callable[..., Any]:
        copying.set()
        sleep(0.02)  # the fork happens meanwhile
        return copy

    interpreter = Interpreter(watch)
    thread = Thread(target=interpreter.copy, args=(twice,))
    thread.start()
    copying.wait()
    child = os.fork()
    if child == 0:
        signal.alarm(5)
        os._exit(interpreter.copy(twice)(3))
    _, status = os.waitpid(child, 0)
    thread.join()
    assert os.waitstatus_to_exitcode(status) == 6


NOTED: list[int] = []


@helper
def note(x: int) -> None:
    NOTED.append(x)


@helper
def noting(x: int) -> int:
    note(x)
    return twice(x)


def test_a_rule_that_is_left_out_does_nothing_and_the_rest_goes_on() -> None:
    without = leaving_out((note,)).copy(noting)
    assert (without(3), NOTED) == (6, [])
    assert callable_rule(without)(3) == 6
    assert (noting(4), NOTED) == (8, [4])
    assert leaving_out((note,)).copy(noting) is without


def made(step: int) -> Any:
    @helper
    def closed(x: int, more: int = 10) -> int:
        return x + step + more

    return closed


closed, SWITCH = (
    made(5),
    Switch("name", (1,), (1,), ("X1",), "a thing that has rulings and is no rule"),
)


@helper
def uses_all(x: int) -> int:
    return int(closed(x)) + int(closed(x, 1))


def test_defaults_and_closures_are_copied_and_other_things_left_alone() -> None:
    assert Interpreter().copy(uses_all)(1) == callable_rule(uses_all)(1) == 16 + 7
    assert not is_rule(SWITCH)


def test_a_rule_knows_its_rulings_and_its_sentence() -> None:
    assert is_rule(twice)
    assert is_rule(low)
    assert not is_rule(len)
    assert twice.rulings == ("X1", "X2")  # type: ignore[attr-defined]
    assert sentence(twice) == "Twice a number."


def test_an_unbound_template_says_so() -> None:
    with pytest.raises(NotImplementedError, match="bound to a game"):
        entries.run_deal([None])  # type: ignore[arg-type]


def test_an_interpreted_process_plays_the_same_game_and_never_meets_numba() -> None:
    code = (
        "import duelhall, sys; from duelhall.testing.conformance import random_match; "
        "match = random_match(duelhall.load('blade'), 5); "
        "print('numba' in sys.modules, match.replay().text())"
    )
    compiled = python("-c", code).stdout
    interpreted = python("-c", code, DUELHALL_INTERPRETED="1").stdout
    assert compiled.partition(" ")[0] == "True"
    assert interpreted.partition(" ")[0] == "False"
    assert compiled.partition(" ")[2] == interpreted.partition(" ")[2]


# --- properties that are computed once ---


@dataclass(frozen=True)
class Sum:
    numbers: tuple[int, ...]
    asked: list[str] = field(default_factory=list)
    both: Barrier | None = None

    @computed_once
    def total(self) -> int:
        """All numbers together."""
        self.asked.append("total")
        if self.both:
            self.both.wait(5)
        return sum(self.numbers)


def test_it_is_computed_when_it_is_first_asked_for_and_kept() -> None:
    found = Sum((1, 2))
    assert found.asked == []
    assert (found.total, found.total, found.asked) == (3, 3, ["total"])
    assert Sum.total.__doc__ == "All numbers together."


def test_no_thread_waits_for_another() -> None:
    """A lock that another thread held during a fork would never be released in the new process."""
    found = Sum((1, 2), both=Barrier(2))
    other = Thread(target=lambda: found.total)
    other.start()
    assert found.total == 3
    other.join()
