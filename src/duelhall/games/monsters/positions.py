"""Positions of Monsters: one line with every zone, the turn and the chains of the turn.

    turn=3 active=0 to_move=1 phase=battle chain=combat left=330000:420000
    links=0:rivet-punch,1:!potters-wheel hand0=flare*2,hot-drip deck0=... damage0=... ...

`hand0`, `stasis0` and `drop0` are in the order of the deck list, `deck0` has its top last and
`damage0` the newest last. `?` is a card that may not be seen; `known0` are the cards in a hand that
the enemy knows. Behind a link stand the signs of what has happened to it: `r` resolved, `x`
cancelled, `h` and `s` on its way to the hand or to Stasis; links of chains before the running one
come before a `/`.
"""

import re

import numpy as np

from duelhall.engine.errors import BadPosition, shortened
from duelhall.engine.record import DRAWN, HIDDEN, SEATS, UNDECIDED, unpacked
from duelhall.engine.template import interpreted
from duelhall.engine.text import choice, entries, number, pair, signed
from duelhall.games.monsters.deck_sheet import hp_of, is_special
from duelhall.games.monsters.decks import Names, owner_and_card
from duelhall.games.monsters.effects import (
    LARGEST_BONUS,
    MOST_COMBATS,
    MOST_PREVENTED,
    MOST_TAKEN,
    change_of,
    with_change,
)
from duelhall.games.monsters.situation_text import ASKED, can_be_asked
from duelhall.games.monsters.state import (
    CANCELLED,
    COMBAT,
    LAST_TURN,
    MOST_LINKS,
    NO_CHAIN,
    OF_SECOND,
    REASONS,
    RESOLVED,
    SIDEWAYS,
    TO_HAND,
    TO_STASIS,
    State,
)
from duelhall.games.monsters.usage import mark_here
from duelhall.games.monsters.view import is_whole, list_unseen
from duelhall.games.monsters.words import (
    DECK,
    MONSTER,
    MOST_CHOSEN,
    MOST_EFFECTS,
    MOST_OF_A_TRAIT,
    MOST_TRAITS,
    NO_STAT,
)

PHASES = ("alter", "battle")
CHAINS = ("none", "combat", "quiet")
UNSEEN = "?"
SIGNS = {"r": RESOLVED, "x": CANCELLED, "h": TO_HAND, "s": TO_STASIS}
WORD = r"[^\s,:;.*!?/=]+"
LINK = re.compile(rf"([01]):(!?)({WORD})((?:\.[rxhs]+)?)")
COUNTED = re.compile(rf"({WORD}|\?)(?:\*([0-9]{{1,2}}))?")
ZONES = ("hand", "known", "stasis", "drop", "damage", "deck")
CHOICE_BOUNDS = {
    "resolving": MOST_LINKS + 1, "effect": MOST_EFFECTS + 1, "concerned": SEATS,
    "rest": MOST_CHOSEN + 1, "amount": MOST_CHOSEN + 1,
}  # fmt: skip
PAIRS = {
    "sides": 8, "bonus": LARGEST_BONUS + 1, "monster_used": 2, "forbidden": 32,
    "shield": MOST_PREVENTED + 1, "taken": MOST_TAKEN + 1, "buried": DECK + 1,
}  # fmt: skip
"""What is said of each player, and the bounds of those numbers."""
ENTRIES = (
    "turn", "active", "to_move", "phase", "chain", "passes", "attacked", "extra", "left", "lasting",
    "costs", "links", "choice", "won",
    *PAIRS, *(f"{zone}{seat}" for zone in ZONES for seat in range(SEATS)),
)  # fmt: skip


# --- writing ---


