"""The page that tells learners what lies where in a game's observations, made from the game.

python -m duelhall.testing.observation_page GAME
"""

import sys
from collections.abc import Iterable, Iterator, Sequence
from textwrap import wrap

from duelhall.engine.observation import ObservationLayout, observation_of
from duelhall.engine.text import counted
from duelhall.match.game import Game, load

WIDTH = 110


def page_of(game: Game) -> str:
    """The page of a game, in Markdown."""
    return "\n".join(_lines(game)) + "\n"


def _lines(game: Game) -> Iterator[str]:
    layout = game.layout
    yield f"# Observations of {game.definition.title}"
    yield ""
    command = f"python -m duelhall.testing.observation_page {game.name}"
    yield f"`{command}` makes this page from the game."
    yield ""
    yield from _paragraph(
        f"`game.observation(state, seat)` returns {counted(layout.size, 'number')} from 0 to 1, as "
        "32-bit floats. They are laid out in the same way for all rule sets and options, and for "
        "both seats: *I* am the seat that is asked, *they* are the opponent. Since the numbers are "
        "made from the seat's view, they hold what it knows and remembers, and nothing else; "
        "whatever is not there is 0. `game.layout.parts(numbers)` has the fields by name and in "
        "their shapes. [What learners are given](../observations.md) tells more."
    )
    yield ""
    yield from _field_table(layout)
    yield from _left_out(game)
    yield from _moves(game)
    yield from _bounds(game)


def _field_table(layout: ObservationLayout) -> Iterator[str]:
    rows = [(f"`{part.name}`", part.offset, part.shape, part.meaning) for part in layout.fields]
    return _table(("field", "offset", "shape", "meaning"), rows)


def _left_out(game: Game) -> Iterator[str]:
    for name, reason in observation_of(game.definition).leaves_out.items():
        yield ""
        yield from _paragraph(f"Of the view, `{name}` is left out: {reason}.")


def _moves(game: Game) -> Iterator[str]:
    """What the numbers of moves mean, with the notation of the first and the last of each kind."""
    rows = []
    for what, numbers in observation_of(game.definition).moves.items():
        ends = dict.fromkeys((numbers[0], numbers[-1]))
        texts = [f"`{game.move_text(number)}`" for number in ends]
        rows.append((" to ".join(map(str, ends)), what, " to ".join(texts)))
    yield ""
    yield "## Moves"
    yield ""
    yield from _paragraph(
        f"A move is a number from 0 to {game.definition.rules.MOVES - 1}. `game.move_text(number)` "
        "writes each in notation and `game.parse_move(text)` reads it back; "
        "`game.legal_mask(state)` marks the legal ones."
    )
    yield ""
    yield from _table(("numbers", "what they do", "notation"), rows)


def _bounds(game: Game) -> Iterator[str]:
    low, high = game.utility_bounds
    rows = [
        (f"`{rules}`", load(game.name, rules, backend=game.backend).longest_game)
        for rules in game.definition.rules.OPTIONS.rule_sets
    ]
    yield ""
    yield "## Bounds"
    yield ""
    yield from _paragraph(
        f"`game.returns(state)` is from {low:g} to {high:g} for each seat, and 0 for both "
        "together: 1 for a win, -1 for a loss, 0 for a draw and while the game goes on. No game "
        "has more moves than `game.longest_game`:"
    )
    yield ""
    yield from _table(("rule set", "moves"), rows)


def _paragraph(text: str) -> list[str]:
    return wrap(text, WIDTH, break_long_words=False, break_on_hyphens=False)


def _table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> Iterator[str]:
    yield f"| {' | '.join(heads)} |"
    yield f"|{'---|' * len(heads)}"
    for row in rows:
        yield f"| {' | '.join(str(cell).replace('|', chr(92) + '|') for cell in row)} |"


if __name__ == "__main__":
    sys.stdout.write(page_of(load(sys.argv[1], backend="python")))
