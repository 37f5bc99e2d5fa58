"""A slow, obvious Monsters, written from seed, rulings and the card language alone.

Seats are 0 and 1. Cards are the tables of the TOML document, and a card in a zone is just its name.
Hands, Stasis and Drop are Counters of names; decks and Damage are lists, the top of a deck and the
newest Damage card last. Everything in the Action zones is a `Link`; nothing leaves there before
Clear (M15).

When somebody has lost, everything stops right there: the links stay in the Action zones, and turn,
phase and seat to move stay as they were.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

Meaning = TypeVar("Meaning")
Table = dict[str, Any]
"""A table of the TOML document: a monster, a move, a deck or an effect."""

SEATS = (0, 1)
OPENING_HAND = 5
CARDS_DRAWN = 2
MOST_OF_A_TRAIT = 7
LAST_TURN = 100
MOST_CHOSEN = 20

NONE, INITIAL, ADDITIONAL = "none", "initial", "additional"
"""The kinds of a stat (M4). The last two are also what a move can count as in a place."""

SPECIAL, BY_TEXT = "special", "by text"
"""What else a move can count as: a special move, or a move with ATK 0 used as its `use` says."""


@dataclass(eq=False)
class Link:
    """One use of a card or of a monster's effect: a link of a chain (M10), and until Clear the
    card in its side of the Action zone (M15).
    """

    owner: int
    name: str | None
    """The move, or None for the monster's effect."""
    from_stasis: bool
    cancelled: bool = False
    resolved: bool = False
    destination: str = ""
    """Where an effect sends the card in Clear: "hand", "stasis", or "" if none did (M15)."""

    @property
    def moved_away(self) -> bool:
        """Did an effect move the card, so that its stats no longer count (M10, M15)? One that is
        kept is not moved: it goes on counting.
        """
        return self.destination == "hand"


@dataclass
class Question:
    """M23: what an effect asks a player, and what may be answered."""

    seat: int
    answers: dict[str, Any]
    """What each answer means, by how it is said; "pass" where nothing need be chosen."""


Asking: TypeAlias = "Generator[Question, Any, None]"
"""Something that goes on when its questions are answered."""


def other(seat: int) -> int:
    """The other seat."""
    return 1 - seat


def stat_of(text: str) -> tuple[str, int]:
    """M4: "~" is no stat, "3" is initial, "+1", "-1" and "+0" are additional."""
    if text == "~":
        return NONE, 0
    if text[0] in "+-":
        return ADDITIONAL, int(text)
    return INITIAL, int(text)


def use_of(card: Table, *, from_stasis: bool) -> list[str]:
    """M3, M9: the words that say when the card may be used; `activate` speaks of Stasis alone."""
    words: list[str] = card.get("use", [])
    return card.get("activate", words) if from_stasis else words


def effects_of(card: Table, when: str) -> list[Table]:
    """The card's effects of that kind ("play", "field" or "passive"), in the order written."""
    return [effect for effect in card.get("effect", []) if effect["when"] == when]


def stays_in_play(card: Table) -> bool:
    """M15: has the card a Field or Passive effect, so that it goes to Stasis in Clear?"""
    return bool(effects_of(card, "field") or effects_of(card, "passive"))


def amount_of(effect: Table) -> int:
    """The number written on the effect, 1 if there is none."""
    return int(effect.get("amount", 1))


def targets_of(effect: Table, owner: int) -> list[int]:
    """The seats the effect is about: the owner if it says nothing; of both, the owner first."""
    targets = {"self": [owner], "opponent": [other(owner)], "both": [owner, other(owner)]}
    return targets[effect.get("target", "self")]


def meaning_of(meanings: dict[str, Meaning], do: str, place: str) -> Meaning:
    """What an operation means there."""
    assert do in meanings, (
        f"the twin does not know {do}: add it in tests/twins/monsters.py, {place}"
    )
    return meanings[do]


def take_out(zone: Counter[str], name: str) -> None:
    """Take one copy of a card out of a zone."""
    zone[name] -= 1
    if zone[name] == 0:
        del zone[name]


def change_cost(changes: Counter[str], traits: list[str], amount: int) -> None:
    """Let these traits cost so much more, or less; -7 and 7 are the limits of every sum."""
    for trait in traits:
        changes[trait] = max(-MOST_OF_A_TRAIT, min(MOST_OF_A_TRAIT, changes[trait] + amount))


def is_wrapped(text: str) -> bool:
    """Is the whole text one pair of brackets?"""
    return text.startswith("(") and split_at(text, "") == [text] and text.endswith(")")


def split_at(text: str, word: str) -> list[str]:
    """The parts of a condition between these words, brackets being left alone. Without a word:
    the parts after which no bracket is open.
    """
    parts, depth, start = [], 0, 0
    for place, letter in enumerate(text):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth == 0 and word and text[place:].startswith(f" {word} "):
            parts.append(text[start:place])
            start = place + len(word) + 2
        if depth == 0 and not word and letter == ")":
            parts.append(text[start : place + 1])
            start = place + 1
    rest = text[start:]
    return [*parts, rest] if rest.strip() else parts


