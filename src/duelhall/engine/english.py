"""English that depends on what it is about: numbers of things, and beginnings of sentences."""


def counted(number: int, noun: str) -> str:
    """So many of something: `1 card`, `2 cards`, `1,000 armies`."""
    return f"{number:,} {noun if number == 1 else _plural(noun)}"


def _plural(noun: str) -> str:
    is_changed = noun.endswith("y") and noun[-2] not in "aeiou"
    return f"{noun[:-1]}ies" if is_changed else f"{noun}s"


def capitalized(text: str) -> str:
    """A text as the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def as_sentence(text: str) -> str:
    """A text as a sentence, with a full stop, whether or not it has one already."""
    return f"{capitalized(text).removesuffix('.')}."
