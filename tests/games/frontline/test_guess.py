"""Guesses from small positions: every hand and every deployment, as often as it should be."""

from collections import Counter
from itertools import combinations

import duelhall
from duelhall.testing import check_guess_frequencies


def test_every_hand_is_guessed_as_often_as_its_cards_make_it() -> None:
    """Seat 0 holds a spear and a sword of the set `3| 2! 1@`; four cards are unseen."""
    game = duelhall.load("frontline", hand=2, cards="3| 2! 1@")
    unseen = ["|", "|", "!", "@"]
    order = ["|", "!", "@"]
    hands = Counter(",".join(sorted(pair, key=order.index)) for pair in combinations(unseen, 2))
    rest = "stage=deploying score=0:0 fought=0 to_move=0"
    deals = {f"|,!:none {hand}:none {rest}": ways for hand, ways in hands.items()}
    check_guess_frequencies(game, f"|,!:none ?,?:none {rest}", 0, deals)


def test_every_deployment_is_guessed_as_often_as_the_others() -> None:
    """Three cards have 24 deployments: 3! orders, one unit behind one of two, or three ahead."""
    game = duelhall.load("frontline", "mirror", hand=3)
    rest = "|,!,@:none stage=deploying score=0:0 fought=0 to_move=1"
    lines = [
        line
        for a, b, c in ((1, 2, 3), (1, 3, 2), (2, 1, 3), (2, 3, 1), (3, 1, 2), (3, 2, 1))
        for line in (f"{a},{b},{c}<", f"{a},{b},{c}>", f"{a}b{c},{b}", f"{a},{b}b{c}")
    ]
    deals = {f"|,!,@:{line} {rest}": 1 for line in lines}
    check_guess_frequencies(game, f"|,!,@:none {rest}", 1, deals)


def test_the_pack_of_a_draft_is_guessed_in_every_order() -> None:
    game = duelhall.load("frontline", "draft", hand=2, cards="| ! @ & - + || !!")
    rest = "stage=picking score=0:0 fought=0 to_move=1"
    orders = ["+,||", "+,!!", "||,+", "||,!!", "!!,+", "!!,||"]
    view = f"!:none none:none row=|,@,&,-,ROW pack=PACK {rest}"
    deals = {}
    for order in orders:
        deals[view.replace("ROW", "+").replace("PACK", order)] = 1
    # the row holds +, so the pack is two of the two that are left
    deals = {text: 1 for text in deals if "+" not in text.partition("pack=")[2].split()[0]}
    seen = view.replace("ROW", "+").replace("PACK", "?,?")
    check_guess_frequencies(game, seen, 0, deals)
