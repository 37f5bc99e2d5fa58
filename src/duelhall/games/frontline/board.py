"""What a seat sees of a match of Frontline."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial

from duelhall.engine.board import (
    Board,
    Card,
    Fact,
    Scene,
    Zone,
    both,
    hidden_cards,
    standing,
    whose,
)
from duelhall.engine.record import DRAWN, HIDDEN, UNDECIDED, unpacked
from duelhall.games.frontline.armies import (
    BACK,
    FRONT,
    Faces,
    army_zone,
    card_facts,
    seen_column,
    unit_card,
    words,
)
from duelhall.games.frontline.battle_scenes import Names, SpeedsShown, scenes
from duelhall.games.frontline.battlefield import NOBODY
from duelhall.games.frontline.cards import NO_CARD, faces_in
from duelhall.games.frontline.rules import first_column, reveal
from duelhall.games.frontline.state import DEPLOYING, FOUGHT, PICKING, State
from duelhall.match.explain import Trace

STAGES = ("picking", "deploying", "fought")


def board(s: State, seat: int | None) -> Board:
    """The cards still in hand, and the armies as far as they are deployed and may be seen."""
    s = unpacked(s)
    far, near = both(seat)
    zones = [] if s.stage == FOUGHT else [_hand(s, far, seat), _hand(s, near, seat)]
    if s.stage == PICKING:
        zones.insert(1, _row(s))
    armies = [owner for owner in (far, near) if s.length[owner] or _may_deploy(s, owner, seat)]
    zones += [_army(s, owner, seat) for owner in armies]
    return Board(seat, _sentence(s, seat), _facts(s), tuple(zones))


def _may_deploy(s: State, owner: int, seat: int | None) -> bool:
    """Whether an army is being deployed where the seat sees it, nobody standing there yet."""
    return s.stage == DEPLOYING and owner == seat


def _facts(s: State) -> dict[str, Fact]:
    return {
        **standing(s.to_move, s.winner),
        "stage": STAGES[s.stage],
        "score": s.score.tolist(),
        "fought": s.fought,
        "battles": s.options.battles,
    }


def _sentence(s: State, seat: int | None) -> str:
    own, other = (s.score[0], s.score[1]) if seat != 1 else (s.score[1], s.score[0])
    score = f"{'score' if seat is None else 'your score'} {own}:{other}"
    if s.stage == FOUGHT and s.options.battles == 1:
        return "The battle is over; these armies met"
    if s.stage == FOUGHT:
        return f"The match is over, {score}; these armies met last"
    if s.winner != UNDECIDED:
        return f"The match is over, {score}"
    task = "Pick a card" if s.stage == PICKING else "Deploy your army"
    if s.options.battles == 1:
        return task
    return f"{task} for battle {s.fought + 1} of {s.options.battles}, {score}"


def ending_text(s: State) -> str:
    """How a match of one battle ended; of several, the battles won tell it."""
    if s.stage != FOUGHT or s.options.battles != 1:
        return ""
    return "the battle is a tie" if s.winner == DRAWN else "only the winner's army is left"


def _hand(s: State, owner: int, seat: int | None) -> Zone:
    """What a player still holds, with the numbers to name it by; the seat's own or all."""
    kinds = [kind for kind in s.hand[owner].tolist() if kind != NO_CARD]
    faces = faces_in(s.options.cards)
    if kinds and kinds[0] == HIDDEN:
        return _hand_of(owner, seat, ("",) * len(kinds), is_numbered=False)
    if owner == seat or seat is None:
        placed = s.placed[owner].tolist()
        left = tuple("" if placed[at] else faces[kind] for at, kind in enumerate(kinds))
        return _hand_of(owner, seat, left, is_numbered=True)
    # In a mirror and in a draft the cards are known, but not which are deployed.
    return _hand_of(owner, seat, tuple(faces[kind] for kind in kinds), is_numbered=False)


@lru_cache(maxsize=1024)
def _hand_of(owner: int, seat: int | None, faces: tuple[str, ...], *, is_numbered: bool) -> Zone:
    """A hand of these cards, which stays the same for many moves. Without a face, a card is
    deployed if they are numbered, and hidden otherwise.
    """
    if is_numbered:
        cards = tuple(_numbered(faces, f"{owner}."))
    elif "" in faces:
        cards = hidden_cards(len(faces))
    else:
        cards = tuple(map(_card, faces))
    return Zone(f"hand{owner}", "hand", f"{whose(owner, seat)} hand", owner, cards)


def _row(s: State) -> Zone:
    """The cards that lie open in a draft."""
    faces = faces_in(s.options.cards)
    open_faces = ["" if kind == NO_CARD else faces[kind] for kind in s.row.tolist()]
    cards = tuple(_numbered(open_faces, ""))
    return Zone("row", "row", "Open cards", None, cards, {"to_come": s.pack_size})


def _numbered(faces: Sequence[str], owner: str) -> Iterator[Card]:
    """Cards with their numbers, counted over those that are gone."""
    for number, face in enumerate(faces, start=1):
        if face:
            yield _card(face, f"{owner}{number}" if owner else "", number)


def _card(face: str, name: str = "", number: int | None = None) -> Card:
    facts = card_facts(face)
    return Card(face, words(face), id=name, facts={"number": number, **facts} if number else facts)


def faces_of(s: State) -> Faces:
    """The symbols of both players' cards by number, those that are hidden being empty."""
    faces = faces_in(s.options.cards)
    return [["", *(faces[max(0, kind)] for kind in hand)] for hand in s.hand.tolist()]


def _army(s: State, owner: int, seat: int | None) -> Zone:
    """An army as far as it is deployed, nothing being broken yet."""
    faces, near = faces_of(s)[owner], 1 if seat == 1 else 0
    first, length = int(first_column(s, owner)), int(s.length[owner])
    cards = [
        unit_card(owner, unit, faces[unit], row, seen_column(owner, first + at, near))
        for row, line in ((FRONT, s.ahead), (BACK, s.behind))
        for at, unit in enumerate(line[owner, :length].tolist())
        if unit != NOBODY
    ]
    return army_zone(owner, cards, seat)


def battle_scenes(
    _before: State,
    _move: int,
    trace: Trace,
    seat: int | None,
    shown: SpeedsShown = SpeedsShown.FINAL,
) -> list[Scene]:
    """The battle that a move set off, if it did."""
    revealed = trace.first(reveal)
    if revealed is None:
        return []
    far, near = both(seat)
    names = Names(f"{whose(near, seat)} army", f"{whose(far, seat)} army")
    return scenes(trace.steps, faces_of(revealed.state), seat, names, shown=shown)


BATTLE_STYLES = {
    "all-speeds": partial(battle_scenes, shown=SpeedsShown.ALL),
    "no-speeds": partial(battle_scenes, shown=SpeedsShown.NONE),
}
"""Other ways to show a battle than with the speeds that count."""
