"""Moves, deals and positions in writing."""

import pytest

import duelhall
from duelhall.engine.errors import BadDeal, BadPosition, UnreadableMove
from duelhall.games.frontline import notation
from duelhall.match.game import Game
from duelhall.testing.conformance import random_match

BLANK = duelhall.load("frontline").blank()[0]


@pytest.fixture(scope="module")
def game() -> Game:
    return duelhall.load("frontline", hand=3)


@pytest.fixture(scope="module")
def draft() -> Game:
    return duelhall.load("frontline", "draft", hand=2)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("2 <", "2<"), ("10>", "10>"), ("1 B 9", "1b9"), ("Commit <", "commit<"), ("TAKE5", "take5")],
)
def test_moves_are_read_with_spaces_and_in_either_case(text: str, canonical: str) -> None:
    assert notation.move_text(notation.parse_move(text, BLANK), BLANK) == canonical


@pytest.mark.parametrize(
    "text", ["", "0<", "11<", "1b0", "1b", "b1", "1", "<", "take0", "take6", "commits", "1<>", "²<"]
)
def test_what_is_no_move_is_unreadable(text: str) -> None:
    with pytest.raises(UnreadableMove, match="card 2 behind the third front unit"):
        notation.parse_move(text, BLANK)


@pytest.mark.parametrize(
    ("mode", "deal"), [("skirmish", "|,! @,&"), ("mirror", "|,!"), ("draft", "|,!,@,&,-,+,||,!!")]
)
def test_a_deal_is_read_back(mode: str, deal: str) -> None:
    game = duelhall.load("frontline", mode, hand=2)
    options = game.blank()[0].options
    assert notation.deal_text(notation.parse_deal(deal, options), options) == deal
    assert game.match(deal=deal).start.deal == deal


@pytest.mark.parametrize(
    ("deal", "reason"),
    [
        ("|,! @", "two lists, each of 3 cards, not 2 and 1"),
        ("|,!,@,& |,!", "not 4 and 2"),
        ("|,!,@ |,!,q", "there is no card 'q' in the set"),
        ("|,!,@ |,!,!@@", "there is no card '!@@' in the set"),
        ("&&&,!,@ &&&,!,|", "the set has 1 of the card &&&, not 2"),
    ],
)
def test_what_is_no_deal_is_refused(game: Game, deal: str, reason: str) -> None:
    with pytest.raises(BadDeal) as caught:
        game.match(deal=deal)
    assert reason in str(caught.value)


def test_a_match_goes_on_from_a_position(game: Game) -> None:
    match = game.match(position="|,!,@:1b3,2 |,!,@:none to_move=1")
    assert match.legal() == ["1<", "1>", "2<", "2>", "3<", "3>"]
    for move in ("1>", "2>", "3>", "commit<"):
        match.play(move)
    assert match.over


def test_a_view_is_no_beginning(game: Game, draft: Game) -> None:
    for position in ("?,?,?:none |,!,@:none to_move=1", "|,!,@:1,2,3< ?,?,?:none to_move=1"):
        with pytest.raises(BadPosition, match="hidden"):
            game.match(position=position)
    mirror = duelhall.load("frontline", "mirror", hand=2)
    with pytest.raises(BadPosition, match="hidden"):
        mirror.match(position="|,!:none |,!:none to_move=1")
    with pytest.raises(BadPosition, match="hidden"):
        draft.match(position="none:none none:none stage=picking row=|,!,@,&,- pack=?,?,?")


