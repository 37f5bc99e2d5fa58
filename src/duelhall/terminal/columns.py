"""Tables of text: in columns for a person, with bars for a page."""

from collections.abc import Sequence


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows with their cells below each other."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]


def barred(rows: Sequence[Sequence[str]]) -> list[str]:
    """Rows as a table in Markdown, the first of them its head."""
    head, *rest = rows
    return [f"| {' | '.join(row)} |" for row in (head, ["---"] * len(head), *rest)]
