"""What the commands share."""

from typing import Literal

Printed = Literal["text", "md", "json"]
"""How results are printed."""
