"""A game of Monsters in rows of text: the chain above, and every zone in a row."""

from collections.abc import Iterator

from duelhall.engine.board import HIDDEN, Board, Card, Piece, Row, Sketch, Zone
from duelhall.engine.text import counted
from duelhall.games.monsters.board import BURIED, SIGNS, whose
from duelhall.games.monsters.formula import formula
from duelhall.games.monsters.pending import pending_text
from duelhall.games.monsters.state import CANCELLED, SIDEWAYS

ONE_CARD = Piece(counted(1, "card"))
TO_COME = "  to come: "
ZONES = ("Deck", "Action", "Stasis", "Damage", "Drop", "Hand")


def sketch(board: Board) -> Sketch:
    """Both players' zones, the enemy's above, and the chain while there is one."""
    zones = {zone.id: zone for zone in board.zones}
    players = [zone.owner for zone in board.zones if zone.kind == "monster"]
    rows = [row for owner in players if owner is not None for row in _rows(board, zones, owner)]
    chain = zones.get("chain")
    lines = tuple(_chain_lines(board, chain)) if chain else ()
    return Sketch(board.sentence, tuple(rows), lines)


def first_sketch(board: Board) -> Sketch:
    """The same as long as one card was `1 cards`, and nothing was said of what is to come."""
    sketched = sketch(board)
    lines = tuple(line for line in sketched.lines if not line.startswith(TO_COME))
    return sketched._replace(rows=tuple(map(_first_row, sketched.rows)), lines=lines)


def _first_row(row: Row) -> Row:
    return row._replace(pieces=(Piece("1 cards"),)) if row.pieces == (ONE_CARD,) else row


# --- the chain ---


def _chain_lines(board: Board, chain: Zone) -> Iterator[str]:
    """The links of the chain, and what combat comes to so far."""
    yield chain.label
    for card in chain.cards:
        yield f"  {card.facts['link']}. {link_line(card, board.seat)}"
    if chain.facts["combat"]:
        yield f"  so far: {formula(chain.facts)}"
        if chain.facts["to_come"]:
            yield f"{TO_COME}{pending_text(chain.facts['to_come'])}"


def link_line(card: Card, seat: int | None) -> str:
    """A link: who used what, and as what it counts."""
    part = card.facts["counts_as"]
    if "stat" in card.facts:
        part = f"{part} {card.facts['stat']} {card.facts['value']}"
    return f"{whose(card.owner or 0, seat)}: {card.name}, {', '.join([part, *card.marks])}"


# --- the zones ---


def _rows(board: Board, zones: dict[str, Zone], owner: int) -> Iterator[Row]:
    """A player's zones, the monster first."""
    monster = zones[f"monster{owner}"]
    head = {None: f"Player {owner}", owner: "You"}.get(board.seat, "Opponent")
    beast = monster.cards[0]
    yield Row(head, (Piece(beast.name, name=beast.face),), _stats(monster), owner)
    deck, action, stasis, damage, drop, hand = (zones[f"{z.lower()}{owner}"] for z in ZONES)
    side = action.facts.get("side", "")
    yield Row("  Deck", (_size(deck), *_face_up(deck)), deck.facts["name"], owner)
    yield Row("  Action", tuple(map(_acting, action.cards)), side, owner)
    yield Row("  Stasis", tuple(map(_resting, stasis.cards)), owner=owner)
    yield Row("  Damage", tuple(map(_counted, damage.cards)), owner=owner)
    yield Row("  Drop", tuple(map(_counted, drop.cards)), owner=owner)
    if owner != board.seat:
        yield Row("  Hand", tuple(map(_counted, hand.cards)), owner=owner)
        return
    yield Row("  Hand", (_size(hand),), owner=owner)
    for card in hand.cards:
        stats = f"ATK:{card.facts['atk']} / DEF:{card.facts['def']}"
        label, text = f"    {_counted(card).text}", card.facts["text"]
        yield Row(label, (Piece(stats),), text, owner, name=card.face)


def _face_up(deck: Zone) -> tuple[Piece, ...]:
    """The cards that lie face up under a deck, the one that comes first before the others."""
    cards = [card for card in deck.cards if BURIED in card.marks]
    return tuple(Piece(f"{card.face} (under it)") for card in cards)


def _size(zone: Zone) -> Piece:
    return Piece(counted(zone.size, "card"))


def _stats(monster: Zone) -> str:
    """The monster's numbers, and what is left of its traits."""
    facts = monster.facts
    left = [f"{trait} {count}" for trait, count in facts["traits_left"].items() if count]
    hp = f"HP {facts['hp']} of {facts['full_hp']}"
    stats = f"{hp}, ATK {facts['atk']}, DEF {facts['def']}"
    costs = [f"{trait} {change:+d}" for trait, change in facts["cost_change"].items()]
    changed = f"; costs: {' '.join(costs)}" if costs else ""
    return f"{stats}; left: {' '.join(left) or 'nothing'}{changed}"


def _acting(card: Card) -> Piece:
    sideways = "!" if SIGNS[SIDEWAYS] in card.marks else ""
    cancelled = " (cancelled)" if SIGNS[CANCELLED] in card.marks else ""
    return Piece(f"{sideways}{card.face}{cancelled}")


def _resting(card: Card) -> Piece:
    """A card in Stasis, from where a move with a sign before its name takes it."""
    return _counted(card)._replace(name=f"!{card.face}")


def _counted(card: Card) -> Piece:
    """A card with how many there are of it."""
    if card.facing == HIDDEN:
        return Piece(f"{card.count} hidden", HIDDEN)
    return Piece(f"{card.face}*{card.count}" if card.count > 1 else card.face)
