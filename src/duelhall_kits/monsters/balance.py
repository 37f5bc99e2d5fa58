"""How Monsters decks do against each other, and what their cards do for them.

Counted are who won and how, which cards were drawn and which were played, and how many decisions
were none, in mirrored games by the thousand. What a card is worth is seen where a plain card stands
in its place. Games between policies are played in machine code. Those of other players, such as a
search, are played one by one, and counted afterwards.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import numpy as np

from duelhall.arena.settings import MOST_GAMES
from duelhall.batch.launch import in_pieces, launch, one_game, set_chance, take_dice
from duelhall.engine.errors import BadArgument, BadUsage, UnknownName, checked_number, no_such
from duelhall.engine.record import DRAWN as NOBODY
from duelhall.engine.record import SEATS, UNDECIDED, Array, foe
from duelhall.engine.rule import helper
from duelhall.engine.template import deal, legal, play, policy, view
from duelhall.games.monsters.cards import Deck, Move, Stat
from duelhall.games.monsters.condition import NONE
from duelhall.games.monsters.decks import cards_of, decks_text, find_deck
from duelhall.games.monsters.state import ACTIVATE, PLAY_CARD, REASONS, RULE_SETS, State
from duelhall.games.monsters.words import DECK
from duelhall.match.game import Game, load
from duelhall.match.match import Match
from duelhall.play import play_match
from duelhall.play.builtin import policy_names, policy_of
from duelhall.search.search import EXAMPLE, SearchSeat, is_thinker, thinker
from duelhall.stats.score import score_estimate
from duelhall.terminal.output import (
    aligned,
    barred,
    compilation_shown,
    print_fitted,
    print_json,
)
from duelhall_kits import progress_shown

WINNER, REASON, TURNS, FIRST, DECISIONS, LONE, DRAWN, PLAYED = 0, 1, 2, 3, 4, 5, 6, 8
COLUMNS = PLAYED + SEATS
"""Of a game: its winner, why it ended, in which turn, who began, how many decisions there were and
how many of those had only one move; and of each seat, which kinds of cards it had in hand at some
time, and which it played from there, as bits.
"""

PIECE = 500
"""How many games are played in machine code between two updates of the progress."""


@helper
def play_and_count(
    table: Array, row: int, seed: int, blank: Array, cells: Array, moves: Array, dice: Array
) -> None:
    """Play a game with one policy deciding for both seats; what is passed in is as for
    `play_by_policies`.
    """
    s = cells[0]
    set_chance(seed, blank, cells, dice)
    deal(s)
    see_hands(table, row, s)
    while s.winner == UNDECIDED:
        cells[1] = blank[0]
        view(s, s.to_move, cells[1])
        take_dice(dice, s.to_move, table[row, DECISIONS])
        see_decision(table, row, legal(cells[1], moves))
        move = int(policy(cells[1:], moves, dice))
        see_play(table, row, int(s.to_move), move)
        play(s, move)
        see_hands(table, row, s)
    see_end(table, row, s)


@helper
def see_hands(table: Array, row: int, s: State) -> None:
    """Write down which kinds of cards are in the hands."""
    for seat in range(SEATS):
        for kind in range(DECK):
            if s.hand[seat, kind] > 0:
                table[row, DRAWN + seat] |= 1 << kind


@helper
def see_decision(table: Array, row: int, count: int) -> None:
    """Write down that there was a decision between so many moves."""
    table[row, DECISIONS] += 1
    table[row, LONE] += int(count == 1)


@helper
def see_play(table: Array, row: int, seat: int, move: int) -> None:
    """Write down which card a move plays from the hand, if it does."""
    if PLAY_CARD <= move < ACTIVATE:
        table[row, PLAYED + seat] |= 1 << (move - PLAY_CARD)


@helper
def see_end(table: Array, row: int, s: State) -> None:
    """Write down how a game ended, in which turn, and who had begun."""
    table[row, WINNER], table[row, REASON], table[row, TURNS] = s.winner, s.reason, s.turn
    table[row, FIRST] = (int(s.active) + int(s.turn) + 1) % 2


# --- many games ---


def counted_games(
    game: Game, player: str, count: int, seed: int, threads: int, progress: Callable[[int], None]
) -> Array:
    """Games in which one player decides for both seats, dealt from seeds from `seed` on."""
    if player not in policy_names(game.definition):
        return _games_of_a_thinker(game, player, count, seed, threads, progress)
    one = one_game(game, play_and_count, policy=policy_of(game, player))
    table = np.zeros((count, COLUMNS), np.int32)
    for start in range(0, count, PIECE):
        piece = table[start : start + PIECE]
        launch(game, one, piece, seed + start, threads)
        progress(len(piece))
    return table


def _games_of_a_thinker(
    game: Game, player: str, count: int, seed: int, threads: int, progress: Callable[[int], None]
) -> Array:
    table = np.zeros((count, COLUMNS), np.int32)

    def run(rows: slice) -> None:
        seat = SearchSeat(thinker(player, game))
        for row in range(rows.start, rows.stop):
            count_match(table, row, play_match(game, seat, seat, seed=seed + row))
            progress(1)

    in_pieces(count, threads, threads, run)
    return table


def count_match(table: Array, row: int, match: Match) -> None:
    """Write down what is counted in a match that was played to its end."""
    game = match.game
    for number, move in enumerate(match.moves):
        s = match.states[number]
        see_hands(table, row, s)
        see_decision(table, row, len(game.legal_moves(s)))
        see_play(table, row, int(s.to_move), move)
    see_hands(table, row, match.states[-1])
    see_end(table, row, match.states[-1])


NAME = "Plain Move"


def plain_card(move: Move) -> Move:
    """A move of the same cost without an effect; its ATK and its DEF are one more than its cost."""
    strength = Stat(str(len(move.traits) + 1))
    return replace(
        move,
        name=NAME,
        use=(),
        activate=None,
        effects=(),
        requires=NONE,
        requires_text="",
        text="",
        atk=strength,
        defence=strength,
    )


def with_plain_card(deck: Deck, kind: int) -> Deck:
    """The deck with a plain card for each copy of one of its moves, so that the same shuffles deal
    the same hands but for that card.
    """
    moves = list(deck.moves)
    move, copies = moves[kind]
    moves[kind] = plain_card(move), copies
    return replace(deck, moves=tuple(moves))


Range = tuple[float, float]

MIRROR_SEEDS = 10**9
"""How far the seeds of a deck's games against itself in one seat are from those in the other."""

