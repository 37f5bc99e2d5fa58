"""The clock of a game at a terminal, as a person sees it; without one, nothing is hurried."""

from rich.console import Console

from duelhall.engine.features import TurnClock
from duelhall.match.match import Match
from duelhall.play.table import has_one_try
from duelhall.players.clock import TurnTime, seconds_text
from duelhall.terminal.countdown import wait_out
from duelhall.terminal.keyboard import TYPING_ROOM, Keyboard
from duelhall.terminal.screen import Screen

SHORT_HINT = "? for help"


class PersonsClock:
    """Asks within the time of a turn, and says what becomes of it when that is up."""

    def __init__(
        self, match: Match, seconds: float | None, keyboard: Keyboard, screen: Screen
    ) -> None:
        self.match, self._keyboard, self._screen = match, keyboard, screen
        self._turn = TurnTime(match, seconds) if seconds else None
        self._rules = match.game.definition.feature(TurnClock) if seconds else None

    def begin_turn(self) -> None:
        """Count from now on, unless the turn has begun already."""
        if self._turn:
            self._turn.left()

    @property
    def left(self) -> float | None:
        """How many seconds are left of the turn; None without a clock."""
        return self._turn.left() if self._turn else None

    def ask(self, question: str, hint: str) -> str | None:
        """What a person types; TOO_LATE if the time of the turn is up before that."""
        if self._turn is None:
            return self._keyboard.ask(f"{question} ({hint})> ")
        left = self._turn.left()
        shown = seconds_text(left)
        prompt = f"{question} within {shown} s ({hint})> "
        if not self._screen.is_redrawn:
            return self._keyboard.ask_within(prompt, left)
        if len(prompt) + TYPING_ROOM > self._console.width:  # seconds are counted on one line only
            prompt = f"{question} within {shown} s ({SHORT_HINT})> "
        return self._keyboard.ask_within(prompt, left, counted_down=shown)

    @property
    def has_one_try(self) -> bool:
        """Whether a move that the rules refuse is the turn's only one."""
        return self._rules is not None and has_one_try(self.match.game)

    def late_move(self) -> int | None:
        """The move of a player whose time is up."""
        return self.match.check(self._rules.when_late) if self._rules else None

    @property
    def goes_on(self) -> bool:
        """Whether a turn lasts on after its move."""
        return self._turn is not None and self._turn.rest() > 0 and not self.match.over

    def wait_out(self) -> None:
        """Wait for the end of a turn that lasts its time."""
        if self._turn and self._screen.is_redrawn:
            wait_out(self._turn)
        elif self._turn:
            self._screen.say(f"The turn lasts another {seconds_text(self._turn.rest())} s.")
            self._turn.wait()

    @property
    def _console(self) -> Console:
        return self._screen.console
