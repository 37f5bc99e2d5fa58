"""Frontline in writing: moves, deals and positions.

A card is written as its symbols, `|@`. Moves:

    2<  2>    card 2 goes to the left end, to the right end of the front line
    2b3       card 2 goes behind the third front unit from the left
    commit    the deployment is finished; with an odd front line `commit<` or `commit>`,
              the odd unit standing to the left or to the right of the divide
    take3     in a draft: the third of the open cards is picked

A deal is the cards in the order in which they are dealt, with commas between them: the hand of
player 0, a space, the hand of player 1. In a mirror it is one hand, in a draft one list of all the
cards that will lie open.

A position:

    |,|@,!,&:3b4,1 ?,?,?,?:none stage=deploying score=0:0 fought=0 to_move=0

First each player's cards, in the order of the set, and the front line from the left: `3b4` is card
3 with card 4 behind it. A line ends in `<` or `>` when its odd unit's side is chosen. `?` is a
card that is hidden, `none` stands for nothing at all. In a draft `row=` are the open cards and
`pack=` those that will follow, the next one first. `won=0:more-battles` or `drawn=equal-battles`
says that the match is over. The battle itself is drawn, not written.
"""

import re
from collections import Counter
from collections.abc import Sequence
from functools import cache

import numpy as np

from duelhall.engine.definition import ending_text, parse_ending
from duelhall.engine.errors import BadDeal, BadPosition, DuelhallError, UnreadableMove, shortened
from duelhall.engine.record import DRAWN, HIDDEN, SEATS, UNDECIDED, Array, unpacked
from duelhall.engine.sources import OutcomeNotation
from duelhall.engine.text import choice, counted, entries, number, pair
from duelhall.games.frontline.cards import (
    COPIES,
    MOST_KINDS,
    NO_CARD,
    faces_in,
    find_kind,
    symbols_text,
)
from duelhall.games.frontline.deployment import draw_from_pool
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    COMMIT_RIGHT,
    DEPLOYING,
    DRAFT,
    FOUGHT,
    LARGEST_HAND,
    LEFT_END,
    MIRROR,
    NO_SIDE,
    NOBODY,
    ODD_LEFT,
    ODD_RIGHT,
    PICKING,
    PLACES,
    REASONS,
    RIGHT_END,
    ROW,
    TAKE,
    Choices,
    State,
    cards_needed,
)


def cards_to_draw(s: State) -> list[str]:
    """The cards that are left in the pool."""
    faces = faces_in(s.options.cards)
    return [faces[kind] for kind in range(1, MOST_KINDS + 1) for _ in range(s.pool[kind])]


OUTCOMES = OutcomeNotation({draw_from_pool: cards_to_draw})


NOTHING = "none"
UNSEEN = "?"
STAGES = ("picking", "deploying", "fought")
SIDES = {"<": ODD_LEFT, ">": ODD_RIGHT}
COLUMN = re.compile(r"(\d{1,2})(?:b(\d{1,2}))?", re.ASCII)
NAMES = ("row", "pack", "stage", "score", "fought", "to_move", "won", "drawn")


# --- writing ---


def position_text(s: State) -> str:
    """A state or a view in one line."""
    s = unpacked(s)
    hands = s.hand.tolist()
    parts = [f"{_cards_text(s, hands[seat])}:{_line_text(s, seat)}" for seat in range(SEATS)]
    if s.stage == PICKING:
        parts.append(f"row={_cards_text(s, s.row.tolist())}")
        parts.append(f"pack={_cards_text(s, s.pack[: s.pack_size][::-1].tolist())}")
    parts.append(f"stage={STAGES[s.stage]}")
    parts.append(f"score={s.score[0]}:{s.score[1]}")
    parts.append(f"fought={s.fought}")
    parts.append(f"to_move={s.to_move}")
    return " ".join([*parts, *ending_text(s, REASONS)])


