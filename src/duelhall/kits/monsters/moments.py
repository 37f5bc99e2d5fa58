"""In which moments an effect can act, or a card be used, and whether a condition can hold there."""

from collections.abc import Iterator, Mapping
from itertools import product
from typing import NamedTuple

from duelhall.games.monsters import words
from duelhall.games.monsters.cards import Card, Monster, Move
from duelhall.games.monsters.condition import COUNTS, Atom, Condition, Negated
from duelhall.games.monsters.state import COMBAT, IN_ALTER, IN_BATTLE, NO_CHAIN, NON_COMBAT

MOST_ATOMS = 14
"""Of how many different parts a condition is looked through; with more it is taken as it is."""

MOST_CARDS = {words.IN_HAND, words.IN_DECK, words.IN_DROP, words.IN_STASIS, words.IN_DAMAGE}
EXCLUSIVE = (
    (Atom(words.DEFENDED, 0), Atom(words.DEFENDED, 1)),
    (Atom(words.PREVIOUS_LINK), Atom(words.PREVIOUS_LINK + words.THEIRS)),
)
"""Pairs of conditions that never hold together."""


class Moment(NamedTuple):
    """A moment as a card's owner sees it."""

    is_own_turn: bool
    phase: int
    chain: int
    links: int  # the fewest that the chain has, the card's own included if it is there
    is_behind: bool = False  # whether there is a link before the card's own
    is_defensive: bool = False  # whether the card is a defensive move itself


OPENINGS = [Moment(own, IN_ALTER, NO_CHAIN, 0) for own in (True, False)]
"""Before the first turn (M2)."""
ALL_TIMES = [
    Moment(own, phase, chain, int(chain != NO_CHAIN))
    for own in (True, False)
    for phase in (IN_ALTER, IN_BATTLE)
    for chain in (NO_CHAIN, COMBAT, NON_COMBAT)
    if phase == IN_BATTLE or chain != COMBAT
]
"""While a Passive holds."""

NAMED = {
    "alter": [Moment(True, IN_ALTER, NON_COMBAT, 1)],  # noqa: FBT003
    "attack": [Moment(True, IN_BATTLE, COMBAT, 2, is_behind=True)],  # noqa: FBT003
    "defence": [Moment(False, IN_BATTLE, COMBAT, 2, is_behind=True)],  # noqa: FBT003
    "answer": [
        Moment(own, phase, NON_COMBAT, 2, is_behind=True)
        for own in (True, False)
        for phase in (IN_ALTER, IN_BATTLE)
    ],
}
"""The moments that a card's text can name."""


def moments_of(card: Card, when: int) -> list[Moment]:
    """When the effects of a card that happen at a time can act."""
    if when == words.PASSIVE:
        return ALL_TIMES
    if isinstance(card, Monster) and when == words.PLAY:
        return OPENINGS
    if when == words.CHAIN:
        return [*moments_of(card, words.PLAY), *moments_of(card, words.FIELD)]
    named = card.field_use if when == words.FIELD else card.play_use
    found = [moment for word in named for moment in NAMED[word] if _is_within(card, moment)]
    return [*found, *_by_stats(card)] if isinstance(card, Move) else found


def _is_within(card: Card, moment: Moment) -> bool:
    """Whether a card has a number for the turn of a moment, if it needs one (M3, M9)."""
    if not isinstance(card, Move) or card.is_special:
        return True
    return (card.atk if moment.is_own_turn else card.defence).mark != words.NO_STAT


def _by_stats(move: Move) -> Iterator[Moment]:
    """When a move can be used by its stats (M5, M7 to M9)."""
    if move.atk.mark == words.INITIAL:
        chain = COMBAT if move.atk.number else NON_COMBAT
        yield Moment(True, IN_BATTLE, chain, 1)  # noqa: FBT003
    if move.atk.mark == words.ADDITIONAL:
        yield from NAMED["attack"]
    if move.defence.mark != words.NO_STAT:
        yield from (moment._replace(is_defensive=True) for moment in NAMED["defence"])


