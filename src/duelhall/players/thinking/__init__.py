"""Players that think: one search, over what a seat can know."""
