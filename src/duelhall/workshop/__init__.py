"""What helps to write a bot: one to start from, and a check of what it does wrong."""
