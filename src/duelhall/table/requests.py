"""What a seat can ask of the table instead of deciding."""


class TakeBack(Exception):
    """Raised when a seat, asked for a decision, wants to change its last one."""

    def __init__(self, seat: int, *, is_practice: bool = False) -> None:
        super().__init__()
        self.seat = seat
        self.is_practice = is_practice  # whether it takes back more than a real game allows


class Resign(Exception):
    """Raised when a seat gives the game up."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.seat = seat
