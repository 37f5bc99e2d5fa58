"""What people want who play BINMAT at a real table."""
