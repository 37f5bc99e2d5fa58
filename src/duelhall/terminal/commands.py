"""What a person can type during a game, and what they are told while they wait for others."""

import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from duelhall.engine.errors import DuelhallError, UnknownName
from duelhall.engine.record import other_seat
from duelhall.engine.text import as_sentence
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.play import saves as saving
from duelhall.play.clock import now, time_text
from duelhall.play.seat import Seat
from duelhall.play.table import Table
from duelhall.play.undo import Resign, has_decided, way_to_take_back
from duelhall.search.hint import MOST, hint_lines
from duelhall.search.search import MASTER, consulted, thinker
from duelhall.terminal.keyboard import Leave
from duelhall.terminal.page import print_rules
from duelhall.terminal.saves import way_on

if TYPE_CHECKING:
    from duelhall.terminal.conversation import Conversation


MOST_LINES = 20
"""How many lines of standard error are shown, the last ones."""


def failure_lines(table: Table) -> Iterator[str]:
    """Who lost the game by which fault, and what that player wrote to standard error."""
    if table.faulty is None:
        return
    yield f"{table.fault_text.rstrip('.')}."
    yield from error_lines(table.seats[table.faulty], "It")


def error_lines(player: Seat, name: str) -> Iterator[str]:
    """What a player wrote to standard error, if anything."""
    written = player.errors().rstrip().splitlines()
    if written:
        yield f"{name} wrote to standard error:"
        left_out = len(written) - MOST_LINES
        if left_out > 0:
            yield f"  ({left_out} earlier lines)"
        yield from (f"  {line}" for line in written[-MOST_LINES:])


PATIENCE = 5.0
"""Seconds after which a person is told who is being waited for."""


COMPILING = ": the first time, the game's machine code has to be compiled"


@contextmanager
def noticed(say: Callable[[str], None], name: str, game: Game) -> Iterator[None]:
    """Tell a person that a player is taking long, if what is done here does, and why if it is
    because something has to be compiled.
    """

    def give_notice() -> None:
        reason = COMPILING if game.is_behind else ""
        say(f"Still waiting for {name}{reason}. Ctrl-C leaves the game, which is saved.")

    notice = threading.Timer(PATIENCE, give_notice)
    notice.daemon = True
    notice.start()
    try:
        yield
    finally:
        notice.cancel()
        notice.join()


HINT_SECONDS = 5.0
"""How long a hint may take, once its machine code is there."""

SHARE_OF_TIME = 0.5
"""The most that a hint takes of the time that is left of a turn, where a clock is running."""

WHOLE_NUMBER = re.compile("[1-9][0-9]{0,3}")

BETWEEN_PERSONS = ("?", "undo", "save", "quit", "q")
"""What may be typed while nobody's cards may be shown."""

HELP = """\
{primer}
To move, type {examples}, and press Enter. Tab completes legal moves.
  ?             this help
  moves         list your legal moves
{show}{deck}  why           explain the latest moves, rule by rule
  rules NUMBER  print a ruling; `duelhall rules {game}` prints them all
  hint          show the best moves, by what you can see, with your chances to win;
                `hint 1` shows only the best one
  log           list the moves so far
{clock}  undo          take back your last move{undo}
  board         show the table again; so does Enter alone
  save FILE     save the game to a file
  resign        give up the game
  rematch       play another game; `swap` plays it in the other seat
  quit          leave, as does q; every game is saved: `duelhall saves` lists them"""

SHOW_HELP = "  show CARD     the text on a card of either deck\n"
CLOCK_HELP = "  clock         show how much time you and your opponent have\n"
DECK_HELP = """\
  deck          your deck: the whole list, wherever the cards are by now
  their deck    the opponent's deck in the same way
"""
REAL_UNDO = ", if you have seen nothing new since"
PRACTICE_UNDO = "; if you have seen something new since, the game becomes practice"


class NextGame(Exception):
    """Raised when a person wants to play another game."""

    def __init__(self, *, swap: bool) -> None:
        super().__init__()
        self.swap = swap  # whether in the other seat


