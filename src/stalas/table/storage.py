"""Where a table's events live: the contract that every back end keeps.

Back ends are in `stalas.store`; the table knows this contract and no back end.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, TypeAlias

from stalas.table.events import Event

Status: TypeAlias = Literal["open", "playing", "ended", "closed"]


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists of tables need, kept beside the events. All of it is public."""

    game: str
    seats: int
    taken: int
    """How many seats are taken."""
    host: str
    """The name of whoever sat down first, or an empty text."""
    status: Status
    listed: bool
    wakes: bool
    """Whether it goes on without a visit (a clock, bots alone), so that a restart must load it."""


@dataclass(frozen=True, slots=True)
class Listing:
    """One line of a list of tables."""

    table: str
    summary: Summary
    opened_at: int
    """Milliseconds since 1970."""
    changed_at: int
    """When the summary last changed."""


@dataclass(frozen=True, slots=True)
class NewTable:
    """A table to be created: its first events, and the dealer's secret."""

    table: str
    events: Sequence[Event]
    secret: bytes
    """The dealer's seed. Kept apart from the events, and never exported."""
    summary: Summary


class Store(Protocol):
    """Appends and reads events. The version of a table is the number of its events.

    A write that returns is durable; one that raises has not happened, unless it says it is unsure.
    """

    async def create(self, new: NewTable) -> int:
        """Create a table; gives its version.

        Raises VersionClash if the table is there already, StoreError if nothing can be written.
        """
        ...

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[Event],
        *,
        summary: Summary | None = None,
        also: NewTable | None = None,
    ) -> int:
        """Append events after the version expected; gives the new version.

        `summary` replaces the table's summary; `also` is created in the same breath, or neither is.
        Raises VersionClash, NoSuchTable or StoreError.
        """
        ...

    async def read(self, table: str, after: int = 0) -> list[Event]:
        """Give the events after a version, in order; empty if there are none or no such table."""
        ...

    async def secret(self, table: str) -> bytes:
        """Give the dealer's seed. Raises NoSuchTable."""
        ...

    async def listings(
        self,
        *,
        status: Status | None = None,
        listed: bool | None = None,
        wakes: bool | None = None,
        limit: int = 100,
        after: str | None = None,
    ) -> list[Listing]:
        """List tables, the newest first; `after` continues behind that table."""
        ...

    async def beat(self, now: int) -> None:
        """Remember that the server was alive at this moment."""
        ...

    async def last_beat(self) -> int | None:
        """When the server was last known to be alive, or None."""
        ...

    async def close(self) -> None:
        """Finish what is being written and let go of everything."""
        ...
