"""What lies on the table: sticks, money, and the terms on which a match is played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stalas.core.game import Json
from stalas.games.stick_collection.tracks import Track

LENGTHS: Final = 9
"""How many lengths there are, numbered from 1 (the shortest)."""

ALIKE: Final = 4
"""How many sticks of each length there are, and how many of them win outright (SC-9)."""

STICKS: Final = LENGTHS * ALIKE

STEP_MM: Final = 5
"""How much longer each length is than the one before it, in millimetres."""

STEP: Final = 10 * STEP_MM
"""The same in tenths of a millimetre, the unit of glimpses and eye errors."""

FULL_ROW: Final = 8
"""So many sticks in a row end the match (SC-7)."""

START_MONEY: Final = 50
HIGHEST_BID: Final = 10
"""The highest bid, which wins at once (SC-3)."""

CHAIN_POINTS: Final = 10
"""What each stick of the longest chain scores (SC-8)."""

MONEY_POINTS: Final = 22
"""The most that money scores (SC-8)."""


@dataclass(frozen=True, slots=True)
class Terms:
    """The options a match is played with."""

    shortest_mm: int
    """The length of the shortest stick in millimetres."""
    eye_mm: float
    """The standard deviation of an eye error in millimetres."""
    track: Track

    def tenths(self, length: int) -> int:
        """The true length of a stick in tenths of a millimetre, from its number."""
        return 10 * self.shortest_mm + STEP * (length - 1)

    def to_json(self) -> dict[str, Json]:
        """Give the options as a record writes them, defaults included."""
        return {
            "shortest_mm": self.shortest_mm,
            "eye_mm": self.eye_mm,
            "track": self.track.to_json(),
        }
