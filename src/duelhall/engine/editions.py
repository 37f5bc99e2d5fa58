"""Editions: which saved games and tournaments a game's rules can continue.

No tool can decide whether a change to the rules changes play: the author of such a change raises
the `edition` of the game's Definition. If an option can still say how it was before, what was begun
with the earlier edition goes on under the name that says so.
"""

from dataclasses import replace

from duelhall.engine import registry
from duelhall.engine.errors import DuelhallError
from duelhall.engine.names import parse_game_name


class OtherEdition(DuelhallError):
    """Something that was begun with other rules than those that can be played here."""


def name_today(text: str, edition: int) -> str:
    """The full name that a game of some edition has today; OtherEdition if its rules are gone."""
    name = parse_game_name(text)
    definition = registry.find(name.game)
    here = definition.edition
    if edition == here:
        return text
    if edition not in definition.earlier:
        newer, older = "a newer version of Duelhall", "the version of Duelhall it was begun with"
        raise OtherEdition(
            f"this was begun with edition {edition} of {definition.name}, but edition {here} is "
            f"installed, whose rules differ; use {newer if edition > here else older}"
        )
    rule_set = name.rule_set or definition.rules.OPTIONS.rule_sets[0]
    changed = definition.earlier[edition].get(rule_set, {})
    return str(replace(name, options={**changed, **name.options}))
