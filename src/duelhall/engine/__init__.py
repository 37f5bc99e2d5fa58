"""What a game is, as its author writes it; nothing runs here."""
