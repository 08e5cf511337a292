"""Tower of Doubt, solved: an equilibrium of the round, and the match built on it.

`solve` needs the `fast` extra (numpy and numba); a shipped policy needs numpy alone.
"""
