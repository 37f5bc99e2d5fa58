"""Help for people who play BINMAT at a real table."""
