"""Doors for researchers: every game by the interfaces of Gymnasium, PettingZoo and OpenSpiel.

Each is an extra of its own: `pip install 'duelhall[gymnasium]'`, `duelhall[pettingzoo]`,
`duelhall[openspiel]`. docs/doors.md shows the first steps.
"""
