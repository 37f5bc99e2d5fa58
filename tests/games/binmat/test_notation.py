"""Moves, deals and positions in writing, and the board."""

import pytest

import duelhall
from duelhall.engine.board import Card
from duelhall.engine.errors import BadDeal, BadPosition, UnreadableMove
from duelhall.games.binmat import notation
from duelhall.games.binmat.guess import have_room
from duelhall.games.binmat.state import NAMES
from duelhall.games.binmat.view import observed
from duelhall.match.game import Game
from duelhall.match.match import Match
from duelhall.testing.conformance import random_match

DEAL = " ".join("".join(NAMES[lane * 13 : lane * 13 + 13]) for lane in range(6))
REST = "".join(NAMES[13:])


@pytest.fixture(scope="module")
def game() -> Game:
    return duelhall.load("binmat")


@pytest.fixture
def match(game: Game) -> Match:
    return game.match(deal=DEAL)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("D3", "d3"), ("da", "da"), ("c4", "c4"), ("--", "--"), ("P7^2", "p7^2"), ("u>!0", "u>!0"),
     ("x5&1", "x5&1"), ("x5&a", "x5&a"), ("pa#5", "pa#5")],
)  # fmt: skip
def test_moves_are_read(game: Game, text: str, canonical: str) -> None:
    assert game.move_text(game.parse_move(text)) == canonical


@pytest.mark.parametrize(
    "text", ["", "-", "d6", "c6", "ca", "p7^a", "u>!a", "p1&0", "p7~0", "x5", "p7^", "7^2", "d33"]
)
def test_what_is_no_move_is_unreadable(game: Game, text: str) -> None:
    with pytest.raises(UnreadableMove, match="names a face alone"):
        game.parse_move(text)


def test_a_face_alone_is_the_first_such_card_in_hand_in_suit_order(match: Match) -> None:
    """The tops of lanes 4 and 3 are >^ and >!; the defender draws both, in this order."""
    for move in ("d4", "--", "d3", "--", "d0", "--"):
        match.play(move)
    assert match.game.move_text(match.game.parse_move("x>1", match.state)) == "x>&1"
    match.play("x>1")
    match.play("--")
    assert match.game.move_text(match.game.parse_move("x>1", match.state)) == "x>!1"
    assert match.game.move_text(match.game.parse_move("p72", match.state)) == "p7&2"  # none in hand


@pytest.mark.parametrize(
    ("rules", "move", "seen"),
    [
        ("hackmud", "p>!2", "pX2"),
        ("hackmud", "x>!2", "xX2"),
        ("live", "x>!2", "x>!2"),
        ("live", "u>!2", "u>!2"),
        ("hackmud", "d4", "d4"),
    ],
)
def test_the_enemy_is_told_no_hidden_card(rules: str, move: str, seen: str) -> None:
    match = duelhall.load("binmat", rules).match(deal=DEAL)
    number = match.game.parse_move(move)
    assert notation.move_seen(match.state, number, 1) == seen


@pytest.mark.parametrize("rules", ["hackmud", "rulebook", "live"])
def test_a_search_takes_moves_for_the_same_that_are_told_in_the_same_words(rules: str) -> None:
    match = duelhall.load("binmat", rules).match(deal=DEAL)
    moves = range(match.game.definition.rules.MOVES)
    told = {notation.move_seen(match.state, move, 1) for move in moves}
    both = {
        (notation.move_seen(match.state, move, 1), observed(match.state, move)) for move in moves
    }
    assert len(both) == len(told) == len({number for _, number in both})


