"""Tables: matches being played, from the first seat taken to the rematch."""