def _cards_text(s: State, kinds: Sequence[int]) -> str:
    faces = faces_in(s.options.cards)
    seen = [UNSEEN if kind == HIDDEN else faces[kind] for kind in kinds if kind != NO_CARD]
    return ",".join(seen) or NOTHING


def _line_text(s: State, seat: int) -> str:
    columns = [
        f"{front}b{back}" if back != NOBODY else f"{front}"
        for front, back in zip(s.ahead[seat].tolist(), s.behind[seat].tolist(), strict=True)
        if front != NOBODY
    ]
    side = next((sign for sign, odd in SIDES.items() if odd == s.odd[seat]), "")
    return (",".join(columns) or NOTHING) + side


def hides(s: State) -> bool:
    """Whether this is a view, in which cards or a finished deployment are hidden."""
    hidden = (s.hand == HIDDEN).any() or (s.pack == HIDDEN).any()
    return bool(hidden or (_is_second_deploying(s) and s.length[0] == 0))


def _is_second_deploying(s: State) -> bool:
    return bool(s.stage == DEPLOYING and s.to_move == 1)


# --- reading ---


def parse_position(text: str, s: State) -> None:
    """Fill a state from one line."""
    parts = text.split()
    if len(parts) < SEATS:
        raise BadPosition(f"a position begins with two players' cards: {shortened(text)}")
    found = entries(parts[SEATS:], NAMES)
    s.stage = choice(found.get("stage", STAGES[DEPLOYING]), STAGES)
    s.to_move = number(found.get("to_move", "0"), SEATS)
    for seat in range(SEATS):
        cards, colon, line = parts[seat].rpartition(":")
        if not colon:
            raise BadPosition(f"player {seat}: expected cards:line, not {shortened(parts[seat])}")
        _parse_hand(cards, s, seat)
        _parse_line(line, s, seat)
    _parse_draft(found, s)
    battles = int(s.options.battles)
    s.score[:] = [number(text, battles + 2) for text in pair(found, "score")]
    s.fought = number(found.get("fought", "0"), battles + 1)
    parse_ending(found, REASONS, s)
    _check_cards(s)
    _check_stage(s)


def _kinds(text: str, s: State, most: int) -> list[int]:
    words = [] if text == NOTHING else text.split(",")
    if len(words) > most:
        raise BadPosition(f"there are at most {most} cards in a place, not {len(words)}")
    return [
        HIDDEN if word == UNSEEN else find_kind(word, s.options.cards, BadPosition)
        for word in words
    ]


def _parse_hand(text: str, s: State, seat: int) -> None:
    kinds = _kinds(text, s, int(s.options.hand))
    if kinds != sorted(kinds) or (HIDDEN in kinds and set(kinds) != {HIDDEN}):
        raise BadPosition(f"player {seat}: the cards are not in the order of the set")
    s.hand[seat, : len(kinds)] = kinds


def _parse_line(text: str, s: State, seat: int) -> None:
    if text[-1:] in SIDES:
        s.odd[seat] = SIDES[text[-1]]
        text = text[:-1]
    for column, word in enumerate([] if text == NOTHING else text.split(",")):
        found = COLUMN.fullmatch(word)
        if not found or column == LARGEST_HAND:
            raise BadPosition(
                f"player {seat}: expected columns like 3 or 3b4, not {shortened(word)}"
            )
        s.ahead[seat, column] = _place(found[1], s, seat)
        if found[2]:
            s.behind[seat, column] = _place(found[2], s, seat)
        s.length[seat] += 1


def _place(number: str, s: State, seat: int) -> int:
    """Mark a card as placed; each can be so once."""
    card = int(number)
    if not 1 <= card <= LARGEST_HAND or s.hand[seat, card - 1] == NO_CARD:
        raise BadPosition(f"player {seat} has no card {card}")
    if s.placed[seat, card - 1]:
        raise BadPosition(f"player {seat}: card {card} stands in two places")
    s.placed[seat, card - 1] = True
    return card


