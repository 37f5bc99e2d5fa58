"""Handing the terminal over from one person to the other."""

from duelhall.terminal.keyboard import END_OF_INPUT, Keyboard
from duelhall.terminal.screen import Screen

GO_ON = (" ", "\r", "\n")
COMMANDS = {"u": "undo", "s": "save", "q": "quit", "?": "?"}
"""What can be done while nobody's cards may be shown, and the keys for it."""


def hand_over(keyboard: Keyboard, screen: Screen, name: str, *, can_undo: bool) -> str | None:
    """What is wanted while the terminal changes hands: nothing but to go on, or a command; None at
    the end of input.
    """
    keyboard.forget()
    if not keyboard.at_terminal:
        hint = " (undo takes the last move back)" if can_undo else ""
        return keyboard.ask(f"{name}, take the terminal and press Enter{hint}> ")
    undo = "u takes the last move back, " if can_undo else ""
    screen.say(f"{name}, take the terminal and press Space.")
    screen.say(f"({undo}s saves the game, q leaves, ? is for help)")
    while True:
        key = keyboard.key()
        if key in GO_ON:
            return ""
        if key == END_OF_INPUT:
            return None
        if key.lower() == "s":
            return f"save {keyboard.ask('Save as> ') or ''}"
        if key.lower() in COMMANDS:
            return COMMANDS[key.lower()]