class Twin:
    """One game of Monsters."""

    to_move: int
    turn: int
    turn_player: int
    phase: str
    winner: int | str | None
    reason: str
    hand: list[Counter[str]]
    stasis: list[Counter[str]]
    drop: list[Counter[str]]
    deck: list[list[str]]
    damage: list[list[str]]
    left: list[dict[str, int]]
    known: list[Counter[str]]
    links: list[Link]
    passes: int
    last_damage: tuple[int, int, int] | None

    def __init__(
        self,
        cards: Table,
        decks: tuple[Table, Table],
        order: tuple[list[str], list[str]],
        first: int,
        pick: Callable[[int], int],
        shuffle: Callable[[list[str]], None],
        deck_out: str = "lose",
        used_cards: str = "whole",
    ) -> None:
        """M2: both draw five, the monsters' Play effects act, and the first turn starts."""
        self.traits: list[str] = list(cards["traits"])
        self.moves: dict[str, Table] = {move["name"]: move for move in cards["move"]}
        monsters: dict[str, Table] = {monster["name"]: monster for monster in cards["monster"]}
        self.monster = [monsters[deck["monster"]] for deck in decks]
        self.deck_table: list[dict[str, int]] = [dict(deck["moves"]) for deck in decks]
        self.pick = pick
        self.shuffle = shuffle
        self.deck_out = deck_out
        self.used_cards = used_cards
        self._check(order)

        self.hand = [Counter(), Counter()]
        self.stasis = [Counter(), Counter()]
        self.drop = [Counter(), Counter()]
        self.known = [Counter(), Counter()]
        self.deck = [list(order[0]), list(order[1])]
        self.face_up = [0, 0]
        """How many cards lie face up under each deck."""
        self.damage = [[], []]
        self.lost: list[str] = ["", ""]
        """For each seat the reason why it has lost, or ""."""
        self.winner = None
        self.reason = ""

        self.turn = 1
        self.turn_player = first
        self.forbidden: list[tuple[int, str]] = []
        """What is forbidden to whom until the end of the turn (set at the start: of turn 1)."""
        self.next_bonus: list[dict[str, int]] = [{}, {}]
        """What is added to the next attack and the next defence of each seat."""
        self.next_costs: list[Counter[str]] = [Counter(), Counter()]
        """By how much the next move of each seat costs more of each trait."""
        self.links = []
        self.chain: list[Link] | None = None
        """The links of the chain that is being built or resolved; they are in `links` too."""
        self.question: Question | None = None
        self.resolving: Asking | None = None
        """What waits for the answer to the question."""
        self.in_combat = False
        """From the initiating of combat until its damage has been dealt."""
        self._start_turn()

        for seat in SEATS:
            self._draw(seat, OPENING_HAND)
        self._activate_monsters()
        if self.winner is None:
            self._start_turn()

    def _check(self, order: tuple[list[str], list[str]]) -> None:
        """The shuffled decks hold what the deck tables say, and the empty-deck rule is known."""
        for seat in SEATS:
            if Counter(order[seat]) != Counter(self.deck_table[seat]):
                message = f"the shuffled deck of seat {seat} is not the one of its deck table"
                raise ValueError(message)
        if self.deck_out not in ("lose", "reshuffle"):
            message = f"unknown deck_out {self.deck_out!r}"
            raise ValueError(message)

    def _activate_monsters(self) -> None:
        """M2: the monsters' Play effects act once, the first player's first."""
        for seat in (self.turn_player, other(self.turn_player)):
            list(self._carry_out(effects_of(self.monster[seat], "play"), seat, None))

    # ---------------------------------------------------------------- which moves are legal

    def legal(self) -> set[str]:
        """Every move of the seat to move; a pass always is one. None once the game is over."""
        if self.winner is not None:
            return set()
        if self.question is not None:
            return set(self.question.answers)
        seat = self.to_move
        moves = {"pass"}
        moves |= {f"play {name}" for name in self.hand[seat] if self._may_play(seat, name)}
        moves |= {
            f"activate {name}" for name in self.stasis[seat] if self._may_activate(seat, name)
        }
        if self._may_use_monster(seat):
            moves.add("monster")
        return moves

    def _place(self) -> str:
        """Where the seat to move stands: outside a chain in "alter" or "battle" (M3); in a chain
        at "attack" or "defence" of a combat (M7), or at "answer" in a non-combat chain (M9).
        """
        if self.chain is None:
            return self.phase
        if not self.in_combat:
            return "answer"
        return "attack" if self.to_move == self.turn_player else "defence"

    def _may_play(self, seat: int, name: str) -> bool:
        """M5 to M9: from the hand, where it fits in, if nothing forbids it and it can be paid."""
        counts_as = self._counts_as(self.moves[name], from_stasis=False)
        if counts_as == NONE or counts_as in self._forbidden_to(seat):
            return False
        cost = self._cost(seat, name)
        pays = all(self.left[seat][trait] >= cost[trait] for trait in cost)
        return pays and self._requirements_hold(self.moves[name], "play", seat)

    def _cost(self, seat: int, name: str) -> Counter[str]:
        """M6: what a move costs now. Effects change only traits that it costs anyway."""
        printed: Counter[str] = Counter(self.moves[name]["traits"])
        changes = self._cost_changes(seat)
        return Counter({t: min(7, max(0, n + changes[t])) for t, n in printed.items()})

    def _cost_changes(self, seat: int) -> Counter[str]:
        """By how much costs change: in this turn, once, by Passives, and by cards on the chain. No
        sum of changes leaves -7 to 7.
        """
        changes = Counter(self.turn_costs[seat])
        for trait in self.traits:
            change_cost(changes, [trait], self.next_costs[seat][trait])
        for whose in SEATS:
            stacked: dict[int, list[Any]] = {}
            for owner, effect in self._passives():
                if owner == whose and effect["do"] == "cost" and seat in targets_of(effect, owner):
                    stacked.setdefault(id(effect), [effect, 0])[1] += 1
            for effect, copies in self._in_table_order(whose, list(stacked.values())):
                amount = copies * self._full_amount(effect, whose)
                change_cost(changes, self._traits_in(effect), amount)
            for effect in self._held_in_chain(seat, "cost", whose):
                amount = self._full_amount(effect, whose)
                change_cost(changes, self._traits_in(effect), amount)
        return changes

    def _in_table_order(self, seat: int, found: list[list[Any]]) -> list[list[Any]]:
        """Effects in the order of the cards in the deck table, the monster's last; as sums are cut
        off at 7, the order matters.
        """
        cards = [*(self.moves[name] for name in self.deck_table[seat]), self.monster[seat]]
        order = [id(effect) for card in cards for effect in card.get("effect", [])]
        return sorted(found, key=lambda one: order.index(id(one[0])))

    def _traits_in(self, effect: Table) -> list[str]:
        """The trait that the effect names; all of them if it names none."""
        return [effect["trait"]] if "trait" in effect else self.traits

    def _held_in_chain(self, seat: int, do: str, whose: int) -> Iterator[Table]:
        """What cards of a player do to a seat while they are on the chain."""
        for link in self._chain():
            card = self.monster[link.owner] if link.name is None else self.moves[link.name]
            for effect in effects_of(card, "chain"):
                fits = link.owner == whose and effect["do"] == do
                concerned = fits and seat in targets_of(effect, link.owner)
                if concerned and self._holds(effect.get("if"), link.owner, link):
                    yield effect

    def _may_activate(self, seat: int, name: str) -> bool:
        """M16: from Stasis, where it fits in, if it has a Field effect; it costs nothing."""
        if not effects_of(self.moves[name], "field"):
            return False
        counts_as = self._counts_as(self.moves[name], from_stasis=True)
        forbidden = self._forbidden_to(seat)
        if counts_as == NONE or counts_as in forbidden or "stasis" in forbidden:
            return False
        return self._requirements_hold(self.moves[name], "field", seat)

    def _may_use_monster(self, seat: int) -> bool:
        """M20: a monster's Field effect, once in each turn, when its text allows."""
        monster = self.monster[seat]
        if not effects_of(monster, "field") or self.monster_used[seat]:
            return False
        if self._place() not in use_of(monster, from_stasis=False):
            return False
        if "monster" in self._forbidden_to(seat):
            return False
        return self._requirements_hold(monster, "field", seat)

    def _requirements_hold(self, card: Table, when: str, seat: int) -> bool:
        """M22: what the card and its effects of that kind require holds, as if the card already
        lay on the chain, behind its last link.
        """
        required = [effect.get("requires") for effect in effects_of(card, when)]
        next_link = Link(seat, None, from_stasis=False)
        chain = [*self._chain(), next_link]
        return all(
            self._holds(words, seat, next_link, chain)
            for words in (*required, card.get("requires"))
        )

    def _counts_as(self, move: Table, *, from_stasis: bool) -> str:
        """What the move would count as where the seat to move stands; NONE if it does not fit."""
        atk, value = stat_of(move["atk"])
        dfn, _ = stat_of(move["def"])
        if atk == NONE and dfn == NONE:
            return SPECIAL if self._place() in use_of(move, from_stasis=from_stasis) else NONE
        if self._place() == "battle":
            return self._counts_as_start(atk, value)
        if self._place() == "attack":
            return ADDITIONAL if atk == ADDITIONAL else NONE
        if self._place() == "defence":
            return self._counts_as_defence(dfn)
        named = move.get("activate", []) if from_stasis else []
        here = atk if self.to_move == self.turn_player else dfn
        fits = here != NONE or self.used_cards == "links"
        return BY_TEXT if self._place() in named and fits else NONE

    def _counts_as_start(self, atk: str, value: int) -> str:
        """M7, M9: outside a chain in Battle only initial ATK; 1 or more only once a turn."""
        if atk != INITIAL or (value >= 1 and self.combats > self.more_combats):
            return NONE
        return INITIAL

    def _counts_as_defence(self, dfn: str) -> str:
        """M8: the defender's initial move comes before any other defensive move of the chain."""
        if dfn == INITIAL and self._defensive_moves():
            return NONE
        return dfn

    def _forbidden_to(self, seat: int) -> set[str]:
        """What the seat cannot use now, by effects of this turn and by Passives that hold (M17)."""
        words = {what for whom, what in self.forbidden if whom == seat}
        for whose in SEATS:
            words |= {effect["what"] for effect in self._held_in_chain(seat, "forbid", whose)}
        for owner, effect in self._passives():
            if effect["do"] == "forbid" and seat in targets_of(effect, owner):
                words.add(effect["what"])
        return words

    # ---------------------------------------------------------------- making a move

    def play(self, move: str) -> None:
        """Make a legal move, and everything that happens up to the next decision."""
        if move not in self.legal():
            message = f"illegal move {move!r}"
            raise ValueError(message)
        seat = self.to_move
        if self.question is not None:
            self._go_on(self.question.answers[move])
        elif move == "pass":
            self._pass()
        elif move == "monster":
            self.monster_used[seat] = True
            self._add_link(Link(seat, None, from_stasis=False))
        elif move.startswith("play "):
            self._play_from_hand(seat, move.removeprefix("play "))
        else:
            self._activate_from_stasis(seat, move.removeprefix("activate "))

    def _pass(self) -> None:
        """M3: outside a chain a pass ends the phase. M7: two in a row end a chain's building."""
        if self.chain is not None:
            self.passes += 1
            self.to_move = other(self.to_move)
            if self.passes == len(SEATS):
                self.passes = 0
                self.resolving = self._resolve_chain(self.chain)
                self._go_on(None)
        elif self.phase == "alter":
            self.phase = "battle"
        else:
            self._end_turn()

    def _play_from_hand(self, seat: int, name: str) -> None:
        """M6: a move played from the hand spends its traits."""
        cost = self._cost(seat, name)
        self._leave_hand(seat, name)
        for trait, count in cost.items():
            self.left[seat][trait] -= count
        self.next_costs[seat] = Counter()
        self._add_link(Link(seat, name, from_stasis=False))

    def _activate_from_stasis(self, seat: int, name: str) -> None:
        """M16: the card turns sideways into the Action zone; nothing is paid."""
        take_out(self.stasis[seat], name)
        self._add_link(Link(seat, name, from_stasis=True))

    def _add_link(self, link: Link) -> None:
        """M7, M9: a link starts a chain or goes on top of it; then it is the other player's turn
        to add one.
        """
        if self.chain is None:
            self._start_chain(link)
        else:
            self.chain.append(link)
        self.links.append(link)
        self.passes = 0
        self.to_move = other(link.owner)

    def _start_chain(self, link: Link) -> None:
        """M7: initial ATK 1 or more initiates combat. M9: all else starts a non-combat chain."""
        self.chain = [link]
        self.bonus = {"attack": 0, "defence": 0}
        if self.phase == "battle" and self._stat(link, "atk")[1] >= 1:
            self.in_combat = True
            self.combats += 1
            for do, seat in (("attack", link.owner), ("defence", other(link.owner))):
                self.bonus[do] = self.turn_bonus[seat][do] + self.next_bonus[seat].pop(do, 0)

    # ---------------------------------------------------------------- the turn

    def _start_turn(self) -> None:
        """M3, M6: a turn starts in Alter, both supplies full, nothing used yet."""
        self.phase = "alter"
        self.to_move = self.turn_player
        self.left = [self._full_supply(seat) for seat in SEATS]
        self.monster_used = [False, False]
        self.combats = 0
        self.more_combats = 0
        self.prevented = [0, 0]
        self.taken = [0, 0]
        self.turn_bonus: list[Counter[str]] = [Counter(), Counter()]
        self.turn_costs: list[Counter[str]] = [Counter(), Counter()]
        self.last_damage = None
        self.passes = 0

    def _full_supply(self, seat: int) -> dict[str, int]:
        """M6: of every trait as many as the monster has."""
        return {trait: self.monster[seat]["traits"].count(trait) for trait in self.traits}

    def _end_turn(self) -> None:
        """M3: Clear, then Draw two; then the opponent's turn, unless this was the last (M18)."""
        self._clear()
        self._draw(self.turn_player, CARDS_DRAWN)
        self._settle()
        if self.winner is None and self.turn == LAST_TURN:
            self._judge()
        if self.winner is None:
            self.forbidden = []
            self.turn += 1
            self.turn_player = other(self.turn_player)
            self._start_turn()

    def _clear(self) -> None:
        """M15: every card leaves both Action zones."""
        for link in self.links:
            if link.name is not None:
                self._clear_card(link, link.name)
        self.links = []

    def _clear_card(self, link: Link, name: str) -> None:
        """M10: to Drop if it was cancelled, whatever else was done to it. M15: else to where an
        effect sends it; else to Stasis, if it was played from the hand and has a Field or Passive
        effect; else to Drop.
        """
        stays = not link.from_stasis and stays_in_play(self.moves[name])
        if link.cancelled:
            self.drop[link.owner][name] += 1
        elif link.destination == "hand":
            self._enter_hand_openly(link.owner, name)
        elif link.destination == "stasis" or stays:
            self.stasis[link.owner][name] += 1
        else:
            self.drop[link.owner][name] += 1

    def _judge(self) -> None:
        """M18: after turn 100 the larger (HP - cards in Damage) / HP wins; equal is a draw.

        Multiplying both sides by both HP keeps it exact.
        """
        hp = [self.monster[seat]["hp"] for seat in SEATS]
        share = [(hp[seat] - len(self.damage[seat])) * hp[other(seat)] for seat in SEATS]
        if share[0] == share[1]:
            self.winner = "draw"
        else:
            self.winner = share.index(max(share))
        self.reason = "turn-limit"

    def _settle(self) -> None:
        """M13: who has lost? If one operation made both lose, the game is a draw."""
        losers = [seat for seat in SEATS if self.lost[seat]]
        if len(losers) == len(SEATS):
            self.winner = "draw"
            self.reason = "both-lost"
        elif losers:
            self.winner = other(losers[0])
            self.reason = self.lost[losers[0]]

    # ---------------------------------------------------------------- resolving a chain

    def _go_on(self, answer: Any) -> None:
        """M23: the chain goes on resolving until it has a question, or is through."""
        assert self.resolving is not None
        try:
            self.question = self.resolving.send(answer)
            self.to_move = self.question.seat
        except StopIteration:
            self.question = self.resolving = None

    def _resolve_chain(self, chain: list[Link]) -> Asking:
        """M10: backwards from the last link; then, in combat, the damage. If somebody has lost,
        nothing more happens. Afterwards it is up to the turn player, in the same phase.
        """
        for link in reversed(chain):
            if self.winner is None and not link.cancelled:
                yield from self._resolve(link)
        if self.winner is None and self.in_combat:
            self._combat_damage(chain)
        if self.winner is None:
            self.chain = None
            self.in_combat = False
            self.to_move = self.turn_player

    def _resolve(self, link: Link) -> Asking:
        """M10: from the hand the Play effects, from Stasis or of a monster the Field effects."""
        if link.name is None:
            effects = effects_of(self.monster[link.owner], "field")
        else:
            effects = effects_of(self.moves[link.name], "field" if link.from_stasis else "play")
        yield from self._carry_out(effects, link.owner, link)
        link.resolved = True

    def _carry_out(self, effects: list[Table], owner: int, link: Link | None) -> Asking:
        """The effects happen in the order written, each if its condition holds just then. Those
        next to each other that have the same `either` are one effect, of which one is chosen.

        `link` is None for a monster's Play effects at the start of the game.
        """
        for _, group in groupby(effects, key=lambda effect: effect.get("either", id(effect))):
            if self.winner is not None:
                return
            alternatives = list(group)
            if "either" in alternatives[0]:
                chosen: list[Table] = []
                yield from self._choose_one(alternatives, owner, link, chosen)
            else:
                held = self._holds(alternatives[0].get("if"), owner, link)
                chosen = alternatives if held else []
                if chosen and chosen[0].get("may"):
                    seat = self._chooser(chosen[0], owner, owner)
                    wanted = yield Question(seat, {"yes": True, "pass": False})
                    chosen = chosen if wanted else []
            for effect in chosen:
                yield from self._operate(effect, owner, link)
                self._settle()

    def _chooser(self, effect: Table, owner: int, target: int) -> int:
        """M23: the controller of the effect, unless its text says who else."""
        return {"self": owner, "opponent": other(owner), "owner": target}[effect.get("by", "self")]

    def _choose_one(
        self, alternatives: list[Table], owner: int, link: Link | None, chosen: list[Table]
    ) -> Asking:
        """M23: one of several operations, of those whose conditions hold. Without a choice nobody
        is asked.
        """
        answers: dict[str, Any] = {
            f"choose {place}": effect
            for place, effect in enumerate(alternatives, start=1)
            if self._holds(effect.get("if"), owner, link)
        }
        if not answers:
            return
        found = list(answers.values())
        if alternatives[0].get("may"):
            answers["pass"] = None
        if len(answers) > 1:
            answer = yield Question(self._chooser(alternatives[0], owner, owner), answers)
            found = [] if answer is None else [answer]
        chosen += found

    def _combat_damage(self, chain: list[Link]) -> None:
        """M10 to M13: no damage if the initiating move was cancelled or moved away. Else
        ATK / DEF rounded down, and 1 instead of 0 if no defensive move was used.
        """
        if chain[0].cancelled or chain[0].moved_away:
            return
        attacker, defender = self.turn_player, other(self.turn_player)
        atk = max(0, self._final(attacker, "atk", "attack"))
        dfn = max(1, self._final(defender, "def", "defence"))
        damage = atk // dfn
        if damage == 0 and not self._defensive_moves():
            damage = 1
        self.last_damage = (atk, dfn, damage)
        self._take_damage(defender, damage)
        self._settle()

    def _final(self, seat: int, key: str, do: str) -> int:
        """M11: the monster's base, that side's moves of the chain, and effects; Passives too."""
        total: int = self.monster[seat][key] + self.bonus[do]
        for link in self._chain():
            if link.owner == seat and not link.cancelled and not link.moved_away:
                total += self._stat(link, key)[1]
        for owner, effect in self._passives():
            if effect["do"] == do and seat in targets_of(effect, owner):
                total += self._full_amount(effect, owner)
        return total

    # ---------------------------------------------------------------- looking at the chain

    def _chain(self) -> list[Link]:
        """The links of the current chain, cancelled ones included; none outside a chain."""
        return self.chain or []

    def _stat(self, link: Link, key: str) -> tuple[str, int]:
        """The kind and value of a link's "atk" or "def"; a monster's effect has none (M20)."""
        return (NONE, 0) if link.name is None else stat_of(self.moves[link.name][key])

    def _offensive_moves(self) -> list[Link]:
        """M14: the cards with an ATK number on the attack side of the chain, cancelled or not."""
        seat = self.turn_player
        return [x for x in self._chain() if x.owner == seat and self._stat(x, "atk")[0] != NONE]

    def _defensive_moves(self) -> list[Link]:
        """M12: the cards with a DEF number on the defence side of the chain, cancelled or not."""
        seat = other(self.turn_player)
        return [x for x in self._chain() if x.owner == seat and self._stat(x, "def")[0] != NONE]

    def _traits_of(self, links: list[Link]) -> set[str]:
        """All traits of these moves."""
        return {
            t for link in links if link.name is not None for t in self.moves[link.name]["traits"]
        }

    def _attack_types(self) -> set[str]:
        """M14: the traits of all offensive moves; none outside combat."""
        return self._traits_of(self._offensive_moves()) if self.in_combat else set()

    def _defence_types(self) -> set[str]:
        """M14: the traits of all defensive moves, or, if none was used, of the defending monster;
        none outside combat.
        """
        if not self.in_combat:
            return set()
        if self._defensive_moves():
            return self._traits_of(self._defensive_moves())
        return set(self.monster[other(self.turn_player)]["traits"])

    def _previous(self, link: Link | None, chain: list[Link] | None = None) -> Link | None:
        """The link just before this one in the same chain, if there is one."""
        links = self._chain() if chain is None else chain
        if link is None or link not in links:
            return None
        place = links.index(link)
        return links[place - 1] if place > 0 else None

    # ---------------------------------------------------------------- Passives, conditions, amounts

    def _passives(self) -> Iterator[tuple[int, Table]]:
        """M17: the Passive effects that hold now, each with the owner of its card."""
        for owner, card in self._cards_in_play():
            for effect in effects_of(card, "passive"):
                if self._holds(effect.get("if"), owner, None):
                    yield owner, effect

    def _cards_in_play(self) -> Iterator[tuple[int, Table]]:
        """M17: both monsters; each copy in Stasis and in the Action zones, if not cancelled. Where
        used cards are only links, those in the Action zones must have resolved.
        """
        for seat in SEATS:
            yield seat, self.monster[seat]
            for name in self.stasis[seat].elements():
                yield seat, self.moves[name]
        for link in self.links:
            in_play = self.used_cards == "whole" or link.resolved
            if link.name is not None and in_play and not link.cancelled:
                yield link.owner, self.moves[link.name]

    def _holds(
        self, condition: str | None, owner: int, link: Link | None, chain: list[Link] | None = None
    ) -> bool:
        """Does the condition hold now for the owner of the effect? None always does.

        `link` is the one whose effect it is; None for a Passive or a monster's Play effect.
        `chain` is the one that it is on, if that is not the current one.
        """
        if condition is None:
            return True
        text = condition.strip()
        if is_wrapped(text):
            return self._holds(text[1:-1], owner, link, chain)
        for word, together in (("or", any), ("and", all)):
            parts = split_at(text, word)
            if len(parts) > 1:
                return together(self._holds(part, owner, link, chain) for part in parts)
        if text.startswith("not "):
            return not self._holds(text.removeprefix("not "), owner, link, chain)
        return self._one_holds(text, owner, self._previous(link, chain))

    def _one_holds(self, condition: str, owner: int, previous: Link | None) -> bool:
        """Does a condition without and, or, not hold?"""
        plain = {
            "your turn": self.turn_player == owner,
            "their turn": self.turn_player != owner,
            "combat": self.in_combat,
            "no combat": not self.in_combat,
            "previous yours": previous is not None and previous.owner == owner,
            "previous theirs": previous is not None and previous.owner != owner,
            "alter": self.phase == "alter",
            "battle": self.phase == "battle",
            "chain": self.chain is not None,
            "answer": self.chain is not None and not self.in_combat and previous is not None,
            "defended": self.in_combat and bool(self._defensive_moves()),
            "undefended": self.in_combat and not self._defensive_moves(),
        }
        if condition in plain:
            return plain[condition]
        if condition.startswith("attack type "):
            return condition.removeprefix("attack type ") in self._attack_types()
        if condition.startswith("defence type "):
            return condition.removeprefix("defence type ") in self._defence_types()
        return self._count_holds(condition, owner)

    def _count_holds(self, condition: str, owner: int) -> bool:
        """A condition that compares a count with a number: "your Hand >= 3", "links <= 2"."""
        subject, sign, number = condition.rsplit(" ", 2)
        count = self._count(subject, owner)
        return count >= int(number) if sign == ">=" else count <= int(number)

    def _count(self, subject: str, owner: int) -> int:
        """Count the links of the chain, the cards of a zone, or what is left of a trait."""
        if subject in ("link", "links"):
            return len(self._chain())
        if subject == "turn":
            return self.turn
        if subject in ("combat", "combats"):
            return self.combats
        whose, what = subject.split(" ", 1)
        seat = owner if whose == "your" else other(owner)
        zones = {
            "Hand": self.hand[seat].total(),
            "Deck": len(self.deck[seat]),
            "Drop": self.drop[seat].total(),
            "Stasis": self.stasis[seat].total(),
            "Damage": len(self.damage[seat]),
            "HP": self.monster[seat]["hp"] - len(self.damage[seat]),
            "damage taken": self.taken[seat],
        }
        return zones[what] if what in zones else self.left[seat][what]

    def _full_amount(self, effect: Table, owner: int) -> int:
        """The amount, as many times as `per` counts."""
        times = self._count(effect["per"], owner) if "per" in effect else 1
        return amount_of(effect) * times

    # ---------------------------------------------------------------- operations

    def _operate(self, effect: Table, owner: int, link: Link | None) -> Asking:
        """Carry out one operation. With two targets the owner comes first, then the opponent, even
        if the owner has just lost; how much it is has been counted before that.
        """
        if effect["do"] == "cancel":
            self._cancel(self._previous(link))
        elif effect["do"] == "return":
            self._send(link if effect["what"] == "this" else self._previous(link), "hand")
        elif effect["do"] == "keep":
            self._send(link, "stasis")
        else:
            amount = self._full_amount(effect, owner)
            if effect.get("choose"):
                for seat in targets_of(effect, owner):
                    yield from self._choose_cards(effect, owner, seat, min(amount, MOST_CHOSEN))
                return
            if effect.get("up_to"):
                if amount <= 0:
                    return
                most = min(amount, MOST_CHOSEN)
                answers = {f"choose {number}": number for number in range(most + 1)}
                amount = yield Question(self._chooser(effect, owner, owner), answers)
            for seat in targets_of(effect, owner):
                self._operate_on(seat, effect, amount)

    def _choose_cards(self, effect: Table, owner: int, seat: int, amount: int) -> Asking:
        """M23: cards are chosen one after the other. Nobody is asked where all that are offered
        must be taken, or where cards that everybody sees are all alike.
        """
        declined = False
        while amount > 0 and not declined and self._offered(effect, seat):
            offered = self._offered(effect, seat)
            must = not effect.get("up_to") and effect["do"] != "search"
            alike = len(offered) == 1 and effect["do"] not in ("discard", "expose")
            if must and (alike or offered.total() <= amount):
                card = next(name for name in self.deck_table[seat] if offered[name])
            else:
                answers: dict[str, Any] = {f"choose {name}": name for name in offered}
                if effect.get("up_to"):
                    answers["pass"] = None
                card = yield Question(self._chooser(effect, owner, seat), answers)
            declined = card is None
            if card is not None:
                self._take_chosen(effect, seat, card)
                amount -= 1
        if effect["do"] == "search":
            self._end_search(effect, seat, failed=amount > 0 and not declined)

    def _offered(self, effect: Table, seat: int) -> Counter[str]:
        """The cards that can be chosen."""
        zones = {
            "discard": self.hand[seat],
            "expose": self.hand[seat] - self.known[seat],
            "destroy": self.stasis[seat],
            "recall": self.stasis[seat],
            "heal": Counter(self.damage[seat]),
            "reclaim": Counter(self.damage[seat]),
            "search": Counter(self.deck[seat][self.face_up[seat] :]),
            "recover": self.drop[seat],
            "bury": self.drop[seat],
            "revive": self.drop[seat],
        }
        zone = meaning_of(zones, effect["do"], "_offered")
        fitting = self._with_trait(zone, effect.get("trait", ""))
        if effect["do"] == "revive":
            fitting = Counter({x: n for x, n in fitting.items() if stays_in_play(self.moves[x])})
        return +fitting

    def _take_chosen(self, effect: Table, seat: int, card: str) -> None:
        """Do to the chosen card what the operation says."""
        do = effect["do"]
        if do == "discard":
            self._leave_hand(seat, card)
        elif do in ("destroy", "recall"):
            take_out(self.stasis[seat], card)
        elif do in ("heal", "reclaim"):
            newest = max(n for n, name in enumerate(self.damage[seat]) if name == card)
            del self.damage[seat][newest]
        elif do == "search":
            topmost = max(n for n, name in enumerate(self.deck[seat]) if name == card)
            del self.deck[seat][topmost]
        elif do in ("recover", "revive", "bury"):
            take_out(self.drop[seat], card)
        self._lay_chosen(effect, seat, card)
        self._look_at_empty_deck(seat)

    def _lay_chosen(self, effect: Table, seat: int, card: str) -> None:
        """Lay the chosen card where the operation says."""
        do = effect["do"]
        if do == "expose":
            self.known[seat][card] += 1
        elif do == "bury":
            self._put_under(seat, card)
        elif do in ("discard", "destroy", "heal"):
            self.drop[seat][card] += 1
        elif do == "revive":
            self.stasis[seat][card] += 1
        elif do == "search" and not effect.get("trait"):
            self.hand[seat][card] += 1
        else:
            self._enter_hand_openly(seat, card)

    def _end_search(self, effect: Table, seat: int, *, failed: bool) -> None:
        """M23: the deck is shuffled. M19: that it lacked a card tells where all of them are."""
        face_up = self.face_up[seat]
        hidden = self.deck[seat][face_up:]
        self.shuffle(hidden)
        self.deck[seat][face_up:] = hidden
        if failed:
            for card in self._with_trait(self.hand[seat], effect.get("trait", "")):
                self.known[seat][card] = self.hand[seat][card]

    def _operate_on(self, seat: int, effect: Table, amount: int) -> None:
        """Carry out an operation on one player."""
        trait = effect.get("trait", "")
        operations: dict[str, Callable[[], None]] = {
            "attack": lambda: self._add_bonus(seat, effect, amount),
            "defence": lambda: self._add_bonus(seat, effect, amount),
            "prevent": lambda: self._prevent(seat, amount),
            "again": lambda: self._attack_again(seat, amount),
            "recall": lambda: self._recall(seat, amount),
            "draw": lambda: self._draw(seat, amount),
            "discard": lambda: self._discard(seat, amount),
            "mill": lambda: self._mill(seat, amount),
            "search": lambda: self._search(seat, amount, trait),
            "recover": lambda: self._recover(seat, amount, trait),
            "revive": lambda: self._revive(seat, amount, trait),
            "heal": lambda: self._heal(seat, amount),
            "reclaim": lambda: self._reclaim(seat, amount),
            "damage": lambda: self._take_damage(seat, amount),
            "destroy": lambda: self._destroy(seat, amount),
            "expose": lambda: self._expose(seat, amount),
            "drain": lambda: self._change_supply(seat, trait, -amount),
            "charge": lambda: self._change_supply(seat, trait, amount),
            "cost": lambda: self._change_costs(seat, effect, amount),
            "bury": lambda: self._bury(seat, amount, trait),
            "forbid": lambda: self.forbidden.append((seat, effect["what"])),
        }
        meaning_of(operations, effect["do"], "_operate_on")()

    def _cancel(self, link: Link | None) -> None:
        """M10: the link will do nothing and adds no stats."""
        if link is not None:
            link.cancelled = True

    def _send(self, link: Link | None, destination: str) -> None:
        """M15: in Clear the card will go there; the last such effect decides. A monster stays."""
        if link is not None and link.name is not None:
            link.destination = destination

    def _prevent(self, seat: int, amount: int) -> None:
        """So much less damage in the rest of this turn."""
        self.prevented[seat] = min(99, self.prevented[seat] + amount)

    def _attack_again(self, seat: int, amount: int) -> None:
        """The turn player can initiate combat so many more times in this turn."""
        if seat == self.turn_player:
            self.more_combats = min(42, self.more_combats + amount)

    def _recall(self, seat: int, amount: int) -> None:
        """Random cards of Stasis go to the hand, openly."""
        for _ in range(min(amount, self.stasis[seat].total())):
            card = self._pick_card(seat, self.stasis[seat])
            take_out(self.stasis[seat], card)
            self._enter_hand_openly(seat, card)

    def _add_bonus(self, seat: int, effect: Table, amount: int) -> None:
        """An attack bonus is for the attacker, a defence bonus for the defender of a combat; it
        may be for every combat of this turn, or only for the next one.
        """
        do, until = effect["do"], effect.get("until", "combat")
        if until == "next":
            self.next_bonus[seat][do] = self.next_bonus[seat].get(do, 0) + amount
            return
        if until == "turn":
            self.turn_bonus[seat][do] += amount
        side = self.turn_player if do == "attack" else other(self.turn_player)
        if self.in_combat and seat == side:
            self.bonus[do] += amount

    def _draw(self, seat: int, amount: int) -> None:
        """Draw cards, unseen by the enemy; M18 if the deck is empty."""
        for _ in range(amount):
            card = self._take_top(seat)
            if card is None:
                return
            self.hand[seat][card] += 1
            self._look_at_empty_deck(seat)

    def _mill(self, seat: int, amount: int) -> None:
        """Cards go from the top of the deck to Drop; M18 if the deck is empty."""
        for _ in range(amount):
            card = self._take_top(seat)
            if card is None:
                return
            self.drop[seat][card] += 1
            self._look_at_empty_deck(seat)

    def _take_damage(self, seat: int, amount: int) -> None:
        """M13: card by card from the deck to Damage; at the monster's HP the player has lost. M18
        if the deck is empty.
        """
        for _ in range(self._unprevented(seat, amount)):
            card = self._take_top(seat)
            if card is None:
                return
            self.taken[seat] += 1
            self.damage[seat].append(card)
            self._look_at_empty_deck(seat)
            if len(self.damage[seat]) >= self.monster[seat]["hp"]:
                self.lost[seat] = "fainted"
                return

    def _unprevented(self, seat: int, amount: int) -> int:
        """What is left of damage: Passives prevent some each time, other effects once."""
        for owner, effect in self._passives():
            if effect["do"] == "prevent" and seat in targets_of(effect, owner):
                amount -= self._full_amount(effect, owner)
        amount = max(0, amount)
        shielded = min(amount, self.prevented[seat])
        self.prevented[seat] -= shielded
        return amount - shielded

    def _search(self, seat: int, amount: int, trait: str) -> None:
        """Show cards from the top until one has the trait; it goes to the hand, the others to
        Drop. An empty deck just ends it.
        """
        for _ in range(min(amount, len(self.deck[seat]))):
            card = self._top(seat)
            found = trait in self.moves[card]["traits"]
            if found:
                self._enter_hand_openly(seat, card)
            else:
                self.drop[seat][card] += 1
            self._look_at_empty_deck(seat)
            if found:
                return

    def _discard(self, seat: int, amount: int) -> None:
        """Random cards of the hand go to Drop."""
        for _ in range(min(amount, self.hand[seat].total())):
            card = self._pick_card(seat, self.hand[seat])
            self._leave_hand(seat, card)
            self.drop[seat][card] += 1

    def _recover(self, seat: int, amount: int, trait: str) -> None:
        """Random cards of the Drop, of the trait if one is named, go to the hand, openly."""
        for _ in range(amount):
            fitting = self._with_trait(self.drop[seat], trait)
            if not fitting:
                return
            card = self._pick_card(seat, fitting)
            take_out(self.drop[seat], card)
            self._enter_hand_openly(seat, card)

    def _revive(self, seat: int, amount: int, trait: str) -> None:
        """Random cards of the Drop with a Field or Passive effect, of the trait if one is named,
        go to Stasis.
        """
        for _ in range(amount):
            fitting = self._with_trait(self.drop[seat], trait)
            fitting = Counter({x: n for x, n in fitting.items() if stays_in_play(self.moves[x])})
            if not fitting:
                return
            card = self._pick_card(seat, fitting)
            take_out(self.drop[seat], card)
            self.stasis[seat][card] += 1

    def _bury(self, seat: int, amount: int, trait: str) -> None:
        """Random cards of the Drop, of the trait if one is named, go face up under the deck."""
        for _ in range(amount):
            fitting = self._with_trait(self.drop[seat], trait)
            if not fitting:
                return
            card = self._pick_card(seat, fitting)
            take_out(self.drop[seat], card)
            self._put_under(seat, card)

    def _put_under(self, seat: int, card: str) -> None:
        """A card goes face up under the deck."""
        self.deck[seat].insert(0, card)
        self.face_up[seat] += 1

    def _change_costs(self, seat: int, effect: Table, amount: int) -> None:
        """Moves from the hand cost more or less, in this turn or only the next one."""
        is_next = effect.get("until") == "next"
        changes = (self.next_costs if is_next else self.turn_costs)[seat]
        change_cost(changes, self._traits_in(effect), amount)

    def _heal(self, seat: int, amount: int) -> None:
        """M13: the newest Damage cards go to Drop."""
        for _ in range(min(amount, len(self.damage[seat]))):
            self.drop[seat][self.damage[seat].pop()] += 1

    def _reclaim(self, seat: int, amount: int) -> None:
        """The newest Damage cards go to the hand, openly."""
        for _ in range(min(amount, len(self.damage[seat]))):
            self._enter_hand_openly(seat, self.damage[seat].pop())

    def _destroy(self, seat: int, amount: int) -> None:
        """Random cards of Stasis go to Drop."""
        for _ in range(min(amount, self.stasis[seat].total())):
            card = self._pick_card(seat, self.stasis[seat])
            take_out(self.stasis[seat], card)
            self.drop[seat][card] += 1

    def _expose(self, seat: int, amount: int) -> None:
        """Random cards of the hand that the enemy does not know become known to it."""
        for _ in range(amount):
            unknown = self.hand[seat] - self.known[seat]
            if not unknown:
                return
            self.known[seat][self._pick_card(seat, unknown)] += 1

    def _change_supply(self, seat: int, trait: str, change: int) -> None:
        """The supply of a trait changes for this turn, from 0 to 7."""
        self.left[seat][trait] = min(MOST_OF_A_TRAIT, max(0, self.left[seat][trait] + change))

    # ---------------------------------------------------------------- cards

    def _take_top(self, seat: int) -> str | None:
        """M18: the top card of the deck. If it is empty the Drop may become the deck; with nothing
        there either the player has lost.
        """
        if not self.deck[seat] and self.deck_out == "reshuffle":
            self._reshuffle(seat)
        if not self.deck[seat]:
            self.lost[seat] = "decked-out"
            return None
        return self._top(seat)

    def _top(self, seat: int) -> str:
        """Take the top card; when all others are gone it is one of those face up."""
        card = self.deck[seat].pop()
        self.face_up[seat] = min(self.face_up[seat], len(self.deck[seat]))
        return card

    def _reshuffle(self, seat: int) -> None:
        """M18: the Drop becomes the deck, in random order, the bottom card picked first."""
        while self.drop[seat]:
            card = self._pick_card(seat, self.drop[seat])
            take_out(self.drop[seat], card)
            self.deck[seat].append(card)

    def _look_at_empty_deck(self, seat: int) -> None:
        """M19: both deck lists are known, so with nothing hidden in the deck the whole hand is."""
        if len(self.deck[seat]) == self.face_up[seat]:
            self.known[seat] = Counter(self.hand[seat])

    def _enter_hand_openly(self, seat: int, card: str) -> None:
        """A card comes to the hand before everybody's eyes: the enemy knows it there."""
        self.hand[seat][card] += 1
        self.known[seat][card] += 1

    def _leave_hand(self, seat: int, card: str) -> None:
        """A card leaves the hand; of several copies those that the enemy knows go first."""
        take_out(self.hand[seat], card)
        if self.known[seat][card] > 0:
            take_out(self.known[seat], card)

    def _pick_card(self, seat: int, among: Counter[str]) -> str:
        """A random card: every copy is a candidate, in the order of the owner's deck table."""
        candidates = [name for name in self.deck_table[seat] for _ in range(among[name])]
        return candidates[self.pick(len(candidates))]

    def _with_trait(self, zone: Counter[str], trait: str) -> Counter[str]:
        """The cards of a zone that have the trait; all of them if none is named."""
        fitting = {x: n for x, n in zone.items() if not trait or trait in self.moves[x]["traits"]}
        return Counter(fitting)
