"""A match told again, step by step, as a seat saw it or open."""

from collections.abc import Sequence

from rich.console import Console

from duelhall.engine.board import Sketch
from duelhall.engine.errors import BadUsage
from duelhall.engine.record import State
from duelhall.match.match import Match
from duelhall.players.seat import Ending
from duelhall.terminal.boards import drawn_lines, print_lines, sketch_lines
from duelhall.terminal.emphasis import Emphasis, is_for_the_eye
from duelhall.terminal.output import step_lines
from duelhall.terminal.pictures import show_scenes
from duelhall.terminal.player_names import at_the_start, pairing, player_name
from duelhall.terminal.speaker import practice_mark, title
from duelhall.terminal.stops import NEVER, Stops
from duelhall.terminal.wrapping import room_of


class Retelling:
    """Prints the steps of a match: 0 is the deal, the moves count from 1, and a forfeit is last.

    `ending` is the fault that led to the forfeit, where that is known, and `remarks` are lines to
    be printed after the result.
    """

    def __init__(
        self,
        match: Match,
        seat: int | None,
        console: Console,
        *,
        why: bool = False,
        ending: Ending | None = None,
        remarks: Sequence[str] = (),
        stops: Stops = NEVER,
    ) -> None:
        self.match, self.seat, self.console = match, seat, console
        self.why, self.ending, self.remarks, self.stops = why, ending, remarks, stops

    # --- what is said ---

    @property
    def title(self) -> str:
        """The game and its players."""
        return f"{title(self.match.game)}: {pairing(self.match)}{practice_mark(self.match)}"

    def headline(self, number: int) -> str | None:
        """What led to a position; None if the seat is not told."""
        match = self.match
        if number == 0:
            return "The deal" if match.start.position is None else "The position at the start"
        if number > len(match.moves):
            how = f"loses by {self.ending.says}" if self.ending else "forfeits the game"
            return f"{at_the_start(match, match.forfeited_by or 0)} {how}"
        text = match.move_seen(number, self.seat)
        name = player_name(match, match.mover(number))
        return f"Move {number}: {name} plays {text}" if text else None

    @property
    def result(self) -> str:
        """Who won, and why."""
        match = self.match
        if not match.over:
            return "The game is not finished."
        why = match.reason.says
        if self.ending and match.forfeited_by is not None:
            why = f"{player_name(match, match.forfeited_by)} lost by {self.ending.says}"
        winner = "Drawn" if match.winner is None else f"{at_the_start(match, match.winner)} wins"
        return f"{winner}: {why} ({match.reason.ruling})."

    def steps(self) -> list[int]:
        """The steps that the seat is told of."""
        return [n for n in range(len(self.match.states)) if self.headline(n) is not None]

    def checked_step(self, number: int) -> int:
        """The number of a step that can be shown."""
        steps = self.steps()
        if number in steps:
            return number
        if 0 < number < steps[-1]:  # beyond that, even how much was done may be hidden
            raise BadUsage(f"what happened in move {number} is not shown to seat {self.seat}")
        raise BadUsage(f"choose a move from 0, the start, to {steps[-1]}, not {number}")

    # --- printing ---

    def print_all(self) -> None:
        """Print the whole match."""
        self.console.print(self.title, markup=False)
        for number in self.steps():
            self.print_step(number)
        self.print_result()

    def print_step(self, number: int) -> None:
        """Print what led to a position, and the position."""
        headline = self.headline(number)
        if headline is None:
            return
        self.console.print(f"\n{headline}", markup=False)
        if self.why:
            self.print_rules(number)
        if 0 < number <= len(self.match.moves):
            show_scenes(self.match, number, self.seat, self._say, self.stops)
        lines = sketch_lines(self._sketch(number), room_of(self.console), self._emphasis(number))
        print_lines(lines, self.console)

    def _sketch(self, number: int) -> Sketch:
        """The board after a step, as the seat saw it or open."""
        seen = seen_by(self.match, self.match.states[number], self.seat)
        return self.match.game.sketch(self.match.game.board(seen, self.seat))

    def _emphasis(self, number: int) -> Emphasis | None:
        """What to stress on a board: what the step before it did not have."""
        if not is_for_the_eye(self.console):
            return None
        earlier = (step for step in range(number - 1, -1, -1) if self.headline(step) is not None)
        before = next(earlier, None)
        return Emphasis(self.seat, before=None if before is None else self._sketch(before))

    def print_rules(self, number: int) -> None:
        """Print which rules a step followed."""
        for text in step_lines(self.match.explain(number, self.seat), self.console.width):
            self.console.print(text, markup=False)

    def print_result(self) -> None:
        """Print how the match ended, and what else there is to say about it."""
        self._say(f"\n{self.result}")
        for remark in self.remarks:
            self._say(remark)

    def _say(self, text: str) -> None:
        """Print lines; one that is too long for the terminal goes on below."""
        for line in text.split("\n"):
            print_lines(drawn_lines(line, room_of(self.console)), self.console)


def seen_by(match: Match, state: State, seat: int | None) -> State:
    """A state as a seat sees it, or open."""
    return state if seat is None else match.game.view(state, seat)
