"""What a person sees of a game of Monsters: both boards with all zones, and the chain."""

from collections.abc import Iterator
from functools import lru_cache

from duelhall.engine.binding import interpreted
from duelhall.engine.board import Board, Card, Row
from duelhall.engine.record import UNDECIDED, plain
from duelhall.games.monsters.cards import Deck, Move
from duelhall.games.monsters.decks import deck_by_hash, hash_of
from duelhall.games.monsters.formula import formula
from duelhall.games.monsters.names import card_name, card_word, deck_in, owner_and_card
from duelhall.games.monsters.state import (
    CANCELLED,
    COMBAT,
    IN_ALTER,
    LAST_TURN,
    NO_CHAIN,
    SIDEWAYS,
    TO_HAND,
    TO_STASIS,
    State,
)
from duelhall.games.monsters.table import trait_count
from duelhall.games.monsters.wording import effect_sentence, stats_text, use_lines
from duelhall.games.monsters.words import ADDITIONAL, INITIAL, MONSTER

MARKS = {INITIAL: "initial", ADDITIONAL: "additional"}


def board(s: State, seat: int | None) -> Board:
    """Both boards, the enemy's above, and the chain while there is one."""
    s, near = plain(s), seat or 0
    far = 1 if near == 0 else 0
    rows = [*_rows(s, far, seat), *_rows(s, near, seat)]
    return Board(_heading(s, seat), tuple(rows), tuple(_chain(s, seat)))


def whose(owner: int, seat: int | None) -> str:
    """Whose something is, as a seat says it."""
    if seat is None:
        return f"player {owner}"
    return "you" if owner == seat else "opponent"


def _heading(s: State, seat: int | None) -> str:
    if s.winner != UNDECIDED:
        return f"The game is over in turn {s.turn}"
    active = int(s.active)
    owner = f"player {active}'s" if seat is None else "your" if active == seat else "the opponent's"
    phase = "Alter" if s.phase == IN_ALTER else "Battle"
    if s.chain != NO_CHAIN:
        phase += ", a combat chain" if s.chain == COMBAT else ", a non-combat chain"
    return f"Turn {s.turn} of {LAST_TURN}: {owner} {phase}"


# --- the chain ---


def _chain(s: State, seat: int | None) -> Iterator[str]:
    """The links of the chain, and what combat comes to so far."""
    if s.chain == NO_CHAIN:
        return
    yield "Chain"
    for number, place in enumerate(range(s.chain_start, s.link_count), start=1):
        yield f"  {number}. {link_line(s, int(s.links[place]), seat)}"
    if s.chain == COMBAT:
        yield f"  so far: {formula(s)}"


def link_line(s: State, link: int, seat: int | None) -> str:
    """A link: who used what, and as what it counts."""
    owner, kind = owner_and_card(link)
    name = card_name(s.options, owner, kind)
    signs = [text for flag, text in SIGNS.items() if link & flag]
    text = ", ".join([_part(s, owner, kind), *signs])
    return f"{whose(owner, seat)}: {name}, {text}"


SIGNS = {
    SIDEWAYS: "from Stasis",
    CANCELLED: "cancelled",
    TO_HAND: "goes to the hand",
    TO_STASIS: "goes to Stasis",
}


def _part(s: State, owner: int, kind: int) -> str:
    """As what a link counts in the chain."""
    if kind == MONSTER:
        return "the monster's effect"
    move = deck_in(s.options, owner).moves[kind][0]
    if move.is_special:
        return "special"
    stat, word = (move.atk, "ATK") if owner == s.active else (move.defence, "DEF")
    if s.chain != COMBAT:
        return "non-combat"
    return f"{MARKS[stat.mark]} {word} {stat.written}"


# --- the zones ---


def _rows(s: State, owner: int, seat: int | None) -> Iterator[Row]:
    """The zones of a player (M21)."""
    deck = deck_in(s.options, owner)
    head = {None: f"Player {owner}", owner: "You"}.get(seat, "Opponent")
    monster = deck.monster
    hp = f"HP {monster.hp - int(s.in_damage[owner])} of {monster.hp}"
    left = _left(deck.traits, int(s.left[owner]))
    stats = f"{hp}, ATK {monster.atk}, DEF {monster.defence}; left: {left}"
    yield Row(head, (Card(monster.name),), stats)
    yield Row("  Deck", (Card(f"{s.in_deck[owner]} cards"),), deck.name)
    links = s.links[: s.link_count].tolist()
    faces = [_face(s, link) for link in links if _is_card_of(link, owner)]
    side = "attack" if owner == s.active else "defence"
    yield Row("  Action", tuple(Card(face) for face in faces), side if faces else "")
    yield Row("  Stasis", _counted(deck.words, s.stasis[owner].tolist()))
    newest = s.damage[owner][: s.in_damage[owner]].tolist()
    yield Row("  Damage", tuple(Card(deck.words[kind]) for kind in newest))
    yield Row("  Drop", _counted(deck.words, s.drop[owner].tolist()))
    yield from _hand(s, owner, seat, deck)


@lru_cache(maxsize=1024)
def _left(traits: tuple[str, ...], supply: int) -> str:
    """What is left of a supply."""
    counts = [interpreted(trait_count)(supply, trait) for trait in range(len(traits))]
    left = [f"{trait} {count}" for trait, count in zip(traits, counts, strict=True) if count]
    return " ".join(left) or "nothing"


def _is_card_of(link: int, owner: int) -> bool:
    """Whether a link is a card of a player's, and not its monster."""
    seat, kind = owner_and_card(link)
    return seat == owner and kind != MONSTER


def _face(s: State, link: int) -> str:
    word = card_word(s.options, *owner_and_card(link))
    return f"{'!' if link & SIDEWAYS else ''}{word}{' (cancelled)' if link & CANCELLED else ''}"


def _counted(words: tuple[str, ...], counts: list[int]) -> tuple[Card, ...]:
    """The cards of a zone with how many there are of each."""
    return tuple(Card(_times(words[kind], count)) for kind, count in enumerate(counts) if count)


def _times(word: str, count: int) -> str:
    return f"{word}*{count}" if count > 1 else word


def _hand(s: State, owner: int, seat: int | None, deck: Deck) -> Iterator[Row]:
    """A hand: one's own card by card with what it does, another as far as it is known."""
    hand, words = s.hand[owner].tolist(), deck.words
    if owner != seat:
        hidden = int(s.in_hand[owner]) - sum(hand)
        more = (Card(f"{hidden} hidden", "hidden"),) if hidden else ()
        yield Row("  Hand", (*_counted(words, hand), *more))
        return
    yield Row("  Hand", (Card(f"{s.in_hand[owner]} cards"),))
    printed = _printed(hash_of(s.options.decks, owner))
    for kind, count in enumerate(hand):
        if count:
            stats, note = printed[kind]
            yield Row(f"    {_times(words[kind], count)}", (Card(stats),), note)


@lru_cache
def _printed(digest: bytes) -> tuple[tuple[str, str], ...]:
    """What is printed on each move of a deck: stats, and the rest; it is shown again and again."""
    deck = deck_by_hash(digest)
    return tuple((stats_text(move), note_text(move, deck.traits)) for move, _ in deck.moves)


def note_text(move: Move, traits: tuple[str, ...]) -> str:
    """What a move costs and does."""
    cost = " ".join(move.traits) or "free"
    effects = [effect_sentence(effect, traits) for effect in move.effects]
    return " ".join([f"{cost}.", *use_lines(move), *effects])
