"""The words of the card language, and the numbers that stand for them in the table of a deck."""

MOST_TRAITS = 6
MOST_OF_A_TRAIT = 7
MOST_HP = 20
MOST_STAT = 9
MOST_AMOUNT = 9
MOST_COUNT = 42
"""The largest number in a condition: both players' cards and monsters."""

DECK = 20
"""How many moves a deck has (M1)."""

MOST_EFFECTS = 22
"""How many effects the cards of a deck can have together."""

EFFECTS_OF_A_CARD = 4
LONGEST_NAME = 24

NO_STAT, INITIAL, ADDITIONAL = range(3)
"""How a stat is marked: `~`, `3` or `+1` (M4)."""

WHEN = ("play", "field", "passive")
PLAY, FIELD, PASSIVE = range(3)

USES = ("alter", "attack", "defence", "answer")
ALTER, ATTACK, DEFENCE, ANSWER = (1 << place for place in range(4))
"""When a special move, or a monster's Field effect, may be used; bits."""

OPERATIONS = (
    "attack",
    "defence",
    "draw",
    "discard",
    "mill",
    "search",
    "recover",
    "revive",
    "heal",
    "reclaim",
    "damage",
    "destroy",
    "expose",
    "drain",
    "charge",
    "forbid",
    "cancel",
    "return",
    "keep",
)
(
    CHANGE_ATTACK,
    CHANGE_DEFENCE,
    DRAW,
    DISCARD,
    MILL,
    SEARCH,
    RECOVER,
    REVIVE,
    HEAL,
    RECLAIM,
    DAMAGE,
    DESTROY,
    EXPOSE,
    DRAIN,
    CHARGE,
    FORBID,
    CANCEL,
    RETURN,
    KEEP,
) = range(len(OPERATIONS))

TARGETS = ("self", "opponent", "both")
SELF, OPPONENT, BOTH = range(3)

FORBIDDEN = ("initial", "additional", "special", "stasis", "monster")
"""What can be forbidden; their places are bits in a mask."""
NO_INITIAL, NO_ADDITIONAL, NO_SPECIAL, NO_STASIS, NO_MONSTER = (1 << place for place in range(5))

MOVED = ("this", "previous")
THIS, PREVIOUS = range(2)

PER = (
    "",
    "your Hand",
    "your Stasis",
    "your Damage",
    "your Drop",
    "their Stasis",
    "their Damage",
    "link",
)
(
    ONCE,
    PER_HAND,
    PER_STASIS,
    PER_DAMAGE,
    PER_DROP,
    PER_THEIR_STASIS,
    PER_THEIR_DAMAGE,
    PER_LINK,
) = range(len(PER))

ZONES = ("Hand", "Deck", "Drop", "Stasis", "Damage")
(
    ALWAYS,
    IN_TURN,
    IN_COMBAT,
    ATTACK_TYPE,
    DEFENCE_TYPE,
    PREVIOUS_LINK,
    LINKS,
    IN_HAND,
    IN_DECK,
    IN_DROP,
    IN_STASIS,
    IN_DAMAGE,
    TRAIT_LEFT,
) = range(13)
"""What a condition asks for."""

THEIRS, AT_MOST = 16, 32
"""Added to that: whose it is, or that it is not so; and which way a number is compared."""

TRAIT_STEP = 8
"""A condition on the traits left holds the trait times this plus the number."""

# The rows of a deck's table, and their columns.
WIDTH = 7
NAME_ROW = 0
MONSTER_ROW = 1
CARD_ROWS = 2
EFFECT_ROWS = CARD_ROWS + DECK
ROWS = EFFECT_ROWS + MOST_EFFECTS

HP, BASE_ATK, BASE_DEF, MONSTER_USES = range(4)
ATK, DEF, MARKS, COPIES = range(4)
COST = 4
"""The first of three columns with a cost, or with a monster's supply: four bits a trait."""

USES_STEP = 16
"""MARKS holds how ATK is marked, four times how DEF is, and this times the uses."""

OWNER, WHAT_WHEN, CONDITION, ARGUMENT, TARGET, AMOUNT, PER_WHAT = range(WIDTH)
OPERATION_STEP = 4
"""WHAT_WHEN holds when an effect happens, and this times its operation."""
SUBJECT_STEP = 4
"""TARGET holds the target, and this times what it is about: a trait from 1, or a word's place."""

MONSTER = DECK
"""The monster's number among the cards of its deck."""
