"""What results show, and what they do not show yet.

>>> from duelhall.stats import Pentanomial, Sprt
>>> pairs = Pentanomial(10, 40, 80, 50, 20)
>>> pairs.elo.text
'26.1, between 1.7 and 50.8 (95%)'
>>> Sprt(0, 20).state(pairs).verdict.value
'continue'
"""

from duelhall.stats.crosstable import Crosstable
from duelhall.stats.rating import Standing, Standings, rate
from duelhall.stats.score import Estimate, Pentanomial, Tally, elo_of, score_of
from duelhall.stats.sprt import Sprt, SprtState, SprtVerdict, match_lines

__all__ = [
    "Crosstable",
    "Estimate",
    "Pentanomial",
    "Sprt",
    "SprtState",
    "SprtVerdict",
    "Standing",
    "Standings",
    "Tally",
    "elo_of",
    "match_lines",
    "rate",
    "score_of",
]