HANDS = "|,!,@:none |,!,@:none"


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("", "begins with two players' cards"),
        ("|,!,@ |,!,@:none", "player 0: expected cards:line"),
        (f"{HANDS} colour=blue", "there is no entry 'colour'"),
        (f"{HANDS} to_move", "expected each entry once, as name=value"),
        (f"{HANDS} to_move=0 to_move=0", "expected each entry once"),
        (f"{HANDS} to_move=2", "expected a number below 2"),
        (f"{HANDS} won=0:more-battles drawn=equal-battles", "won or drawn, not both"),
        (f"{HANDS} stage=fighting", "expected one of picking, deploying, fought"),
        ("|,!,@,&:none |,!,@:none", "at most 3 cards in a place, not 4"),
        ("|,!:none |,!,@:none", "each player has 3 cards"),
        ("!,|,@:none |,!,@:none", "player 0: the cards are not in the order of the set"),
        ("?,|,@:none |,!,@:none", "player 0: the cards are not in the order of the set"),
        ("|,!,q:none |,!,@:none", "there is no card 'q' in the set"),
        ("!,&&&:none |,!,@:none", "each player has 3 cards"),
        ("!,&&&,&&&:none |,!,@:none", "the set has 1 of the card &&&, not 2"),
        ("|,!,@:1,x |,!,@:none", "player 0: expected columns like 3 or 3b4, not 'x'"),
        ("|,!,@:1,4 |,!,@:none", "player 0 has no card 4"),
        ("|,!,@:1,2b1 |,!,@:none", "player 0: card 1 stands in two places"),
        ("|,!,@:none |,!,@:1", "player 0 deploys and commits before player 1"),
        ("|,!,@:1,2 |,!,@:none to_move=1", "player 0 has committed, so every card is placed"),
        ("|,!,@:1,2,3 |,!,@:none to_move=1", "player 0: an odd front line, and no other"),
        ("|,!,@:1,2b3< |,!,@:none to_move=1", "player 0: an odd front line, and no other"),
        ("|,!,@:1,2,3< |,!,@:none", "a side for the odd unit is chosen when a player commits"),
        (f"{HANDS} row=|", "only a draft has open cards"),
        (f"{HANDS} stage=picking", "players pick only in a draft"),
        (f"{HANDS} score=1", "expected score=0:0"),
        (f"{HANDS} score=1:0", "there are more points than battles fought"),
        (
            f"{HANDS} score=1:0 fought=1",
            "as soon as the remaining battles cannot change the winner",
        ),
        (f"{HANDS} won=0:luck", "expected one of more-battles"),
        (f"{HANDS} drawn=forfeit score=1:0", "a player who gives up loses"),
        (f"{HANDS} score={'1' * 5000}:0", "expected a number below"),
        (
            "|,!,@:1,2b3 |,!,@:1,2b3 stage=fought score=1:0 fought=1 won=1:more-battles",
            "contradicts the winner",
        ),
        (
            "|,!,@:1,2b3 |,!,@:1,2b3 stage=fought score=1:0 fought=1 drawn=equal-battles",
            "contradicts the winner",
        ),
        ("|,!,@:1,2b3 |,!,@:1,2,3 stage=fought score=1:0 fought=1 won=0:more-battles", "player 1"),
    ],
)
def test_what_cannot_be_is_no_position(game: Game, position: str, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        game.parse_position(position)
    assert reason in str(caught.value)


@pytest.mark.parametrize(
    ("position", "reason"),
    [
        ("none:none none:none stage=picking row=|,! pack=@,&,-", "the row is full"),
        ("none:none none:none stage=picking row=|,!,@,&,- pack=+", "every pick takes a card"),
        ("|:none |:none stage=picking row=|,!,@,&,- pack=+ to_move=1", "picks alternate"),
    ],
)
def test_what_cannot_be_in_a_draft(draft: Game, position: str, reason: str) -> None:
    with pytest.raises(BadPosition) as caught:
        draft.parse_position(position)
    assert reason in str(caught.value)


def test_a_mirror_has_equal_hands() -> None:
    with pytest.raises(BadPosition, match="both players have the same cards"):
        duelhall.load("frontline", "mirror", hand=2).parse_position("|,!:none |,@:none")


def test_the_position_of_a_drawn_match_is_read_back(game: Game) -> None:
    text = "|,!,@:1,2b3 |,!,@:1,2b3 stage=fought score=0:0 fought=1 to_move=1 drawn=equal-battles"
    assert game.position_text(game.parse_position(text)) == text


@pytest.mark.parametrize("mode", ["skirmish", "mirror", "muster", "draft"])
def test_positions_of_long_matches_are_read_back(mode: str) -> None:
    game = duelhall.load("frontline", mode, battles=5)
    for state in random_match(game, 3).states:
        text = game.position_text(state)
        assert game.position_text(game.parse_position(text)) == text
