"""What a game is, and what every game shares: errors, records, notation, perft, the dealer."""
