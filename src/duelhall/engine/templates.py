"""The names by which a template calls a game's functions.

A template imports them from here and is then bound to a game: `bound` puts the game's own functions
in their place. Called unbound, they say so.
"""

from typing import Any, NoReturn


def _unbound(*_arguments: Any) -> NoReturn:
    raise NotImplementedError("a template runs only once it is bound to a game")


deal: Any = _unbound
deal_given: Any = _unbound
allowed: Any = _unbound
legal: Any = _unbound
play: Any = _unbound
forfeit: Any = _unbound
points: Any = _unbound
view: Any = _unbound
guess: Any = _unbound
observe: Any = _unbound
stage: Any = _unbound
start: Any = _unbound
go_on: Any = _unbound
observed: Any = _unbound
plausible: Any = _unbound
estimate: Any = _unbound
suppose: Any = _unbound
first_deal: Any = _unbound
next_deal: Any = _unbound
lay_draws: Any = _unbound
settle_draws: Any = _unbound
next_draws: Any = _unbound
policy: Any = _unbound
policy_0: Any = _unbound
policy_1: Any = _unbound
play_game: Any = _unbound
