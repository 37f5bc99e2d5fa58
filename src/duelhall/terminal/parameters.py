"""Kinds of parameters that the commands share, so that they mean the same everywhere."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import CoercionError, Parameter

if TYPE_CHECKING:
    from cyclopts import Token
    from cyclopts.completion import CompletionContext


def _whole_number(_kind: Any, tokens: "Sequence[Token]") -> int:
    """A number without a fraction, which Cyclopts would round away."""
    (token,) = tokens
    try:
        return int(token.value)
    except ValueError:
        raise CoercionError(target_type=int, token=token) from None


def _names_of(kind: str) -> Callable[["CompletionContext"], list[str]]:
    """A function of completing.py, imported only when a shell asks for names."""

    def names(typed: "CompletionContext") -> list[str]:
        from duelhall.terminal import completing

        return list(dict.fromkeys(getattr(completing, kind)(typed)))

    return names


Whole = Annotated[int, Parameter(converter=_whole_number)]
"""A whole number."""

Flag = Annotated[bool, Parameter(negative=(), show_default=False)]
"""An option that is given or not."""

GameName = Annotated[str, Parameter(completer=_names_of("games"))]
RuleSet = Annotated[str, Parameter(completer=_names_of("rule_sets"))]
OptionValues = Annotated[list[str], Parameter(negative=(), completer=_names_of("options"))]
PlayerName = Annotated[str, Parameter(completer=_names_of("players"))]
Role = Annotated[str, Parameter(completer=_names_of("roles"))]
Ruling = Annotated[str, Parameter(completer=_names_of("rulings"))]
PageName = Annotated[str, Parameter(completer=_names_of("pages"))]
SaveName = Annotated[str, Parameter(completer=_names_of("saves"))]
