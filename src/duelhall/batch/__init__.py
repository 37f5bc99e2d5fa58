"""Many games at once. Holds no rule."""