def position_text(names: Names, s: State) -> str:
    """A state or a view in one line."""
    s = unpacked(s)
    parts = [f"turn={s.turn}", f"active={s.active}", f"to_move={s.to_move}"]
    parts += [f"phase={PHASES[s.phase]}", f"left={':'.join(_left(s, seat) for seat in (0, 1))}"]
    if s.chain:
        parts += [f"chain={CHAINS[s.chain]}", f"passes={s.passes}"]
    parts += _combats_text(s)
    if s.asks:
        numbers = [s.resolving - s.chain_start, s.effect, s.concerned, s.rest, s.amount]
        parts.append(f"choice={':'.join(map(str, [ASKED[s.asks - 1], *numbers]))}")
    if s.link_count:
        parts.append(f"links={_links_text(names, s)}")
    for name in PAIRS:
        first, second = getattr(s, name).tolist()
        if first or second:
            parts.append(f"{name}={first}:{second}")
    for seat in range(SEATS):
        words = names.deck(s.options, seat).words
        texts = [(zone, _zone_text(s, zone, seat, words)) for zone in ZONES]
        parts += [f"{zone}{seat}={text}" for zone, text in texts if text]
    if s.winner != UNDECIDED:
        winner = "-" if s.winner == DRAWN else s.winner
        parts.append(f"won={winner}:{REASONS[s.reason].word}")
    return " ".join(parts)


def _combats_text(s: State) -> list[str]:
    """How often combat was and can be initiated, and what effects have added for longer."""
    parts = [f"{name}={getattr(s, name)}" for name in ("attacked", "extra") if getattr(s, name)]
    lasting = ":".join(map(str, s.lasting.ravel().tolist()))
    parts += [f"lasting={lasting}"] if s.lasting.any() else []
    return [*parts, f"costs={_costs_text(s)}"] if s.costs.any() else parts


def _costs_text(s: State) -> str:
    """How effects change costs: in this turn and of the next move, of each player."""
    changes = [int(change) for change in s.costs.ravel()]
    numbers = [[interpreted(change_of)(c, t) for t in range(MOST_TRAITS)] for c in changes]
    return ":".join(",".join(map(str, row)) for row in numbers)


def _left(s: State, seat: int) -> str:
    supply = int(s.left[seat])
    return "".join(str((supply >> (4 * trait)) & 7) for trait in range(MOST_TRAITS))


def _links_text(names: Names, s: State) -> str:
    words = [_link_text(names, s, int(s.links[place])) for place in range(s.link_count)]
    earlier, running = words[: s.chain_start], words[s.chain_start :]
    return "/".join(",".join(part) for part in ([earlier, running] if earlier else [running]))


def _link_text(names: Names, s: State, link: int) -> str:
    seat, kind = owner_and_card(link)
    name = "monster" if kind == MONSTER else names.card_word(s.options, seat, kind)
    signs = "".join(sign for sign, flag in SIGNS.items() if link & flag)
    return f"{seat}:{'!' if link & SIDEWAYS else ''}{name}{f'.{signs}' if signs else ''}"


def _zone_text(s: State, zone: str, seat: int, words: tuple[str, ...]) -> str:
    if zone == "deck":
        kinds = s.deck[seat][: s.in_deck[seat]].tolist()
        known = [words[kind] for kind in kinds if kind != HIDDEN]
        hidden = len(kinds) - len(known)
        return ",".join([*known, _counted(UNSEEN, hidden)] if hidden else known)
    if zone == "damage":
        return ",".join(words[kind] for kind in s.damage[seat][: s.in_damage[seat]].tolist())
    counts = getattr(s, zone)[seat].tolist()
    found = [_counted(words[kind], count) for kind, count in enumerate(counts) if count]
    hidden = int(s.in_hand[seat]) - sum(counts) if zone == "hand" else 0
    return ",".join([*found, _counted(UNSEEN, hidden)] if hidden else found)


def _counted(word: str, count: int) -> str:
    return word if count == 1 else f"{word}*{count}"


def hides(s: State) -> bool:
    """Whether this is a view, in which cards are hidden."""
    return not all(interpreted(is_whole)(s, seat) for seat in range(SEATS))


# --- reading ---


def parse_position(names: Names, text: str, s: State) -> None:
    """Fill a state from one line."""
    found = entries(text.split(), ENTRIES)
    _parse_turn(found, s)
    _parse_links(names, found.get("links", ""), s)
    for name, bound in PAIRS.items():
        read = signed if name == "bonus" else number
        s[name][:] = [read(part, bound) for part in pair(found, name)]
    for seat in range(SEATS):
        for zone in ZONES:
            cards = _parse_cards(names, found.get(f"{zone}{seat}", ""), zone, seat, s)
            _fill_zone(cards, zone, seat, s)
        _check_cards(names, s, seat)
    if "choice" in found:
        _parse_choice(found["choice"], s)
    if "won" in found:
        _parse_won(found["won"], s)
    elif s.chain == NO_CHAIN and s.to_move != s.active:
        raise BadPosition("outside a chain it is the turn player who moves (M3)")
    elif any(s.in_damage[seat] >= interpreted(hp_of)(s, seat) for seat in range(SEATS)):
        raise BadPosition("a monster with as many cards in Damage as HP has lost (M13)")


