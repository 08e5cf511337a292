"""What lies on the table: the six towers, their turnings and places, and the options of a match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stalas.core.game import Json

PLACES: Final = (1, 2, 3, 4, 5, 6)
"""The places on which towers stand, as players name them (TD-1)."""

KINDS: Final = ("bbbb", "bbbw", "bbww", "bwbw", "bwww", "wwww")
"""The six towers: every different ring of four beads, black or white, once."""

VALUES: Final = (0, 1, 2, 2, 3, 4)
"""The value of each kind: its white beads."""

OWNED: Final = 2
"""How many towers a seat owns when it is done marking (TD-6)."""

CLOSED: Final = 2
"""How many markers close a tower (TD-4)."""

TURNINGS: Final = tuple(
    tuple(dict.fromkeys(kind[turn:] + kind[:turn] for turn in range(4))) for kind in KINDS
)
"""The distinct ways in which each kind can stand, as beads.

A quarter turn moves every distinct way to the next one, so a tower turned at random stands in each
of them equally often.
"""

KIND_OF: Final = {beads: kind for kind, ways in enumerate(TURNINGS) for beads in ways}
"""The kind of any four beads, read round the tower from seat 0's left."""

NO_MARKERS: Final = ("",) * len(PLACES)


@dataclass(frozen=True, slots=True)
class Options:
    """The options a match is played with."""

    first: str | int = "random"
    """Who starts the first round: `random`, 0 or 1 (TD-2)."""
    must_peek: bool = False
    """Whether declining to peek is forbidden (TD-3)."""
    points: int = 3
    """How many point tokens win the match (TD-9)."""
    missing_tower: bool = False
    """Whether one tower stays in the bag (TD-10)."""

    def to_json(self) -> dict[str, Json]:
        """Give the options as a record writes them, defaults included."""
        return {
            "first": self.first,
            "must_peek": self.must_peek,
            "points": self.points,
            "missing_tower": self.missing_tower,
        }


def value_of(beads: str) -> int:
    """The value of a tower: its white beads."""
    return beads.count("w")


def faces_of(beads: str, seat: int) -> str:
    """The two beads that a seat sees of a tower, its left one first (TD-1)."""
    return beads[2 * seat : 2 * seat + 2]