PARTS = 8
"""Scores come in eighths: those of two games in quarters, and half of a gain in half of these."""


@dataclass(frozen=True)
class Way:
    """How the games of a measurement are played: by which rules, by whom, and with which deals."""

    rules: str = RULE_SETS[0]
    player: str = "greedy"
    seed: int = 0
    threads: int = 1
    progress: Callable[[int], None] = lambda _games: None

    def mirrored(self, first: Deck, second: Deck, deals: int) -> tuple[Array, Array]:
        """Games with the first deck in seat 0, and games with the same shuffles and it in seat 1.

        A deck against itself would play the same games twice, so it gets other shuffles then.
        """
        others = MIRROR_SEEDS if first.name == second.name else 0
        one = self._games(decks_text(first, second), deals, self.seed)
        return one, self._games(decks_text(second, first), deals, self.seed + others)

    def _games(self, decks: str, deals: int, seed: int) -> Array:
        game = load("monsters", self.rules, decks=decks)
        return counted_games(game, self.player, deals, seed, self.threads, self.progress)


@dataclass(frozen=True)
class Pairing:
    """Two decks and their games: each deal twice, the second time with the seats swapped.

    A row of `tables[0]` is a game with the first deck in seat 0; the same row of `tables[1]` has
    the same shuffles with it in seat 1.
    """

    first: str
    second: str
    tables: tuple[Array, Array]

    @property
    def games(self) -> int:
        """How many games there were."""
        return sum(len(table) for table in self.tables)

    @property
    def scores(self) -> Array:
        """What the first deck got from each pair of games: 0 to 1, a draw counting half."""
        return _scores(self.tables)

    @property
    def share(self) -> float:
        """The first deck's share of all games."""
        return float(self.scores.mean())

    @property
    def interval(self) -> Range:
        """The 95% interval of that share."""
        return _interval(self.scores)

    @property
    def beginners(self) -> Array:
        """What the player who began got from each game."""
        whole = np.concatenate(self.tables)
        return _points(whole, whole[:, FIRST])

    @property
    def turns(self) -> Array:
        """In which turn each game ended."""
        return np.concatenate([table[:, TURNS] for table in self.tables])

    @property
    def drawn(self) -> float:
        """The share of games that nobody won."""
        return float(np.mean([(table[:, WINNER] == NOBODY).mean() for table in self.tables]))

    @property
    def lone(self) -> float:
        """The share of decisions at which there was only one move, which is to pass."""
        return lone_share([self])

    @property
    def endings(self) -> dict[str, float]:
        """How the games ended: each ending with its share."""
        reasons = np.concatenate([table[:, REASON] for table in self.tables])
        words = [reason.word for reason in REASONS]
        return {word: float((reasons == n).mean()) for n, word in enumerate(words) if n in reasons}

    def seats_of(self, deck: str) -> Iterator[tuple[Array, int]]:
        """The tables of the games that a deck played, each with its seat in them."""
        for seat, table in enumerate(self.tables):
            if self.first == deck:
                yield table, seat
            if self.second == deck:
                yield table, foe(seat)


