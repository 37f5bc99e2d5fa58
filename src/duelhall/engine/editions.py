"""Editions: which of a game's saved games and tournaments its rules can go on with.

Whether a change of the rules changes what a game does is a decision that no tool can take: whoever
makes such a change raises the `edition` of the game's Definition.
"""

from duelhall.engine.definition import Definition
from duelhall.engine.errors import DuelhallError


class OtherEdition(DuelhallError):
    """Something that was begun with rules that play otherwise than those that are here."""


def check_edition(definition: Definition, edition: int) -> None:
    """Refuse what was begun with another edition of a game than the one that is here."""
    here = definition.edition
    if edition != here:
        remedy = "a newer Duelhall" if edition > here else "the Duelhall that it was begun with"
        raise OtherEdition(
            f"this was begun with edition {edition} of {definition.name}, and here is edition "
            f"{here}, whose rules play otherwise; use {remedy}"
        )
