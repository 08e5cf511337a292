"""China Gold: one seat digs for the mountains, the other pans for the rivers."""

from stalas.games.china_gold.game import GAME

__all__ = ["GAME"]
