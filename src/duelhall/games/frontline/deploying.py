"""How an army is deployed: ruling F22."""

from duelhall.engine.chance import below, shuffle
from duelhall.engine.rule import helper, rule
from duelhall.games.frontline.battlefield import NOBODY
from duelhall.games.frontline.cards import NO_CARD
from duelhall.games.frontline.dealing import hand_size
from duelhall.games.frontline.state import (
    BEHIND,
    COMMIT,
    COMMIT_LEFT,
    DEPLOYING,
    LARGEST_HAND,
    LEFT_END,
    ODD_LEFT,
    ODD_RIGHT,
    PLACES,
    State,
)


@helper
def may_deploy(s: State, move: int) -> bool:
    """Whether a card can go to a place."""
    card, place = move // PLACES, move % PLACES
    return (
        is_deploying(s)
        and may_place(s, card)
        and (place < BEHIND or may_stand_behind(s, place - BEHIND))
    )


@rule("F22")
def is_deploying(s: State) -> bool:
    """You can deploy and commit only when both players have all their cards."""
    return s.stage == DEPLOYING


@rule("F22")
def may_place(s: State, card: int) -> bool:
    """You can place only cards that you hold, each of them once."""
    seat = s.to_move
    return s.hand[seat, card] != NO_CARD and not s.placed[seat, card]


@rule("F22")
def may_stand_behind(s: State, column: int) -> bool:
    """You can place a unit only behind a front unit that has nobody behind it yet."""
    seat = s.to_move
    return column < s.length[seat] and s.behind[seat, column] == NOBODY


@helper
def may_commit(s: State, move: int) -> bool:
    """Whether the deployment can be ended so."""
    return is_deploying(s) and all_are_placed(s) and side_fits(s, move)


@rule("F22")
def all_are_placed(s: State) -> bool:
    """You must place every card before you commit."""
    seat = s.to_move
    return cards_placed(s, seat) == hand_size(s, seat)


@helper
def side_fits(s: State, move: int) -> bool:
    """Whether a side is chosen for the odd unit if there is one."""
    if s.length[s.to_move] % 2 == 1:
        return odd_unit_has_a_side(s, move)
    return nobody_is_odd(s, move)


@rule("F22")
def odd_unit_has_a_side(_s: State, move: int) -> bool:
    """With an odd front line you must choose the side of the divide for the odd unit."""
    return move != COMMIT


@rule("F22")
def nobody_is_odd(_s: State, move: int) -> bool:
    """With an even front line you must commit without choosing a side."""
    return move == COMMIT


@helper
def cards_placed(s: State, seat: int) -> int:
    """How many cards a player has deployed."""
    placed = 0
    for card in range(LARGEST_HAND):
        placed += s.placed[seat, card]
    return placed


@rule("F22", secret=True)
def place_unit(s: State, move: int) -> None:
    """A unit goes to the left or right end of your front line, or behind one of its units."""
    card, place = move // PLACES, move % PLACES
    seat, unit = s.to_move, card + 1
    s.placed[seat, card] = True
    if place >= BEHIND:
        s.behind[seat, place - BEHIND] = unit
        return
    end = s.length[seat]
    if place == LEFT_END:
        for column in range(end, 0, -1):
            s.ahead[seat, column] = s.ahead[seat, column - 1]
            s.behind[seat, column] = s.behind[seat, column - 1]
        end = 0
    s.ahead[seat, end], s.behind[seat, end] = unit, NOBODY
    s.length[seat] += 1


@rule("F22", secret=True)
def choose_side(s: State, move: int) -> None:
    """With an odd front line you choose the side of the divide for the odd unit."""
    s.odd[s.to_move] = ODD_LEFT if move == COMMIT_LEFT else ODD_RIGHT


# --- any deployment at all ---


@helper
def deploy_at_random(s: State, seat: int) -> None:
    """Deploy a whole hand, every deployment that there is being as likely as the others."""
    units = hand_size(s, seat)
    length = draw_length(s, units)
    for card in range(units):
        s.ahead[seat, card], s.placed[seat, card] = card + 1, True
    shuffle(s, s.ahead[seat, :units], units)
    behind = units - length
    for column in range(length):
        if below(s, length - column) < behind:
            behind -= 1
            s.behind[seat, column] = s.ahead[seat, length + behind]
            s.ahead[seat, length + behind] = NOBODY
    s.length[seat] = length
    if length % 2 == 1:
        s.odd[seat] = ODD_LEFT + below(s, 2)


@helper
def draw_length(s: State, units: int) -> int:
    """The length of a front line, each as likely as it has deployments."""
    ways = 0
    for length in range((units + 1) // 2, units + 1):
        ways += shapes(length, units)
    number, length = below(s, ways), (units + 1) // 2
    while number >= shapes(length, units):
        number -= shapes(length, units)
        length += 1
    return length


@helper
def shapes(length: int, units: int) -> int:
    """How many ways there are to stand behind a front line, and to choose its odd unit's side."""
    behind, ways = units - length, 1
    for chosen in range(behind):
        ways = ways * (length - chosen) // (chosen + 1)
    return ways * (1 + length % 2)
