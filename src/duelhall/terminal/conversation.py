"""The plain terminal game: lines of text in, lines of text out, nothing that needs a screen."""

from contextlib import suppress
from pathlib import Path

from rich.console import Console

from duelhall.engine.errors import DuelhallError
from duelhall.engine.features import CardText, TurnClock
from duelhall.engine.match import Match
from duelhall.players.question import Answer, Question
from duelhall.players.roster import is_known
from duelhall.players.seat import Quiet, Seat
from duelhall.table import saving
from duelhall.table.table import Table
from duelhall.table.turn_time import TurnTime, seconds_text
from duelhall.table.undo import TakeBack, can_take_back
from duelhall.terminal.handing_over import hand_over
from duelhall.terminal.keyboard import TOO_LATE, Keyboard
from duelhall.terminal.programs import command
from duelhall.terminal.seating import Seating
from duelhall.terminal.several_moves import SeveralMoves
from duelhall.terminal.speaker import Speaker
from duelhall.terminal.stops import Leave

COMMANDS = ("?", "why", "undo", "board", "moves", "save", "quit")
SHOW = "show"
LONGEST_LIST = 60
"""How long a list of moves in the prompt may be, if the terminal has no more room for it; a longer
one is shown on request."""

SHOW_HELP = "  show CARD  the text on a card of either deck\n"

BETWEEN_PERSONS = ("?", "undo", "save", "quit")
"""What may be typed while nobody's cards may be shown."""

HELP = """\
{primer}
To move, type {examples}, and press Enter. Tab completes legal moves.
  ?          this help; `duelhall rules {game}` prints the full rules
  moves      list your legal moves
{more}  why        explain the latest moves, rule by rule
  undo       take back your last move, if you have seen nothing new since
  board      show the table again; so does Enter alone
  save FILE  save the game to a file
  quit       leave; an unfinished game is saved"""


class Person(Quiet):
    """The seat of a person at this terminal."""

    def __init__(self, game: "Conversation") -> None:
        self._game = game

    def decide(self, question: Question) -> Answer:
        """Talk with the person until a move is made."""
        while True:
            move = self._game.ask(question.seat)
            if move is not None:
                return Answer(move)


