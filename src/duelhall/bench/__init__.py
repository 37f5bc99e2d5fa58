"""The speed table of this machine."""
