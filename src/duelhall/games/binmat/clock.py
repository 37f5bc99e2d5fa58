"""Turns by the clock (N31, N8)."""

from collections.abc import Mapping

from duelhall.engine.options import Value


def lasts_its_time(options: Mapping[str, Value]) -> bool:
    """Whether a turn lasts until its time is up, however soon the move comes."""
    return options["turn"] == "exactly"


def refusal_is_late(options: Mapping[str, Value]) -> bool:
    """Whether a refused move is a pass where it is the turn's only try."""
    return options["two_passes"] == "hand"
