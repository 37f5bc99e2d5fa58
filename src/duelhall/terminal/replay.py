"""What `duelhall replay` shows of a saved game, step by step or whole, and `duelhall verify`."""

from collections.abc import Iterator
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from duelhall.backend import TIERED
from duelhall.engine.board import scene_texts
from duelhall.engine.errors import BadReplay, BadUsage
from duelhall.engine.record import other_seat
from duelhall.engine.text import counted, read_text
from duelhall.match.explain import Step
from duelhall.match.match import Match
from duelhall.match.recall import COMMITMENT, SALT, commitment
from duelhall.match.replay import parse
from duelhall.match.saves import besides_seed
from duelhall.play.builtin import policy_names
from duelhall.play.roster import is_known
from duelhall.play.saves import PERSON
from duelhall.play.undo import PRACTICE
from duelhall.terminal.game import sit_down
from duelhall.terminal.keyboard import END_OF_INPUT, Keyboard, Leave, Stops, has_keys, pressed
from duelhall.terminal.output import (
    json_text,
    make_console,
    match_heading,
    print_fitted,
    print_json,
)
from duelhall.terminal.screen import Screen
from duelhall.terminal.seat import PlaySetup, seat_of
from duelhall.terminal.speaker import USUAL, StepPrinter, check_style, scenes_in, state_seen_by
from duelhall.terminal.start import (
    read_match,
    record_lines,
    record_report,
    seen_by,
    tournament_game,
)

if TYPE_CHECKING:
    from duelhall.arena.record import GameRecord


@dataclass(frozen=True)
class ReplaySetup:
    """What somebody asks for who looks at a saved game."""

    seat: str | None = None
    role: str | None = None
    why: bool = False
    json: bool = False
    log: bool = False
    move: int | None = None
    pager: bool = False
    pictures: str = USUAL
    plain: bool = False

    def check(self) -> None:
        """Refuse what does not go together."""
        if self.log and self.why and not self.json:
            raise BadUsage("--log prints the log alone: leave out --why, or add --json")
        if self.pager and (self.json or self.log):
            raise BadUsage("--pager shows the game move by move: leave out --json and --log")


AS_SAVED = ReplaySetup()


def seat_to_show(match: Match, seat: str | None, role: str | None = None) -> int | None:
    """The seat whose view of a match to show, by its number or its role; None for all cards open.

    In a game that is still going on, the person is not shown hidden cards unless they ask.
    """
    if role is not None and seat is None:
        return seat_of(match.game.definition, role, None)
    if role is not None:
        raise BadUsage("choose whose view to show with either --seat or --role, not both")
    if seat is None:
        persons = [number for number, name in enumerate(match.players) if name == PERSON]
        if match.over or not persons:
            return None
        if len(persons) > 1:
            raise BadUsage(
                "two people are still playing this game: choose whose view to show with "
                "--seat 0 or --seat 1, or show everything with --seat open"
            )
        return persons[0]
    return None if seat == "open" else int(seat)


def print_log(match: Match, seat: int | None, move: int | None = None) -> None:
    """Print a match, or one move, in the log format its players know, as a seat may read it or
    open.
    """
    _check_log(match)
    for number in range(1, len(match.moves) + 1):
        for line in (match.log(number, seat) or ()) if move in (None, number) else ():
            print(line)


def _check_log(match: Match) -> None:
    if match.game.definition.writing.log is None:
        raise BadUsage(f"{match.game.name} has no log of its own: leave out --log")


def replay_as_json(
    match: Match,
    seat: int | None,
    setup: ReplaySetup = AS_SAVED,
    record: "GameRecord | None" = None,
) -> str:
    """A match as JSON, move by move, as a seat saw it or open, with the arena's record if any."""
    if setup.log:
        _check_log(match)
    document = {
        **match_heading(match, seat),
        "steps": list(_steps(match, seat, setup)),
        "result": match.replay().result,
        "notes": match.notes,
        **({"record": record_report(record)} if record else {}),
    }
    return json_text(document)


def _steps(match: Match, seat: int | None, setup: ReplaySetup) -> Iterator[dict[str, Any]]:
    moves = range(1, len(match.moves) + 1)
    for number in range(len(match.states)) if setup.move is None else (setup.move,):
        if number in moves and match.move_seen(number, seat) is None:
            continue
        seen = state_seen_by(match, match.states[number], seat)
        step: dict[str, Any] = {
            "number": number,
            "player": match.mover(number) if number in moves else None,
            "move": match.move_seen(number, seat) if number in moves else None,
            "position": match.game.position_text(seen),
            "board": asdict(match.game.board(seen, seat)),
            "scenes": list(_scenes(match, number, seat, setup.pictures)),
        }
        if setup.why:
            step["why"] = [_rule(match, fired, seat) for fired in match.explain(number, seat)]
        if setup.log:
            step["log"] = match.log(number, seat) if number in moves else []
        yield step


