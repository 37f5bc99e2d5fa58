"""The words of the card language, and the numbers that stand for them in the table of a deck."""

MOST_TRAITS = 6
MOST_TRAITS_IN_SET = 200
MOST_DECKS = 100
MOST_OF_A_TRAIT = 7
MOST_HP = 99
MOST_STAT = 99
MOST_AMOUNT = 99
MOST_COUNT = 100
"""The largest number in a condition: that of the last turn."""

DECK = 20
"""How many moves a deck has (M1)."""

MOMENTS = 5
"""How many kinds of moments there are in which cards can be used."""
FROM_HAND, FROM_STASIS = range(2)
"""Where cards are used from."""

MOST_EFFECTS = 39
"""How many rows of a deck's table there are for the effects of its cards, their requirements, and
conditions of several parts."""

LONGEST_NAME = 24

NO_STAT, INITIAL, ADDITIONAL = range(3)
"""How a stat is marked: `~`, `3` or `+1` (M4)."""

WHEN = ("play", "field", "passive", "chain")
PLAY, FIELD, PASSIVE, CHAIN = range(4)
HOLDING = (PASSIVE, CHAIN)
"""Times of effects that are never triggered: they hold."""

USES = ("alter", "attack", "defence", "answer")
ALTER, ATTACK, DEFENCE, ANSWER = (1 << place for place in range(4))
"""When a special move may be played, or a Field effect activated; bits."""

REQUIRE = 63
"""In a row that says what playing or activating a card requires, in place of an operation (M22)."""

UNTIL = ("combat", "turn", "next")
THIS_COMBAT, THIS_TURN, NEXT_COMBAT = range(3)
"""How long a change of attack, of defence or of costs lasts."""
UNTIL_STEP = 16
"""SUBJECT holds a trait, and this times how long a change of costs lasts."""

TARGETS = ("self", "opponent", "both")
SELF, OPPONENT, BOTH = range(3)

CHOOSERS = ("self", "opponent", "owner")
BY_SELF, BY_OPPONENT, BY_OWNER = range(3)
MOST_CHOSEN = 20
"""The largest number that can be chosen."""

FORBIDDEN = ("initial", "additional", "special", "stasis", "monster")
"""What can be forbidden; their places are bits in a mask."""
NO_INITIAL, NO_ADDITIONAL, NO_SPECIAL, NO_STASIS, NO_MONSTER = (1 << place for place in range(5))

MOVED = ("this", "previous")
THIS, PREVIOUS = range(2)

ZONES = ("Hand", "Deck", "Drop", "Stasis", "Damage")
(
    ALWAYS,
    IN_TURN,
    IN_COMBAT,
    ATTACK_TYPE,
    DEFENCE_TYPE,
    PREVIOUS_LINK,
    COMPOUND,
    LINKS,
    IN_HAND,
    IN_DECK,
    IN_DROP,
    IN_STASIS,
    IN_DAMAGE,
    TRAIT_LEFT,
    HP_LEFT,
    DAMAGE_TAKEN,
    TURN,
    COMBATS,
    IN_PHASE,
    IN_CHAIN,
    ANSWERING,
    DEFENDED,
) = range(22)
"""What a condition asks for. A compound one is a program in rows of its own."""

THEIRS, AT_MOST = 64, 128
"""Added to that: whose it is, or that it is not so; and which way a number is compared."""

TRAIT_STEP = 8
"""A condition on the traits left holds the trait times this plus the number."""

NOT, AND, OR, END = 60, 61, 62, 0
"""What a program does with the latest one or two of the conditions before; it works as a stack."""

OWNED = {
    "Hand": IN_HAND,
    "Deck": IN_DECK,
    "Drop": IN_DROP,
    "Stasis": IN_STASIS,
    "Damage": IN_DAMAGE,
    "HP": HP_LEFT,
    "damage taken": DAMAGE_TAKEN,
}
"""What can be counted of each player."""
COMMON = {"links": LINKS, "turn": TURN, "combats": COMBATS}
"""What can be counted of the game."""
PER = {
    **{f"your {name}": what for name, what in OWNED.items()},
    **{f"their {name}": what + THEIRS for name, what in OWNED.items()},
    "link": LINKS,
    "combat": COMBATS,
    "turn": TURN,
}
"""What an amount can be counted by, besides the traits left."""
PER_TRAIT = 128
"""Added to a trait's number, and to THEIRS, in place of what an amount is counted by."""

# The rows of a deck's table, and their columns.
WIDTH = 9
PACKED = 3
"""Columns of what has 24 bits."""
NAME_ROW = 0
FACTS_ROW = 1
CARD_ROWS = 2
EFFECT_ROWS = CARD_ROWS + DECK + 1
FITTING_ROWS = EFFECT_ROWS + MOST_EFFECTS  # a row for each moment
ROWS = FITTING_ROWS + MOMENTS

HOLDING_WORK, NAMESAKES, KINDS = 0, 1, 4
"""Of the row of facts: what holds by its effects, as bits; the first of three columns with the
traits' numbers in the other deck; and how many different moves there are."""
NO_TRAIT = 7
"""In place of a trait's number, where the other deck's set has no trait of that name."""

ATK, DEF, MARKS, TIMES, COPIES, TRAITS, FIRST_EFFECT = 0, 1, 2, 3, 4, 5, 8
HP = COPIES
"""The columns of a card. A monster has its HP where a move has its copies. There are three columns
with a cost, or with a monster's supply: four bits a trait."""

HAS_FIELD, HAS_PASSIVE, HAS_REQUIREMENT, HAS_CHAIN = 16, 32, 64, 128
"""MARKS holds how ATK is marked, four times how DEF is, and these."""
TIMES_STEP = 16
"""TIMES holds when a card may be played, and this times when it may be activated."""

BIAS = 128
"""Added to numbers that can be negative: ATK, DEF and AMOUNT."""

OWNER, WHAT_WHEN, CONDITION, ARGUMENT, TARGET, SUBJECT, AMOUNT, PER_WHAT, CHOICE = range(WIDTH)
OPERATION_STEP = 4
"""WHAT_WHEN holds when an effect happens, and this times its operation."""

MAY, UP_TO, CHOSEN, ALTERNATIVE, FIRST = (4 << place for place in range(5))
BY_STEP = 4
"""CHOICE holds who chooses, and these: whether it happens at all, how much of it, which cards, or
that it is one of several operations, or the first of them."""

CELLS = WIDTH // 2
"""How many steps of a program are in a row, behind the column OWNER: a condition with its number,
or NOT, AND or OR."""

MONSTER = DECK
"""The monster's number among the cards of its deck."""
