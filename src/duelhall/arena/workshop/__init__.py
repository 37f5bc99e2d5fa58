"""For authors of bots: a bot to start from, and a check of how it speaks the protocol."""
