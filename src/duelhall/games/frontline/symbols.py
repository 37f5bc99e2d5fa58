"""The symbols of Frontline."""

SPEAR, SWORD, SHIELD, FORTRESS, BOW, CROWN = range(6)
SYMBOLS = 6

SIGNS = "|!@&-+"
"""How each symbol is written while it is whole."""

BROKEN = {"x": SHIELD, "X": FORTRESS}
"""How a broken shield and a broken fortress are written."""

MOST_SYMBOLS = 9
"""How many symbols there can be on a card."""

SPEAR_SPEED = 3
FIRST_SWORD_SPEED, SECOND_SWORD_SPEED = 1, 2

FASTEST = SPEAR_SPEED + 3 * 2 * MOST_SYMBOLS
"""The speed of a spear with nothing but crowns in front and behind, in its column and beside it."""