@dataclass(frozen=True)
class CardUse:
    """What became of a card in the games of its deck."""

    deck: str
    card: str
    copies: int
    drawn: float  # the share of games in which it came into the hand
    played: float  # the share of those in which it was played from there
    lift: float | None  # what it adds to the deck's share of wins; None if that was not measured
    interval: Range | None


def _points(table: Array, seat: int | Array) -> Array:
    """What a seat, or one seat for each game, got from each game."""
    won = np.where(table[:, WINNER] == seat, 1.0, 0.0)
    return np.where(table[:, WINNER] == NOBODY, 0.5, won)


def _scores(tables: tuple[Array, Array]) -> Array:
    """What the deck in seat 0 of the first table and in seat 1 of the second got, deal by deal."""
    return (_points(tables[0], 0) + _points(tables[1], 1)) / 2


def _interval(scores: Array) -> Range:
    counts = np.bincount(np.rint(scores * PARTS).astype(int), minlength=PARTS + 1)
    estimate = score_estimate(counts.tolist())
    return estimate.low, estimate.high


def beginner_share(pairings: Sequence[Pairing]) -> tuple[float, Range]:
    """The share of the player who begins, over all games, with its interval."""
    scores = np.concatenate([pairing.beginners for pairing in pairings])
    return float(scores.mean()), _interval(scores)


def lone_share(pairings: Sequence[Pairing]) -> float:
    """The share of all decisions at which one can only pass."""
    tables = np.concatenate([table for pairing in pairings for table in pairing.tables])
    return float(tables[:, LONE].sum() / tables[:, DECISIONS].sum())


# --- decks ---


