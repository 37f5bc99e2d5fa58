"""Blade's original contest, with the bots that were written for it."""
