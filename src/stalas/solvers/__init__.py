"""Solvers: equilibria, best responses and exact endings."""
