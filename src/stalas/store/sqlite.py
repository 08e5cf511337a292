"""The store on disk: SQLite in WAL mode, every commit durable, many appends in one commit.

One thread writes (see `writer`). Reads have a connection and a thread of their own. Other processes
may use the same file: the unique key (table, version) decides who was first.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any, Final, TypeVar

from stalas.core.words import say
from stalas.store.rows import append, create, number
from stalas.store.schema import migrate
from stalas.store.writer import Append, Job, Writer, store_error
from stalas.table.codec import dumps, loads
from stalas.table.errors import NoSuchTable, StoreError, VersionClash
from stalas.table.events import Event
from stalas.table.storage import Listing, NewTable, Status, Summary

T = TypeVar("T")

BUSY_SECONDS: Final = 5.0
"""How long to wait for another process that is writing."""


class SqliteStore:
    """Keeps tables in one SQLite file."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is made if it is not there. Raises StoreError."""
        self._path = path
        self._closed = False
        try:
            self._writing = self._connect()
            migrate(self._writing)
            self._reader = self._connect()
            self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise store_error(error) from None
        self._writer = Writer(self._writing)
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="stalas-reader")

    async def create(self, new: NewTable) -> int:
        """Create a table."""
        bodies = _encoded(new.events)
        return await self._do(partial(create, new=new, bodies=bodies))

    async def append(
        self,
        table: str,
        expected: int,
        events: Sequence[Event],
        *,
        summary: Summary | None = None,
        also: NewTable | None = None,
    ) -> int:
        """Append events after the version expected; returns once they are on the disk."""
        bodies = _encoded(events)
        changed_at = events[-1].at if events else 0
        if also is None:
            work = partial(append, table, expected, bodies, summary, changed_at)
            if summary is not None:
                return await self._do(work)
            future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            job = Append(work, future, table=table, expected=expected, bodies=bodies)
            version: int = await self._put(job)
            return version
        more = _encoded(also.events)

        def both(connection: sqlite3.Connection) -> int:
            if number(connection, also.table) is not None:
                raise VersionClash(also.table, 0, 1)
            version = append(table, expected, bodies, summary, changed_at, connection)
            create(connection, new=also, bodies=more)
            return version

        return await self._do(both)

    async def read(self, table: str, after: int = 0) -> list[Event]:
        """Give the events after a version."""
        rows = await self._look(
            "SELECT body FROM events WHERE table_n = (SELECT n FROM tables WHERE id = ?)"
            " AND version > ? ORDER BY version",
            (table, after),
        )
        return [loads(body) for (body,) in rows]

    async def secret(self, table: str) -> bytes:
        """Give the dealer's seed."""
        rows = await self._look(
            "SELECT seed FROM secrets WHERE table_n = (SELECT n FROM tables WHERE id = ?)",
            (table,),
        )
        if not rows:
            raise NoSuchTable(say("There is no such table."))
        return bytes(rows[0][0])

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
        wanted = ["1"]
        values: list[str | int] = []
        for column, value in (("status", status), ("listed", listed), ("wakes", wakes)):
            if value is not None:
                wanted.append(f"{column} = ?")
                values.append(value)
        if after is not None:
            wanted.append("n < (SELECT n FROM tables WHERE id = ?)")
            values.append(after)
        rows = await self._look(
            "SELECT id, game, seats, taken, host, status, listed, wakes, opened_at, changed_at"  # noqa: S608
            f" FROM tables WHERE {' AND '.join(wanted)} ORDER BY n DESC LIMIT ?",
            (*values, limit),
        )
        return [
            Listing(
                table,
                Summary(game, seats, taken, host, state, bool(shown), bool(woken)),
                opened_at,
                changed_at,
            )
            for table, game, seats, taken, host, state, shown, woken, opened_at, changed_at in rows
        ]

    async def beat(self, now: int) -> None:
        """Remember that the server was alive at this moment."""

        def write(connection: sqlite3.Connection) -> None:
            connection.execute("INSERT OR REPLACE INTO alive (one, at) VALUES (1, ?)", (now,))

        await self._do(write)

    async def last_beat(self) -> int | None:
        """When the server was last known to be alive."""
        rows = await self._look("SELECT at FROM alive", ())
        return int(rows[0][0]) if rows else None

    async def check(self) -> list[str]:
        """Look for damage in the whole file; gives what is wrong, nothing if all is well."""
        wrong = [str(row) for (row,) in await self._look("PRAGMA integrity_check", ())]
        wrong = [] if wrong == ["ok"] else wrong
        gaps = await self._look(
            "SELECT id FROM tables JOIN events ON table_n = n GROUP BY n"
            " HAVING max(version) <> count(*) OR min(version) <> 1",
            (),
        )
        return wrong + [f"table {table}: events are missing" for (table,) in gaps]

    async def close(self) -> None:
        """Write what is waiting, then close the file."""
        if self._closed:
            return
        self._closed = True
        await asyncio.to_thread(self._writer.close)
        await asyncio.to_thread(self._readers.shutdown)
        self._reader.close()
        self._writing.close()

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(
            self._path, timeout=BUSY_SECONDS, isolation_level=None, check_same_thread=False
        )
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    async def _do(self, work: Callable[[sqlite3.Connection], T]) -> T:
        future: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        result: T = await self._put(Job(work, future))
        return result

    async def _put(self, job: Job) -> Any:
        if self._closed:
            raise StoreError(say("The store is closed: nothing was written."))
        return await self._writer.do(job)

    async def _look(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        if self._closed:
            raise StoreError(say("The store is closed: nothing was read."))

        def run() -> list[Any]:
            return self._reader.execute(query, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except sqlite3.Error as error:
            raise store_error(error) from None


def _encoded(events: Sequence[Event]) -> list[str]:
    return [dumps(event) for event in events]
