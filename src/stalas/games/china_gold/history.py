"""How often each position came about, for the rule against going round (CG-6)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

_BUCKETS: Final = 61


@dataclass(frozen=True, slots=True)
class History:
    """The positions at the start of each turn since gold was last claimed.

    Claimed markers never come back, so no earlier position can come about again, and among these
    a position is known by its face-down markers and the seat next. They are spread over many
    short tuples, so that neither keeping nor counting slows down in a match that goes round for
    ten thousand turns.
    """

    buckets: tuple[tuple[int, ...], ...] = ((),) * _BUCKETS

    def times(self, face_down: int, turn: int) -> int:
        """How often the position came about."""
        position = face_down << 1 | turn
        return self.buckets[position % _BUCKETS].count(position)

    def with_position(self, face_down: int, turn: int) -> History:
        """The history with one more position."""
        position = face_down << 1 | turn
        at = position % _BUCKETS
        before = self.buckets
        return History((*before[:at], (*before[at], position), *before[at + 1 :]))


NO_HISTORY: Final = History()
