"""Frontline: the army battle."""
