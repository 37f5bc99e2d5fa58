"""Editions: which saved games and tournaments a game's rules can continue.

No tool can decide whether a change to the rules changes play: the author of such a change raises
the `edition` of the game's Definition.
"""

from duelhall.engine.definition import Definition
from duelhall.engine.errors import DuelhallError


class OtherEdition(DuelhallError):
    """Something that was begun with other rules than those installed here."""


def check_edition(definition: Definition, edition: int) -> None:
    """Refuse what was begun with another edition of a game than the one installed here."""
    here = definition.edition
    if edition != here:
        newer, older = "a newer version of Duelhall", "the version of Duelhall it was begun with"
        raise OtherEdition(
            f"this was begun with edition {edition} of {definition.name}, but edition {here} is "
            f"installed, whose rules differ; use {newer if edition > here else older}"
        )