def sentence(error: DuelhallError) -> str:
    """An error as a sentence."""
    return as_sentence(str(error))


class Commands:
    """Carries out what a person types."""

    def __init__(self, game: "Conversation") -> None:
        self._game, self.match = game, game.match
        self.say, self._teller = game.say, game.teller
        self._card_text = self.match.game.definition.cards.text
        self._deck_text = self.match.game.definition.cards.deck_text
        self._acts: dict[str, Callable[[str, int], None]] = {
            "?": self._help,
            "moves": self._moves,
            "why": lambda _argument, seat: self._teller.explain(seat),
            "rules": self._rules,
            "hint": self._hint,
            "log": self._log,
            "undo": self._undo,
            "board": lambda _argument, seat: self._teller.show(seat),
            "save": self._save,
            "resign": self._resign,
            "rematch": lambda _argument, _seat: self._play_again(swap=False),
            "swap": lambda _argument, _seat: self._play_again(swap=True),
            "quit": self._quit,
        }
        if self._card_text:
            self._acts["show"] = self._show
        if game.timer.clock.is_limited:
            self._acts["clock"] = self._clock
        if self._deck_text:
            self._acts["deck"] = lambda _argument, seat: self._list_deck(seat)
            self._acts["their"] = self._their_deck
        self.words = tuple(self._acts)
        self._acts |= {"help": self._help, "": self._acts["board"]}
        self._acts |= {"q": self._quit, "exit": self._quit}

    def obey(self, line: str | None, seat: int) -> bool:
        """Carry out a command; False if what was typed is not a command."""
        if line is None:
            raise Leave
        word, _, argument = line.partition(" ")
        act = self._acts.get(word.lower())
        if act is None:
            return False
        act(argument.strip(), seat)
        return True

    def _quit(self, _argument: str, _seat: int) -> None:
        raise Leave

    # --- what can be read ---

    def _help(self, _argument: str, _seat: int) -> None:
        definition = self.match.game.definition
        self.say(
            HELP.format(
                primer=definition.primer,
                examples=definition.writing.notation.MOVE_EXAMPLES,
                game=definition.name,
                show=SHOW_HELP if self._card_text else "",
                deck=DECK_HELP if self._deck_text else "",
                clock=CLOCK_HELP if "clock" in self._acts else "",
                undo=PRACTICE_UNDO if self._game.allows_practice else REAL_UNDO,
            )
        )

    def _moves(self, _argument: str, _seat: int) -> None:
        self.say(" ".join(sorted(self.match.legal())) or "No moves: the game is over.")

    def _show(self, name: str, _seat: int) -> None:
        if not name:
            self.say("Name a card: show CARD")
        elif self._card_text:
            self.say("\n".join(self._card_text(self.match.state, name)))

    def _their_deck(self, argument: str, seat: int) -> None:
        if argument.lower() == "deck":
            self._list_deck(other_seat(seat))
        else:
            self.say("Their what? Type: their deck")

    def _list_deck(self, owner: int) -> None:
        if self._deck_text:
            self.say("\n".join(self._deck_text(self.match.state, owner)))

    def _rules(self, number: str, _seat: int) -> None:
        name = self.match.game.name
        if not number:
            self.say(f"Name a ruling by its number. `duelhall rules {name}` prints them all.")
            return
        try:
            print_rules(name, number)
        except UnknownName as error:
            self.say(sentence(error))

    def _hint(self, number: str, seat: int) -> None:
        """Think in the person's place, about no more than they can see."""
        if self.match.over:
            self.say("The game is over.")
            return
        if number and not WHOLE_NUMBER.fullmatch(number):
            self.say(f"How many moves should the hint show? hint 3, for example; {MOST} otherwise.")
            return
        game, view = self.match.game, self.match.view(seat)
        search, left = thinker(MASTER, game), self._game.timer.left(now())
        seconds = HINT_SECONDS if left is None else min(HINT_SECONDS, SHARE_OF_TIME * left)
        with noticed(self.say, "the hint", game):
            if left is None and len(game.legal_moves(view)) > 1:
                game.expect(search.entries)
                game.catch_up()  # in Python alone, it would imagine too few games
            thought = consulted(search, view, len(self.match.moves), seconds)
        self.say("\n".join(hint_lines(game, view, thought, int(number or MOST))))

    def _log(self, _argument: str, seat: int) -> None:
        played = (self._teller.played(n, seat) for n in range(1, len(self.match.moves) + 1))
        lines = [f"{n:4}. {text}" for n, text in enumerate(played, start=1) if text]
        self.say("\n".join(lines) or "You have not seen a move yet.")

    def _clock(self, _argument: str, seat: int) -> None:
        """Say what is left of each player's time for the game, and how much each has for a move."""
        timer = self._game.timer
        for player in (seat, other_seat(seat)):
            times = {"for the game": timer.bank(player, now()), "per move": timer.clock.move}
            said = (f"{time_text(time)} {what}" for what, time in times.items() if time is not None)
            self.say(f"{self._game.seating.name(player, seat)}: {', '.join(said)}")

    # --- what changes the game ---

    def _undo(self, _argument: str, seat: int) -> None:
        """Go back to before a person's last decision, if that is allowed."""
        way = way_to_take_back(self.match, seat, as_practice=self._game.allows_practice)
        if self._game.table.faulty == seat and not self._game.allows_practice:
            self.say("You cannot take back running out of time.")
        elif way is not None:
            way.seconds = self._game.timer.thought(now())
            raise way
        elif has_decided(self.match, seat):
            self.say("You cannot take that back: you have seen something new since.")
        else:
            self.say("You have no move to take back.")

    def _resign(self, _argument: str, seat: int) -> None:
        if self.match.over:
            self.say("The game is over.")
        else:
            raise Resign(seat)

    def _play_again(self, *, swap: bool) -> None:
        if self._game.series and not (self.match.over and self._game.series.is_last):
            self.say("This game is a round of a series: finish that first.")
        else:
            raise NextGame(swap=swap)

    def _save(self, name: str, _seat: int) -> None:
        if not name:
            self.say("Name a file: save FILE")
            return
        try:
            self._game.file = saving.save_as(self.match, name, self._game.file)
        except FileExistsError:
            self.say(f"{name} already exists. Choose another name.")
        except OSError as error:
            self.say(f"Cannot write {name}: {error.strerror}. Try another place.")
        except (ValueError, RuntimeError) as error:
            self.say(f"Cannot write {name}: {error}. Try another place.")
        else:
            self.say(f"Game saved. {way_on(self.match, self._game.file)}")


