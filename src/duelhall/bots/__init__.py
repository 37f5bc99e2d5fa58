"""Programs in other processes: how they are spoken to, confined and checked."""
