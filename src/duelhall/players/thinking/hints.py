"""What a search thinks, in words."""

from duelhall.engine.game import Game
from duelhall.engine.record import GameState
from duelhall.players.thinking.searching import Choice, Thought

MOST = 5
"""How many moves a hint names."""


def hint_lines(game: Game, view: GameState, thought: Thought, most: int = MOST) -> list[str]:
    """The best moves with their chances to win, each with what its estimate may be off by."""
    if len(thought.choices) == 1 and not thought.simulations:
        return [f"{game.move_text(thought.best.move, view)} is your only legal move."]
    texts = [game.move_text(choice.move, view) for choice in thought.choices[:most]]
    width = max(map(len, texts))
    games = f"{thought.simulations:,} imagined games that fit what you see"
    rows = [
        f"  {text:<{width}}  {_chance_text(choice)}"
        for text, choice in zip(texts, thought.choices, strict=False)
    ]
    heading = f"Your best moves, by {games}:"
    if thought.is_won:
        heading = f"Solved: {texts[0]} wins, whatever your opponent holds and does. By {games}:"
    return [heading, *rows]


def _chance_text(choice: Choice) -> str:
    sureness = f"give or take {1.96 * choice.error:.0%}" if choice.error else "for certain"
    text = f"wins {choice.chance:4.0%}, {sureness}"
    if choice.at_least is None or not choice.error:
        return text
    return f"{text}; at least {choice.at_least:.0%} against the best defence"
