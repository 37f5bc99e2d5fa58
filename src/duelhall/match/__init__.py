"""One game from deal to end, and what can be made of it: replays, explanations, trees."""
