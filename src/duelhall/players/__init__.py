"""Who chooses the moves: built-in players, programs in other processes, functions, and people."""
