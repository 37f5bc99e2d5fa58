"""A review for people: a line for each decision, and what they come to."""

from collections.abc import Iterator, Mapping, Sequence

from duelhall.engine.record import DRAWN
from duelhall.engine.text import counted
from duelhall.match.match import Match
from duelhall.search.review import MARKS, Balance, Decision, Judgement, Review
from duelhall.terminal.columns import aligned
from duelhall.terminal.player_names import at_the_start, seat_name

BEST, MARK = "Best", ""
"""Columns of the table; the marks have no heading."""

SAME = "same"
"""What stands for the best move where it was played."""

ARROW = "→"
INDENT = " " * 6
MOST_LINES = 5
"""How much of a mix is told."""

LEGEND = (
    "Known: the player's chance to win before and after the move, in percent, judged by what that"
    " player could know."
)
OPEN_LEGEND = "Open: the same with all cards known."


def table_lines(review: Review, width: int) -> list[str]:
    """A line for each decision; where both moves are too long for one, the best one below."""
    columns, mixes = _columns(review), [_mix_lines(review, each) for each in review.decisions]
    for marks in (_words, _signs):
        columns[MARK] = [marks(each.known) for each in review.decisions]
        lines = _table(columns)
        if max(map(len, lines)) <= width:
            return _with_remarks(lines, mixes)
    best = [[] if move == SAME else [f"{INDENT}best: {move}"] for move in columns.pop(BEST)]
    remarks = [[*first, *second] for first, second in zip(best, mixes, strict=True)]
    return _with_remarks(_table(columns), remarks)


def _table(columns: Mapping[str, Sequence[str]]) -> list[str]:
    return aligned([list(columns), *map(list, zip(*columns.values(), strict=True))])


def _with_remarks(lines: Sequence[str], remarks: Sequence[Sequence[str]]) -> list[str]:
    """The lines of a table, each but the head with its remarks below."""
    head, *rows = lines
    return [head, *(each for row, more in zip(rows, remarks, strict=True) for each in (row, *more))]


def _mix_lines(review: Review, decision: Decision) -> list[str]:
    """What to choose from by chance, where somebody begins to decide on several moves as one."""
    place = review.decisions.index(decision)
    before = review.decisions[place - 1] if place else None
    goes_on = before and before.seat == decision.seat and before.known.mix
    mix = [] if goes_on else review.mix(decision)
    if len(mix) == 1:
        return [f"{INDENT}in this order: {' '.join(mix[0][1])}"]
    told = [(share, " ".join(moves)) for share, moves in mix[:MOST_LINES]]
    if rest := mix[MOST_LINES:]:
        told.append((sum(share for share, _ in rest), counted(len(rest), "other way")))
    return [f"{INDENT}{share:4.0%} of the time: {text}" for share, text in told]


def _columns(review: Review) -> dict[str, list[str]]:
    """The table by its columns; what a single seat may not know, or knows anyway, is left out."""
    match, decisions = review.match, review.decisions
    columns = {
        "Move": [f"{each.number:>4}" for each in decisions],
        "Player": [_short_name(match, each.seat) for each in decisions],
        "Played": [match.move_seen(each.number, None) or "" for each in decisions],
        BEST: [review.best_text(each) or SAME for each in decisions],
        "Known": [_chances(each.known) for each in decisions],
        "Open": [_chances(each.all_known) for each in decisions if each.all_known],
    }
    if review.seat is not None:
        del columns["Player"], columns["Open"]
    return columns


def _short_name(match: Match, seat: int) -> str:
    return seat_name(match, seat).split()[-1]


def _chances(judgement: Judgement) -> str:
    before, after = judgement.best.chance, judgement.played.chance
    return f"{_percent(before):>3} {ARROW} {_percent(after):>3}"


def _words(judgement: Judgement) -> str:
    return f"{judgement.mark.sign:2} {judgement.mark.word}" if judgement.mark else ""


def _signs(judgement: Judgement) -> str:
    return judgement.mark.sign if judgement.mark else ""


def _percent(chance: float) -> int:
    return round(100 * chance)


# --- what they come to ---


def summary_lines(review: Review) -> Iterator[str]:
    """What each seat gave away, and what luck did."""
    for seat in review.seats:
        name = at_the_start(review.match, seat)
        yield f"{name}: {_counts(review, seat)}."
        yield f"  {_balance_text(review, seat)}"
    lone = _left_out(review)
    if lone:
        were = "was the only legal one" if lone == 1 else "were the only legal ones"
        yield f"Not shown: {counted(lone, 'move')} that {were}."


def _left_out(review: Review) -> int:
    """The moves of the seats shown that were the only legal ones."""
    movers = [review.match.mover(number) for number in range(1, len(review.match.moves) + 1)]
    shown = movers if review.seat is None else [seat for seat in movers if seat == review.seat]
    return len(shown) - len(review.decisions)


def _counts(review: Review, seat: int) -> str:
    """How many of its moves gave how much away."""
    found = [(mark, len(review.marked(seat, mark.word))) for mark in MARKS]
    told = [counted(number, mark.word) for mark, number in found if number]
    return f"{', '.join(told) or 'no mistakes'} in {counted(len(review.of_seat(seat)), 'decision')}"


def _balance_text(review: Review, seat: int) -> str:
    """Where a chance to win went, in percentage points that add up."""
    balance = review.balance(seat)
    start, own, others, end = (
        _percent(value) for value in (balance.start, balance.own, balance.others, balance.end)
    )
    rest = end - start - own - others
    parts = [f"own moves {own:+}"]
    if review.seat is None:
        parts += [f"the other player's moves {others:+}", f"luck {rest:+}"]
    else:
        parts += [f"luck and the other player's moves {rest:+}"]
    return f"From {start}% to {_ending(review, seat, balance)}: {', '.join(parts)}."


def _ending(review: Review, seat: int, balance: Balance) -> str:
    if not review.has_result:
        return f"{_percent(balance.end)}%"
    if review.match.state.winner == DRAWN:
        return "a draw (50%)"
    return "a win (100%)" if review.match.winner == seat else "a loss (0%)"
