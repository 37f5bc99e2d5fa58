"""Positions to ask a bot about: taken from games of built-in players, with rare ones picked out."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import count

from duelhall.engine import registry
from duelhall.engine.record import SEATS
from duelhall.match.game import SEED_BITS, Game, load
from duelhall.match.match import Match
from duelhall.players.policies import RANDOM, player_of, policy_names

GAMES = 4
"""How many games of each rule set are played for a round of situations: enough to seat a random and
a greedy player in every way.
"""

MOST_MOVES = 500
"""How many moves of a game are looked at, since random games may be long."""

FEW = 2

FIRST, LAST, FORCED, NARROW, WIDE, MIDDLE, ODD = KINDS = (
    "first decision",
    "last decision",
    "one legal move",
    "two legal moves",
    "longest list",
    "in the middle",
    "new fields",
)
"""The kinds of situations. In one with new fields, messages have fields that the bot does not know,
and names contain unusual characters.
"""

ODD_NAME = r'Zoë "legal": ["x"] \ {fox}'


@dataclass(frozen=True)
class Situation:
    """A decision of a seat in a match, and what is special about it."""

    kind: str
    match: Match  # with this decision before it
    seat: int

    @property
    def game(self) -> Game:
        """The game with its rule set."""
        return self.match.game


@dataclass(frozen=True)
class _Decision:
    """Where a decision stands in a match."""

    match: Match
    number: int  # of the moves before it
    legal: int  # moves


def situations(game: str, only: Game | None, seed: int) -> Iterator[Situation]:
    """Endless situations: every kind in every rule set, or in this game only, for both seats, then
    again with other matches.
    """
    games = [only] if only else [load(game, rule_set) for rule_set in _rule_sets(game)]
    for number in count():
        rng = random.Random(f"{seed} {number}")
        pools = [_decisions(each, rng) for each in games]
        for kind in KINDS:
            for pool in pools:
                for seat in range(SEATS):
                    found = _of_kind(kind, pool[seat])
                    if found:
                        yield _situation(kind, rng.choice(found), seat)


def kinds_in_a_round(game: str, only: Game | None) -> int:
    """How many situations a round has, at most."""
    return len(KINDS) * (1 if only else len(_rule_sets(game))) * SEATS


def _rule_sets(game: str) -> tuple[str, ...]:
    return registry.find(game).rules.OPTIONS.rule_sets


def _decisions(game: Game, rng: random.Random) -> list[list[list[_Decision]]]:
    """The decisions of a few games, by seat and then by game."""
    pool: list[list[list[_Decision]]] = [[[] for _ in range(GAMES)] for _ in range(SEATS)]
    players = policy_names(game.definition)
    for number in range(GAMES):
        match = game.match(rng.getrandbits(SEED_BITS))
        names = (players[number % len(players)], players[number // 2 % len(players)])
        for legal in _played(match, names, rng):
            pool[match.to_move][number].append(_Decision(match, len(match.moves), legal))
    return pool


def _played(match: Match, names: tuple[str, str], rng: random.Random) -> Iterator[int]:
    """Play a match, yielding the number of legal moves before each move."""
    while not match.over and len(match.moves) < MOST_MOVES:
        moves = match.legal_moves()
        yield len(moves)
        match.play(chosen(match, names[match.to_move], moves, rng))


def chosen(match: Match, name: str, legal: Sequence[int], rng: random.Random) -> int:
    """The move of a built-in player."""
    if name == RANDOM:
        return rng.choice(legal)
    player = player_of(match.game, name)
    return player.choose(match.view(match.to_move), rng.getrandbits(32))


def _of_kind(kind: str, games: list[list[_Decision]]) -> list[_Decision]:
    """The decisions of a seat that are of this kind."""
    if kind == FIRST:
        return [game[0] for game in games if game]
    if kind == LAST:
        return [game[-1] for game in games if game]
    every = [decision for game in games for decision in game]
    longest = max((decision.legal for decision in every), default=0)
    counts = {FORCED: 1, NARROW: FEW, WIDE: longest}
    return [each for each in every if kind not in counts or each.legal == counts[kind]]


def _situation(kind: str, decision: _Decision, seat: int) -> Situation:
    """A decision as a situation: the match as it was before it."""
    match = decision.match.copy()
    while len(match.moves) > decision.number:
        match.undo()
    opponent = ODD_NAME if kind == ODD else "opponent"
    match.players = ("bot", opponent) if seat == 0 else (opponent, "bot")
    return Situation(kind, match, seat)
