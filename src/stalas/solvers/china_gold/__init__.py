"""China Gold solved: the final stage, where no disc is thrown."""
