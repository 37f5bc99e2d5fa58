"""The plain terminal game: lines of text in, lines of text out, nothing that needs a screen."""

from contextlib import suppress
from pathlib import Path

from rich.console import Console

from duelhall.engine.errors import DuelhallError, IllegalMove, nearest
from duelhall.match.match import Match
from duelhall.play import saves as saving
from duelhall.play.clock import now
from duelhall.play.seat import Answer, Ending, Fault, Question, Quiet, Seat
from duelhall.play.series import Series
from duelhall.play.table import Late, has_one_try
from duelhall.play.undo import TakeBack, can_take_back, is_practice, lone_pass, loss_by
from duelhall.terminal.commands import (
    BETWEEN_PERSONS,
    Commands,
    NextGame,
    SeveralMoves,
    error_lines,
    failure_lines,
    noticed,
    sentence,
)
from duelhall.terminal.keyboard import TOO_LATE, Keyboard, Leave
from duelhall.terminal.saves import way_on
from duelhall.terminal.screen import SHORT_HINT, ask_in_time, hand_over, wait_out
from duelhall.terminal.seat import AS_USUAL, PlaySetup, Seating, round_text, score_text
from duelhall.terminal.speaker import Speaker, practice_mark

LONGEST_LIST = 60
"""How long a list of moves in the prompt may be, if the terminal has no more room for it; a longer
one is shown on request."""

SHORTEST_WORD = 3
"""Letters of a word in which a slip is recognized; many moves are shorter."""

AFTER_THE_END = "why, log, undo, rematch, swap, save FILE, quit"
AFTER_A_ROUND = "Enter for the next round, why, log, undo, save FILE, quit"


class Person(Quiet):
    """The seat of a person at this terminal."""

    def __init__(self, game: "Conversation") -> None:
        self._game = game

    def decide(self, question: Question) -> Answer:
        """Talk with the person until a move is made, or their time is up."""
        while True:
            move = self._game.ask(question.seat)
            if move is not None:
                return Answer(move, self._game.timer.thought(now()))