def _parse_draft(found: dict[str, str], s: State) -> None:
    row = _kinds(found.get("row", NOTHING), s, ROW)
    pack = _kinds(found.get("pack", NOTHING), s, len(s.pack))
    s.row[: len(row)] = row
    s.pack[: len(pack)] = pack[::-1]
    s.pack_size = len(pack)
    if s.stage != PICKING and (row or pack):
        raise BadPosition("only a draft has open cards and cards to come (F21)")
    if s.stage == PICKING:
        held = int((s.hand != NO_CARD).sum())
        if s.options.mode != DRAFT:
            raise BadPosition("players pick only in a draft (F21)")
        if len(row) != ROW or len(pack) != SEATS * int(s.options.hand) - 1 - held:
            raise BadPosition("the row is full, and every pick takes a card from the pack (F21)")


def _check_cards(s: State) -> None:
    """Refuse more of a card than the set has; the two hands of a mirror are the same cards."""
    hands = s.hand[:1] if s.options.mode == MIRROR else s.hand
    if s.options.mode == MIRROR and (s.hand[0] != s.hand[1]).any():
        raise BadPosition("in a mirror both players have the same cards (F21)")
    places = [*hands.ravel().tolist(), *s.row.tolist(), *s.pack.tolist()]
    _check_copies([kind for kind in places if kind > NO_CARD], s.options.cards, BadPosition)


def _check_copies(kinds: Sequence[int], cards: Array, error: type[DuelhallError]) -> None:
    for kind, count in sorted(Counter(kinds).items()):
        there = int(cards[kind, COPIES])
        if count > there:
            face = symbols_text(cards[kind])
            raise error(f"the set has {there} of the card {face}, not {count} (F20)")


def _check_stage(s: State) -> None:
    """Refuse what cannot be at this stage of a match."""
    sizes = [int((s.hand[seat] != NO_CARD).sum()) for seat in range(SEATS)]
    if s.stage == PICKING:
        if s.length.any() or sizes[0] - sizes[1] != s.to_move or sizes[1] == s.options.hand:
            raise BadPosition("picks alternate, player 0 begins, and nobody deploys yet (F21)")
    elif sizes != [s.options.hand] * SEATS:
        raise BadPosition(f"each player has {counted(int(s.options.hand), 'card')} (F21)")
    if s.stage == DEPLOYING:
        if s.to_move == 0 and s.length[1]:
            raise BadPosition("player 0 deploys and commits before player 1 (F22)")
        if s.to_move == 1 and not hides(s):
            _check_committed(s, 0)
    for seat in range(SEATS):
        if s.stage == FOUGHT:
            _check_committed(s, seat)
        elif s.odd[seat] != NO_SIDE and not (seat == 0 and _is_second_deploying(s)):
            raise BadPosition("a side for the odd unit is chosen when a player commits (F22)")
    _check_score(s)


def _check_committed(s: State, seat: int) -> None:
    if s.placed[seat].sum() != s.options.hand:
        raise BadPosition(f"player {seat} has committed, so every card is placed (F22)")
    if (s.length[seat] % 2 == 1) != (s.odd[seat] != NO_SIDE):
        raise BadPosition(f"player {seat}: an odd front line, and no other, ends in < or > (F22)")


def _check_score(s: State) -> None:
    """Refuse a score that the battles cannot have given, and a match that should be over."""
    forfeit = REASONS[s.reason].word == "forfeit"
    if s.score.sum() > s.fought + forfeit:
        raise BadPosition("there are more points than battles fought (F23)")
    lead = abs(int(s.score[0]) - int(s.score[1]))
    left = int(s.options.battles) - int(s.fought)
    is_over = lead > left or left == 0
    if forfeit:
        if s.winner == DRAWN or s.stage == FOUGHT:
            raise BadPosition("a player who gives up loses, and does so before the end (F23)")
    elif is_over != (s.winner != UNDECIDED) or is_over != (s.stage == FOUGHT):
        raise BadPosition(
            "a match ends as soon as the remaining battles cannot change the winner (F23)"
        )
    elif is_over and (int(s.winner), REASONS[s.reason].word) != _outcome(s):
        raise BadPosition("the score contradicts the winner, or the reason (F23)")


