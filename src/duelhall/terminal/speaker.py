"""What the plain terminal game says of a match, as it goes on and afterwards."""

from collections.abc import Callable, Sequence

from rich.console import Console

from duelhall.engine.board import Scene, Sketch, scene_texts
from duelhall.engine.errors import BadUsage
from duelhall.engine.options import Option, TextOption, Value
from duelhall.engine.record import SEATS, State
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.seat import Ending
from duelhall.play.undo import is_practice, last_decision_of, was_lone_pass
from duelhall.terminal.board import Emphasis, drawn_lines, print_lines, sketch_lines
from duelhall.terminal.keyboard import NEVER, Stops
from duelhall.terminal.output import room_of, step_lines
from duelhall.terminal.screen import Screen
from duelhall.terminal.seat import (
    AS_USUAL,
    PlaySetup,
    Seating,
    at_the_start,
    pairing,
    player_name,
)

USUAL = ""
"""The style of pictures of a viewer who has not asked for another."""


def practice_mark(match: Match) -> str:
    """What is written behind a heading of a match that is practice."""
    return " (practice)" if is_practice(match) else ""


def title(game: Game) -> str:
    """What is played: the game, its rule set, data that has a short name, and the options that
    differ from the rule set.
    """
    table = game.definition.rules.OPTIONS
    column = table.chosen(game.rule_set, {})
    told = [
        _told(table.option(name), value, is_changed=column[name] != value)
        for name, value in game.options.items()
    ]
    named = f"{game.definition.title}, rules {game.rule_set}"
    return ", ".join([named, *(text for text in told if text)])


def _told(option: Option, value: Value, *, is_changed: bool) -> str:
    """What is said of an option's value; nothing if it follows from the rule set."""
    if isinstance(option, TextOption) and option.short(str(value)) != str(value):
        return option.short(str(value))
    if not is_changed:
        return ""
    return f"custom {option.name}" if isinstance(option, TextOption) else f"{option.name}={value}"


