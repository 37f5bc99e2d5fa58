"""One game being played by seats: whose turn it is, what each seat is told, and how it is saved."""
