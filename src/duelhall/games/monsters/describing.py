"""A card's text for a person who asks for it by name."""

from duelhall.engine.errors import nearest
from duelhall.engine.seats import SEATS
from duelhall.games.monsters.cards import Monster, Move, slug
from duelhall.games.monsters.names import Names
from duelhall.games.monsters.state import State
from duelhall.games.monsters.wording import card_lines


def describe(names: Names, s: State, name: str) -> list[str]:
    """What is printed on a card of either deck; both deck lists are known to both (M19)."""
    for card in _cards(names, s):
        if slug(card.name) == slug(name.strip()):
            return card_lines(card)
    known = {slug(card.name) for card in _cards(names, s)}
    longer = sorted(each for each in known if each.startswith(slug(name)))
    if len(longer) == 1:
        return describe(names, s, longer[0])
    near = ", ".join(longer) or nearest(slug(name), known)
    return [f"There is no card {name!r} in either deck{f'; did you mean {near}?' if near else ''}"]


def _cards(names: Names, s: State) -> list[Monster | Move]:
    """Every card of both decks."""
    return [card for seat in range(SEATS) for card in names.deck(s.options, seat).cards]
