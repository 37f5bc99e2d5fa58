"""The plain terminal game: lines of text in, lines of text out, nothing that needs a screen."""

from contextlib import suppress
from pathlib import Path

from rich.console import Console

from duelhall.engine.binding import interpreted
from duelhall.engine.chance import WORD, dice_for
from duelhall.engine.errors import DuelhallError
from duelhall.engine.features import CardText, TurnClock
from duelhall.engine.learning import has_learnt
from duelhall.engine.match import Match
from duelhall.players.players import Player
from duelhall.terminal import keeping
from duelhall.terminal.keyboard import TOO_LATE, Keyboard
from duelhall.terminal.seating import Seating
from duelhall.terminal.telling import Teller
from duelhall.terminal.turn_time import TurnTime, seconds_text

COMMANDS = ("?", "why", "undo", "board", "moves", "save", "quit")
SHOW = "show"
LONGEST_LIST = 60
"""How long a list of moves may be in the question for one; a longer one is given when asked for."""

SHOW_HELP = "  show CARD  what is printed on a card of either deck\n"

BETWEEN_PERSONS = ("?", "undo", "save", "quit")
"""What may be typed while nobody's cards may be shown."""

HELP = """\
{primer}
To move, type {examples}, and press Enter. Tab completes what is legal.
  ?          this help; `duelhall rules {game}` prints all rules
  moves      all that you may do now
{more}  why        the rules that the last moves followed, one by one
  undo       take your last move back, if you have been shown nothing new since
  board      show the table again; Enter alone does too
  save FILE  write the game to a file
  quit       leave; an unfinished game is kept"""


