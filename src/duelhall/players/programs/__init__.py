"""Programs that play, in any language: their processes, and how to talk to them."""
