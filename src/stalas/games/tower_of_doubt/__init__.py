"""Tower of Doubt: six towers between two seats, each seeing another half of every tower."""

from stalas.games.tower_of_doubt.game import GAME

__all__ = ["GAME"]