def _outcome(s: State) -> tuple[int, str]:
    if s.score[0] == s.score[1]:
        return DRAWN, "equal-battles"
    return int(s.score[1] > s.score[0]), "more-battles"


MOVE_EXAMPLES = (
    "2< or 2> (card 2 to the left or right end of the front line), 2b3 (card 2 behind the third "
    "front unit), commit (with an odd front line commit< or commit>), take3 (in a draft)"
)
ENDS = {"<": LEFT_END, ">": RIGHT_END}
COMMITS = {"commit": COMMIT, "commit<": COMMIT_LEFT, "commit>": COMMIT_RIGHT}
DEPLOY = re.compile(r"(\d{1,2})(?:([<>])|b(\d))", re.ASCII)
PICK = re.compile(r"take(\d)", re.ASCII)


def move_text(move: int, _s: State) -> str:
    """A move in writing."""
    return _text(move)


@cache
def _text(move: int) -> str:
    if move >= TAKE:
        return f"take{move - TAKE + 1}"
    if move >= COMMIT:
        return next(text for text, commit in COMMITS.items() if commit == move)
    card, place = divmod(move, PLACES)
    if place >= BEHIND:
        return f"{card + 1}b{place - BEHIND + 1}"
    return f"{card + 1}{next(sign for sign, end in ENDS.items() if end == place)}"


def parse_move(text: str, _s: State) -> int:
    """The move that is written so, with or without spaces."""
    word = text.replace(" ", "").lower()
    if word in COMMITS:
        return COMMITS[word]
    if (found := PICK.fullmatch(word)) and 1 <= int(found[1]) <= ROW:
        return TAKE + int(found[1]) - 1
    if (found := DEPLOY.fullmatch(word)) and 1 <= int(found[1]) <= LARGEST_HAND:
        place = ENDS[found[2]] if found[2] else BEHIND + int(found[3]) - 1
        if found[2] or place >= BEHIND:
            return (int(found[1]) - 1) * PLACES + place
    raise UnreadableMove(text, MOVE_EXAMPLES)


def move_seen(_s: State, move: int, _seat: int) -> str | None:
    """What the enemy is told: picks are open, and of a deployment only that it is finished."""
    if move >= TAKE:
        return _text(move)
    return "commit" if move >= COMMIT else None


def armies_shown(before: State, move: int) -> str:
    """When both have committed, both armies, which leave the table after the battle (F23)."""
    if not COMMIT <= move < TAKE or before.to_move == 0:
        return ""
    armies = position_text(before).split()[:SEATS]
    return " ".join([*armies, _text(move)])


def deal_text(cards: Array, options: Choices) -> str:
    """Cards in the order in which they are dealt."""
    faces = [symbols_text(options.cards[kind]) for kind in cards]
    if options.mode in (MIRROR, DRAFT):
        return ",".join(faces)
    half = len(faces) // SEATS
    return f"{','.join(faces[:half])} {','.join(faces[half:])}"


def parse_deal(text: str, options: Choices) -> Array:
    """The cards of a deal, as many as the mode needs, no more of one than the set has."""
    groups = [group.split(",") for group in text.split()]
    needed = cards_needed(int(options.mode), int(options.hand))
    hands = 1 if options.mode in (MIRROR, DRAFT) else SEATS
    if [len(group) for group in groups] != [needed // hands] * hands:
        found = " and ".join(str(len(group)) for group in groups) or "none"
        lists = "a list" if hands == 1 else "two lists, each"
        cards = counted(needed // hands, "card")
        raise BadDeal(f"a deal here is {lists} of {cards}, not {found} (F21)")
    words = [word for group in groups for word in group]
    kinds = [find_kind(word, options.cards, BadDeal) for word in words]
    _check_copies(kinds, options.cards, BadDeal)
    return np.array(kinds, np.int8)
