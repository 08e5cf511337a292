"""A store in memory, for tests and for tables that nobody needs to keep."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from stalas.core.words import say
from stalas.table.codec import dumps, loads
from stalas.table.errors import NoSuchTable, VersionClash
from stalas.table.events import Event
from stalas.table.storage import Listing, NewTable, Status, Summary


@dataclass(slots=True)
class _Kept:
    listing: Listing
    secret: bytes
    events: list[str] = field(default_factory=list)


class MemoryStore:
    """Keeps the same promises as a store on disk, until the program ends."""

    def __init__(self) -> None:
        self._tables: dict[str, _Kept] = {}
        self._beat: int | None = None

    async def create(self, new: NewTable) -> int:
        """Create a table."""
        self._refuse_known(new)
        return self._create(new)

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[Event],
        *,
        summary: Summary | None = None,
        also: NewTable | None = None,
    ) -> int:
        """Append events after the version expected."""
        kept = self._find(table)
        if len(kept.events) != expected:
            raise VersionClash(table, expected, len(kept.events))
        if also is not None:
            self._refuse_known(also)
        written = [dumps(event) for event in events]
        if also is not None:
            self._create(also)
        kept.events += written
        if summary is not None and events:
            kept.listing = replace(kept.listing, summary=summary, changed_at=events[-1].at)
        return len(kept.events)

    async def read(self, table: str, after: int = 0) -> list[Event]:
        """Give the events after a version."""
        kept = self._tables.get(table)
        return [] if kept is None else [loads(text) for text in kept.events[after:]]

    async def secret(self, table: str) -> bytes:
        """Give the dealer's seed."""
        return self._find(table).secret

    async def listings(
        self,
        *,
        status: Status | None = None,
        listed: bool | None = None,
        wakes: bool | None = None,
        limit: int = 100,
        after: str | None = None,
    ) -> list[Listing]:
        """List tables, the newest first."""
        newest = [kept.listing for kept in reversed(self._tables.values())]
        if after is not None:
            names = [listing.table for listing in newest]
            newest = newest[names.index(after) + 1 :] if after in names else []
        return [
            listing
            for listing in newest
            if status in (None, listing.summary.status)
            and listed in (None, listing.summary.listed)
            and wakes in (None, listing.summary.wakes)
        ][:limit]

    async def beat(self, now: int) -> None:
        """Remember that the server was alive at this moment."""
        self._beat = now

    async def last_beat(self) -> int | None:
        """When the server was last known to be alive."""
        return self._beat

    async def close(self) -> None:
        """Nothing is open."""

    def _create(self, new: NewTable) -> int:
        opened_at, changed_at = new.events[0].at, new.events[-1].at
        listing = Listing(new.table, new.summary, opened_at, changed_at)
        self._tables[new.table] = _Kept(listing, new.secret, [dumps(e) for e in new.events])
        return len(new.events)

    def _refuse_known(self, new: NewTable) -> None:
        kept = self._tables.get(new.table)
        if kept is not None:
            raise VersionClash(new.table, 0, len(kept.events))

    def _find(self, table: str) -> _Kept:
        kept = self._tables.get(table)
        if kept is None:
            raise NoSuchTable(say("There is no such table."))
        return kept