def before_use(moment: Moment) -> Moment:
    """The moment just before a card is used, when what it requires is looked at (M22)."""
    chain = moment.chain if moment.is_behind else NO_CHAIN
    return moment._replace(chain=chain, links=moment.links - 1, is_defensive=False)


# --- conditions ---


def can_hold(condition: Condition, moment: Moment) -> bool:
    """Whether a condition can hold in a moment of some game."""
    atoms = list(dict.fromkeys(_atoms(condition)))
    fixed = {atom: held for atom in atoms if (held := _held(atom, moment)) is not None}
    free = [atom for atom in atoms if atom not in fixed]
    if len(free) > MOST_ATOMS:
        return True
    return any(
        _is_possible(truth, moment) and _is_true(condition, truth)
        for values in product((True, False), repeat=len(free))
        if (truth := fixed | dict(zip(free, values, strict=True)))
    )


def _held(atom: Atom, moment: Moment) -> bool | None:
    """Whether one condition holds in a moment, if that is certain."""
    subject, is_theirs = atom.subject % words.THEIRS, bool(atom.subject & words.THEIRS)
    is_combat = moment.chain == COMBAT
    certain = {
        words.ALWAYS: True,
        words.IN_TURN: moment.is_own_turn != is_theirs,
        words.IN_COMBAT: is_combat != is_theirs,
        words.IN_PHASE: moment.phase == atom.number,
        words.IN_CHAIN: moment.chain != NO_CHAIN,
        words.ANSWERING: moment.chain == NON_COMBAT and moment.is_behind,
    }
    if subject == words.DEFENDED and is_combat and moment.is_defensive:
        return atom.number == 1
    if subject in (words.ATTACK_TYPE, words.DEFENCE_TYPE, words.DEFENDED) and not is_combat:
        return False
    if subject == words.PREVIOUS_LINK and not moment.is_behind:
        return False
    return certain.get(subject)


def _atoms(condition: Condition) -> Iterator[Atom]:
    if isinstance(condition, Atom):
        yield condition
    elif isinstance(condition, Negated):
        yield from _atoms(condition.part)
    else:
        for part in condition.parts:
            yield from _atoms(part)


def _is_true(condition: Condition, truth: Mapping[Atom, bool]) -> bool:
    if isinstance(condition, Atom):
        return truth[condition]
    if isinstance(condition, Negated):
        return not _is_true(condition.part, truth)
    together = all if condition.word == "and" else any
    return together(_is_true(part, truth) for part in condition.parts)


def _is_possible(truth: Mapping[Atom, bool], moment: Moment) -> bool:
    """Whether conditions can hold and fail together like this."""
    if any(truth.get(one) and truth.get(other) for one, other in EXCLUSIVE):
        return False
    ranges: dict[tuple[int, str], tuple[int, int]] = {}
    for atom, is_so in truth.items():
        if atom.subject % words.THEIRS in COUNTS:
            key = atom.subject & ~words.AT_MOST, atom.trait
            low, high = ranges.get(key, _bounds(atom, moment))
            is_most = bool(atom.subject & words.AT_MOST)
            if is_so == is_most:
                high = min(high, atom.number if is_most else atom.number - 1)
            else:
                low = max(low, atom.number + 1 if is_most else atom.number)
            ranges[key] = low, high
    return all(low <= high for low, high in ranges.values())


def _bounds(atom: Atom, moment: Moment) -> tuple[int, int]:
    """The smallest and the largest number that a count can come to."""
    subject = atom.subject % words.THEIRS
    if subject == words.LINKS:
        return moment.links, words.MOST_COUNT if moment.chain != NO_CHAIN else 0
    if subject == words.COMBATS:
        return int(moment.chain == COMBAT), words.MOST_COUNT
    if subject in MOST_CARDS:
        return 0, words.DECK
    most = words.MOST_OF_A_TRAIT if subject == words.TRAIT_LEFT else words.MOST_COUNT
    return int(subject == words.TURN), most
