"""Properties that are computed once."""

from dataclasses import dataclass, field
from threading import Barrier, Thread

from duelhall.engine.rule import computed_once


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
