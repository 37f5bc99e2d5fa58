"""Words for numbers of things."""


def counted(number: int, noun: str) -> str:
    """So many of something: `1 card`, `2 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
