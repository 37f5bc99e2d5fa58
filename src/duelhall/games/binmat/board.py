"""What a person sees of a game of BINMAT: six lanes from attacker to defender."""

from collections.abc import Iterator

from duelhall.engine.board import Board, Card, Row
from duelhall.engine.record import UNDECIDED, plain
from duelhall.games.binmat.cards import NAMES
from duelhall.games.binmat.positions import PLACE_NAMES, UNSEEN, place_cards
from duelhall.games.binmat.state import ATTACKER, LANES, NOWHERE, TURNS, State

ROLES = ("Defender", "Attacker")
CELL = 5
MARGIN = 17


def board(s: State, seat: int | None) -> Board:
    """The table, the attacker above as in the rules, and what the players hold."""
    s = plain(s)
    cards = place_cards(s)
    rows = [_row(cards[name], _known(s, seat, name), label) for name, label in _piles(seat)]
    return Board(_heading(s), tuple(rows), tuple(_table(cards)))


def _heading(s: State) -> str:
    left = TURNS - int(s.turn)
    if s.winner != UNDECIDED:
        return f"The game is over with {left} of {TURNS} turns left"
    return f"{left} turns left, {ROLES[s.to_move].lower()} to move"


def _piles(seat: int | None) -> Iterator[tuple[str, str]]:
    """What lies beside the lanes, the enemy's first."""
    roles = (ATTACKER, 1 - ATTACKER) if seat != ATTACKER else (1 - ATTACKER, ATTACKER)
    yield "a", "Attacker deck"
    yield "xa", "Attacker discard"
    for role in roles:
        whose = "Your" if role == seat else f"{ROLES[role]}'s"
        yield ("hd", "ha")[role], f"{whose} hand"


def _known(s: State, seat: int | None, name: str) -> list[str]:
    """Cards that a seat does not see in a place, and knows to be there (N40)."""
    if seat is None:
        return []
    only_there = (s.seen[seat] == 1 << PLACE_NAMES[name]) & (s.spot == NOWHERE)
    return [NAMES[card] for card in only_there.nonzero()[0].tolist()]


def _row(faces: list[str], known: list[str], label: str) -> Row:
    """A place beside the lanes: what is seen, what is known in brackets, and how many more."""
    seen = [Card(face) for face in faces if face != UNSEEN]
    seen += [Card(f"({face})", "hidden") for face in known]
    more = len(faces) - len(seen)
    return Row(label, (*seen, Card(f"{more} hidden", "hidden")) if more else tuple(seen))


def _table(cards: dict[str, list[str]]) -> Iterator[str]:
    """The six lanes with both stacks, decks and discard piles."""
    stacks_a, stacks_d, decks, discards = (
        [cards[f"{letter}{lane}"] for lane in range(LANES)] for letter in "adlx"
    )
    yield LANE_NUMBERS
    yield from _stacks("attacker stacks", stacks_a)
    yield from _stacks("defender stacks", stacks_d)
    yield _line("lane decks", [deck[-1].replace(UNSEEN, "h") if deck else "" for deck in decks])
    yield _line("  cards", [str(len(deck)) for deck in decks])
    yield _line("lane discards", [str(len(pile)) for pile in discards])
    for depth in range(max(len(pile) for pile in discards)):
        row = ["" if (cell := _nth(pile, depth)) == UNSEEN else cell for pile in discards]
        if any(row):
            yield _line("", row)


def _stacks(label: str, stacks: list[list[str]]) -> Iterator[str]:
    """Stacks side by side, the oldest cards on top; `u` is face up."""
    for depth in range(max(1, *(len(stack) for stack in stacks))):
        yield _line("" if depth else label, [_nth(stack, depth) for stack in stacks])
    yield DIVIDE


def _nth(cards: list[str], number: int) -> str:
    return cards[number] if number < len(cards) else ""


def _line(label: str, cells: list[str]) -> str:
    return f"{label:{MARGIN}}|" + "".join([f" {cell:{CELL - 1}}|" for cell in cells])


LANE_NUMBERS = _line("lane", [str(lane) for lane in range(LANES)])
DIVIDE = " " * MARGIN + "+" + ("-" * CELL + "+") * LANES
