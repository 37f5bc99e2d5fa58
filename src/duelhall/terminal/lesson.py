"""Lessons at this terminal: a board, what is said of it, and a move that is typed."""

from rich.console import Console

from duelhall.engine.errors import DuelhallError
from duelhall.match.match import Match
from duelhall.play.lesson import Lesson, TaughtStep, find_lesson, games_with_lessons
from duelhall.play.saves import PERSON
from duelhall.terminal.commands import sentence
from duelhall.terminal.conversation import LONGEST_LIST
from duelhall.terminal.keyboard import Keyboard
from duelhall.terminal.output import make_console, print_fitted
from duelhall.terminal.saves import command
from duelhall.terminal.screen import SHORT_HINT
from duelhall.terminal.seat import PlaySetup, Seating
from duelhall.terminal.speaker import Speaker

HELP = """\
To move, type {examples}, and press Enter. Tab completes legal moves.
  ?      this help
  moves  list your legal moves
  why    explain what happened last, rule by rule
  skip   go on without deciding
  back   go back to the step before
  again  begin the lesson anew
  quit   leave, as Ctrl-D does"""

WORDS = ("moves", "why", "skip", "back", "again", "quit")


def print_lessons() -> None:
    """List the lessons that there are."""
    for name in games_with_lessons():
        print_fitted(f"{name}  {find_lesson(name).title}")
    print_fitted(f"Begin with: {command('lesson', games_with_lessons()[0])}")


def give_lesson(name: str, *, plain: bool = False) -> None:
    """Give the lesson of a game, until it is over or the learner leaves."""
    _Learner(find_lesson(name), make_console(plain=plain), plain=plain).learn()


class _Learner:
    """Somebody who goes through a lesson."""

    def __init__(self, lesson: Lesson, console: Console, *, plain: bool) -> None:
        self._lesson, self._at = lesson, 0
        match = _seated(lesson.steps[0])
        self._teller = Speaker(match, Seating(match), console, PlaySetup(plain=plain))
        self._say = self._teller.say
        self._keyboard = Keyboard(self._candidates, self._teller.screen.heard)

    def learn(self) -> None:
        """Go through the steps."""
        self._teller.screen.open()
        self._say(f"{self._lesson.title}. Type ? for help.")
        before: TaughtStep | None = None
        while True:
            if before is not self._step:
                self._show(before)
                before = self._step
            if before is self._lesson.steps[-1]:
                break
            line = self._keyboard.ask(self._question())
            if line is None or line.lower() in ("quit", "q", "exit"):
                return
            self._obey(line)
        name = self._lesson.game.full_name
        self._say(f"Play on: {command('play', name, '--opponent', 'novice')}")

    @property
    def _step(self) -> TaughtStep:
        return self._lesson.steps[self._at]

    def _candidates(self) -> list[str]:
        return [*sorted(self._step.match.legal()), *WORDS]

    def _show(self, before: TaughtStep | None) -> None:
        """What happened since the step before, the board if it is another, and what is said."""
        step, teller = self._step, self._teller
        if before is None or before.match.state is not step.match.state:
            teller.match = _seated(step)
            teller.told[step.seat] = max(0, step.shown_from - 1)
            teller.show(step.seat)
        self._say(step.typed)

    def _question(self) -> str:
        step = f"Step {self._at + 1} of {len(self._lesson.steps) - 1}"
        if not self._step.answer:
            return f"{step} (Enter goes on)> "
        listed = " ".join(sorted(self._step.match.legal()))
        return f"{step}, your move ({listed if len(listed) <= LONGEST_LIST else SHORT_HINT})> "

    def _obey(self, line: str) -> None:
        word = line.lower()
        if word in ("?", "help"):
            examples = self._lesson.game.definition.writing.notation.MOVE_EXAMPLES
            self._say(HELP.format(examples=examples))
        elif word == "moves":
            self._say(" ".join(sorted(self._step.match.legal())))
        elif word == "why":
            self._teller.explain(self._step.seat)
        elif word in ("back", "again"):
            self._at = max(0, self._at - 1) if word == "back" else 0
        elif word == "skip" or not (line or self._step.answer):
            self._at += 1
        elif line:
            self._move(line)

    def _move(self, text: str) -> None:
        """Say what is to be said of a move, and go on if it is right."""
        try:
            move = self._step.match.check(text)
        except DuelhallError as error:
            self._say(f"{sentence(error)} Type ? for help.")
            return
        if not self._step.answer:
            self._say("There is nothing to play in this step. Enter goes on.")
            return
        reply = self._step.reply(move)
        if reply.says:
            self._say(reply.says)
        self._at += reply.goes_on


def _seated(step: TaughtStep) -> Match:
    """The match of a step, with the learner at this terminal."""
    match = step.match.copy()
    match.players = tuple(PERSON if seat == step.seat else "" for seat in range(2))
    return match
