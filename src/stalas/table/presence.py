"""Who is there: open streams, and when each person was last seen.

This is kept in memory only. What follows from it (somebody left, somebody is back) is an event.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from stalas.core.game import Seat
from stalas.table.clock import SECOND
from stalas.table.table import Table

AWAY_AFTER: Final = 20 * SECOND
"""How long a person may be out of sight before the table says that it left."""


@dataclass(frozen=True, slots=True)
class Absence:
    """A person out of sight, of whom the table will say at a moment that it left."""

    at: int
    seat: Seat
    last_seen: int


class Presence:
    """The presence of each seat's person at one table."""

    __slots__ = ("_last_seen", "_streams")

    def __init__(self, seats: int, now: int) -> None:
        """Take everybody as seen just now: after a restart nobody has left yet."""
        self._streams = [0] * seats
        self._last_seen = [now] * seats

    def arrive(self, seat: Seat) -> None:
        """A stream has opened."""
        self._streams[seat] += 1

    def depart(self, seat: Seat, now: int) -> None:
        """A stream has ended."""
        self._streams[seat] -= 1
        self._last_seen[seat] = now

    def seen(self, seat: Seat, now: int) -> None:
        """Somebody has asked for something."""
        self._last_seen[seat] = now

    def absences(self, table: Table) -> list[Absence]:
        """The persons out of sight of whom the table has not said yet that they left."""
        if table.opened.leave_after is None or table.status != "playing":
            return []
        found = []
        for seat in table.persons():
            sitter = table.sitters[seat]
            if self._streams[seat] == 0 and sitter is not None and sitter.left_at is None:
                last_seen = self._last_seen[seat]
                found.append(Absence(last_seen + AWAY_AFTER, seat, last_seen))
        return found
