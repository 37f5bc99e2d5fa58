"""Many games at once: tables of outcomes, and games side by side for programs that learn.

>>> import duelhall
>>> from duelhall.batch import Batch, Outcomes
>>> blade = duelhall.load("blade")
>>> outcomes = duelhall.simulate(blade, ("greedy", "random"), games=1000)
>>> isinstance(outcomes, Outcomes), outcomes.won(0) + outcomes.won(1) + outcomes.drawn
(True, 1000)
>>> outcomes.table["winner"].shape, outcomes.moves == int(outcomes.lengths.sum())
((1000,), True)
>>> outcomes.winners[:2].tolist(), [outcomes.reason_words[why] for why in outcomes["reason"][:2]]
([1, 0], ['lower-score', 'lower-score'])
>>> outcomes.source.players, outcomes.source.seed
(('greedy', 'random'), 0)
>>> batch = Batch(blade, 4, seed=7)
>>> batch.to_move.tolist(), batch.observations().shape
([0, 0, 0, 0], (4, 443))
>>> rewards, ended = batch.step(batch.legal_mask().argmax(axis=1))  # the first legal moves
>>> rewards.tolist(), ended.tolist()
([[0.0, 0.0], [0.0, 0.0], [0.0, 0.0], [-1.0, 1.0]], [False, False, False, True])
>>> batch.reset()
"""

from duelhall.batch.environment import Batch
from duelhall.batch.outcomes import Outcomes

__all__ = ["Batch", "Outcomes"]
