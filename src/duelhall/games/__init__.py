"""The rules, a package a game."""
