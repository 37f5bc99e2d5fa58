"""Battles of Frontline without a game around them, and what they pay."""
