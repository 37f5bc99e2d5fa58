"""Loading a module from a file, as an edited one or one out of a document."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType


def load_module(name: str, file: Path) -> ModuleType:
    """The module in a file, known to Python by this name."""
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
