"""Who chooses a move: at random, by a rule of thumb. A player gets a view and nothing else."""
