"""The players that think, by their names: `search(5000)`, `search(2s)`, and the levels."""

import re
from functools import partial

from duelhall.engine.errors import UnknownName, shortened
from duelhall.engine.features import LEVELS, Thinking
from duelhall.match.game import Game
from duelhall.players.thinking.searching import Search, search_kind

SEARCH = "search"
NOVICE, ADEPT, MASTER = LEVELS

EXAMPLE = f"{SEARCH}(5000)"
"""How a search with a budget of one's own is written."""

MOST_SIMULATIONS = 1_000_000_000
MOST_SECONDS = 1_000_000.0

CALLED = re.compile(rf"{SEARCH}\((.*)\)")
BUDGET = re.compile(r"([0-9_]+|[0-9]*\.?[0-9]+\s*s)")


def is_thinker(name: str) -> bool:
    """Whether a name is one of a player that thinks, rightly written or not."""
    return name in (SEARCH, *LEVELS) or CALLED.fullmatch(name) is not None


def thinker(name: str, game: Game, threads: int = 1, *, all_known: bool = False) -> Search:
    """The search of that name, over what a seat can know or with all cards known."""
    make = partial(search_kind(game), game, threads=threads, all_known=all_known)
    settings = game.definition.feature(Thinking) or Thinking()
    if name in LEVELS:
        return make(simulations=settings.levels[name])
    found = CALLED.fullmatch(name)
    budget = found[1].strip() if found else ""
    if not BUDGET.fullmatch(budget) or not budget.rstrip("s ").strip("0._"):
        raise UnknownName(
            f"{name!r} needs a budget: search(5000) for simulations, search(2s) for seconds"
        )
    amount = float(budget.rstrip("s "))
    if amount > (MOST_SECONDS if budget.endswith("s") else MOST_SIMULATIONS):
        raise UnknownName(
            f"{shortened(name)} asks for too much: a budget has at most {MOST_SIMULATIONS:,} "
            f"simulations, or {MOST_SECONDS:,.0f} seconds"
        )
    return make(seconds=amount) if budget.endswith("s") else make(simulations=int(budget))