def _parse_turn(found: dict[str, str], s: State) -> None:
    s.turn = number(found.get("turn", "1"), LAST_TURN + 1)
    s.active = number(found.get("active", "0"), SEATS)
    s.to_move = number(found.get("to_move", str(s.active)), SEATS)
    s.phase = choice(found.get("phase", "alter"), PHASES)
    s.chain = choice(found.get("chain", "none"), CHAINS)
    s.passes = number(found.get("passes", "0"), SEATS)
    s.attacked = number(found.get("attacked", "0"), MOST_COMBATS + 2)
    s.extra = number(found.get("extra", "0"), MOST_COMBATS + 1)
    _parse_lasting(found.get("lasting", "0:0:0:0:0:0:0:0"), s)
    if "costs" in found:
        _parse_costs(found["costs"], s)
    lefts = found.get("left", "").split(":")
    if len(lefts) != SEATS or not all(re.fullmatch(f"[0-7]{{{MOST_TRAITS}}}", t) for t in lefts):
        raise BadPosition(
            f"left is what is left of each trait, 0 to {MOST_OF_A_TRAIT}, like 330000:420000"
        )
    for seat, digits in enumerate(lefts):
        s.left[seat] = sum(int(digit) << (4 * trait) for trait, digit in enumerate(digits))


def _parse_lasting(text: str, s: State) -> None:
    parts = text.split(":")
    if len(parts) != s.lasting.size:
        raise BadPosition(f"lasting has four numbers for each player, not {shortened(text)}")
    bonuses = [signed(part, LARGEST_BONUS + 1) for part in parts]
    s.lasting[:] = np.reshape(bonuses, s.lasting.shape)


def _parse_costs(text: str, s: State) -> None:
    rows = [row.split(",") for row in text.split(":")]
    if len(rows) != s.costs.size or any(len(row) != MOST_TRAITS for row in rows):
        raise BadPosition(
            f"costs has {MOST_TRAITS} numbers for this turn and as many for the next move, for "
            f"each player, not {shortened(text)}"
        )
    for place, row in enumerate(rows):
        change = 0
        for trait, part in enumerate(row):
            change = interpreted(with_change)(change, trait, signed(part, MOST_OF_A_TRAIT + 1))
        s.costs[divmod(place, SEATS)] = change


def _parse_links(names: Names, text: str, s: State) -> None:
    *earlier, running = [part.split(",") if part else [] for part in text.split("/")]
    words = [word for part in [*earlier, running] for word in part]
    if len(words) > MOST_LINKS or len(earlier) > 1:
        raise BadPosition(f"a turn has at most {MOST_LINKS} links, and one / between them")
    for place, word in enumerate(words):
        s.links[place] = _parse_link(names, word, s)
    s.link_count, s.chain_start = len(words), len(words) - len(running)
    combat = s.links[s.chain_start : s.link_count].tolist() if s.chain == COMBAT else []
    if not all(_has_side(s, link) for link in combat):
        raise BadPosition("in combat a move has ATK on the attack side and DEF on the other (M5)")
    if (s.chain > 0) != bool(running):
        raise BadPosition("there are links in a chain if there is a chain")


def _has_side(s: State, link: int) -> bool:
    seat, kind = owner_and_card(link)
    if kind == MONSTER or interpreted(is_special)(s, seat, kind):
        return True
    return bool(interpreted(mark_here)(s, seat, kind) != NO_STAT)


def _parse_link(names: Names, word: str, s: State) -> int:
    found = LINK.fullmatch(word)
    if not found:
        raise BadPosition(f"a link is written like 0:!rivet-punch.r, not {shortened(word)}")
    seat = int(found[1])
    is_monster = found[3] == "monster"
    kind = MONSTER if is_monster else names.known_card(found[3], s.options, seat, BadPosition)
    flags = sum(SIGNS[sign] for sign in set(found[4][1:]))
    return kind + seat * OF_SECOND + (SIDEWAYS if found[2] else 0) + flags


