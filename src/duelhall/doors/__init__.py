"""Doors for researchers: every game by the interfaces of Gymnasium, PettingZoo and OpenSpiel.

Each is an extra of its own: `pip install 'duelhall[gymnasium]'`, `duelhall[pettingzoo]`,
`duelhall[openspiel]`. Import `duelhall.doors.gymnasium`, `duelhall.doors.pettingzoo` or
`duelhall.doors.openspiel`; docs/how-to/doors.md shows the first steps.
"""

__all__: list[str] = []  # each door is a module of its own, since each needs another extra