class PlainGame:
    """One match at one terminal, between persons and computer players."""

    def __init__(
        self,
        match: Match,
        console: Console,
        file: Path | None = None,
        *,
        step: bool = False,
        clock: float | None = None,
    ) -> None:
        self.match, self.file = match, file
        self.seating = Seating(match)
        self.computers = {
            seat: Player(match.game, name) for seat, name in self.seating.computers.items()
        }
        self.teller = Teller(match, self.seating, console, step=step)
        self.say = self.teller.say
        self.keyboard = Keyboard(lambda: self.candidates)
        self.candidates: list[str] = []
        self.leaving = False
        self.clock = TurnTime(match, clock) if clock else None
        self.holder: int | None = None  # who has the terminal, where two persons share it
        self._card_text = match.game.definition.feature(CardText)

    @property
    def commands(self) -> tuple[str, ...]:
        """What can be typed besides moves."""
        return (*COMMANDS, SHOW) if self._card_text else COMMANDS

    def run(self) -> None:
        """Play until the person leaves; the game being over does not end the conversation."""
        self.teller.welcome()
        while not self.leaving:
            seat = self.match.to_move
            if self.match.over:
                self._after_the_end()
            elif seat in self.computers:
                self.match.play(self.computers[seat].choose(self.match.view(seat), self._chance()))
            elif self._hand_over(seat):
                self._ask(seat)

    def _chance(self) -> int:
        """What a computer player draws from; a resumed game goes on as it would have gone on."""
        scatter = interpreted(dice_for)
        return int(scatter((scatter(self.match.start.seed or 0) + len(self.match.moves)) & WORD))

    def _last_mover(self) -> int:
        """The seat that made the last move; the one to move while there is none."""
        return self.match.mover(len(self.match.moves)) if self.match.moves else self.match.to_move

    # --- the conversation ---

    def _hand_over(self, seat: int) -> bool:
        """Let the next person take the terminal before anything of theirs is shown."""
        if not self.seating.shared or self.holder == seat:
            return True
        self.candidates = list(BETWEEN_PERSONS)
        hint = " (undo takes the last move back)" if self._can_undo(self._last_mover()) else ""
        line = self.keyboard.ask(f"Player {seat}, take the terminal and press Enter{hint}> ")
        if line is None or line.partition(" ")[0].lower() in BETWEEN_PERSONS:
            self.holder = None  # whoever typed that, nobody is to be shown anything yet
            self._obey(line, self._last_mover())
        elif line:
            self.say("Press Enter when the other player cannot see the screen.")
        else:
            self.holder = seat
        return line == ""

    def _ask(self, seat: int) -> None:
        """Show a person the table, if it is new, and do what they type."""
        if not self.teller.is_up_to_date(seat):
            self.teller.show(seat)
        legal = sorted(self.match.legal())
        self.candidates = [*legal, *self.commands]
        listed = " ".join(legal)
        hint = listed if len(listed) <= LONGEST_LIST else "? for help"
        line = self._asked(f"{self.seating.whose(seat)} move", hint)
        if line == TOO_LATE:
            self.say("Time is up.")
            self._move_late(seat)
        elif not self._obey(line, seat):
            self._move(str(line), seat)

    def _asked(self, question: str, hint: str) -> str | None:
        """What a person types, as long as there is time."""
        if self.clock is None:
            return self.keyboard.ask(f"{question} ({hint})> ")
        left = self.clock.left()
        return self.keyboard.ask_within(
            f"{question} within {seconds_text(left)} s ({hint})> ", left
        )

    def _move(self, text: str, seat: int) -> None:
        """Make the move that was typed, or say why it cannot be made."""
        try:
            self.match.play(text, seat)
        except DuelhallError as error:
            self.say(f"{str(error)[0].upper()}{str(error)[1:]}. Type ? for help.")
            return
        self._wait(seat)
        if self.seating.shared and self.keyboard.at_terminal:
            self.say("\n" * self.teller.console.height)

    def _move_late(self, seat: int) -> None:
        """Make the move of a player whose time is up."""
        if clock := self.match.game.definition.feature(TurnClock):
            self._move(clock.when_late, seat)

    def _wait(self, seat: int) -> None:
        """Let the rest of a turn by the clock go by, and show before what came of the move."""
        if self.clock and self.clock.rest() and not self.match.over:
            self.teller.show(seat)
            self.say(f"The turn lasts {seconds_text(self.clock.rest())} s more.")
            self.clock.wait()

    def _after_the_end(self) -> None:
        """Tell the result, and let the game be looked at, saved or taken back."""
        seat = self._last_mover() if self.seating.shared else self.seating.persons[0]
        if not self.teller.is_up_to_date(seat):
            self.teller.show(seat)
            self.say(self.teller.result())
        self.candidates = list(self.commands)
        line = self.keyboard.ask("The game is over (why, undo, save FILE, quit)> ")
        if not self._obey(line, seat):
            self.say("The game is over. Type ? for help, or quit.")

    def _obey(self, line: str | None, seat: int) -> bool:
        """Carry out a command; False if what was typed is none."""
        word, _, argument = (line or "").partition(" ")
        word = word.lower()
        if line is None or word in ("quit", "exit"):
            self.leave()
        elif word in ("?", "help"):
            self._help()
        elif word in ("", "board"):
            self.teller.show(seat)
        elif word == "moves":
            self.say(" ".join(sorted(self.match.legal())) or "There is none: the game is over.")
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
        """Say what there is to type."""
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
            self.say("Say which card: show CARD")
        elif self._card_text:
            self.say("\n".join(self._card_text.lines(self.match.state, name)))

    def _can_undo(self, seat: int) -> bool:
        """Whether a person has a move to take back, and has learnt nothing since."""
        last = self.match.last_move_of(seat)
        return last is not None and not has_learnt(self.match, seat, since=last - 1)

    def _undo(self, seat: int) -> None:
        """Go back to before a person's last move, if they have learnt nothing since."""
        last = self.match.last_move_of(seat)
        if last is None:
            self.say("There is no move of yours to take back.")
        elif not self._can_undo(seat):
            self.say("You cannot take that back: you have been shown something new since.")
        else:
            while len(self.match.moves) >= last:
                self.match.undo()
            self.teller.go_back()
            self.say("Taken back.")

    def _save(self, name: str) -> None:
        """Write the game to a file that the person names."""
        if not name:
            self.say("Say where to: save FILE")
            return
        try:
            self.file = keeping.save_as(self.match, name, self.file)
        except FileExistsError:
            self.say(f"{name} exists already. Choose another name.")
        except OSError as error:
            self.say(f"Cannot write {name}: {error.strerror}. Try another place.")
        except (ValueError, RuntimeError) as error:
            self.say(f"Cannot write {name}: {error}. Try another place.")
        else:
            self.say(f"Saved. {self._how_to_go_on(self.file)}")

    def _how_to_go_on(self, file: Path) -> str:
        if self.match.over:
            return f"Look at it with: {keeping.command('replay', file)}"
        return f"Go on with: {keeping.command('play', '--resume', file)}"

    def leave_at_once(self) -> None:
        """Keep the game when the person breaks off, even if the terminal is gone."""
        with suppress(OSError):
            self.say()
        with suppress(OSError):  # which only saying can raise: the game is kept before
            self.leave()

    def leave(self) -> None:
        """Stop, and keep the game, unless it is over and has no file of its own."""
        self.leaving = True
        if self.match.over and not self.file:
            return
        file = keeping.keep(self.match, self.file)
        if file is None:
            self.say("The game could not be kept: no folder can be written to.")
        else:
            self.say(f"The game is kept. {self._how_to_go_on(file)}")
