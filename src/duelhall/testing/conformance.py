"""What every game must guarantee, also to front ends and learners, checked in random play."""

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import Any

import numpy as np

from duelhall.backend import PYTHON, entries
from duelhall.backend.cpu import prepare
from duelhall.backend.entries import MOVE_TYPE, RuleEntry
from duelhall.engine.board import GRID, HIDDEN, Board, Touch, scene_texts
from duelhall.engine.chance import DICE
from duelhall.engine.errors import CannotCompile, IllegalMove
from duelhall.engine.record import DRAWN, SEATS, UNDECIDED, Array, State, cell_of, copied, foe
from duelhall.engine.sources import chance_from
from duelhall.engine.template import interpreted
from duelhall.match import replay
from duelhall.match.game import Game
from duelhall.match.match import Match, scripted_move
from duelhall.match.saves import replayed


def check_boards(subject: "Subject") -> None:
    """Boards are data that JSON can hold; zones and cards have ids of their own, and a hidden
    card has nothing by which it could be known or followed.
    """
    for match in subject.some_matches:
        for state in match.states:
            for seat in (*range(SEATS), None):
                seen = state if seat is None else subject.game.view(state, seat)
                _check_board(subject.game.board(seen, seat))
                _check_board(subject.game.board(seen, None))
        for number in range(1, len(match.moves) + 1):
            for seat in (*range(SEATS), None):
                scenes = match.scenes(number, seat)
                assert _is_data(scenes), "a scene is not data"
                texts = list(scene_texts(subject.game.sketcher, scenes))
                assert len(texts) == len(scenes)


def _check_board(board: Board) -> None:
    assert _is_data(board), "a board holds something that JSON cannot"
    zones = [zone.id for zone in board.zones]
    assert len(set(zones)) == len(zones), "two zones have the same id"
    cards = [card for zone in board.zones for card in zone.cards]
    ids = [card.id for card in cards if card.id]
    assert len(set(ids)) == len(ids), "two cards have the same id"
    hidden = [card for card in cards if card.facing == HIDDEN]
    assert not any(card.face or card.name or card.id or card.facts for card in hidden), (
        "a hidden card can be identified"
    )


def check_touches(subject: "Subject") -> None:
    """What is touched to make a move is on the board of the seat to move, and no two moves that it
    has are said alike.
    """
    game = subject.game
    touches = game.definition.picture.touches
    if touches is None:
        return
    for match in subject.some_matches:
        for state in match.states[:-1]:
            seat = int(state.to_move)
            seen, legal = game.view(state, seat), game.legal_moves(state)
            board = game.board(seen, seat)
            for move in legal:
                for touch in touches.places(seen, move):
                    assert _is_on(board, touch), f"{touch} is not on the board"
            said = {touches.says(seen, move) for move in legal}
            assert len(said) == len(legal), "two moves have the same words"


def _is_on(board: Board, touch: Touch) -> bool:
    """Whether a board has what is touched."""
    zone = board.zone(touch.zone)
    if zone is None:
        return False
    if not touch.card:
        return touch.row is None or zone.kind == GRID
    at = slice(touch.at, None if touch.at is None else touch.at + 1)
    return touch.card in [card.id or card.face for card in zone.cards[at]]


def _is_data(value: object) -> bool:
    """Whether JSON can hold a value, with dataclasses as their fields."""
    try:
        json.dumps(value, default=asdict)
    except TypeError:
        return False
    return True


OBSERVED_SAMPLE = 25
"""One in this many states is looked at by interpreted rules, since that can take long."""


def check_bounds(subject: "Subject") -> None:
    """No game is longer, and none is worth more or less, than the game declares; what one seat
    wins, the other loses.
    """
    game = subject.game
    assert game.definition.learning.bounds, "the game declares no Bounds"
    low, high = game.utility_bounds
    for match in subject.matches:
        assert len(match.moves) <= game.longest_game, f"a game has {len(match.moves)} moves"
        first, second = game.returns(match.state)
        assert -1 <= low <= min(first, second) <= max(first, second) <= high <= 1
        assert first + second == 0, "the game is not zero-sum"
        assert all(game.returns(state) == (0, 0) for state in match.states[:-1])


def check_information_states(subject: "Subject") -> None:
    """A seat forgets nothing: what it recalls begins with what it recalled halfway."""
    for match in subject.some_matches:
        halfway = match.copy()
        while len(halfway.moves) > len(match.moves) // 2:
            halfway.undo()
        for seat in range(SEATS):
            recalled = match.information_state(seat)
            before = halfway.information_state(seat)
            assert recalled.startswith(before), f"seat {seat} has forgotten something"
        assert match.information_state(0) != match.information_state(1)


