"""Showing pages of the documentation."""

import os
import sys

from duelhall.engine.rulebook import SUFFIX, find_page, page_names, page_title
from duelhall.terminal.documents import json_text
from duelhall.terminal.output import make_console
from duelhall.terminal.page import Page
from duelhall.terminal.wrapping import print_fitted

LESS = ("LESS", "FRX")
"""What the usual pager is told, unless its user tells it something else: to stay out of the way of
a page that fits the screen, and to show colours.
"""


def print_page(name: str) -> None:
    """Show a page: formatted, in the pager of the system, on a terminal; as it is written
    elsewhere.
    """
    file = find_page(name)
    text = file.read_text(encoding="utf-8")
    if file.suffix == SUFFIX and sys.stdout.isatty():
        os.environ.setdefault(*LESS)
        console = make_console()
        with console.pager(styles=True):
            console.print(Page(text))
    else:
        print(text, end="")


def print_markdown(text: str) -> None:
    """Print Markdown: formatted on a terminal, as it is written elsewhere."""
    if sys.stdout.isatty():
        make_console().print(Page(text))
    else:
        print(text.rstrip("\n"))


def print_page_list() -> None:
    """Print the names of all pages, with their titles."""
    names = page_names()
    width = max(map(len, names))
    for name in names:
        print_fitted(f"{name:{width}}  {page_title(find_page(name))}".rstrip())


def pages_as_json() -> str:
    """The pages for a program."""
    pages = ((name, find_page(name)) for name in page_names())
    listed = [{"name": name, "title": page_title(f), "file": str(f)} for name, f in pages]
    return json_text(listed)
