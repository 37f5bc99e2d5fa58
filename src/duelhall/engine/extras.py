"""Packages that are not installed with Duelhall: they are heavy, and only some commands need them.

`pip install 'duelhall[NAME]'` installs them; the names are the optional dependencies in
pyproject.toml.
"""

from importlib import import_module
from typing import Any

from duelhall.engine.errors import DuelhallError


class MissingPackage(DuelhallError):
    """Something that needs a package that is not installed."""


def from_extra(extra: str, module: str) -> Any:
    """A module that is installed with an extra; MissingPackage says how, if it is not."""
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name != package:
            raise
        raise MissingPackage(
            f"this needs the package {package}: pip install 'duelhall[{extra}]'"
        ) from None
