"""Who chooses: computer players, programs in other processes, functions, and persons."""