def _rule(match: Match, step: Step, seat: int | None) -> dict[str, Any]:
    seen = state_seen_by(match, step.state, seat)
    return {
        "rule": step.rule,
        "rulings": list(step.rulings),
        "sentence": step.sentence,
        "position": match.game.position_text(seen),
    }


def _scenes(match: Match, number: int, seat: int | None, style: str) -> Iterator[dict[str, Any]]:
    """What a move set off, as data and as the lines that a terminal shows below the caption."""
    if 0 < number <= len(match.moves):
        scenes = scenes_in(match, number, seat, style)
        for scene, lines in zip(scenes, scene_texts(match.game.sketcher, scenes), strict=True):
            yield {**asdict(scene), "lines": lines[1:]}


NEXT = ("space", "enter", "right", "down", "page down", "n")
BACK = ("left", "up", "page up", "backspace", "b", "p")
FIRST, LAST = ("home", "g"), ("end", "G")
MOVE, WHY, HELP, QUIT = "m", "w", "?", ("q", END_OF_INPUT)

HELP_TEXT = """
  Space, Enter, Right, n  the next move
  b, Left                 the move before
  g, Home                 the start
  G, End                  the end
  m                       the move with a number
  w                       explain this move, rule by rule
  q                       quit"""


class ReplayKeys:
    """Shows one step of a match after another, as keys are pressed."""

    def __init__(self, printer: StepPrinter, *, plain: bool = False) -> None:
        self.printer, self.steps = printer, printer.steps()
        self.screen = Screen(printer.console, plain=plain)
        self.keyboard = Keyboard(list)
        self.at = 0  # the place of the present step among those that can be shown

    def run(self, start: int) -> None:
        """Show a step, and go from there until the person has enough."""
        self.at = self.steps.index(start)
        self.screen.open()
        with suppress(Leave):
            self._show()
            while (key := pressed(self._prompt())) not in QUIT:
                self._obey(key)

    @property
    def number(self) -> int:
        """The present step."""
        return self.steps[self.at]

    def _prompt(self) -> str:
        place = f"{self.number} of {self.steps[-1]}"
        if self.at == len(self.steps) - 1:
            return f"({place}, the end: b back, ? keys, q quit)"
        return f"({place}: Space next, b back, ? keys, q quit)"

    def _obey(self, key: str) -> None:
        self.screen.heard()
        if key in NEXT:
            self._go(self.at + 1)
        elif key in BACK:
            self._go(self.at - 1)
        elif key in FIRST:
            self._go(0)
        elif key in LAST:
            self._go(len(self.steps) - 1)
        elif key == MOVE:
            self._go_to_number()
        elif key == WHY:
            self.printer.print_rules(self.number)
        elif key == HELP:
            self.screen.say(HELP_TEXT)

    def _go(self, at: int) -> None:
        if at != self.at and 0 <= at < len(self.steps):
            self.at = at
            self._show()

    def _go_to_number(self) -> None:
        """Ask for the number of a move, and show the last step up to it."""
        line = self.keyboard.ask(f"Which move, 0 to {self.steps[-1]}? ") or ""
        if line.isdecimal():
            self._go(sum(step <= int(line) for step in self.steps) - 1)

    def _show(self) -> None:
        self.screen.redraw()
        printer = self.printer
        printer.stops.begin()
        printer.console.print(printer.title, markup=False)
        printer.print_step(self.number)
        if self.at == len(self.steps) - 1:
            printer.print_result()


def branched(match: Match, moves: int, seat: int | None = None) -> Match:
    """A match as it stood after so many of its moves, to be played on by a person.

    The person gets this seat; if none is named, the one that a person has in the match, or else
    the one to move. Two people stay two. It is practice: what was hidden may have been seen.
    """
    last = len(match.moves) - (match.over and match.forfeited_by is None)
    if not 0 <= moves <= last:
        raise BadUsage(
            f"the game can be continued from move 0, its start, to {last}, not from {moves}"
        )
    branch = match.copy()
    while branch.forfeited_by is not None or len(branch.moves) > moves:
        branch.undo()
    branch.players = _players(branch, seat)
    branch.notes = {PRACTICE: True}
    return branch


def _players(match: Match, seat: int | None) -> tuple[str, ...]:
    """Who plays on: a saved game starts no program by itself."""
    if seat is None and match.players == (PERSON, PERSON):
        return match.players
    if seat is None:
        seat = match.players.index(PERSON) if PERSON in match.players else match.to_move
    foe, definition = match.players[other_seat(seat)], match.game.definition
    if foe == PERSON or not is_known(foe, definition):
        foe = policy_names(definition)[-1]
    return (PERSON, foe) if seat == 0 else (foe, PERSON)


