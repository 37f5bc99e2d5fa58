"""The table of Frontline: what a seat sees of it, and how a person moves on it."""

from collections.abc import Iterator, Sequence
from functools import lru_cache, partial
from typing import Literal, NotRequired, TypeAlias, TypedDict

from duelhall.engine.board import (
    Board,
    Card,
    Fact,
    FactTypes,
    Scene,
    StandingFacts,
    Touch,
    Touches,
    Zone,
    both,
    hidden_cards,
    standing,
    whose,
)
from duelhall.engine.record import (
    DRAWN,
    HIDDEN,
    UNDECIDED,
    GameState,
    copied,
    state_of,
    unpacked,
)
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
from duelhall.games.frontline.arrangement import Reach, reach_of, revisions
from duelhall.games.frontline.battle import fight
from duelhall.games.frontline.cards import NO_CARD, faces_in
from duelhall.games.frontline.deployment import all_are_placed
from duelhall.games.frontline.notation import move_text
from duelhall.games.frontline.rules import first_column, reveal
from duelhall.games.frontline.scenes import (
    ArmyNames,
    Attack,
    BattleStep,
    Broken,
    Killed,
    SpeedsShown,
    scenes,
)
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    COMMIT_RIGHT,
    DEPLOYING,
    FOUGHT,
    HALF,
    LEFT_END,
    NOBODY,
    PICKING,
    PLACES,
    TAKE,
    State,
)
from duelhall.match.explain import Trace

Stage: TypeAlias = Literal["picking", "deploying", "fought"]
STAGES: tuple[Stage, ...] = ("picking", "deploying", "fought")


class FrontlineFacts(StandingFacts):
    """The facts of a board of Frontline outside of a battle."""

    stage: Stage
    score: list[int]
    fought: int
    battles: int


class Sides(TypedDict):
    """How many front units stand on each side of the divide, when an army is committed so."""

    move: str
    left: int
    right: int


class Attacks(TypedDict):
    """The speeds at which a column attacks, and whether they are new in a picture."""

    column: int
    speeds: list[int]
    changed: NotRequired[bool]


class ArmyFacts(TypedDict, total=False):
    """The facts of an army in a battle, and while it is deployed, and of the cards that lie open in
    a draft.
    """

    speeds: list[Attacks]
    reach: list[Reach]
    sides: list[Sides]
    to_come: int


class UnitFacts(TypedDict):
    """How many whole and broken symbols of each kind a card has, its number, and its markers."""

    whole: dict[str, int]
    broken: NotRequired[dict[str, int]]
    number: NotRequired[int]
    markers: NotRequired[int]


class BattleFacts(TypedDict, total=False):
    """The facts of a picture of a battle. Units are told by their ids."""

    stage: Literal["battle"]
    step: BattleStep
    round: int
    attacks: list[Attack]
    broken: list[Broken]
    killed: list[Killed]
    speed: int
    speeds: list[int]
    army: int
    winner: int | None
    rounds: int
    units: list[int]


class FrontlineChange(TypedDict, total=False):
    """What a move did: a card was picked or placed, or an army committed, and then perhaps a battle
    fought.
    """

    card: str
    place: Literal["left", "right", "behind"]
    front: str  # who stands in front of it
    left: int  # front units on each side of the divide
    right: int
    won: int | None  # who has won the battle
    score: list[int]
    units: list[int]  # how many were left, in the last battle


FACTS = FactTypes(FrontlineFacts, (ArmyFacts,), UnitFacts, BattleFacts, FrontlineChange)


def board(s: State, seat: int | None) -> Board:
    """The cards still in hand, and the armies as far as they are deployed and may be seen."""
    view, s = s, unpacked(s)
    far, near = both(seat)
    zones = [] if s.stage == FOUGHT else [_hand(s, far, seat), _hand(s, near, seat)]
    if s.stage == PICKING:
        zones.insert(1, _row(s))
    deployer = seat if s.stage == DEPLOYING else None
    for owner in (far, near):
        if s.length[owner] or owner == deployer:
            plan = _plan(view, s, owner) if owner == deployer and s.length[owner] else {}
            zones.append(_army(s, owner, seat, **plan))
    task, situation = _task(s), _situation(s, seat)
    sentence = " for ".join(part for part in (task, situation) if part)
    return Board(seat, sentence, _facts(s), tuple(zones), task, situation)


def _plan(view: State, s: State, owner: int) -> ArmyFacts:
    """What an army that is being deployed reaches, and how it could be committed."""
    facts: ArmyFacts = {"reach": reach_of(view, owner)}
    if owner == s.to_move and all_are_placed(s):
        length, half = int(s.length[owner]), int(s.length[owner]) // 2
        ways = {half: COMMIT_RIGHT, length - half: COMMIT_LEFT} if length % 2 else {half: COMMIT}
        facts["sides"] = [
            {"move": move_text(move, s), "left": left, "right": length - left}
            for left, move in ways.items()
        ]
    return facts


def _facts(s: State) -> FrontlineFacts:
    return {
        **standing(s.to_move, s.winner),
        "stage": STAGES[s.stage],
        "score": s.score.tolist(),
        "fought": s.fought,
        "battles": s.options.battles,
    }


def _task(s: State) -> str:
    """What a player is to do who waits for nobody."""
    if s.winner != UNDECIDED:
        return ""
    return "Pick a card" if s.stage == PICKING else "Deploy your army"


