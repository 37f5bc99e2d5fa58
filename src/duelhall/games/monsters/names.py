"""The names of cards: a state has numbers only, and a game the decks that they are numbers of."""

from collections.abc import Sequence

from duelhall.engine.errors import OtherOptions, meant, shortened
from duelhall.engine.record import SEATS, Array
from duelhall.games.monsters.cards import Deck, slug
from duelhall.games.monsters.decks import digest, digest_in
from duelhall.games.monsters.state import Choices
from duelhall.games.monsters.words import DECK, MONSTER
from duelhall.games.monsters.zones import link_kind, link_seat


def owner_and_card(link: int) -> tuple[int, int]:
    """Whose a link is, and the number of its card; not compiled, for that takes longer."""
    return link_seat(link), link_kind(link)


class Names:
    """The names of the cards in the decks of one game; options with other decks are refused."""

    def __init__(self, decks: Sequence[Deck]) -> None:
        self.decks = tuple(decks)
        self._digests = [digest(deck) for deck in decks]
        self._known: Array | None = None  # the table of decks that was found to be these last

    def deck(self, options: Choices, seat: int) -> Deck:
        """The deck of a seat."""
        table = options.decks
        if table is not self._known:
            self._check(table)
        return self.decks[seat]

    def _check(self, table: Array) -> None:
        """Refuse other decks; drawing a board takes many names of the same ones."""
        if [digest_in(table, seat) for seat in range(SEATS)] != self._digests:
            raise OtherOptions("monsters", ["decks"])
        self._known = table

    def card_name(self, options: Choices, seat: int, kind: int) -> str:
        """A card's name, as it is printed."""
        deck = self.deck(options, seat)
        return deck.monster.name if kind == MONSTER else deck.moves[kind][0].name

    def card_word(self, options: Choices, seat: int, kind: int) -> str:
        """A card's name as it is typed; `#12` for a number that the deck has no card for."""
        words = self.deck(options, seat).words
        return words[kind] if kind < len(words) else f"#{kind}"

    def find_card(self, word: str, options: Choices, seat: int, there: list[int]) -> int | None:
        """The number of a card in a deck by its name, or by a beginning that no other name has
        among the cards that are there.
        """
        wanted = slug(word.strip())
        words = self.deck(options, seat).words
        found = [*words, *(f"#{kind}" for kind in range(len(words), DECK))]
        if wanted in found:
            return found.index(wanted)
        near = [kind for kind in there if wanted and found[kind].startswith(wanted)]
        return near[0] if len(near) == 1 and not wanted.startswith("#") else None

    def known_card(self, word: str, options: Choices, seat: int, error: type[Exception]) -> int:
        """The number of a card that must be one of the deck's, by its whole name."""
        words = self.deck(options, seat).words
        if word in words:
            return words.index(word)
        near = meant(word, words)
        raise error(f"there is no move {shortened(word)} in the deck of player {seat} (M1){near}")
