"""Stalas: sit down and play four tabletop games, by the printed rules, with nothing leaked."""

__version__ = "0.1.0"
