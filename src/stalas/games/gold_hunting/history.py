"""What has been done in the open: lifts and Safes, which everybody remembers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from stalas.core.game import Json, Seat


@dataclass(frozen=True, slots=True)
class Lift:
    """An ingot that was lifted, by a dig or a Gold Rush."""

    seat: Seat
    """Who lifted it, from one of the other seat's hills."""
    announced: int
    hill: int
    size: int
    """What came up."""
    rush: bool
    """Whether it was a Gold Rush (GH-10)."""
    bust: bool
    """Whether the pile was lost (GH-9)."""

    @property
    def success(self) -> bool:
        """Whether the size was announced (GH-7)."""
        return self.announced == self.size

    def to_json(self) -> dict[str, Json]:
        """Give the lift as JSON."""
        return {
            "seat": self.seat,
            "act": "rush" if self.rush else "dig",
            "announced": self.announced,
            "hill": self.hill,
            "lifted": self.size,
            "bust": self.bust,
        }


@dataclass(frozen=True, slots=True)
class Saved:
    """A pile that was set aside by a Safe (GH-11)."""

    seat: Seat
    ingots: str

    def to_json(self) -> dict[str, Json]:
        """Give the Safe as JSON."""
        return {"seat": self.seat, "act": "safe", "ingots": self.ingots}


Act: TypeAlias = Lift | Saved
