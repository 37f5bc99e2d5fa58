"""The command `duelhall monsters check`."""

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from duelhall.engine.text import counted
from duelhall.games.monsters.card_file import is_set, read_deck, read_set, read_toml
from duelhall.games.monsters.decks import cards_of, deck_text
from duelhall.games.monsters.faults import BadCards, Fault, Spans
from duelhall.kits.monsters.warnings import warnings
from duelhall.terminal.documents import print_json
from duelhall.terminal.wrapping import print_fitted


def check_files(files: Sequence[Path], cards: Path | None, *, as_json: bool) -> None:
    """Check all card files, then report; the exit code says whether any fault was found."""
    reports = [checked(file, cards) for file in files]
    if as_json:
        print_json([report.as_data() for report in reports])
    else:
        for report in reports:
            print_fitted(*report.lines())
    if any(report.faults for report in reports):
        sys.exit(1)


@dataclass(frozen=True)
class Report:
    """What is in a file, what is wrong with it, and what is probably not intended."""

    file: Path
    says: str
    faults: Sequence[Fault] = ()
    warnings: Sequence[Fault] = ()

    def lines(self) -> list[str]:
        """The report for a person."""
        warned = [f"  warning: {warning}" for warning in self.warnings]
        return [f"{self.file}: {self.says}", *(f"  {fault}" for fault in self.faults), *warned]

    def as_data(self) -> dict[str, Any]:
        """The report for a program."""
        findings = [_finding("fault", fault) for fault in self.faults]
        findings += [_finding("warning", warning) for warning in self.warnings]
        return {
            "file": str(self.file),
            "says": self.says,
            "faults": [str(fault) for fault in self.faults],
            "warnings": [str(warning) for warning in self.warnings],
            "findings": findings,
        }


def _finding(kind: str, found: Fault) -> dict[str, Any]:
    """A fault or a warning with its place; null where that is not known."""
    line, column = found.first if found.spots else (None, None)
    return {"kind": kind, "line": line, "column": column, "says": found.whole}


def checked(file: Path, cards: Path | None) -> Report:
    """What is in a file, or what is wrong with it."""
    try:
        return _contents(file, cards)
    except OSError as error:
        return Report(file, "cannot be read", [Fault(str(error.strerror))])
    except BadCards as error:
        count = counted(error.count, "fault")
        if error.file != str(file):
            says = f"the card set {error.file} has {count}: check it first"
            return Report(file, "cannot be checked", [Fault(says)])
        return Report(file, count, error.found)


def _contents(file: Path, cards: Path | None) -> Report:
    """What a file contains, if nothing is wrong with it, and what is probably not intended."""
    text, document = read_toml(file)
    if is_set(document):
        found = read_set(file)
        parts = (("monster", found.monsters), ("move", found.moves), ("deck", found.decks))
        says = f"a card set: {', '.join(counted(len(cards), noun) for noun, cards in parts)}"
        return Report(file, says, warnings=warnings(found, Spans(text)))
    deck = read_deck(file, cards_of(cards))
    deck_text(deck)
    return Report(file, f"a deck: {deck.name} with {deck.monster.name}")
