"""From what somebody wants to play to the events by which a table begins."""

import os
import secrets
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

import msgspec

from duelhall.backend import FOLLOWING
from duelhall.engine import registry
from duelhall.engine.arguments import checked_text
from duelhall.engine.definition import Definition
from duelhall.engine.errors import BadUsage, DuelhallError, UnknownName, no_such
from duelhall.engine.features import CardSource, CardWishes
from duelhall.engine.record import SEATS
from duelhall.engine.registry import parse_game_name
from duelhall.match import recall as commitment
from duelhall.match.game import Game
from duelhall.play.entry import checked_entry
from duelhall.play.roster import is_known, known_players
from duelhall.players.entry import Entry
from duelhall.web.client_messages import LONGEST_NAME
from duelhall.web.events import Begun, Chair, Opened
from duelhall.web.http_messages import TableMade, TableWish
from duelhall.web.tokens import hashed, new_table, new_token, table_behind

FRIEND, HERE = "friend", "here"
"""Opponents who are persons: by a link, or on the same device."""


CARDS, DECK, OTHER_DECK = "your card file", "your deck file", "your opponent's deck file"
"""What files are called here for a moment, and in what is said of them."""


NO_DECK = (
    "there is no deck of that name among these cards; the text of a deck file may be sent, too"
)
"""Says the same whether or not the server has a file of that name."""

PLAIN = 1000  # bytes of a wish that holds nothing but names


@dataclass(frozen=True)
class Table:
    """A table to be opened."""

    made: TableMade
    opened: Opened
    begun: Begun | None


def brings_text(wish: TableWish) -> bool:
    """Whether somebody has written more than names, which a worker has to read."""
    return len(msgspec.json.encode(wish)) > PLAIN


def without_text(wish: TableWish) -> TableWish:
    """The same wish, with the cards in the game's name alone, where they were found to be good."""
    seat = secrets.randbelow(SEATS) if wish.seat is None else wish.seat
    name = checked_text("the cards of this game", _game(wish, seat).lasting_name)
    return TableWish(name, None, {}, wish.opponent, seat, wish.name, wish.clock, wish.hints)


def table_of(wish: TableWish, programs: Mapping[str, Entry], time: float) -> Table:
    """The table that somebody asks for."""
    seat = secrets.randbelow(SEATS) if wish.seat is None else wish.seat
    game = _game(wish, seat)
    player = _player(wish.opponent, game, programs)
    is_shared, chairs = wish.opponent == HERE, (0, 1) if seat == 0 else (1, 0)
    tokens = (new_token(), new_token() if is_shared else None)
    watch = new_token()
    code = new_token() if wish.opponent == FRIEND else None
    opened = Opened(
        time=time,
        chairs=(
            Chair(token=hashed(tokens[0]), name=shown_name(wish.name)),
            Chair(player=player, token=hashed(tokens[1]) if tokens[1] else ""),
        ),
        watch=hashed(watch),
        move=wish.clock.move if wish.clock else None,
        bank=wish.clock.bank if wish.clock else None,
        hints=wish.hints if wish.hints is not None else code is None,
        shared=is_shared,
        code=hashed(code) if code else "",
        game=game.lasting_name if code else "",
        by_seats=chairs,
    )
    table = table_behind(code) if code else new_table()
    made = TableMade(table=table, tokens=tokens, watch=watch, code=code)
    return Table(made, opened, None if code else begun(game, time, chairs))


def begun(game: Game, time: float, chairs: tuple[int, int], guest: Chair | None = None) -> Begun:
    """A new game, dealt by the operating system's randomness."""
    return Begun(
        time=time,
        game=game.lasting_name,
        edition=game.definition.edition,
        seed=commitment.new_seed(),
        salt=commitment.new_salt(),
        chairs=chairs,
        guest=guest,
    )


def shown_name(name: str) -> str:
    """A name as it can be shown, in one line; BadUsage if it is too long."""
    if len(name) > LONGEST_NAME:
        raise BadUsage(f"a name has at most {LONGEST_NAME} letters, and this one {len(name)}")
    return "".join(letter for letter in name if letter.isprintable()).strip()


def _player(name: str, game: Game, programs: Mapping[str, Entry]) -> str | None:
    """The player to be the opponent; None if it is a person."""
    if name in (FRIEND, HERE):
        return None
    if name in programs:
        return checked_entry(programs[name], game.name).name
    if is_known(name, game.definition):
        return name
    known = [FRIEND, HERE, *known_players(game.definition), *programs]
    raise UnknownName(no_such("player", name, known))


def _game(wish: TableWish, seat: int) -> Game:
    """The game with the rules, options and cards that somebody in this seat wants."""
    said = parse_game_name(wish.game)
    definition = registry.find(said.game)
    options = {**wish.options, **_card_options(wish, definition, seat)}
    said = said.with_changes(wish.rules, options)
    return Game(definition, said.rule_set, said.options, backend=FOLLOWING)


def _card_options(wish: TableWish, definition: Definition, seat: int) -> Mapping[str, str]:
    """The options that bring the cards that somebody wants."""
    if not (wish.cards or wish.deck or wish.opponent_deck):
        return {}
    source = definition.feature(CardSource)
    if source is None:
        raise BadUsage(f"the cards of {definition.title} cannot be changed")
    if (wish.deck or wish.opponent_deck) and not source.has_decks:
        raise BadUsage(f"{definition.title} has no decks to choose from")
    with tempfile.TemporaryDirectory(prefix="duelhall-") as name:
        folder = Path(name)
        file = None if wish.cards is None else _written(wish.cards, folder / CARDS)
        deck = _deck(wish.deck, folder / DECK)
        other = _deck(wish.opponent_deck, folder / OTHER_DECK)
        try:
            return source.options(CardWishes(file, deck, other), seat)
        except UnknownName:
            raise UnknownName(NO_DECK) from None
        except DuelhallError as error:  # the sender knows nothing of that folder
            raise BadUsage(str(error).replace(f"{folder}{os.sep}", "")) from None


def _deck(wish: str | None, file: Path) -> str | None:
    """A deck by its name, or where the text of one is to be found."""
    if wish is None or "\n" in wish:
        return wish and str(_written(wish, file))
    if len(wish) > LONGEST_NAME or Path(wish).exists():  # a file of the server is none of a browser
        raise UnknownName(NO_DECK)
    return wish


def _written(text: str, file: Path) -> Path:
    file.write_text(text, encoding="utf-8")
    return file
