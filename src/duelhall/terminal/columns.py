"""Tables of text: aligned columns for a terminal, Markdown for a page."""

from collections.abc import Sequence

from rich.cells import cell_len, set_cell_size

GAP = "  "
ELLIPSIS = "…"
LEAST = 12
"""The narrowest width at which a text is still readable."""

Rows = list[list[str]]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells aligned in columns."""
    widths = _widths(rows)
    return [
        GAP.join(_padded(cell, width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def barred(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as a Markdown table, the first row being its header."""
    head, *rest = ([cell.replace("|", "\\|") for cell in row] for row in rows)
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest)]


def fitted(rows: Sequence[Sequence[str]], column: int, width: int) -> Rows:
    """Rows with one column shortened to fit this width, as long as it stays readable."""
    widths = _widths(rows)
    excess = sum(widths) + len(GAP) * (len(widths) - 1) - width
    room = max(widths[column] - excess, LEAST)
    return [
        [shortened(cell, room) if at == column else cell for at, cell in enumerate(row)]
        for row in rows
    ]


def shortened(text: str, width: int) -> str:
    """A text, without its middle if it is too wide: names often differ at their ends."""
    if cell_len(text) <= width:
        return text
    end = _end(text, (width - 1) // 3)
    return set_cell_size(text, width - 1 - cell_len(end)).rstrip() + ELLIPSIS + end


def _end(text: str, width: int) -> str:
    """The longest end of a text that is no wider than this."""
    return next(text[at:] for at in range(len(text) + 1) if cell_len(text[at:]) <= width)


def _widths(rows: Sequence[Sequence[str]]) -> list[int]:
    return [max(cell_len(cell) for cell in column) for column in zip(*rows, strict=True)]


def _padded(cell: str, width: int) -> str:
    return cell + " " * (width - cell_len(cell))
