"""What can be wrong with a bot, each with a hint for its author."""

from enum import StrEnum

from duelhall.players.faults import Ending


class Trouble(StrEnum):
    """What a bot did wrong."""

    START = "start"
    LATE = "late"
    SILENT = "no answer"
    FLUSH = "not flushed"
    NEWLINE = "no newline"
    UNREADABLE = "unreadable"
    ILLEGAL = "illegal"
    OUTPUT = "too much output"
    EXTRA = "extra output"
    CRASH = "died"
    QUIT = "did not end"


HINTS = {
    Trouble.START: "The command must start a program that answers the first line with "
    '{"type": "hello", "protocol": 2, "name": "...", "version": "..."}. Standard output is for '
    "answers alone, one JSON object on one line: write whatever else there is to standard error. "
    "Run it by hand, and look at what comes there.",
    Trouble.LATE: "Think for a shorter time: clock.move_ms in the question says how long you may, "
    "and starting up does not count. --time S checks with another limit.",
    Trouble.SILENT: "Answer every message of the type `decide` with one line, at once. Do not wait "
    "for the end of the input: it comes only after the game.",
    Trouble.FLUSH: "The answer stayed in the program's buffer. Flush after every line: in Python "
    "print(..., flush=True), in C fflush(stdout), in Ruby $stdout.sync = true. Or it waited for "
    "the end of its input: read line by line.",
    Trouble.NEWLINE: r"An answer is one line: end it with a newline, \n, and then flush.",
    Trouble.UNREADABLE: 'Answer with {"type": "move", "move": "..."} on one line, the move written '
    "as it is in `legal`, and write nothing else to standard output: notes belong to standard "
    "error.",
    Trouble.ILLEGAL: "Choose one of the moves in `legal`; they are all that you may do, and never "
    "none.",
    Trouble.OUTPUT: "One short line is an answer. Write notes to standard error.",
    Trouble.EXTRA: "Write one line for each question, and nothing unasked: messages of the types "
    "`game`, `game over` and `quit` have no answer. Write notes to standard error.",
    Trouble.CRASH: "The process must go on until it is told to quit, and then end with exit code "
    "0. What it wrote to standard error says more.",
    Trouble.QUIT: "End when a message of the type `quit` comes, and when the input ends.",
}

ONESHOT_HINTS = {
    **HINTS,
    Trouble.START: "The command must start a program. Run it by hand, and look at what it writes "
    "to standard error.",
    Trouble.LATE: "Think for a shorter time; starting up counts. --time S checks with another "
    "limit.",
    Trouble.SILENT: "Write the index of a card in player.hand, and end.",
    Trouble.UNREADABLE: "Answer with the index of a card in player.hand, counted from 0, and "
    "nothing else.",
    Trouble.ILLEGAL: "The index counts the cards of player.hand from 0.",
    Trouble.CRASH: "The process ended and had not answered. What it wrote to standard error says "
    "more. A bot that lasts for a game is checked without --oneshot.",
    Trouble.QUIT: "In the one-shot form a process is asked once: it must end after its answer.",
}

ONESHOT_ADVICE = "A bot that is started anew for each decision is checked with --oneshot."
"""For whoever did not say so, and finds that such a bot ends too early."""

ENDS_EARLY = (Trouble.START, Trouble.CRASH)

NEW_FIELDS_HINT = (
    "It happened only in games whose messages have fields that are new, and odd signs in a name: "
    "ignore fields that you do not know."
)
BAFFLED = (*ENDS_EARLY, Trouble.SILENT, Trouble.UNREADABLE, Trouble.ILLEGAL)
"""The troubles of a bot that does not understand a message."""

COSTS = {Trouble.SILENT: 20, Trouble.FLUSH: 20, Trouble.NEWLINE: 20, Trouble.LATE: 10}
"""How much of the patience of a check a trouble takes, for it takes so much time; others take 1."""

NEVER_COST = 50
"""How much one of these takes while the bot has not answered at all; it will not begin to."""

START_COST = 50
"""How much a trouble takes before the bot has said hello; to try that often is no use."""

NO_HELLO_COST = 100
"""How much it takes to have waited for a hello; to wait for another is no use."""

OF_ENDING = {
    Ending.START: Trouble.START,
    Ending.TIMEOUT: Trouble.LATE,
    Ending.CRASH: Trouble.CRASH,
    Ending.UNREADABLE: Trouble.UNREADABLE,
    Ending.ILLEGAL: Trouble.ILLEGAL,
    Ending.OUTPUT: Trouble.OUTPUT,
}
"""What a fault is called here."""


class Wrong(Exception):
    """A trouble that was met, and how it is told."""

    def __init__(self, trouble: Trouble, detail: str, start_cost: int | None = None) -> None:
        super().__init__(detail)
        self.trouble, self.detail = trouble, detail
        self._start_cost = start_cost

    @property
    def at_start(self) -> bool:
        """Whether it was met before the bot had said hello."""
        return self._start_cost is not None

    def cost(self, *, has_answered: bool) -> int:
        """How much of the patience of a check it takes, by whether the bot ever answered."""
        if self._start_cost is not None:
            return self._start_cost
        if self.trouble in COSTS and not has_answered:
            return NEVER_COST
        return COSTS.get(self.trouble, 1)
