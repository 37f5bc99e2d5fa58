"""Frontline battles without a game around them, and their payoffs."""
