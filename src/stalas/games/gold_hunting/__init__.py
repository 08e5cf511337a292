"""Gold Hunting: hide ten ingots in four hills, dig the other side's by naming what comes up."""

from stalas.games.gold_hunting.game import GAME

__all__ = ["GAME"]
