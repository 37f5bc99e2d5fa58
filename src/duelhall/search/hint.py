"""What a search thinks, in words."""

from duelhall.engine.record import GameState
from duelhall.engine.text import counted
from duelhall.match.game import Game
from duelhall.search.search import Judged, Thought

MOST = 5
"""How many moves a hint names."""


def hint_lines(game: Game, view: GameState, thought: Thought, most: int = MOST) -> list[str]:
    """The best moves with their chances to win, each with what its estimate may be off by."""
    if thought.is_won:
        return [_solved_line([game.move_text(choice.move, view) for choice in thought.choices])]
    if thought.is_certain and len(thought.choices) == 1:
        return [f"{game.move_text(thought.best.move, view)} is your only legal move."]
    games = f"{thought.simulations:,} imagined games that fit what you have seen"
    if thought.lines:
        return _mix_lines(game, view, thought, games, most)
    texts = [game.move_text(choice.move, view) for choice in thought.choices[:most]]
    width = max(map(len, texts))
    rows = [
        f"  {text:<{width}}  {_chance_text(choice)}"
        for text, choice in zip(texts, thought.choices, strict=False)
    ]
    moves = "move" if len(rows) == 1 else "moves"
    return [f"Your best {moves}, according to {games}:", *rows]


def _solved_line(texts: list[str]) -> str:
    """All moves that win for certain."""
    *others, last = texts
    moves = f"{', '.join(others)} and {last} win" if others else f"{last} wins"
    return f"Solved: {moves}, whatever your opponent holds and does."


def _mix_lines(game: Game, view: GameState, thought: Thought, games: str, most: int) -> list[str]:
    """Whole lines of moves, with how often to choose each."""
    texts = [
        " ".join(game.move_text(move, view) for move in line.moves) for line in thought.lines[:most]
    ]
    if len(thought.lines) == 1:
        heading, rows = "Your best moves, in this order", [f"  {texts[0]}"]
    else:
        heading, rows = "Choose at random among these, this often", _shares(thought, texts)
    subject = "That" if len(thought.lines) == 1 else "Each of these"  # whatever is worth choosing
    worth = f"{subject} {_chance_text(thought.best, width=0)}."  # is worth the same
    return [f"{heading}, according to {games}:", *rows, worth]


def _shares(thought: Thought, texts: list[str]) -> list[str]:
    """How often to choose each of the first lines, and how often one of the others."""
    shares = [line.share for line in thought.lines]
    rows = [f"  {share:4.0%}  {text}" for share, text in zip(shares, texts, strict=False)]
    if rest := shares[len(texts) :]:
        rows.append(f"  {sum(rest):4.0%}  {counted(len(rest), 'other way')}")
    return rows


def _chance_text(choice: Judged, width: int = 4) -> str:
    margin = f"{choice.give_or_take:.0%}"
    sureness = f"give or take {'less than 1%' if margin == '0%' else margin}"
    text = f"wins {choice.chance:{width}.0%}, {sureness}"
    if choice.at_least is None:
        return text
    return f"{text}; at least {choice.at_least:.0%} against perfect play"
