"""What a game is, and the front door to one being played."""
