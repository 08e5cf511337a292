"""Stick Collection: judge lengths by eye, bid for sticks, build the longest chain."""

from stalas.games.stick_collection.game import GAME

__all__ = ["GAME"]
