"""Gold Hunting's hiding and digging, solved in expected nuggets; numpy needed, numba welcome."""
