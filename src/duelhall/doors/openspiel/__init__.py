"""Every game as a game of OpenSpiel: importing this package registers them.

>>> import pyspiel
>>> import duelhall.doors.openspiel
>>> game = pyspiel.load_game("duelhall_blade(rules=controller,deck=tiny)")
>>> state = game.new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 308)

Games and states have a Duelhall game inside:

>>> from duelhall.doors.openspiel import DuelGame, DuelState, register, register_all
>>> isinstance(game, DuelGame), game.duel.full_name, game.is_sampled
(True, 'blade[controller, deck=tiny]', False)
>>> game.max_chance_nodes_in_history() > game.duel.longest_game
True
>>> isinstance(state, DuelState), state.returns(), state.is_terminal()
(True, [0.0, 0.0], False)
>>> state.apply_action(0)
>>> state.current_player(), state.resample_from_infostate(0, lambda: 0.5).legal_actions()
(0, [0, 1])
>>> game.make_py_observer().string_from(state, 0)
'seat 0 1B:?:B ??:?:2 gone=- turn=0 to_move=0'

A game that was made known to this process later is registered by its name, or with all others:

>>> register("blade")
>>> register_all()
"""

from duelhall.doors.openspiel.games import DuelGame, register, register_all
from duelhall.doors.openspiel.states import DuelState

__all__ = ["DuelGame", "DuelState", "register", "register_all"]

register_all()
