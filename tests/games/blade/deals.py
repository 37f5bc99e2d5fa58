"""All deals that agree with a view, by brute force."""

from collections import Counter
from itertools import permutations

ORDER = "1234567BM"
PACK = "112223333444455556667" + "7BBBBBBMMMM"


def view_and_deals(seat: int, unseen: str, hand: int, deck: int) -> tuple[str, Counter[str]]:
    """A view in which these cards are unseen: so many in the other hand, so many in each deck.

    Returns its text, and the text of every position behind it with the number of ways in which
    the single cards can be dealt to make it.
    """
    known = Counter(PACK)
    known.subtract(unseen + "2B34")
    gone = "".join(card * known[card] for card in ORDER)
    view = text(seat, "?" * hand, "?" * deck, "?" * deck, gone)
    deals: Counter[str] = Counter()
    for cards in permutations(unseen):
        held = "".join(sorted(cards[:hand], key=ORDER.index))
        first, second = cards[hand : hand + deck], cards[hand + deck :]
        deals[text(seat, held, "".join(first), "".join(second), gone)] += 1
    return view, deals


def text(seat: int, held: str, first: str, second: str, gone: str) -> str:
    hands = ["2B", held or "-"] if seat == 0 else [held or "-", "2B"]
    players = f"{hands[0]}:{first or '-'}:3 {hands[1]}:{second or '-'}:4"
    return f"{players} gone={gone} turn=0 to_move={seat}"
