"""Playing in a browser: a server over tables, with a log of all that happens at them."""