def show_replay(file: str, setup: ReplaySetup) -> None:
    """Show a saved game, or a game of a tournament."""
    setup.check()
    kept = tournament_game(file)
    match = kept[0] if kept else read_match(Path(file))
    seat = seat_to_show(match, setup.seat, setup.role)
    check_style(match.game, setup.pictures)
    record = seen_by(kept[1], seat) if kept else None
    printer = _printer(match, seat, record, setup)
    if setup.move is not None:
        printer.checked_step(setup.move)
    if setup.json:
        print(replay_as_json(match, seat, setup, record))
    elif setup.log:
        print_log(match, seat, setup.move)
    else:
        _show(printer, setup)


def play_on(file: str, move: int, setup: ReplaySetup) -> None:
    """Play on from a move of a saved game, or of a game of a tournament."""
    if setup != ReplaySetup(setup.seat, setup.role, pictures=setup.pictures, plain=setup.plain):
        raise BadUsage(
            "--from continues the game: leave out --why, --json, --log, --move and --pager"
        )
    if setup.seat == "open":
        raise BadUsage("--from continues the game: choose your seat with --seat 0 or --seat 1")
    kept = tournament_game(file)
    match = kept[0] if kept else read_match(Path(file), backend=TIERED)
    seat = None if setup.seat is None else int(setup.seat)
    branch = branched(match, move, seat_of(match.game.definition, setup.role, seat))
    sit_down(branch, setup=PlaySetup(pictures=setup.pictures, plain=setup.plain))


def _printer(
    match: Match, seat: int | None, record: "GameRecord | None", setup: ReplaySetup
) -> StepPrinter:
    by_keys = has_keys() and not setup.pager
    return StepPrinter(
        match,
        seat,
        make_console(plain=setup.plain),
        why=setup.why,
        ending=record.fault if record else None,
        remarks=tuple(record_lines(record)) if record else (),
        stops=Stops(after_parts=by_keys, style=setup.pictures),
    )


def _show(printer: StepPrinter, setup: ReplaySetup) -> None:
    """Show the match: in the pager, by keys, or all that was asked for at once."""
    if has_keys() and not setup.pager:
        ReplayKeys(printer, plain=setup.plain).run(setup.move or 0)
        return
    with printer.console.pager() if setup.pager else nullcontext():
        if setup.move is None:
            printer.print_all()
        else:
            printer.print_step(setup.move)


NOT_SHOWN = (
    "who made the moves, since nobody signs them; nor that the game was not cut short, or nothing "
    "taken back; nor that the server did not choose among several seeds; nor which edition of the "
    "rules was agreed on, since the commitment does not name it"
)


def print_verified(file: Path, shown: str | None, *, as_json: bool) -> None:
    """Say that a deal is what was committed to; BadReplay if it is not."""
    if file.is_dir():
        raise BadReplay(str(file), f"a tournament is checked by `duelhall arena verify {file}`")
    match = read_match(file)
    found = verified(match, _game_begun(file, match), shown, str(file))
    chance = f"the deal and all chance in {counted(len(match.moves), 'move')} after it"
    kept = f"salt, seed and game give it, and {chance} follow from that seed alone"
    if as_json:
        said = {"file": str(file), "commitment": found, "verified": True}
        print_json({**said, "shown": kept, "not_shown": NOT_SHOWN})
        return
    print_fitted(f"The commitment is {found}.", f"It is kept: {kept}.")
    print_fitted(f"This does not show {NOT_SHOWN}.")
    if shown is None:
        print_fitted("Compare the commitment with what the server showed before the first move.")


def _game_begun(file: Path, match: Match) -> str:
    """The lasting name that the game of a match in a file had in the edition in which it began."""
    replay = parse(read_text(file))
    is_earlier = replay.edition != match.game.definition.edition
    return replay.game if is_earlier else match.game.lasting_name


def verified(match: Match, game: str, shown: str | None, file: str) -> str:
    """The commitment that a match of this game keeps; BadReplay if it keeps none, or not the one
    shown.
    """
    salt, said, seed = match.notes.get(SALT), match.notes.get(COMMITMENT), match.start.seed
    if salt is None or said is None or seed is None:
        raise BadReplay(file, "no server has committed to the deal of this game")
    if besides := besides_seed(match):
        raise BadReplay(file, f"it does not follow from its seed alone: {besides}")
    found = commitment(str(salt), seed, game)
    if found != said or not found:
        raise BadReplay(file, "its salt and its seed do not give the commitment in it")
    if shown is not None and shown.strip().lower() != found:
        raise BadReplay(file, f"it was dealt by the commitment {found}, not by the one shown")
    return found
