"""Sphinx's settings for the site that `make docs` builds from docs/."""

from pygments.lexers.special import TextLexer
from sphinx.application import Sphinx

import duelhall

project = "Duelhall"
version = release = duelhall.__version__
extensions = ["myst_parser", "sphinx.ext.autodoc"]
exclude_patterns: list[str] = []
nitpicky = True
nitpick_ignore_regex = [
    ("py:.*", r"(?!duelhall\.).*"),  # other projects' sites are not linked to: no network is needed
    ("py:.*", r"duelhall\.\w+(\.\w+){2,}"),  # what no public module exports has no place here
]
myst_heading_anchors = 4

default_role = "py:obj"  # docstrings write `names` as Markdown does; public ones are linked to
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
python_maximum_signature_line_length = 80
toc_object_entries_show_parents = "hide"

html_theme = "furo"
html_title = "Duelhall"
html_static_path = ["style"]
html_css_files = ["duelhall.css"]
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "oklch(43% 0.09 200)",
        "color-brand-content": "oklch(43% 0.09 200)",
        "color-brand-visited": "oklch(43% 0.09 200)",
        "color-background-primary": "oklch(99% 0.003 90)",
        "color-background-secondary": "oklch(96.5% 0.006 90)",
        "color-foreground-primary": "oklch(25% 0.015 250)",
        "color-foreground-secondary": "oklch(42% 0.012 250)",
        "color-foreground-muted": "oklch(50% 0.012 250)",
        "color-api-name": "oklch(43% 0.09 200)",
        "color-api-pre-name": "oklch(50% 0.012 250)",
    },
    "dark_css_variables": {
        "color-brand-primary": "oklch(80% 0.09 200)",
        "color-brand-content": "oklch(80% 0.09 200)",
        "color-brand-visited": "oklch(80% 0.09 200)",
        "color-background-primary": "oklch(21% 0.008 240)",
        "color-background-secondary": "oklch(24% 0.009 240)",
        "color-foreground-primary": "oklch(92% 0.006 90)",
        "color-foreground-secondary": "oklch(78% 0.01 240)",
        "color-foreground-muted": "oklch(72% 0.01 240)",
        "color-api-name": "oklch(80% 0.09 200)",
        "color-api-pre-name": "oklch(72% 0.01 240)",
    },
}
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"

MADE_BY_OTHERS = {"duelhall.Game", "duelhall.Match", "duelhall.play.SearchSeat"}
"""Classes that are made by functions, so that what they are made from is no reader's concern."""

OWN_LANGUAGES = ("request", "transcript")
"""Code blocks by which tests find what they run; nothing in them is highlighted."""


def without_arguments(_app: Sphinx, _kind: str, name: str, *_: object) -> tuple[str, str] | None:
    """Leave out what classes that others make are made from."""
    return ("", "") if name in MADE_BY_OTHERS else None


def setup(app: Sphinx) -> None:
    """Called by Sphinx."""
    app.connect("autodoc-process-signature", without_arguments)
    for language in OWN_LANGUAGES:
        app.add_lexer(language, TextLexer)
