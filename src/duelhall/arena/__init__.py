"""The arena: programs in any language play each other, and the server keeps the clock."""
