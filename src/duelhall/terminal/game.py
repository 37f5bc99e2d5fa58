"""Playing or watching at this terminal: one game after the other, until the people leave."""

import signal
import time
from collections.abc import Mapping
from contextlib import ExitStack, suppress
from dataclasses import replace
from pathlib import Path

from rich.console import Console

from duelhall.bots.signals import HANGUPS
from duelhall.match.match import Match
from duelhall.play import saves as saving
from duelhall.play.clock import now
from duelhall.play.entry import parse_entry
from duelhall.play.roster import seated
from duelhall.play.seat import Seat
from duelhall.play.series import Series, next_match
from duelhall.play.table import Table
from duelhall.terminal.commands import NextGame, failure_lines, noticed
from duelhall.terminal.conversation import Conversation
from duelhall.terminal.keyboard import Leave, Stops
from duelhall.terminal.output import make_console
from duelhall.terminal.saves import way_on
from duelhall.terminal.seat import AS_USUAL, PlaySetup, Seating, round_text, score_text
from duelhall.terminal.speaker import StepPrinter, check_style


def watch(match: Match, seats: Mapping[int, Seat], console: Console, setup: PlaySetup) -> None:
    """Let two players play, showing every move; with `step`, stop after each, and each scene."""
    players = [seats[seat] for seat in sorted(seats)]
    table = setup.table(match, players)
    stops = Stops(after_each=setup.step, style=setup.pictures)
    printer = StepPrinter(match, None, console, stops=stops)
    console.print(printer.title, markup=False)
    with suppress(Leave):
        _Watched(table, printer, setup).play()
        printer.ending = table.fault.ending if table.fault else None
        printer.remarks = tuple(failure_lines(table))
        printer.print_result()


class _Watched:
    def __init__(self, table: Table, printer: StepPrinter, setup: PlaySetup) -> None:
        self.table, self.match, self.printer, self.setup = table, table.match, printer, setup

    def play(self) -> None:
        """Play to the end; a viewer who has enough raises Leave."""
        self._show()
        with noticed(self._say, "the players to get ready", self.match.game):
            self.table.open()
        while not self.match.over:
            self._step()
        self.table.close()

    def _step(self) -> None:
        self.table.timer.begin(self.match.to_move, now())
        with noticed(self._say, self.match.players[self.match.to_move], self.match.game):
            is_made = self.table.step()
        if is_made:
            self._show()
        if not self.match.over:
            time.sleep(self.table.timer.rest(now()))

    def _show(self) -> None:
        self.printer.print_step(len(self.match.states) - 1)
        if self.setup.step and not self.match.over:
            self.printer.stops.stop()

    def _say(self, text: str) -> None:
        self.printer.console.print(text, markup=False)


def sit_down(
    match: Match,
    file: Path | None = None,
    *,
    setup: PlaySetup = AS_USUAL,
    series: Series | None = None,
) -> None:
    """Play a match in this terminal, and whatever games the people want to play after it."""
    check_style(match.game, setup.pictures)
    for hangup in HANGUPS:
        if signal.getsignal(hangup) is not signal.SIG_IGN:
            signal.signal(hangup, signal.default_int_handler)
    games = Games(setup, series or Series.noted_in(match))
    while True:
        try:
            games.play(match, file)
        except NextGame as wish:
            match, file = games.game_after(match, wish), None
        else:
            return


class Games:
    """Games between the same players, and the series that they belong to."""

    def __init__(self, setup: PlaySetup, series: Series | None) -> None:
        self.setup, self.series = setup, series

    def play(self, match: Match, file: Path | None) -> None:
        """Play one game; NextGame if another is wanted."""
        if self.series:
            self.series.note_in(match)
        with ExitStack() as stack:
            others = {
                seat: seated(parse_entry(name, match.game.name), match.game, stack)
                for seat, name in Seating(match).others.items()
            }
            if len(others) == len(match.players):
                self._watch(match, others, file)
            else:
                self._talk(match, others, file, stack)

    def game_after(self, match: Match, wish: NextGame) -> Match:
        """The game that follows: the next round, or one that a person asked for."""
        if self.series and not self.series.is_last:
            following = self.series.next_match(match)
            self.series = self.series.after(match)
            return following
        self.series = None
        self.setup = replace(self.setup, tells_seed=False)  # nobody chose the next one
        return next_match(match, swap=wish.swap)

    def _watch(self, match: Match, seats: dict[int, Seat], file: Path | None) -> None:
        """Let two players play who are not at the keyboard."""
        console, seating = make_console(plain=self.setup.plain), Seating(match)
        if self.series:
            console.print(round_text(self.series, seating), markup=False)
        try:
            watch(match, seats, console, self.setup)
        finally:
            saved = saving.save_safely(match, file)
            if saved:
                console.print(f"Game saved. {way_on(match, saved)}", markup=False)
        if self.series and match.over:
            console.print(score_text(self.series, match, seating), markup=False)
            if not self.series.is_last:
                raise NextGame(swap=True)

    def _talk(
        self, match: Match, others: dict[int, Seat], file: Path | None, stack: ExitStack
    ) -> None:
        console = make_console(plain=self.setup.plain)
        game = Conversation(match, others, console, file, setup=self.setup, series=self.series)
        stack.callback(game.teller.close)
        try:
            game.run()
        except NextGame:
            raise
        except KeyboardInterrupt:
            game.leave_at_once()
        except BaseException:  # the terminal may be gone: the game must not be
            game.leave_at_once()
            raise
        self._save_next_round(game)

    def _save_next_round(self, game: Conversation) -> None:
        """When people leave between two rounds, save the next one for them."""
        if not self.series or self.series.is_last or not game.match.over:
            return
        following = self.series.next_match(game.match)
        self.series.after(game.match).note_in(following)
        file = saving.save_safely(following, None)
        if file:
            game.say(f"The next round is saved. {way_on(following, file)}")