class Conversation:
    """One match at one terminal, with one or two people in it."""

    def __init__(
        self,
        match: Match,
        others: dict[int, Seat],
        console: Console,
        file: Path | None = None,
        *,
        step: bool = False,
        clock: float | None = None,
        plain: bool = False,
    ) -> None:
        self.match, self.file = match, file
        self.seating = Seating(match)
        seats = [others.get(seat) or Person(self) for seat in range(len(match.players))]
        self.table = Table(match, seats)
        self.teller = Speaker(match, self.seating, console, step=step, plain=plain)
        self.say = self.teller.say
        self.keyboard = Keyboard(lambda: self.candidates, self.teller.screen.heard)
        self.candidates: list[str] = []
        self.several = SeveralMoves(match)
        self.clock = TurnTime(match, clock) if clock else None
        self.holder: int | None = None  # who has the terminal, if two people share it
        self._card_text = match.game.definition.feature(CardText)

    @property
    def commands(self) -> tuple[str, ...]:
        """What can be typed besides moves."""
        return (*COMMANDS, SHOW) if self._card_text else COMMANDS

    def run(self) -> None:
        """Play until the person leaves; the end of the game does not end the conversation."""
        self.teller.welcome()
        try:
            self.table.open()
            while True:
                if self.match.over:
                    self._after_the_end()
                else:
                    self._step()
        except Leave:
            self.leave()
        finally:
            if self.match.over:
                self.table.close()

    def _step(self) -> None:
        """Let the next seat decide."""
        seat, before = self.match.to_move, len(self.match.moves)
        self.table.step()
        made = len(self.match.moves)
        if made < before:
            self.teller.go_back()
            self.say("Taken back.")
        elif made > before and seat in self.seating.persons:
            self._after_move(seat)

    def _last_mover(self) -> int:
        """The seat that made the last move; before the first move, the one to move."""
        return self.match.mover(len(self.match.moves)) if self.match.moves else self.match.to_move

    # --- the conversation ---

    def ask(self, seat: int) -> int | None:
        """Show a person the table, if it has changed, and do what they type: return the move, or
        None if it was not one.
        """
        if not self._hand_over(seat):
            return None
        due = self.several.next_for(seat)
        if due is not None:
            return self._move(due, seat)
        self._drop_moves(seat)
        if not self.teller.is_up_to_date(seat):
            self.teller.show(seat)
        legal = sorted(self.match.legal())
        self.candidates = [*legal, *self.commands]
        listed = " ".join(legal)
        longest = max(LONGEST_LIST, self.teller.screen.spare_columns)
        hint = listed if len(listed) <= longest else "? for help"
        line = self._asked(f"{self.seating.whose(seat)} move", hint)
        if line == TOO_LATE:
            self.say("Time is up.")
            return self._move(self._when_late(), seat)
        if self._obey(line, seat):
            return None
        return self._move(self.several.first_of(str(line)), seat)

    def _drop_moves(self, seat: int) -> None:
        """Say which moves of a line are not made any more."""
        if dropped := self.several.dropped(seat):
            self.say(dropped)

    def _hand_over(self, seat: int) -> bool:
        """Let the next person take the terminal before anything of theirs is shown."""
        if not self.seating.shared or self.holder == seat:
            return True
        self.candidates = list(BETWEEN_PERSONS)
        can_undo = can_take_back(self.match, self._last_mover())
        line = hand_over(self.keyboard, self.teller.screen, f"Player {seat}", can_undo=can_undo)
        if line is None or line.partition(" ")[0].lower() in BETWEEN_PERSONS:
            self.holder = None  # either person may have typed that: show no cards yet
            self._obey(line, self._last_mover())
        elif line:
            self.say("Press Enter when the other player cannot see the screen.")
        else:
            self.holder = seat
        return line == ""

    def _asked(self, question: str, hint: str) -> str | None:
        """What a person types, as long as there is time."""
        if self.clock is None:
            return self.keyboard.ask(f"{question} ({hint})> ")
        left = self.clock.left()
        return self.keyboard.ask_within(
            f"{question} within {seconds_text(left)} s ({hint})> ", left
        )

    def _when_late(self) -> str:
        """The move of a player whose time is up."""
        clock = self.match.game.definition.feature(TurnClock)
        return clock.when_late if clock else ""

    def _move(self, text: str, seat: int) -> int | None:
        """The move that was typed; if it cannot be made, None after saying why."""
        try:
            return self.match.check(text, seat)
        except DuelhallError as error:
            self.say(f"{str(error)[0].upper()}{str(error)[1:]}. Type ? for help.")
            self._drop_moves(seat)
            return None

    def _after_move(self, seat: int) -> None:
        """If turns last their full time, show what the move did and wait out the rest of it; then
        hide the person's cards from the next one.
        """
        if self.clock and self.clock.rest() and not self.match.over:
            self.teller.show(seat)
            self.say(f"The turn lasts another {seconds_text(self.clock.rest())} s.")
            self.clock.wait()
        if self.seating.shared and not self.match.over:
            self.teller.screen.conceal()

    def _after_the_end(self) -> None:
        """Announce the result, and let the person review, save or take back."""
        seat = self._last_mover() if self.seating.shared else self.seating.persons[0]
        if not self.teller.is_up_to_date(seat):
            self.teller.show(seat)
            self._drop_moves(seat)
            self.say(self.teller.result())
            if self.table.fault_text:
                self.say(f"{self.table.fault_text}.")
        self.candidates = list(self.commands)
        line = self.keyboard.ask("The game is over (why, undo, save FILE, quit)> ")
        try:
            if not self._obey(line, seat):
                self.say("The game is over. Type ? for help, or quit.")
        except TakeBack:
            self.table.take_back(seat)
            self.teller.go_back()
            self.say("Taken back.")

    def _obey(self, line: str | None, seat: int) -> bool:
        """Carry out a command; False if what was typed is not a command."""
        word, _, argument = (line or "").partition(" ")
        word = word.lower()
        if line is None or word in ("quit", "exit"):
            raise Leave
        if word in ("?", "help"):
            self._help()
        elif word in ("", "board"):
            self.teller.show(seat)
        elif word == "moves":
            self.say(" ".join(sorted(self.match.legal())) or "No moves: the game is over.")
        elif word == SHOW and self._card_text:
            self._show(argument.strip())
        elif word == "why":
            self.teller.explain(seat)
        elif word == "undo":
            self._undo(seat)
        elif word == "save":
            self._save(argument.strip())
        else:
            return False
        return True

    # --- commands ---

    def _help(self) -> None:
        """Say what can be typed."""
        definition = self.match.game.definition
        examples = definition.notation.MOVE_EXAMPLES
        more = SHOW_HELP if self._card_text else ""
        self.say(
            HELP.format(
                primer=definition.primer, examples=examples, game=definition.name, more=more
            )
        )

    def _show(self, name: str) -> None:
        """Print a card's text."""
        if not name:
            self.say("Name a card: show CARD")
        elif self._card_text:
            self.say("\n".join(self._card_text.lines(self.match.state, name)))

    def _undo(self, seat: int) -> None:
        """Go back to before a person's last move, if they have learned nothing since."""
        if self.match.last_move_of(seat) is None:
            self.say("You have no move to take back.")
        elif not can_take_back(self.match, seat):
            self.say("You cannot take that back: you have seen something new since.")
        else:
            raise TakeBack(seat)

    def _save(self, name: str) -> None:
        """Save the game to a file that the person names."""
        if not name:
            self.say("Name a file: save FILE")
            return
        try:
            self.file = saving.save_as(self.match, name, self.file)
        except FileExistsError:
            self.say(f"{name} already exists. Choose another name.")
        except OSError as error:
            self.say(f"Cannot write {name}: {error.strerror}. Try another place.")
        except (ValueError, RuntimeError) as error:
            self.say(f"Cannot write {name}: {error}. Try another place.")
        else:
            self.say(f"Game saved. {self._how_to_go_on(self.file)}")

    def _how_to_go_on(self, file: Path) -> str:
        if self.match.over:
            return f"Replay it with: {command('replay', file)}"
        definition = self.match.game.definition
        programs = [n for n in self.seating.others.values() if not is_known(n, definition)]
        opponent = ["--opponent", *programs] if programs else []
        return f"Resume with: {command('play', '--resume', file, *opponent)}"

    def leave_at_once(self) -> None:
        """Save the game when the person interrupts it, even if the terminal is gone."""
        with suppress(OSError):
            self.teller.close()
            self.say()
        with suppress(OSError):  # only printing can raise it, and the game is saved before that
            self.leave()

    def leave(self) -> None:
        """Save the game, unless it is over and has no file of its own."""
        self.teller.close()
        if self.match.over and not self.file:
            return
        file = saving.save_unfinished(self.match, self.file)
        if file is None:
            self.say("The game could not be saved: no writable folder was found.")
        else:
            self.say(f"Game saved. {self._how_to_go_on(file)}")
