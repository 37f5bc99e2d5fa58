"""A small set of cards in a file."""

CARDS = """\
traits = ["Flame", "Tide"]

[[monster]]
name = "Drake"
hp = 3
atk = 2
def = 1
traits = ["Flame", "Flame"]

[[move]]
name = "Spark"
atk = "2"
def = "~"
traits = ["Flame"]

[[move.effect]]
when = "play"
do = "draw"

[[deck]]
name = "Sparks"
monster = "Drake"
moves = { "Spark" = 20 }
"""
DECK = 'name = "Mine"\nmonster = "Drake"\nmoves = { "Spark" = 20 }\n'

TWO_DECKS = f"""{CARDS}
[[move]]
name = "Blaze"
atk = "9"
def = "~"
traits = []

[[move]]
name = "Veil"
atk = "~"
def = "1"
traits = []

[[deck]]
name = "Blazes"
monster = "Drake"
moves = {{ "Blaze" = 12, "Veil" = 8 }}
""".replace('{ "Spark" = 20 }', '{ "Spark" = 12, "Veil" = 8 }')