def test_a_deal_is_read_back(match: Match) -> None:
    assert match.start.deal == DEAL


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("2&3&", "a deal is 6 decks of 13 cards"),
        (DEAL.replace("2&", "1&"), "there is no card '1&'"),
        (DEAL.replace("2&", "3&"), "the card 3& is in this deal 2 times"),
    ],
)
def test_what_is_no_deal_is_refused(game: Game, deal: str, reason: str) -> None:
    with pytest.raises(BadDeal, match=reason):
        game.match(deal=deal)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("l9=2&", "there is no entry"),
        ("l0", "expected each entry once"),
        ("l0=2& l0=3&", "expected each entry once"),
        ("l0=2", "expected cards like 7\\^, or X"),
        ("l0=2&u", "a card can lie face up only in a stack"),
        ("l0=2&2&", "the card 2& is in two places"),
        ("l0=2&", "there are 1 cards here"),
        (f"hd=2& l0={'X' * 77} turn=111", "expected a number below 111"),
        (f"hd=2& l0={'X' * 77} turn=110", "after 110 turns the game is over"),
        (f"hd=2& l0={'X' * 77} passes=1", "expected passes=0:0"),
        (f"hd=2& l0={'X' * 77} won=0:luck", "expected one of turns"),
        (f"hd=2& l0={'X' * 77} seen0=zz:*", "expected bits:cards"),
        (f"hd=2& l0={'X' * 77} seen0=2:2&u", "expected bits:cards"),
        (f"hd=2& l0={'X' * 77} seen0=2:2", "expected bits:cards"),
        (f"l0={'X' * 300}", "there are 300 cards in one place"),
        (f"hd=2& l0={'X' * 77} seen1=", "expected bits:cards"),
        (f"hd=2& l0={'X' * 77} seen1=8000000:2&", "seen1 says nothing about the card 3&"),
        (f"hd=2& l0={'X' * 77} seen1=2:*", "seen1 rules out the place of the card 2&"),
        (f"hd=2& l0={'X' * 77} seen1=8000000:2&;3:*", "seen1 rules out the place of the card 3&"),
        (
            f"hd=2& l0={'X' * 76} l1=X seen1=8000000:2&;4:3&4&;6:*",
            "by seen1 the hidden cards cannot all be where cards are hidden",
        ),
        (f"hd=2& l0={'X' * 77} seen0=2:*;8000000:2& past0=/4f:2&", "past0 says nothing about"),
        (
            f"hd=2& l0={'X' * 77} seen0=2:*;8000000:2& past0=/4f:2&;ff:*",
            "past0 says that the card 3& was seen where it lies",
        ),
    ],
)
def test_what_cannot_be_is_no_position(game: Game, position: str, reason: str) -> None:
    with pytest.raises(BadPosition, match=reason):
        game.parse_position(position)


def test_hidden_cards_make_room_for_each_other() -> None:
    """The first is moved on, and then on again."""
    first, second, third = 2, 4, 8
    assert have_room([first | second, first, second | third, second], [0, 1, 2, 1, *[0] * 30])
    assert not have_room([first, first], [0, 1, 2, 1, *[0] * 30])


@pytest.mark.parametrize("entry", ["passes=", "pools=", "won="])
def test_what_has_happened_is_read_back(game: Game, entry: str) -> None:
    texts = [game.position_text(state) for state in random_match(game, 1).states]
    text = next(text for text in texts if entry in text)
    assert game.position_text(game.parse_position(text)) == text


def test_a_match_goes_on_from_a_position(game: Game) -> None:
    match = game.match(position=f"l0={REST} hd=2&3&4& d1=5&6& ha=7&8&9&a&@&*&?&>& turn=40 shown=-")
    assert match.to_move == 0
    match.play("p2&1")
    match.play("u7&3")
    assert "a3=7&u" in game.position_text(match.state)


def test_a_view_that_somebody_wrote_can_be_filled(game: Game) -> None:
    view = game.parse_position(f"hd=2&3& ha=XXX l0={'X' * 73}")
    places = {
        game.position_text(game.guess(view, 0, seed)).split(" ha=")[1][:6] for seed in range(9)
    }
    assert len(places) > 1


