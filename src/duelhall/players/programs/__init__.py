"""Programs in any language that play: their processes, and how they are spoken to."""
