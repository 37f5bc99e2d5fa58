"""Many games at once: tables of outcomes, and games side by side for programs that learn.

>>> import duelhall
>>> from duelhall.batch import Batch
>>> blade = duelhall.load("blade")
>>> round(duelhall.simulate(blade, ("greedy", "random"), games=10_000).won(0) / 10_000, 1)
0.9
>>> batch = Batch(blade, 1024)
>>> rewards, ended = batch.step(batch.legal_mask().argmax(axis=1))  # the first legal move in each
>>> rewards.shape, ended.shape
((1024, 2), (1024,))
"""

from duelhall.batch.batch import Batch
from duelhall.batch.simulate import Outcomes

__all__ = ["Batch", "Outcomes"]