def _parse_cards(names: Names, text: str, zone: str, seat: int, s: State) -> list[int]:
    cards: list[int] = []
    for word in text.split(",") if text else []:
        found = COUNTED.fullmatch(word)
        if not found:
            raise BadPosition(f"expected cards like rivet-punch*2,?, not {shortened(word)}")
        is_unseen = found[1] == UNSEEN
        if is_unseen and zone not in ("hand", "deck"):
            raise BadPosition(f"a card can be hidden only in a hand or a deck, not in {zone}{seat}")
        kind = HIDDEN if is_unseen else names.known_card(found[1], s.options, seat, BadPosition)
        cards += [kind] * int(found[2] or 1)
    if len(cards) > DECK:
        raise BadPosition(
            f"there are {len(cards)} cards in {zone}{seat}, more than a deck has (M1)"
        )
    return cards


def _fill_zone(cards: list[int], zone: str, seat: int, s: State) -> None:
    if zone in ("deck", "damage"):
        s[zone][seat][: len(cards)] = cards
        s[f"in_{zone}"][seat] = len(cards)
    else:
        for kind in cards:
            if kind != HIDDEN:
                s[zone][seat, kind] += 1
        if zone == "hand":
            s.in_hand[seat] = len(cards)


def _check_cards(names: Names, s: State, seat: int) -> None:
    """Refuse a position that does not have the cards of the deck (M1)."""
    copy = s.copy()
    hidden = int(copy.in_hand[seat]) - int(copy.hand[seat].sum())
    deck = copy.deck[seat][: copy.in_deck[seat]].tolist()
    buried = int(s.buried[seat])
    if (
        HIDDEN in deck[:buried]
        or len(deck) < buried
        or len({k == HIDDEN for k in deck[buried:]}) > 1
    ):
        raise BadPosition(
            "either all cards of a deck are seen, or only those face up under it (buried)"
        )
    seen = [int(kind) for kind in deck if kind != HIDDEN]
    for kind, (move, copies) in enumerate(names.deck(s.options, seat).moves):
        there = _count_seen(s, seat, kind) + seen.count(kind)
        if there > copies or s.known[seat, kind] > s.hand[seat, kind]:
            raise BadPosition(
                f"there are {there} of {move.name!r} here, and {copies} in the deck of player "
                f"{seat} (M1); known cards are in the hand"
            )
    unseen = interpreted(list_unseen)(copy, seat) - len(seen) + buried
    hidden += len(deck) - len(seen)
    if unseen != hidden:
        raise BadPosition(
            f"{unseen} cards of player {seat} are nowhere, and {hidden} are hidden (M1)"
        )


def _count_seen(s: State, seat: int, kind: int) -> int:
    """How many copies of a card lie outside the deck."""
    zones = sum(int(s[zone][seat, kind]) for zone in ("hand", "stasis", "drop"))
    damage = list(s.damage[seat, : s.in_damage[seat]]).count(kind)
    links = [owner_and_card(int(link)) for link in s.links[: s.link_count]]
    return zones + damage + links.count((seat, kind))


def _parse_choice(text: str, s: State) -> None:
    """Read what an effect waits for; it must be an effect that lets somebody choose that."""
    parts = text.split(":")
    if len(parts) != len(CHOICE_BOUNDS) + 1 or not s.chain:
        raise BadPosition(f"a choice is made in a chain, and written card:1:3:0:1:1, not {text}")
    s.asks = 1 + choice(parts[0], ASKED)
    for (name, bound), part in zip(CHOICE_BOUNDS.items(), parts[1:], strict=True):
        s[name] = number(part, bound)
    s.resolving += s.chain_start
    if not can_be_asked(s, is_hidden=hides(s)):
        raise BadPosition("no effect of that link lets this player choose that now (M23)")


def _parse_won(text: str, s: State) -> None:
    winner, _, word = text.partition(":")
    s.winner = DRAWN if winner == "-" else number(winner, SEATS)
    s.reason = 1 + choice(word, [reason.word for reason in REASONS[1:]])
