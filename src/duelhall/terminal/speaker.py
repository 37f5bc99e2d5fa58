"""What the plain terminal game says."""

from rich.console import Console

from duelhall.engine.board import Sketch
from duelhall.engine.options import Option, Table, Value
from duelhall.engine.record import SEATS
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play.undo import is_practice, last_decision_of, was_lone_pass
from duelhall.terminal.boards import sketch_lines
from duelhall.terminal.emphasis import Emphasis
from duelhall.terminal.output import step_lines
from duelhall.terminal.pictures import USUAL, show_scenes
from duelhall.terminal.screen import Screen
from duelhall.terminal.seating import Seating
from duelhall.terminal.stops import Stops
from duelhall.terminal.wrapping import room_of


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
    if isinstance(option, Table) and option.short(str(value)) != str(value):
        return option.short(str(value))
    if not is_changed:
        return ""
    return f"custom {option.name}" if isinstance(option, Table) else f"{option.name}={value}"


class Speaker:
    """Tells a person about a match, from the point of view of a seat."""

    def __init__(
        self,
        match: Match,
        seating: Seating,
        console: Console,
        *,
        step: bool = False,
        plain: bool = False,
        pictures: str = USUAL,
        passes: bool = False,
    ) -> None:
        self.match, self.seating, self.console = match, seating, console
        self.screen = Screen(console, plain=plain, shared=seating.shared)
        self.say = self.screen.say
        self.stops = Stops(after_each=step, heard=self.screen.heard, style=pictures)
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
