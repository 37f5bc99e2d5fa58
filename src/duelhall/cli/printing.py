"""What commands have in common."""

from typing import Literal

Printed = Literal["text", "md", "json"]
"""How results are printed."""
