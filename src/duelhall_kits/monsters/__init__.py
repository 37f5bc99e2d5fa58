"""Tools for Monsters card designers."""
