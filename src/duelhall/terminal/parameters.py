"""Kinds of parameters that the commands share, so that they mean the same everywhere."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import CoercionError, Parameter

if TYPE_CHECKING:
    from cyclopts import Token


def _whole_number(_kind: Any, tokens: "Sequence[Token]") -> int:
    """A number without a fraction, which Cyclopts would round away."""
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise CoercionError(target_type=int, token=token) from None


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number."""

Flag = Annotated[bool, Parameter(negative=())]
"""An option that is given or not."""
