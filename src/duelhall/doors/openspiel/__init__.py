"""Every game as a game of OpenSpiel: importing this package registers them.

>>> import pyspiel
>>> import duelhall.doors.openspiel
>>> game = pyspiel.load_game("duelhall_blade(rules=controller,deck=tiny)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 308)
"""

from duelhall.doors.openspiel.games import DuelGame, register, register_all
from duelhall.doors.openspiel.states import DuelState

__all__ = ["DuelGame", "DuelState", "register", "register_all"]

register_all()