def _situation(s: State, seat: int | None) -> str:
    own, other = (s.score[0], s.score[1]) if seat != 1 else (s.score[1], s.score[0])
    score = f"{'score' if seat is None else 'your score'} {own}:{other}"
    if s.stage == FOUGHT and s.options.battles == 1:
        return "The battle is over; these armies met"
    if s.stage == FOUGHT:
        return f"The match is over, {score}; these armies met last"
    if s.winner != UNDECIDED:
        return f"The match is over, {score}"
    if s.options.battles == 1:
        return ""
    return f"battle {s.fought + 1} of {s.options.battles}, {score}"


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


def _army(s: State, owner: int, seat: int | None, **facts: Fact) -> Zone:
    """An army as far as it is deployed, nothing being broken yet."""
    faces, near = faces_of(s)[owner], 1 if seat == 1 else 0
    first, length = int(first_column(s, owner)), int(s.length[owner])
    cards = [
        unit_card(owner, unit, faces[unit], row, seen_column(owner, first + at, near))
        for row, line in ((FRONT, s.ahead), (BACK, s.behind))
        for at, unit in enumerate(line[owner, :length].tolist())
        if unit != NOBODY
    ]
    return army_zone(owner, cards, seat, **facts)


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
    names = ArmyNames(f"{whose(near, seat)} army", f"{whose(far, seat)} army")
    return scenes(trace.steps, faces_of(revealed.state), seat, names, shown=shown)


BATTLE_STYLES = {
    "all-speeds": partial(battle_scenes, shown=SpeedsShown.ALL),
    "no-speeds": partial(battle_scenes, shown=SpeedsShown.NONE),
}
"""Other ways to show a battle than with the speeds that count."""


COMMITS = {
    COMMIT: "Commit",
    COMMIT_LEFT: "Commit, the odd unit to the left of the divide",
    COMMIT_RIGHT: "Commit, the odd unit to the right of the divide",
}


def places(s: State, move: int) -> tuple[Touch, ...]:
    """An open card to pick, a card of the hand and its place in the army, or the whole army, whose
    divide moves over for an odd unit.
    """
    seat = int(s.to_move)
    if move >= TAKE:
        place = move - TAKE
        at = sum(kind != NO_CARD for kind in s.row[:place].tolist())
        return (Touch("row", faces_in(s.options.cards)[s.row[place]], at=at),)
    if move >= COMMIT:
        return (Touch(f"army{seat}"),) if move == COMMIT_LEFT else ()
    card, place = divmod(move, PLACES)
    row, column = _goal(s, seat, place)
    army = Touch(f"army{seat}", row=row, column=seen_column(seat, column, seat))
    return (Touch(f"hand{seat}", f"{seat}.{card + 1}"), army)


def _goal(s: State, seat: int, place: int) -> tuple[int, int]:
    """The row and the column of a place, as the army stands now."""
    first = int(first_column(s, seat))
    if place >= BEHIND:
        return BACK, first + place - BEHIND
    return FRONT, first - 1 if place == LEFT_END else first + int(s.length[seat])


def says(s: State, move: int) -> str:
    """`Put 2, spear and shield, at the left end of the front line`."""
    if move >= TAKE:
        place = move - TAKE
        return f"Take {place + 1}, {_named(s, int(s.row[place]))}"
    if move >= COMMIT:
        return COMMITS[move]
    card, place = divmod(move, PLACES)
    return f"Put {card + 1}, {_named(s, int(s.hand[s.to_move, card]))}, {_where(place)}"


def _named(s: State, kind: int) -> str:
    """A card by its symbols: `sword, sword and crown`."""
    return " and ".join(words(faces_in(s.options.cards)[kind]).rsplit(", ", 1))


def _where(place: int) -> str:
    if place >= BEHIND:
        return f"behind front unit {place - BEHIND + 1}"
    return f"at the {'left' if place == LEFT_END else 'right'} end of the front line"


def says_partly(_s: State, _move: int) -> str:
    """How many units went to which side of the divide is not seen before the battle."""
    return COMMITS[COMMIT]


def kind(s: State, move: int) -> str:
    """`pick`, `place` or `ready`; nothing for who does not see the army that is committed."""
    if move >= TAKE:
        return "pick"
    return "place" if move < COMMIT else "ready" if all_are_placed(s) else ""


def change(before: GameState, move: int | None, after: GameState) -> FrontlineChange:
    """What a move did. Of a committed army, only what is seen of it afterwards is told."""
    s, then = unpacked(before), unpacked(after)
    seat, faces = int(s.to_move), faces_in(s.options.cards)
    if move is None or COMMIT <= move < TAKE:
        return _committed(s, then, seat, after)
    if move >= TAKE:
        return {"card": words(faces[s.row[move - TAKE]])}
    card, place = divmod(move, PLACES)
    card_words = words(faces[s.hand[seat, card]])
    if place < BEHIND:
        return {"card": card_words, "place": "left" if place == LEFT_END else "right"}
    front = s.ahead[seat, place - BEHIND] - 1
    return {"card": card_words, "place": "behind", "front": words(faces[s.hand[seat, front]])}


def _committed(s: State, then: State, seat: int, after: GameState) -> FrontlineChange:
    done: FrontlineChange = {}
    if length := int(then.length[seat]):
        left = HALF - int(first_column(then, seat))
        done |= {"left": left, "right": length - left}
    if then.fought > s.fought:
        gained = (then.score - s.score).tolist()
        done["won"], done["score"] = gained.index(1) if any(gained) else None, then.score.tolist()
    if then.stage == FOUGHT:
        battle = state_of(copied(after))
        reveal(battle)
        fight(battle)
        done["units"] = battle.units.tolist()
    return done


TOUCHES = Touches(places, says, says_partly, kind, change, revisions)
