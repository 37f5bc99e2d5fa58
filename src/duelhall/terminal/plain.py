"""The plain terminal game: lines of text in, lines of text out, nothing that needs a screen."""

import os
from pathlib import Path

from rich.console import Console

from duelhall.engine.chance import WORD, mixed
from duelhall.engine.errors import DuelhallError
from duelhall.engine.learning import has_learnt
from duelhall.engine.match import Match
from duelhall.engine.rule import python_function
from duelhall.players.players import Player
from duelhall.terminal.drawing import board_lines, step_lines
from duelhall.terminal.keyboard import Keyboard

PERSON = "person"
COMMANDS = ("?", "why", "undo", "board", "save", "quit")
HELP = """\
To move, type {examples}, and press Enter. Tab completes what is legal.
  ?          this help
  why        the rules that the last move followed, one by one
  undo       take your last move back, if you have been shown nothing new since
  board      show the table again; Enter alone does too
  save FILE  write the game to a file; `duelhall play --resume FILE` goes on with it
  quit       leave; an unfinished game is kept"""
SCROLLED_AWAY = 40


class PlainGame:
    """One match at one terminal, between persons and computer players."""

    def __init__(self, match: Match, console: Console, file: Path | None = None) -> None:
        self.match, self.console, self.file = match, console, file
        self.computers = {
            seat: Player(match.game, name)
            for seat, name in enumerate(match.players)
            if name != PERSON
        }
        self.persons = [seat for seat in range(len(match.players)) if seat not in self.computers]
        self.hotseat = len(self.persons) > 1
        self.keyboard = Keyboard(self._candidates)
        self.shown = -1  # how many moves had been made when the table was shown last
        self.told = len(match.moves)  # how many moves a person has been told
        self.leaving = False

    def run(self) -> None:
        """Play until the person leaves; the game being over does not end the conversation."""
        self._welcome()
        while not self.leaving:
            seat = self.match.to_move
            if self.match.over:
                self._after_the_end()
            elif seat in self.computers:
                self.match.play(self.computers[seat].choose(self.match.view(seat), self._chance()))
            elif self._hand_over(seat):
                self._ask(
                    seat, f"{self._whose(seat)} move ({' '.join(sorted(self.match.legal()))})> "
                )

    # --- the conversation ---

    def _chance(self) -> int:
        """What a computer player draws from; a resumed game goes on as it would have gone on."""
        scatter = python_function(mixed)
        return int(scatter((scatter(self.match.start.seed or 0) + len(self.match.moves)) & WORD))

    def _hand_over(self, seat: int) -> bool:
        """Let the next person take the terminal before anything of theirs is shown."""
        if not self.hotseat or self.shown == len(self.match.moves):
            return True
        prompt = f"Player {seat}, take the terminal and press Enter"
        line = self.keyboard.ask(f"{prompt} (undo takes the last move back)> ")
        if line == "":
            return True
        self._obey(line, self._last_mover())
        return False

    def _ask(self, seat: int, prompt: str) -> None:
        """Show a person the table, if it is new, and do what they type."""
        if self.shown != len(self.match.moves):
            self._show(seat)
        line = self.keyboard.ask(prompt)
        if not self._obey(line, seat):
            self._move(str(line), seat)

    def _move(self, text: str, seat: int) -> None:
        """Make the move that was typed, or say why it cannot be made."""
        try:
            self.match.play(text, seat)
        except DuelhallError as error:
            self.say(f"{str(error)[0].upper()}{str(error)[1:]}. Type ? for help.")
            return
        if self.hotseat and self.keyboard.at_terminal:
            self.say("\n" * SCROLLED_AWAY)

    def _after_the_end(self) -> None:
        """Tell the result, and let the game be looked at, saved or taken back."""
        seat = self._last_mover() if self.hotseat else self.persons[0]
        if self.shown != len(self.match.moves):
            self._show(seat)
            self.say(self._result())
        line = self.keyboard.ask("The game is over (why, undo, save FILE, quit)> ")
        if not self._obey(line, seat):
            self.say("The game is over. Type ? for help, or quit.")

    def _obey(self, line: str | None, seat: int) -> bool:
        """Carry out a command; False if what was typed is none."""
        word, _, argument = (line or "").partition(" ")
        if line is None or word in ("quit", "exit"):
            self.leave()
        elif word in ("?", "help"):
            self.say(HELP.format(examples=self.match.game.definition.notation.MOVE_EXAMPLES))
        elif word in ("", "board"):
            self._show(seat)
        elif word == "why":
            self._why(seat)
        elif word == "undo":
            self._undo(seat)
        elif word == "save":
            self._save(argument.strip())
        else:
            return False
        return True

    # --- what is said ---

    def say(self, text: str = "") -> None:
        """Print a line."""
        self.console.print(text, markup=False)

    def _welcome(self) -> None:
        game = self.match.game
        self.say(f"{game.definition.title}, rules {game.rule_set}.")
        self.say(game.definition.summary)
        if self.hotseat:
            self.say("Two persons share this terminal. Type ? for help.")
        else:
            foe = next(player.name for player in self.computers.values())
            self.say(f"You are player {self.persons[0]}; {foe} plays against you. ? is for help.")

    def _show(self, seat: int) -> None:
        """Tell a person what was played since the last time, and show the table."""
        for number in range(self.told, len(self.match.moves)):
            if int(self.match.states[number].to_move) != seat:
                self.say(f"{self._played(number, seat)}.")
        self.told = self.shown = len(self.match.moves)
        board = self.match.board(seat)
        self.say()
        self.say(board.heading)
        for line in board_lines(board):
            self.console.print(line)

    def _played(self, number: int, seat: int) -> str:
        mover = int(self.match.states[number].to_move)
        text = self.match.game.move_text(self.match.moves[number])
        return f"{self._name(mover, seat)} played {text}"

    def _name(self, player: int, seat: int) -> str:
        if self.hotseat:
            return f"Player {player}"
        return "You" if player == seat else "Opponent"

    def _whose(self, seat: int) -> str:
        return f"Player {seat}'s" if self.hotseat else "Your"

    def _last_mover(self) -> int:
        """The seat that made the last move; the one to move while there is none."""
        return int(self.match.states[-2].to_move) if self.match.moves else self.match.to_move

    def _why(self, seat: int) -> None:
        """Explain the last move, or the deal."""
        number = len(self.match.moves)
        self.say(f"{self._played(number - 1, seat)}:" if number else "Before the first move:")
        for line in step_lines(self.match.explain(), self.console.width):
            self.say(line)

    def _result(self) -> str:
        match = self.match
        why = f"{match.reason.says} ({match.reason.ruling})"
        if match.winner is None:
            return f"The game is drawn: {why}."
        if self.hotseat:
            return f"Player {match.winner} wins: {why}."
        return f"You {'win' if match.winner in self.persons else 'lose'}: {why}."

    # --- commands ---

    def _undo(self, seat: int) -> None:
        """Go back to before a person's last move, if they have learnt nothing since."""
        movers = [int(state.to_move) for state in self.match.states[:-1]]
        if seat not in movers:
            self.say("There is no move of yours to take back.")
            return
        since = len(movers) - 1 - movers[::-1].index(seat)
        if has_learnt(self.match, seat, since):
            self.say("You cannot take that back: you have been shown something new since.")
            return
        while len(self.match.moves) > since:
            self.match.undo()
        self.told, self.shown = since, -1
        self.say("Taken back.")

    def _save(self, name: str) -> None:
        """Write the game to a file that the person names."""
        if not name:
            self.say("Say where to: save FILE")
            return
        try:
            self.match.save(Path(name).expanduser())
        except OSError as error:
            self.say(f"Cannot write {name}: {error.strerror}. Try another place.")
            return
        self.file = Path(name).expanduser()
        self.say(f"Saved. Go on with: duelhall play --resume {name}")

    def leave(self) -> None:
        """Stop, and keep a game that is not over."""
        self.leaving = True
        if self.match.over:
            return
        file = self.file or unfinished_file(self.match)
        file.parent.mkdir(parents=True, exist_ok=True)
        self.match.save(file)
        self.say(f"The game is kept. Go on with: duelhall play --resume {file}")

    def _candidates(self) -> list[str]:
        """What may be typed now."""
        return [*self.match.legal(), *COMMANDS]


def unfinished_file(match: Match) -> Path:
    """Where a game is kept that its player left without naming a file."""
    home = Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state")
    return home / "duelhall" / f"{match.game.name}-{match.start.seed}.json"
