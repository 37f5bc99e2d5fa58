"""The command line: one module per command, and nothing else."""
