"""Tools for those who design cards of Monsters."""
