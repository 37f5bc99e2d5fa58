"""Every public name has an example, and the examples in docstrings do what they show.

Public is what `__all__` lists in the modules that docs/reference/api.md names. Each of these names
has an example of its own, and each member of a public class is used in one.
"""

import ast
import doctest
import inspect
import pydoc
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from functools import cache
from importlib import import_module
from runpy import run_path
from typing import Any

import pytest

import duelhall
from tests.docs.blocks import ROOT, blocks

TOOL = run_path(str(ROOT / "tools/docs"))
MODULES: list[str] = TOOL["public_modules"]()
INSIDE: dict[str, set[str]] = TOOL["INSIDE"]
PAGE = "docs/reference/api.md"
PAGES = (PAGE, "docs/how-to/batches.md", "docs/reference/observations.md", "docs/how-to/doors.md")
"""Pages that show how public names are used, and whose examples are run by tests of their own."""


def exported(module: str) -> dict[str, Any]:
    """What a module exports, by name."""
    found = import_module(module)
    return {name: getattr(found, name) for name in found.__all__}


def members(value: Any) -> list[str]:
    """The members of a class that are for its users; those of classes from elsewhere are not."""
    if not isinstance(value, type):
        return []
    own = [kind for kind in value.__mro__ if kind.__module__.startswith("duelhall.")]
    names = {name for kind in own for name in vars(kind)}
    if is_dataclass(value):
        names |= {field.name for field in fields(value)}
    public = {name for name in names if not name.startswith("_")}
    return sorted(public - INSIDE.get(value.__name__, set()))


@cache
def docstrings(module: str) -> dict[str, str]:
    """The docstrings of a module, of what it exports, and of the members of that, by path."""
    found = {module: inspect.getdoc(import_module(module)) or ""}
    for name, value in exported(module).items():
        found[f"{module}.{name}"] = (inspect.getdoc(value) or "") if callable(value) else ""
        for member in members(value):
            described = inspect.getattr_static(value, member, None)
            if inspect.isroutine(described) or hasattr(type(described), "__get__"):
                found[f"{module}.{name}.{member}"] = inspect.getdoc(described) or ""
    return found


def names_used(text: str) -> set[str]:
    """What the examples in a text use: names, attributes and keywords."""
    examples = doctest.DocTestParser().get_examples(text)
    trees = [ast.parse(example.source) for example in examples]
    return {name for tree in trees for node in ast.walk(tree) for name in _names(node)}


def _names(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Attribute(attr=name) | ast.Name(id=name) | ast.keyword(arg=str(name)):
            yield name
        case ast.FunctionDef(name=name):  # a method that a reader's class is to have
            yield name


def has_example(module: str, name: str) -> bool:
    """Whether a function or a class has an example, and anything else is used in the module's."""
    docs, value = docstrings(module), exported(module)[name]
    return bool(names_used(docs[f"{module}.{name}" if callable(value) else module]))


def test_every_public_name_has_an_example() -> None:
    missing = [
        f"{module}.{name}"
        for module in MODULES
        for name in exported(module)
        if not has_example(module, name)
    ]
    assert not missing


def test_every_member_of_a_public_class_is_used_in_an_example() -> None:
    on_pages = names_used("\n".join(block for page in PAGES for block in blocks(page, "pycon")))
    missing = []
    for module in MODULES:
        used = on_pages.union(*map(names_used, docstrings(module).values()))
        for name, value in exported(module).items():
            missing += [f"{module}.{name}.{each}" for each in members(value) if each not in used]
    assert not missing


@pytest.mark.parametrize("room", sorted({module.split(".")[1] for module in MODULES[1:]}))
def test_public_packages_need_not_be_imported_first(room: str) -> None:
    assert duelhall.__getattr__(room) is import_module(f"duelhall.{room}")
    assert room in dir(duelhall)


def test_the_page_names_the_public_modules() -> None:
    text = (ROOT / PAGE).read_text(encoding="utf-8")
    assert [module for module in MODULES if f"`{module}`" not in text] == []


def test_help_shows_what_a_user_needs() -> None:
    shown = pydoc.plain(pydoc.render_doc(duelhall))
    rooms = {".".join(module.split(".")[:2]) for module in MODULES[1:]}
    for name in [*(f"`{name}`\n" for name in exported("duelhall")), *rooms]:
        assert name in shown.partition("PACKAGE CONTENTS")[0]
    assert "class Match" in shown
    assert "duelhall docs" in shown
    assert "computed_once object" not in shown


@pytest.mark.parametrize("module", MODULES)
def test_the_examples_in_docstrings_do_what_they_show(module: str) -> None:
    said: list[str] = []
    runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
    for path, text in docstrings(module).items():
        example = doctest.DocTestParser().get_doctest(text, {}, path, None, 0)
        runner.run(example, out=said.append)
    assert not said, "".join(said)
