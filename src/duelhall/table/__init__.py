"""One game being played by seats: whose turn it is, what each is told, and how it is saved."""
