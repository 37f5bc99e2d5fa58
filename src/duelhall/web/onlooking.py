"""What is open: what an onlooker may see of a table, which is what both sides see of it.

Both boards are made from views, drawn from nobody's side. A card is shown if both show it. What
lies before one side is open only as far as the other side sees it, so where the two are laid out
differently, it is shown as the other side sees it, without what that side alone knows.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from duelhall.engine.board import HIDDEN, UP, Board, Card, Scene, Zone, hidden_cards
from duelhall.engine.record import SEATS
from duelhall.match.match import Match


def open_board(match: Match) -> Board:
    """The table as an onlooker may see it; everything, when the game is over."""
    if match.over:
        return match.board(None)
    sides = [match.game.board(match.view(seat), None) for seat in range(SEATS)]
    return shared_board(*sides)


def shared_board(first: Board, second: Board) -> Board:
    """What two boards have in common."""
    zones = tuple(
        _shared_zone(zone, other)
        for zone in first.zones
        if (other := second.zone(zone.id)) is not None
    )
    sentence = first.sentence if first.sentence == second.sentence else ""
    return Board(None, sentence, _shared_facts(first.facts, second.facts), zones)


def _shared_zone(first: Zone, second: Zone) -> Zone:
    """A zone as both see it."""
    facts = _shared_facts(first.facts, second.facts)
    if first.cards == second.cards:
        return replace(first, facts=facts)
    seen = second if first.owner == 0 else first  # by the side that does not own it
    cards, others = _single_cards(first), _single_cards(second)
    if len(cards) == len(others):
        shown = tuple(
            card if card == other else _turned_down(card)
            for card, other in zip(cards, others, strict=True)
        )
    elif first.owner is None:
        shown = hidden_cards(min(len(cards), len(others)))
    else:
        shown = tuple(card if card.facing == UP else _turned_down(card) for card in seen.cards)
    return replace(first, cards=_together(shown), facts=facts)


def _single_cards(zone: Zone) -> list[Card]:
    """The cards of a zone, each by itself."""
    return [replace(card, count=1) for card in zone.cards for _ in range(card.count)]


def _turned_down(card: Card) -> Card:
    """A card of which nothing is seen but that it lies there."""
    return Card(facing=HIDDEN, count=card.count, owner=card.owner, row=card.row, column=card.column)


def _together(cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Cards with equal neighbours counted together."""
    found: list[Card] = []
    for card in cards:
        if found and replace(found[-1], count=card.count) == card:
            found[-1] = replace(card, count=found[-1].count + card.count)
        else:
            found.append(card)
    return tuple(found)


def _shared_facts(first: Mapping[str, Any], second: Mapping[str, Any]) -> dict[str, Any]:
    return {name: fact for name, fact in first.items() if name in second and second[name] == fact}


def open_scenes(
    whole: Sequence[Scene], first: Sequence[Scene], second: Sequence[Scene]
) -> list[Scene]:
    """Scenes as an onlooker may see them: of those with everything shown, what both sides are told
    in the same words, without the cards that one of them does not see.
    """
    found, sides = list[Scene](), (_finder(first), _finder(second))
    for scene in whole:
        told = [side(scene.caption) for side in sides]
        if told[0] is not None and told[1] is not None:
            found.append(_open_scene(scene, told[0], told[1]))
    return found


def _finder(scenes: Sequence[Scene]) -> Callable[[str], Scene | None]:
    """Finds scenes by their captions, each once, and in order."""
    waiting = list(scenes)

    def next_with(caption: str) -> Scene | None:
        for at, scene in enumerate(waiting):
            if scene.caption == caption:
                del waiting[: at + 1]
                return scene
        return None

    return next_with


def _open_scene(whole: Scene, first: Scene, second: Scene) -> Scene:
    """A scene that both sides are told of, without what one of them does not see."""
    return Scene(
        caption=whole.caption,
        rulings=tuple(
            each for each in whole.rulings if each in first.rulings and each in second.rulings
        ),
        board=_open_part(whole.board, first.board, second.board),
        facts=_shared_facts(_shared_facts(whole.facts, first.facts), second.facts),
        parts=tuple(open_scenes(whole.parts, first.parts, second.parts)),
        pause=whole.pause,
    )


def _open_part(whole: Board | None, first: Board | None, second: Board | None) -> Board | None:
    """The part of the table where a scene happens; each side may look at it from its own end, so
    cards are compared by what they are and not by where they lie.
    """
    if whole is None or first is None or second is None:
        return None
    zones = tuple(
        replace(
            zone,
            cards=tuple(
                card
                if _shows(first, zone.id, card) and _shows(second, zone.id, card)
                else _turned_down(card)
                for card in zone.cards
            ),
        )
        for zone in whole.zones
        if first.zone(zone.id) and second.zone(zone.id)
    )
    return Board(None, whole.sentence, _shared_facts(whole.facts, first.facts), zones)


def _shows(board: Board, zone: str, card: Card) -> bool:
    """Whether a zone of a board has this card, and shows its face."""
    found = board.zone(zone)
    return found is not None and any(
        (each.face, each.id, each.count) == (card.face, card.id, card.count) for each in found.cards
    )
