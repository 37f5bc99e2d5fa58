"""What the commands share."""

from typing import Literal

Late = Literal["pass", "lose"]
"""What a player does whose time is up."""

Printed = Literal["text", "md", "json"]
"""How results are printed."""