class Conversation:
    """One match at one terminal, with one or two people in it."""

    def __init__(
        self,
        match: Match,
        others: dict[int, Seat],
        console: Console,
        file: Path | None = None,
        *,
        setup: PlaySetup = AS_USUAL,
        series: Series | None = None,
    ) -> None:
        self.match, self.file, self.setup, self.series = match, file, setup, series
        self.seating = Seating(match)
        seats = [others.get(seat) or Person(self) for seat in range(len(match.players))]
        self.table = setup.table(match, seats)
        self.timer = self.table.timer
        self.teller = Speaker(match, self.seating, console, setup, passes=self._passes_alone)
        self.say = self.teller.say
        self.keyboard = Keyboard(lambda: self.candidates, self.teller.screen.heard)
        self.candidates: list[str] = []
        self.several = SeveralMoves(match)
        self.holder: int | None = None  # who has the terminal, if two people share it
        self.commands = Commands(self)
        self._awaited: int | None = None  # who is not at the keyboard, and to decide
        self._warned: tuple[int, int] | None = None  # the move that a warning was about, and when

    @property
    def allows_practice(self) -> bool:
        """Whether a person may take back whatever they like."""
        return not self.setup.strict and not self.seating.shared

    @property
    def _passes_alone(self) -> bool:
        """Whether lone passes are played for a person; between two people, who is asked would show
        who had a choice.
        """
        return not self.setup.asks_always and not self.seating.shared

    def run(self) -> None:
        """Play until the person leaves, or wants another game (NextGame); the end of the game does
        not end the conversation.
        """
        self._welcome()
        try:
            with noticed(self.say, "the players to get ready", self.match.game):
                self.table.open()
            self._save_if_over()
            while True:
                if self.match.over:
                    self._after_the_end()
                else:
                    self._step()
        except Leave:
            self.leave()
        except NextGame:
            self.leave(is_told=not self.match.over)
            raise
        finally:
            if self.match.over:
                self.table.close()

    def _welcome(self) -> None:
        self.teller.welcome()
        if self.setup.tells_seed and self.match.start.seed is not None:
            self.say(f"Seed {self.match.start.seed}.")
        if self.series:
            self.say(round_text(self.series, self.seating))
        if is_practice(self.match):
            self.say("This game is practice.")

    def _step(self) -> None:
        seat, before = self.match.to_move, len(self.match.moves)
        if seat in self.seating.persons:
            self.table.step()
        else:
            self._wait_for(seat)
        made = len(self.match.moves)
        if made < before:
            self._go_back()
        elif made > before:
            self._after_move(seat)
        self._save_if_over()

    def _wait_for(self, seat: int) -> None:
        """Let a player decide who is not at the keyboard."""
        lapses, self._awaited = len(self.table.lapses), seat
        self.timer.begin(seat, now())
        with noticed(self.say, self.match.players[seat], self.match.game):
            self.table.step()
        self._awaited = None
        for lapse in self.table.lapses[lapses:]:
            was = "late" if lapse.fault.ending is Ending.TIMEOUT else "refused"
            self.say(f"The move of {self.match.players[seat]} was {was}: that is a pass.")

    def _go_back(self) -> None:
        self.teller.go_back()
        self._warned = None
        self.say("Taken back. This game is practice." if is_practice(self.match) else "Taken back.")

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
        if self._passes_alone and (only := lone_pass(self.match)) is not None:
            return only
        if not self.teller.is_up_to_date(seat):
            self.teller.show(seat)
        state, text = self.match.state, self.match.game.definition.writing.notation.move_text
        legal = {text(move, state): move for move in self.match.legal_moves()}
        self.candidates = [*sorted(legal), *self.commands.words]
        listed = " ".join(sorted(legal))
        longest = max(LONGEST_LIST, self.teller.screen.spare_columns)
        hint = listed if len(listed) <= longest else SHORT_HINT
        self.timer.begin(seat, now())
        question = f"{self.seating.whose(seat)} move"
        line = ask_in_time(self.keyboard, self.teller.screen, self.timer, question, hint)
        if line == TOO_LATE:
            self.say("Time is up.")
            raise Fault(Ending.TIMEOUT, "time was up", self.timer.thought(now()))
        if line in legal:
            return self._considered(legal[line])
        is_command = self.commands.obey(line, seat)
        return None if is_command else self._move(self.several.first_of(str(line)), seat)

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
        name = self.seating.address(seat)
        line = hand_over(self.keyboard, self.teller.screen, name, can_undo=can_undo)
        if line is None or line.partition(" ")[0].lower() in BETWEEN_PERSONS:
            self.holder = None  # either person may have typed that: show no cards yet
            self.commands.obey(line, self._last_mover())
        elif line:
            self.say("Press Enter when the other player cannot see the screen.")
        else:
            self.holder = seat
        return line == ""

    def _move(self, text: str, seat: int) -> int | None:
        """The move that was typed; if it cannot be made, None after saying why."""
        try:
            return self._considered(self.match.check(text, seat))
        except IllegalMove as error:
            then = "That is a pass." if self._has_one_try else "Type ? for help."
            self.say(f"{sentence(error)} {then}")
            self._drop_moves(seat)
            if self._has_one_try:
                raise Fault(Ending.ILLEGAL, str(error), self.timer.thought(now())) from None
            return None
        except DuelhallError as error:
            self.say(f"{sentence(error)}{self._meant(text)} Type ? for help.")
            self._drop_moves(seat)
            return None

    @property
    def _has_one_try(self) -> bool:
        """Whether a refused move is a turn that ran out, where each turn goes by the clock."""
        is_by_turns = self.timer.clock.move is not None and self.table.late is Late.PASS
        return is_by_turns and has_one_try(self.match.game)

    def _meant(self, text: str) -> str:
        """What may have been meant by a word that is neither a move nor a command."""
        is_word = len(text) >= SHORTEST_WORD and text.replace("-", "").isalpha()
        near = nearest(text, self.candidates) if is_word else None
        return f" Did you mean {near}?" if near else ""

    def _considered(self, move: int) -> int | None:
        """A legal move; None if it loses at once and the person has not been warned of it."""
        now = (len(self.match.moves), move)
        if not self.setup.warnings or self._warned == now:
            return move
        reason = loss_by(self.match, move)
        if reason is None:
            return move
        self._warned = now
        self.say(f"That loses at once: {reason.says} ({reason.ruling}). Type it again to play it.")
        self._drop_moves(self.match.to_move)
        return None

    def _after_move(self, seat: int) -> None:
        """If turns last their full time, show what the move did and wait out the rest of it; then
        hide the person's cards from the next one.
        """
        if self.timer.rest(now()) > 0 and not self.match.over:
            self.teller.show(seat if seat in self.seating.persons else self.seating.persons[0])
            wait_out(self.teller.screen, self.timer)
        if self.seating.shared and not self.match.over:
            self.teller.screen.conceal()

    # --- the end ---

    def _after_the_end(self) -> None:
        """Announce the result, and let the person review, save, take back or go on."""
        seat = self.seating.persons[0]
        if self.seating.shared:  # the one who gave up has the terminal, and did not move last
            seat = self._last_mover() if self.holder is None else self.holder
        if not self.teller.is_up_to_date(seat):
            self.teller.show(seat)
            self._drop_moves(seat)
            self._announce()
        self.candidates = list(self.commands.words)
        goes_on = self.series is not None and not self.series.is_last
        words = AFTER_A_ROUND if goes_on else AFTER_THE_END
        line = self.keyboard.ask(f"The {'round' if goes_on else 'game'} is over ({words})> ")
        if goes_on and line == "":
            raise NextGame(swap=True)
        try:
            if not self.commands.obey(line, seat):
                self.say("The game is over. Type ? for help, or quit.")
        except TakeBack as wish:
            self.table.take_back(wish)
            self._go_back()

    def _announce(self) -> None:
        """Say how the game ended, and what is known only now."""
        self.say(f"{self.teller.result()}{practice_mark(self.match)}")
        if self.table.faulty not in self.seating.persons:  # who have seen what happened
            for line in failure_lines(self.table):
                self.say(line)
        is_still_secret = self.series is not None and self.series.repeats_deal
        if self.match.start.seed is not None and not is_still_secret:
            self.say(f"The seed of this game was {self.match.start.seed}.")
        if self.series:
            self.say(score_text(self.series, self.match, self.seating))

    # --- saving the game ---

    def _save_if_over(self) -> None:
        """Save a game as soon as it is over, whatever happens afterwards."""
        if self.match.over:
            self.file = saving.save_safely(self.match, self.file) or self.file

    def leave_at_once(self) -> None:
        """Save the game when the person interrupts it, even if the terminal is gone."""
        with suppress(OSError):
            self.teller.close()
            self.say()
            if self._awaited is not None:  # what it wrote for whom a person would not wait longer
                awaited = self.table.seats[self._awaited]
                for line in error_lines(awaited, self.match.players[self._awaited]):
                    self.say(line)
        with suppress(OSError):  # only printing can raise it, and the game is saved before that
            self.leave()

    def leave(self, *, is_told: bool = True) -> None:
        """Save the game, and say where it is."""
        self.teller.close()
        file = saving.save_safely(self.match, self.file)
        if file is None:
            self.say("The game could not be saved: no writable folder was found.")
            return
        self.file = file
        if is_told:
            self.say(f"Game saved. {way_on(self.match, file)}")