def check_observations(subject: "Subject") -> None:
    """Observations show what the seat's view shows, and nothing else, in numbers from 0 to 1."""
    game = subject.game
    if game.definition.learning.observation is None:
        return
    plain = Game(game.definition, game.rule_set, game.options, backend=PYTHON)
    views: dict[tuple[int, bytes], bytes] = {}
    for number, state in enumerate(subject.some_states):
        for seat in range(SEATS):
            seen = game.view(state, seat)
            numbers = game.observation(state, seat)
            _check_numbers(game, numbers)
            guessed = game.guess(seen, seat, number)
            for world in (seen, guessed):
                same = game.observation(world, seat).tobytes() == numbers.tobytes()
                assert same, "an observation shows what the seat does not see"
            if number % OBSERVED_SAMPLE == 0:
                interpreted = plain.observation(state, seat)
                assert interpreted.tobytes() == numbers.tobytes(), "differs when interpreted"
            known = _known(game, seen)
            first = views.setdefault((seat, numbers.tobytes()), known)
            assert known == first, "two views have the same observation"


def _check_numbers(game: Game, numbers: Array) -> None:
    assert numbers.dtype == np.float32
    assert numbers.shape == (game.layout.size,)
    for name, part in game.layout.parts(numbers).items():
        assert np.all((part >= 0) & (part <= 1)), f"{name} is not within 0 and 1"


def _known(game: Game, view: State) -> bytes:
    """What must be seen in an observation of a view: all but what the game says it leaves out, and
    whose move it would be after the end.
    """
    cell = copied(view)
    if view.winner != UNDECIDED:
        cell[0].to_move = 0
    observation = game.definition.learning.observation
    for name in observation.leaves_out if observation else ():
        cell[name] = 0
    return cell.tobytes()


GAMES = 40
LONGEST_GAME = 10_000
GUESSES = 3
SAMPLE = 5
"""One in this many states is looked at by interpreted rules, since that can take long."""