def test_the_board_shows_six_lanes_and_what_is_known(game: Game) -> None:
    match = game.match(deal=DEAL)
    for move in ("d3", "d4", "d3", "d0", "p?!2", "--"):
        match.play(move)
    sketch = match.sketch(0)
    assert sketch.heading == "104 turns left, defender to move"
    assert "defender stacks  |     |     | ?!  |     |     |     |" in sketch.lines
    assert "lane decks       | h   | h   | h   | *!  | ?^  | >#  |" in sketch.lines
    rows = {row.label: [piece.text for piece in row.pieces] for row in sketch.rows}
    assert rows["Attacker's hand"] == ["(>^)", "1 hidden"]
    assert rows["Your hand"] == [">!"]
    assert [row.label for row in match.sketch(1).rows][-1] == "Your hand"
    assert "| X   |" in "".join(match.sketch(1).lines)
    assert "| ?!  |" in "".join(match.sketch(None).lines)


def test_lanes_stacks_and_what_is_known_are_data(game: Game) -> None:
    match = game.match(deal=DEAL)
    for move in ("d3", "d4", "d3", "d0", "p?!2", "--"):
        match.play(move)
    own, other = match.board(0), match.board(1)
    assert own.facts == {
        "to_move": 0, "over": False, "winner": None, "role_to_move": "defender",
        "turn": 6, "turns_left": 104, "passes": [0, 1],
    }  # fmt: skip
    zones = {zone.id: zone for zone in own.zones}
    assert zones["d2"].cards == (Card("?!", "BOUNCE of CHAOS", "down", id="?!"),)
    assert zones["d2"].facts == {"lane": 2, "sum": 0, "power": 0}
    assert zones["d2"].owner == 0
    assert [(card.face, card.facing, card.count) for card in zones["l3"].cards] == [
        ("", "hidden", 10), ("*!", "up", 1),
    ]  # fmt: skip
    assert zones["l3"].facts == {"lane": 3, "shown": True}
    assert (zones["l0"].size, zones["l0"].facts["shown"]) == (12, False)
    assert zones["ha"].cards == (Card(facing="hidden", count=2),)
    assert zones["ha"].facts == {"known": [">^"]}
    hidden = next(zone for zone in other.zones if zone.id == "d2")
    assert hidden.cards == (Card(facing="hidden"),)


def test_the_board_of_an_open_game_lists_discards_and_the_end() -> None:
    match = random_match(duelhall.load("binmat", "live"), seed=4)
    sketch = match.sketch(0)
    assert sketch.heading.startswith("The game is over with")
    assert any(line.startswith(" " * 17 + "|") for line in sketch.lines)


def test_a_deal_is_dealt_interpreted_as_compiled(game: Game) -> None:
    plain = duelhall.load("binmat", backend="python")
    assert plain.match(deal=DEAL).state.tobytes() == game.match(deal=DEAL).state.tobytes()


def test_closed_discards_are_counted_and_not_listed(game: Game) -> None:
    match = game.match(deal=DEAL)
    for move in ("d3", "--", "d0", "--", "x>!1"):
        match.play(move)
    assert match.sketch(1).lines[-1] == "lane discards    | 0   | 1   | 0   | 0   | 0   | 0   |"


@pytest.mark.parametrize("face", ["?", ">"])
def test_several_cards_of_a_kind_are_listed_alike(face: str) -> None:
    game = duelhall.load("binmat", backend="python")
    held = [f"{face}{suit}" for suit in "&%+"]
    rest = "".join(name for name in NAMES if name not in (*held, "2&"))
    match = game.match(position=f"l0={rest} d1=2& hd={''.join(held)}")
    lists = [[m[0] + m[3] for m in match.legal() if m[1:3] == card] for card in held]
    assert lists[0] == lists[1] == lists[2] != []


def test_a_view_without_secrets_is_its_own_guess() -> None:
    game = duelhall.load("binmat", "live", backend="python")
    state = game.match(position=f"hd={''.join(NAMES)}").state
    view = game.view(state, 0)
    assert game.guess(view, 0, seed=1).spot.tolist() == state.spot.tolist()
