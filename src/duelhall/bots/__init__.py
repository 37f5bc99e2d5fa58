"""Programs in other processes: how they are spoken to and confined."""
