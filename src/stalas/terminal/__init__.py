"""Playing in the terminal: a person at one seat, bots at the others."""