@dataclass
class Subject:
    """A game under test.

    `census` counts the cards of a whole state, in any comparable form; `has_secrets` is False for
    a game in which everybody sees everything.

    >>> import duelhall
    >>> from duelhall.testing import Subject
    >>> subject = Subject(duelhall.load("blade"), census=lambda state: 0, games=4, has_secrets=True)
    >>> len(subject.matches), len(subject.some_matches)
    (4, 1)
    >>> subject.census(next(subject.states)), len(list(subject.some_states)) > 1
    (0, True)
    """

    game: Game
    census: Callable[[Any], Any]
    games: int = GAMES
    has_secrets: bool = True

    @cached_property
    def matches(self) -> list[Match]:
        """Random matches, played to their ends."""
        return [random_match(self.game, seed) for seed in range(self.games)]

    @property
    def some_matches(self) -> list[Match]:
        """A quarter of the matches, for checks that take long."""
        return self.matches[: max(1, self.games // 4)]

    @property
    def states(self) -> Iterator[State]:
        """Every state of every match."""
        return (state for match in self.matches for state in match.states)

    @property
    def some_states(self) -> Iterator[State]:
        """Every state of a quarter of the matches."""
        return (state for match in self.some_matches for state in match.states)


def conform(game: Game, census: Callable[[Any], Any], games: int = GAMES) -> None:
    """Run every check; an AssertionError says what the game does wrong.

    >>> import duelhall
    >>> from duelhall.testing import conform
    >>> game = duelhall.load("blade")
    >>> def cards(state):
    ...     text = game.position_text(state).partition(" turn")[0]
    ...     return sorted(card for card in text if card in "1234567BM")
    >>> conform(game, census=cards, games=2)
    """
    subject = Subject(game, census, games)
    for check in CHECKS:
        check(subject)


def random_match(game: Game, seed: int) -> Match:
    """A match in which all legal moves are equally likely."""
    dice, match = random.Random(seed), game.match(seed)
    while not match.over:
        legal = match.legal_moves()
        assert legal, f"seed {seed}: nothing is legal after {len(match.moves)} moves"
        assert len(match.moves) < LONGEST_GAME, f"seed {seed}: the game does not end"
        match.play(dice.choice(legal))
    return match


def check_games_end(subject: Subject) -> None:
    """Random play comes to an end, with a winner or a draw and a reason for it."""
    reasons = subject.game.definition.rules.REASONS
    for match in subject.matches:
        assert int(match.state.winner) in (DRAWN, *range(SEATS)), "the winner is invalid"
        assert 0 < match.state.reason < len(reasons), "the game ended without a valid reason"
        assert match.legal() == [], "there are legal moves after the end"
        assert all(state.winner == UNDECIDED for state in match.states[:-1])
        assert all(match.points(seat) >= 0 for seat in range(SEATS))


def check_seeds_repeat(subject: Subject) -> None:
    """The same seed gives the same game, and different seeds give different deals."""
    for match in subject.matches:
        again = random_match(subject.game, int(match.start.seed or 0))
        assert _bytes(again) == _bytes(match), "the same seed gave a different game"
    deals = {match.states[0].tobytes() for match in subject.matches}
    assert len(deals) > 1, "every seed gives the same deal"


def check_replays(subject: Subject) -> None:
    """A game saved and replayed is the same game, and is saved as the same text."""
    for match in subject.matches:
        text = match.replay().text()
        again = replayed(replay.parse(text))
        assert _bytes(again) == _bytes(match), "a replayed game differs"
        assert again.replay().text() == text, "a replayed game is saved as a different text"


def check_saving_at_every_move(subject: Subject) -> None:
    """A game can be left and resumed after any move."""
    for match in subject.some_matches:
        going = subject.game.match(match.start.seed)
        for move in match.moves:
            going = replayed(replay.parse(going.replay().text()))
            going.play(move)
        assert _bytes(going) == _bytes(match), "leaving and resuming changed the game"


def check_move_notation(subject: Subject) -> None:
    """Every move has a notation of its own, and is read back from it."""
    game = subject.game
    texts = [game.move_text(move) for move in range(game.definition.rules.MOVES)]
    assert len(set(texts)) == len(texts), "two moves are written in the same way"
    for move, text in enumerate(texts):
        assert game.parse_move(text) == move, f"{text} is not read back as {move}"


def check_position_notation(subject: Subject) -> None:
    """Every state and view is written and read back byte for byte, except for its chance."""
    game = subject.game
    for state in subject.some_states:
        for seen in (state, *(game.view(state, seat) for seat in range(SEATS))):
            text = game.position_text(seen)
            again = game.parse_position(text)
            again.rng = seen.rng
            assert again.tobytes() == seen.tobytes(), f"not read back the same: {text}"
            assert game.position_text(again) == text


def check_legality(subject: Subject) -> None:
    """Exactly the moves listed as legal may be played; the rest are refused with a ruling."""
    game = subject.game
    for match in subject.some_matches:
        going = game.match(match.start.seed)
        for number, played in enumerate(match.moves):
            legal = going.legal_moves()
            allowed = [m for m in range(game.definition.rules.MOVES) if game.allows(going.state, m)]
            assert legal == allowed, "legal moves are not those allowed, once each, lowest first"
            if number % SAMPLE == 0:
                _check_refusals(going, legal)
            going.play(played)
        assert all(_refusal(going.copy(), move) for move in range(game.definition.rules.MOVES))


def _check_refusals(going: Match, legal: list[int]) -> None:
    """Whatever is not legal is refused by a ruling, and nothing else is."""
    for move in range(going.game.definition.rules.MOVES):
        refused = _refusal(going.copy(), move)
        assert (refused is None) == (move in legal), f"{move} is wrongly listed or left out"
        assert refused is None or refused.ruling, f"no ruling forbids {move}"


def check_views_hide(subject: Subject) -> None:
    """With hidden cards dealt again, a state looks the same to the seat, with the same moves."""
    game = subject.game
    for number, state in enumerate(subject.states):
        for seat in range(SEATS):
            seen = game.view(state, seat)
            assert seen.rng == 0, "a view reveals what chance will bring"
            for guess in range(GUESSES):
                guessed = game.guess(seen, seat, number * GUESSES + guess)
                again = game.view(guessed, seat)
                assert again.tobytes() == seen.tobytes(), "a view shows what it should hide"
                if state.to_move == seat:
                    legal = game.legal_moves(state)
                    assert game.legal_moves(guessed) == game.legal_moves(seen) == legal


def check_there_are_secrets(subject: Subject) -> None:
    """Guesses differ from each other and from the truth, so views do hide something."""
    game = subject.game
    if not subject.has_secrets:
        return
    for seat in range(SEATS):
        guessed = {game.guess(game.view(subject.matches[0].states[0], seat), seat, seed).tobytes()
                   for seed in range(GAMES)}  # fmt: skip
        assert len(guessed) > 1, f"seat {seat} sees everything"
        differs = False
        for state in subject.states:
            truth, guess = game.view(state, 1 - seat), game.guess(game.view(state, seat), seat, 1)
            differs = differs or game.view(guess, 1 - seat).tobytes() != truth.tobytes()
        assert differs, f"seat {seat} always guesses what the other seat sees"


def check_guesses_keep_cards(subject: Subject) -> None:
    """No card is lost, created or changed by play or by guessing."""
    game = subject.game
    for number, state in enumerate(subject.states):
        cards = subject.census(state)
        for seat in range(SEATS):
            guessed = game.guess(game.view(state, seat), seat, number)
            assert subject.census(guessed) == cards, "a guess changes the cards"
    counts = [subject.census(state) for match in subject.matches for state in match.states]
    assert all(count == counts[0] for count in counts), "play changes the cards"


def check_interpreted_is_compiled(subject: Subject) -> None:
    """Interpreted and compiled, the same moves lead to the same bytes, views and guesses."""
    game = subject.game
    plain = Game(game.definition, game.rule_set, game.options, backend=PYTHON)
    for match in subject.some_matches:
        again = plain.match(match.start.seed)
        for number, state in enumerate(match.states):
            assert again.state.tobytes() == state.tobytes(), f"differs after {number} moves"
            assert again.legal_moves() == game.legal_moves(state)
            for seat in range(SEATS):
                seen = game.view(state, seat)
                assert plain.view(state, seat).tobytes() == seen.tobytes()
                if number % SAMPLE == 0:
                    guessed = game.guess(seen, seat, number)
                    assert plain.guess(seen, seat, number).tobytes() == guessed.tobytes()
            if number < len(match.moves):
                again.play(match.moves[number])


class NotedDice:
    """A source of chance that throws its own dice, and records what was drawn."""

    def __init__(self, seed: int) -> None:
        self._dice = random.Random(seed)
        self.came: list[str] = []

    def choose(self, names: Sequence[str]) -> int:
        """Any of them."""
        self.came.append(self._dice.choice(list(names)))
        return names.index(self.came[-1])


def check_chance_can_be_scripted(subject: Subject) -> None:
    """Everything the rules draw can be chosen for them, written, read and chosen again."""
    game, play = subject.game, interpreted(subject.game.definition.rules.play)
    for match in subject.some_matches:
        for number, move in enumerate(match.moves):
            before, dice = match.states[number], NotedDice(number)
            noted = copied(before)
            with chance_from(dice, game.definition.writing.outcomes.names):
                play(noted[0], move)
            text = game.definition.writing.outcomes.text(dice.came)
            outcomes = game.definition.writing.outcomes.parse(text)
            assert outcomes == tuple(dice.came), f"{dice.came} is read back as {outcomes}"
            again = scripted_move(game, before, move, outcomes)
            assert again.tobytes() == noted.tobytes(), f"{text} leads to a different state"
            assert again.rng == before.rng, f"move {number + 1} draws past the one door"
            drew = match.states[number + 1].rng != before.rng
            assert dice.came or not drew, f"move {number + 1} draws past the one door"


def check_explanations(subject: Subject) -> None:
    """Every move is explained by rules with rulings and sentences, ending where the move did."""
    for match in subject.some_matches:
        for number, state in enumerate(match.states):
            steps = match.explain(number)
            assert steps, f"no rule fired in move {number}"
            assert all(step.rulings and step.sentence for step in steps)
            assert steps[-1].state.tobytes() == state.tobytes(), "explained to a different end"


def check_forfeits(subject: Subject) -> None:
    """A player who gives up loses, and the saved game says so."""
    for seat in range(SEATS):
        match = subject.game.match(0)
        match.forfeit(seat)
        assert match.over
        assert match.winner not in (None, seat), "giving up does not lose the game"
        assert replayed(replay.parse(match.replay().text())).winner == match.winner


def check_rules_can_be_compiled(subject: Subject) -> None:
    """Rules can be compiled, and so allocate no memory: a GPU kernel could not give them any."""
    game = subject.game
    cell, observation = game.blank(), game.definition.learning.observation
    tensor = game.layout.records(game.layout.blank()) if observation else None
    observing = [RuleEntry(entries.run_observe, {}, (cell, 0, cell, tensor))] if observation else []
    try:
        prepare(game.definition, [*entries.entries_of(game.definition), *observing])
    except CannotCompile as error:
        raise AssertionError(str(error)) from None


def check_players_only_look(subject: Subject) -> None:
    """Built-in players choose legal moves, and leave the cell that shows what they see as it is."""
    game, dice = subject.game, np.zeros(1, DICE)
    moves = np.zeros(game.definition.rules.MOVES, MOVE_TYPE)
    for name, policy in game.definition.thinking.policies.items():
        choose = game.bind(entries.run_policy, policy=policy)
        for match in subject.some_matches:
            state = match.states[(len(match.states) - 1) // 2]
            cells = game.blank(3)
            cells[0] = cell_of(game.view(state, int(state.to_move)))[0]
            seen = cells[0].tobytes()
            assert choose(cells, moves, dice) in game.legal_moves(state), f"{name} breaks the rules"
            assert cells[0].tobytes() == seen, f"{name} changes what it sees"


def _bytes(match: Match) -> list[bytes]:
    return [state.tobytes() for state in match.states]


def _refusal(match: Match, move: int) -> IllegalMove | None:
    try:
        match.play(move)
    except IllegalMove as error:
        return error
    return None


CHECKS = (
    check_games_end,
    check_seeds_repeat,
    check_replays,
    check_saving_at_every_move,
    check_move_notation,
    check_position_notation,
    check_legality,
    check_bounds,
    check_information_states,
    check_views_hide,
    check_there_are_secrets,
    check_guesses_keep_cards,
    check_interpreted_is_compiled,
    check_chance_can_be_scripted,
    check_explanations,
    check_boards,
    check_touches,
    check_observations,
    check_forfeits,
    check_players_only_look,
    check_rules_can_be_compiled,
)
"""Every check, cheap ones first."""


def check_retold(match: Match, seat: int, guessed: State, again: Match) -> None:
    """Compare a match with another one that leads to a guess at how it stands now.

    How a match is told again with guessed cards, in what order they were dealt and what the other
    player did unseen, each game's tests must find out. The seat must have been told the same moves,
    and seen the same before and after each of them.

    >>> import duelhall
    >>> from duelhall.testing import check_retold
    >>> match = duelhall.play_match(duelhall.load("blade"), "greedy", "random", seed=7)
    >>> check_retold(match, 0, match.state, match.copy())
    """
    game = match.game
    views = [game.view(told.states[0], seat).tobytes() for told in (match, again)]
    assert views[0] == views[1], "the deal would have looked different"
    told, retold = match.seen(seat, 0), again.seen(seat, 0)
    assert len(told) == len(retold), "there would have been a different number of moves"
    for number, (one, other) in enumerate(zip(told, retold, strict=True), 1):
        assert one.move == other.move, f"move {number} would have been {other.move}"
        same = one.view.tobytes() == other.view.tobytes()
        assert same, f"after move {number} something different would have been seen"
    hidden = [game.view(state, foe(seat)) for state in (guessed, again.state)]
    texts = [game.position_text(state).partition(" seen")[0] for state in hidden]
    assert texts[0] == texts[1], "this does not lead to the guess"


# --- how often guesses come up ---

TRIALS_A_DEAL = 200
DEVIATIONS = 4.0
"""How many standard deviations of chi-square are tolerated; the seeds are fixed, so a game that
passes once always passes."""


def check_guess_frequencies(game: Game, view: str, seat: int, deals: Mapping[str, int]) -> None:
    """Guess from a view many times, and compare with all deals that agree with it.

    `view` is what the seat sees, as a position text. `deals` gives the text of every position that
    agrees with it, with the number of ways in which individual, distinguishable cards make it. Each
    must appear about as often as its share of all ways, by a chi-square test.

    >>> import duelhall
    >>> from duelhall.testing import check_guess_frequencies
    >>> game = duelhall.load("frontline", hand=1, cards="3| !", backend="python")
    >>> view = "|:none {}:none stage=deploying score=0:0 fought=0 to_move=0"
    >>> deals = {view.format("|"): 2, view.format("!"): 1}  # of two spears and a sword, one
    >>> check_guess_frequencies(game, view.format("?"), 0, deals)
    """
    seen, ways = game.parse_position(view), sum(deals.values())
    trials = TRIALS_A_DEAL * len(deals)
    found = Counter(game.position_text(game.guess(seen, seat, seed)) for seed in range(trials))
    assert set(found) <= set(deals), f"not a deal of {view}: {set(found) - set(deals)}"
    assert set(found) == set(deals), f"never guessed for {view}: {set(deals) - set(found)}"
    squares = 0.0
    for deal, weight in deals.items():
        expected = trials * weight / ways
        squares += (found[deal] - expected) ** 2 / expected
    bound = largest_chi_square(len(deals) - 1)
    assert squares <= bound, f"guesses of {view} are uneven: chi-square {squares:.1f} > {bound:.1f}"


def largest_chi_square(freedom: int) -> float:
    """The chi-square that chance hardly ever exceeds, by the Wilson-Hilferty approximation."""
    if freedom == 0:
        return 0.0
    part = 2 / (9 * freedom)
    return float(freedom * (1 - part + DEVIATIONS * part**0.5) ** 3)