class SeveralMoves:
    """The moves of a line that are still to be made."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.left: list[str] = []
        self._seat = 0  # whose they are
        self._made = 0  # how many moves there are when the next of them is due

    def first_of(self, line: str) -> str:
        """The first move on a line, after which the others wait for their turn.

        If one of them cannot be read, it is that one, and none waits. A line that does not begin
        with a move, or that is a single one with blanks in it, is returned as it is.
        """
        words = line.split()
        if self._is_move(line) or not words or not self._is_move(words[0]):
            return line
        unreadable = next((word for word in words if not self._is_move(word)), None)
        if unreadable is not None:
            return unreadable
        self.left, self._made = words[1:], len(self.match.moves) + 1
        self._seat = self.match.to_move
        return words[0]

    def next_for(self, seat: int) -> str | None:
        """The move that is due, if this seat typed it and nobody else has moved since."""
        is_due = self._seat == seat == self.match.to_move and len(self.match.moves) == self._made
        if not self.left or not is_due:
            return None
        self._made += 1
        return self.left.pop(0)

    def dropped(self, seat: int) -> str:
        """Forget the moves that are left, and say which, if there were any of this seat's own."""
        text = f"Not played: {' '.join(self.left)}." if self.left and self._seat == seat else ""
        self.left = []
        return text

    def _is_move(self, text: str) -> bool:
        try:
            self.match.game.parse_move(text, self.match.state)
        except DuelhallError:
            return False
        return True