class Speaker:
    """Tells a person about a match, from the point of view of a seat."""

    def __init__(
        self,
        match: Match,
        seating: Seating,
        console: Console,
        setup: PlaySetup = AS_USUAL,
        *,
        passes: bool = False,
    ) -> None:
        self.match, self.seating, self.console = match, seating, console
        self.screen = Screen(console, plain=setup.plain, shared=seating.shared)
        self.say, heard = self.screen.say, self.screen.heard
        self.stops = Stops(after_each=setup.step, heard=heard, style=setup.pictures)
        self._tells_passes = passes  # of people, played for them
        self.told = [max(0, len(match.moves) - 1)] * SEATS  # how many moves each seat knows of
        self.shown = [-1] * SEATS  # how many states there were when it last saw the table
        self._seen: list[Sketch | None] = [None] * SEATS  # the table as it last saw it

    def welcome(self) -> None:
        """Say what is being played, and by whom."""
        self.screen.open()
        game, seating = self.match.game, self.seating
        self.say(f"{title(game)}.")
        self.say(game.definition.summary)
        if seating.shared:
            self.say("Two people share this terminal. Type ? for help.")
            if self.console.is_terminal and not self.screen.is_private:
                self.say("It cannot be emptied: do not scroll back to the other player's cards.")
        else:
            foe, seat = next(iter(seating.others.values())), seating.persons[0]
            role = f", the {game.definition.roles[seat]}" if game.definition.roles else ""
            self.say(f"You are player {seat}{role}; your opponent is {foe}. Type ? for help.")

    def is_up_to_date(self, seat: int) -> bool:
        """Whether a seat has seen the table since the last move."""
        return self.shown[seat] == len(self.match.states)

    def show(self, seat: int) -> None:
        """Report what was played since the last time, and show the table."""
        self.screen.redraw()
        for number in range(self.told[seat] + 1, len(self.match.moves) + 1):
            self._tell_move(number, seat)
        self.told[seat], self.shown[seat] = len(self.match.moves), len(self.match.states)
        sketch = self.match.sketch(seat)
        heading = self.screen.lines_of(f"\n{sketch.heading}{practice_mark(self.match)}")
        board = sketch_lines(sketch, room_of(self.console), self._emphasis(seat))
        self.screen.print([*heading, *board])
        self._seen[seat] = sketch

    def _emphasis(self, seat: int) -> Emphasis | None:
        """What to stress on a board for a seat; nothing where lines are read one by one."""
        if not self.screen.is_redrawn:
            return None
        match = self.match
        is_asked = not match.over and match.to_move == seat
        names = map(match.game.sketcher.card_played, match.legal()) if is_asked else ()
        return Emphasis(seat, frozenset(names) - {""}, self._seen[seat])

    def _tell_move(self, number: int, seat: int) -> None:
        """Report a move that the person did not choose, and anything notable that a move caused."""
        played = self.played(number, seat)
        if played and self.match.mover(number) != seat:
            self.say(f"{played}.")
        elif self._tells_passes and was_lone_pass(self.match, number):
            self.say("You could only pass.")
        for step in self.match.explain(number, seat):
            if step.is_of(*self.match.game.definition.notable):
                self.say(f"  {step.sentence} ({', '.join(step.rulings)})")
        self.stops.begin()
        show_scenes(self.match, number, seat, self.say, self.stops)

    def played(self, number: int, seat: int) -> str | None:
        """A move in words, as far as a seat may know it."""
        name = self.seating.name(self.match.mover(number), seat)
        text = self.match.move_seen(number, seat)
        return f"{name} played {text}" if text else None

    def explain(self, seat: int) -> None:
        """Explain all moves from the seat's last one on; before any move, the deal."""
        if not self.match.moves:
            self._explain_deal(seat)
            return
        first = last_decision_of(self.match, seat) or 1
        numbers = range(first, len(self.match.moves) + 1)
        told = [(number, text) for number in numbers if (text := self.played(number, seat))]
        for number, text in told:
            self.say(f"{text}:")
            self._say_rules(number, seat)
        if not told:
            self.say("You have not seen a move yet.")

    def _explain_deal(self, seat: int) -> None:
        """Say that there is no move to explain, and explain the deal if there was one."""
        none = "No move has been made yet."
        if not self.match.explain(0, seat):
            self.say(none)
            return
        self.say(f"{none} The game began by these rules:")
        self._say_rules(0, seat)

    def _say_rules(self, number: int, seat: int) -> None:
        """Print the rules that a step followed, as far as a seat may know of them."""
        for line in step_lines(self.match.explain(number, seat), self.console.width):
            self.say(line)

    def result(self) -> str:
        """Who won, and why."""
        match, why = self.match, f"{self.match.reason.says} ({self.match.reason.ruling})"
        if match.winner is None:
            return f"The game is drawn: {why}."
        if self.seating.shared:
            return f"{self.seating.name(match.winner, match.winner)} wins: {why}."
        return f"You {'win' if match.winner in self.seating.persons else 'lose'}: {why}."

    def close(self) -> None:
        """Leave the screen to what comes after the game; only the result is not lost with it."""
        if self.screen.close() and self.match.over:
            self.say(self.result())

    def go_back(self) -> None:
        """Forget what was shown of moves that have been taken back."""
        self.told = [min(told, len(self.match.moves)) for told in self.told]
        self.shown = [-1] * SEATS


class StepPrinter:
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
        seen = state_seen_by(self.match, self.match.states[number], self.seat)
        return self.match.game.sketch(self.match.game.board(seen, self.seat))

    def _emphasis(self, number: int) -> Emphasis | None:
        """What to stress on a board, where there are colours: what the step before did not have."""
        if not self.console.is_terminal or self.console.color_system is None:
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


def state_seen_by(match: Match, state: State, seat: int | None) -> State:
    """A state as a seat sees it, or open."""
    return state if seat is None else match.game.view(state, seat)


def check_style(game: Game, style: str) -> None:
    """Refuse a way of showing pictures that the game does not have."""
    styles = game.definition.picture.styles
    if style == USUAL or style in styles:
        return
    if not styles:
        raise BadUsage(f"{game.name} shows its pictures in one way: leave out --pictures")
    raise BadUsage(f"--pictures takes {' or '.join(styles)} in {game.name}, not {style!r}")


def scenes_in(match: Match, number: int, seat: int | None, style: str) -> list[Scene]:
    """The scenes that a move, counted from 1, set off, as a seat sees them, or openly."""
    find = match.game.definition.picture.styles.get(style)
    if find is None:
        return match.scenes(number, seat)
    before, move = match.states[number - 1], match.moves[number - 1]
    return list(find(before, move, match.trace(number), seat))


def show_scenes(
    match: Match, number: int, seat: int | None, say: Callable[[str], None], stops: Stops
) -> None:
    """Print the scenes that a move set off, as a seat sees them, or openly."""
    scenes = scenes_in(match, number, seat, stops.style)
    texts = list(scene_texts(match.game.sketcher, scenes))
    for at in stops.through(scenes):
        say("\n".join(["", *texts[at]]))