def balance(decks: Sequence[Deck], games: int, way: Way) -> Iterator[Pairing]:
    """Every deck against every deck, itself included; the pairings come as they are finished."""
    if not isinstance(decks, list | tuple) or not all(isinstance(deck, Deck) for deck in decks):
        raise BadArgument("decks", "a list of decks", decks)
    games = checked_number("the number of games", games, 2)
    for first, second in combinations_with_replacement(decks, 2):
        tables = way.mirrored(first, second, games // 2)
        yield Pairing(first.name, second.name, tables)


# --- cards ---


def card_uses(
    decks: Sequence[Deck], pairings: Sequence[Pairing], deals: int, way: Way
) -> Iterator[CardUse]:
    """What every card of these decks does, by their games against each other and by `deals` further
    ones against each deck, in which a plain card stands in its place.
    """
    for deck in decks:
        for kind, (move, copies) in enumerate(deck.moves):
            drawn, played = _use(deck, kind, pairings)
            lift, interval = None, None
            if deals:
                gains = np.concatenate(list(_gains(deck, kind, decks, pairings, deals, way)))
                low, high = _interval((1 + gains) / 2)
                lift, interval = float(gains.mean()), (2 * low - 1, 2 * high - 1)
            yield CardUse(deck.name, move.name, copies, drawn, played, lift, interval)


def _use(deck: Deck, kind: int, pairings: Sequence[Pairing]) -> Range:
    """In which share of a deck's games a card was drawn, and in which share of those played."""
    seats = [seat for pairing in pairings for seat in pairing.seats_of(deck.name)]
    drawn, played = (
        np.concatenate([table[:, column + seat] >> kind & 1 for table, seat in seats])
        for column in (DRAWN, PLAYED)
    )
    return float(drawn.mean()), float(played[drawn == 1].mean()) if drawn.any() else 0.0


def _gains(
    deck: Deck, kind: int, decks: Sequence[Deck], pairings: Sequence[Pairing], deals: int, way: Way
) -> Iterator[Array]:
    """What a card gains over a plain one, deal by deal, against one deck after the other."""
    plain = with_plain_card(deck, kind)
    found = {(pairing.first, pairing.second): pairing.tables for pairing in pairings}
    for other in decks:
        if (deck.name, other.name) in found:
            tables = found[deck.name, other.name]
        else:
            tables = found[other.name, deck.name][::-1]
        without = way.mirrored(plain, other, deals)
        yield _scores((tables[0][:deals], tables[1][:deals])) - _scores(without)


# --- the report ---

HEADING = (
    "deck", "against", "wins", "95% interval", "beginner", "median turns", "draws", "fainted",
)  # fmt: skip
CARD_HEADING = ("deck", "card", "copies", "drawn", "played", "lift", "95% interval")


@dataclass(frozen=True)
class Measured:
    """What was found out about decks and their cards."""

    player: str
    pairings: Sequence[Pairing]
    uses: Sequence[CardUse]


def print_balance(
    file: Path | None,
    names: Sequence[str],
    games: int,
    lift_games: int,
    way: Way,
    *,
    as_json: bool,
    as_markdown: bool,
) -> None:
    """Play decks against each other, and print the results."""
    if games < SEATS or games % SEATS:
        raise BadUsage(f"games come in mirrored pairs: give an even number, not {games}")
    if max(games, lift_games) > MOST_GAMES:
        raise BadUsage(f"too many games: give at most {MOST_GAMES:,} for each pairing")
    if lift_games < 0:
        raise BadUsage(f"the number of games for a card's lift is at least 0, not {lift_games}")
    _check_player(way)
    cards = cards_of(file)
    decks = [find_deck(name, cards) for name in names] or list(cards.decks.values())
    if not decks:
        raise BadUsage("the set has no ready-made decks; write one, or name one with --deck")
    measured = _measured(decks, games, lift_games, way)
    if as_json:
        print_json(report(measured))
    elif as_markdown:
        print("\n".join(lines(measured, as_markdown=True)))
    else:
        print_fitted(*lines(measured, as_markdown=False))


def _check_player(way: Way) -> None:
    """Refuse players who cannot play thousands of games here."""
    game = load("monsters", way.rules)
    known = policy_names(game.definition)
    if is_thinker(way.player):
        thinker(way.player, game)
    elif way.player not in known:
        raise UnknownName(no_such("player", way.player, [*known, EXAMPLE]))


def _measured(decks: Sequence[Deck], games: int, lift_games: int, way: Way) -> Measured:
    """All pairings and all cards, with a progress bar."""
    with compilation_shown():
        list(balance(decks[:1], SEATS, way))
    # of each card against each deck, but no more than there are of each pair of decks
    deals = min(games // SEATS, -(-lift_games // (SEATS * len(decks))))
    kinds = sum(len(deck.moves) for deck in decks)
    total = len(decks) * (len(decks) + 1) // 2 * games
    total += kinds * len(decks) * SEATS * deals
    with progress_shown("games", total) as show:
        threads = os.cpu_count() or 1
        way = replace(way, threads=threads, progress=lambda done: show(advance=done))
        pairings = list(balance(decks, games, way))
        return Measured(way.player, pairings, list(card_uses(decks, pairings, deals, way)))


# --- as data ---


def report(measured: Measured) -> dict[str, Any]:
    """The results, for programs."""
    pairings = measured.pairings
    share, interval = beginner_share(pairings)
    return {
        "player": measured.player,
        "pairings": [_entry(pairing) for pairing in pairings],
        "cards": [_card_entry(use) for use in measured.uses],
        "beginner": {"share": round(share, 4), "interval": _rounded(interval)},
        "median_turns": float(np.median(_turns(pairings))),
        "only_pass": round(lone_share(pairings), 4),
        "games": sum(pairing.games for pairing in pairings),
        "misses": misses(pairings, measured.uses),
    }


def _entry(pairing: Pairing) -> dict[str, Any]:
    return {
        "decks": [pairing.first, pairing.second],
        "games": pairing.games,
        "share": round(pairing.share, 4),
        "interval": _rounded(pairing.interval),
        "beginner": round(float(pairing.beginners.mean()), 4),
        "median_turns": float(np.median(pairing.turns)),
        "drawn": round(pairing.drawn, 4),
        "only_pass": round(pairing.lone, 4),
        "endings": {word: round(part, 4) for word, part in pairing.endings.items()},
    }


def _card_entry(use: CardUse) -> dict[str, Any]:
    return {
        "deck": use.deck,
        "card": use.card,
        "copies": use.copies,
        "drawn": round(use.drawn, 4),
        "played": round(use.played, 4),
        "lift": None if use.lift is None else round(use.lift, 4),
        "interval": None if use.interval is None else _rounded(use.interval),
    }


def _rounded(interval: Range) -> list[float]:
    return [round(bound, 4) for bound in interval]


# --- as tables ---


def lines(measured: Measured, *, as_markdown: bool) -> list[str]:
    """The tables, and what is not as wanted, as text or in Markdown."""
    laid_out, gap, mark = (barred, [""], "- ") if as_markdown else (aligned, [], "  ")
    pairs = [HEADING, *map(_cells, measured.pairings)]
    cards = [CARD_HEADING, *map(_card_cells, measured.uses)]
    missed = [f"{mark}{said}" for said in misses(measured.pairings, measured.uses)]
    wishes = ["", "Not as wanted:", *gap, *missed] if missed else []
    return [*laid_out(pairs), "", summary(measured), "", *laid_out(cards), *wishes]


def _cells(pairing: Pairing) -> list[str]:
    """A row of the table; that a deck wins half its games against itself says nothing."""
    low, high = pairing.interval
    is_mirror = pairing.first == pairing.second
    return [
        pairing.first,
        pairing.second,
        "" if is_mirror else f"{pairing.share:.1%}",
        "" if is_mirror else f"{100 * low:.1f} to {high:.1%}",
        f"{pairing.beginners.mean():.1%}",
        f"{np.median(pairing.turns):.0f}",
        f"{pairing.drawn:.1%}",
        f"{pairing.endings.get('fainted', 0.0):.0%}",
    ]


def _card_cells(use: CardUse) -> list[str]:
    lift, interval = "", ""
    if use.lift is not None and use.interval is not None:
        lift = f"{100 * use.lift:+z.1f}"
        interval = f"{100 * use.interval[0]:+z.1f} to {100 * use.interval[1]:+z.1f}"
    shares = f"{use.drawn:.0%}", f"{use.played:.0%}"
    return [use.deck, use.card, str(use.copies), *shares, lift, interval]


def _turns(pairings: Sequence[Pairing]) -> Any:
    return np.concatenate([pairing.turns for pairing in pairings])


def summary(measured: Measured) -> str:
    """All games summed up in a few sentences."""
    pairings = measured.pairings
    share, (low, high) = beginner_share(pairings)
    turns = _turns(pairings)
    games = sum(pairing.games for pairing in pairings)
    return (
        f"{games:,} games of {measured.player}, each deal twice with the seats swapped. The player "
        f"who begins wins {share:.1%} ({100 * low:.1f} to {high:.1%}); the median "
        f"game ends on turn {np.median(turns):.0f}, and nine out of ten end on turns "
        f"{np.percentile(turns, 5):.0f} to {np.percentile(turns, 95):.0f}. At "
        f"{lone_share(pairings):.1%} of decisions, passing is the only move."
    )


# --- what is wanted ---

WINS: Range = (0.40, 0.60)
BEGINNER: Range = (0.45, 0.55)
LAST_TURN: Range = (8, 16)
LEAST_FAINTED = 0.90
LEAST_PLAYED = 0.25
MOST_LONE = 0.35


def misses(pairings: Sequence[Pairing], uses: Sequence[CardUse]) -> list[str]:
    """Everything that is not as wanted, in a sentence each."""
    return [*_of_all(pairings), *(said for p in pairings for said in _of(p)), *_of_cards(uses)]


def _of_all(pairings: Sequence[Pairing]) -> Iterator[str]:
    begun, lone = beginner_share(pairings)[0], lone_share(pairings)
    if not _is_in(begun, BEGINNER):
        yield f"the player who begins wins {begun:.1%}, not {_span(BEGINNER)}"
    if lone > MOST_LONE:
        yield f"at {lone:.1%} of decisions passing is the only move, not at most {MOST_LONE:.0%}"


def _of(pairing: Pairing) -> Iterator[str]:
    named = f"{pairing.first} against {pairing.second}"
    turns, fainted = np.median(pairing.turns), pairing.endings.get("fainted", 0.0)
    if pairing.first != pairing.second and not _is_in(pairing.share, WINS):
        yield f"{named}: wins {pairing.share:.1%}, not {_span(WINS)}"
    if not _is_in(turns, LAST_TURN):
        low, high = LAST_TURN
        yield f"{named}: the median game ends on turn {turns:.0f}, not {low} to {high}"
    if fainted < LEAST_FAINTED:
        yield f"{named}: {fainted:.1%} end by fainting, not at least {LEAST_FAINTED:.0%}"


def _of_cards(uses: Sequence[CardUse]) -> Iterator[str]:
    for use in uses:
        if use.played < LEAST_PLAYED:
            yield (
                f"{use.card} in {use.deck}: played in {use.played:.1%} of the games in which it is "
                f"drawn, not at least {LEAST_PLAYED:.0%}"
            )


def _is_in(value: Any, span: Range) -> bool:
    return bool(span[0] <= value <= span[1])


def _span(span: Range) -> str:
    return f"{100 * span[0]:.0f} to {span[1]:.0%}"
