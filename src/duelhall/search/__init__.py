"""Players that think: tree search, solvers, and what they make of a game that was played."""
