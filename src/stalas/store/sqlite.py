"""The store on disk: SQLite in WAL mode, every commit durable, many appends in one commit.

One thread writes. Whatever is waiting when it is free goes into one transaction, so that a sync of
the disk is shared by all tables that moved meanwhile; nobody is answered before it. Reads have a
connection and a thread of their own. Other processes may use the same file: the unique key
(table, version) decides who was first.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias, TypeVar

from stalas.core.errors import GameError
from stalas.core.words import Sentence, say
from stalas.store.schema import migrate
from stalas.table.codec import dumps, loads
from stalas.table.errors import NoSuchTable, StoreError, VersionClash
from stalas.table.events import Event
from stalas.table.storage import Listing, NewTable, Status, Summary

T = TypeVar("T")

MAX_GROUP: Final = 500
"""How many appends one commit takes at most."""

MAX_KNOWN: Final = 20_000
"""How many tables' versions the writer remembers at most."""

BUSY_SECONDS: Final = 5.0
"""How long to wait for another process that is writing."""

_Work: TypeAlias = Callable[[sqlite3.Connection], Any]

_INSERTS: Final = {
    1 << power: f"INSERT INTO events VALUES {', '.join(['(?, ?, ?)'] * (1 << power))}"  # noqa: S608
    for power in range(9)
}
"""Statements that insert so many events at once."""

_SENTENCES: Final = {
    sqlite3.SQLITE_FULL: say("The disk is full: nothing was written."),
    sqlite3.SQLITE_READONLY: say("The database cannot be written to: nothing was written."),
    sqlite3.SQLITE_CANTOPEN: say("The database file cannot be opened."),
    sqlite3.SQLITE_NOTADB: say("The file is not a database."),
    sqlite3.SQLITE_CORRUPT: say("The database is damaged: nothing was written."),
    sqlite3.SQLITE_BUSY: say("Another program keeps the database busy: nothing was written."),
    sqlite3.SQLITE_IOERR: say("The disk gives errors: it is not known what was written."),
}


@dataclass(slots=True)
class _Job:
    """Something to be done in a transaction, and who waits for it."""

    work: _Work
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


@dataclass(slots=True)
class _Append(_Job):
    """The job that is nearly every job: events for one table and nothing else."""

    table: str = ""
    expected: int = 0
    bodies: list[str] = field(default_factory=list)


class SqliteStore:
    """Keeps tables in one SQLite file."""

    def __init__(self, path: Path) -> None:
        """Open the file, which is made if it is not there. Raises StoreError."""
        self._path = path
        self._closed = False
        self._known: dict[str, tuple[int, int]] = {}
        try:
            self._writer = self._connect()
            migrate(self._writer)
            self._reader = self._connect()
            self._reader.execute("PRAGMA query_only = ON")
        except sqlite3.Error as error:
            raise store_error(error) from None
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._write, name="stalas-writer", daemon=True)
        self._thread.start()
        self._readers = ThreadPoolExecutor(1, thread_name_prefix="stalas-reader")

    async def create(self, new: NewTable) -> int:
        """Create a table."""
        bodies = _encoded(new.events)
        return await self._do(partial(_create, new=new, bodies=bodies))

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
            work = partial(_append, table, expected, bodies, summary, changed_at)
            if summary is not None:
                return await self._do(work)
            future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
            job = _Append(work, future, table=table, expected=expected, bodies=bodies)
            version: int = await self._put(job)
            return version
        more = _encoded(also.events)

        def both(connection: sqlite3.Connection) -> int:
            if _number(connection, also.table) is not None:
                raise VersionClash(also.table, 0, 1)
            version = _append(table, expected, bodies, summary, changed_at, connection)
            _create(connection, new=also, bodies=more)
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
        self._jobs.put(None)
        await asyncio.to_thread(self._thread.join)
        await asyncio.to_thread(self._readers.shutdown)
        self._reader.close()
        self._writer.close()

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
        result: T = await self._put(_Job(work, future))
        return result

    async def _put(self, job: _Job) -> Any:
        if self._closed:
            raise StoreError(say("The store is closed: nothing was written."))
        self._jobs.put(job)
        return await job.future

    async def _look(self, query: str, values: tuple[Any, ...]) -> list[Any]:
        if self._closed:
            raise StoreError(say("The store is closed: nothing was read."))

        def run() -> list[Any]:
            return self._reader.execute(query, values).fetchall()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._readers, run)
        except sqlite3.Error as error:
            raise store_error(error) from None

    def _write(self) -> None:
        """Take what is waiting, commit it together, answer; until told to stop."""
        stop = False
        while not stop:
            group: list[_Job] = []
            job = self._jobs.get()
            while job is not None:
                group.append(job)
                if len(group) == MAX_GROUP:
                    break
                try:
                    job = self._jobs.get_nowait()
                except Empty:
                    break
            stop = job is None
            if group:
                self._commit(group)
                _answer(group)

    def _commit(self, group: list[_Job]) -> None:
        """Do a group's work in one transaction. If it fails, nothing of the group has happened."""
        connection = self._writer
        try:
            connection.execute("BEGIN IMMEDIATE")
            if not self._append_all(connection, group):
                for job in group:
                    try:
                        job.result = job.work(connection)
                    except (VersionClash, GameError) as error:
                        # Work looks before it writes: a refusal leaves nothing behind.
                        job.error = error
            connection.execute("COMMIT")
        except Exception as error:
            self._known.clear()
            failure = store_error(error) if isinstance(error, sqlite3.Error) else error
            if connection.in_transaction:
                connection.execute("ROLLBACK")
            for job in group:
                job.error = job.error or failure
        else:
            self._remember(group)

    def _append_all(self, connection: sqlite3.Connection, group: list[_Job]) -> bool:
        """Write a group of appends to known tables in a few statements, or leave all to be done.

        Each statement hands the interpreter's lock over and back, which under load costs more than
        the statement. What is known may be outdated by another process; the unique key tells.
        """
        rows: list[Any] = []
        versions: dict[str, int] = {}
        for job in group:
            if not isinstance(job, _Append):
                return False
            number, version = self._known.get(job.table, (0, -1))
            version = versions.get(job.table, version)
            if version != job.expected:
                return False
            for body in job.bodies:
                version += 1
                rows += (number, version, body)
            versions[job.table] = job.result = version
        try:
            start = 0
            while start < len(rows):
                # Powers of two, so that the prepared statements are few.
                count = 1 << min(8, ((len(rows) - start) // 3).bit_length() - 1)
                end = start + 3 * count
                connection.execute(_INSERTS[count], rows[start:end])
                start = end
        except sqlite3.IntegrityError:
            self._known.clear()
            connection.execute("ROLLBACK")
            connection.execute("BEGIN IMMEDIATE")
            return False
        return True

    def _remember(self, group: list[_Job]) -> None:
        """Note the tables' numbers and versions for the next appends."""
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        for job in group:
            if isinstance(job, _Append) and job.error is None:
                number = self._known.get(job.table, (None, 0))[0]
                if number is None:
                    number = _number(self._writer, job.table)
                if number is not None:
                    self._known[job.table] = (number, job.result)


def store_error(error: sqlite3.Error) -> StoreError:
    """Put an error of SQLite into a sentence."""
    code = getattr(error, "sqlite_errorcode", None)
    known = _SENTENCES.get(code & 0xFF) if isinstance(code, int) else None
    sentence: Sentence = known or say("The database gives an error: {error}.", error=str(error))
    return StoreError(sentence)


def _answer(group: list[_Job]) -> None:
    """Hand the answers to the event loops that wait for them, one call for each loop."""
    loops: dict[asyncio.AbstractEventLoop, list[_Job]] = {}
    for job in group:
        loops.setdefault(job.future.get_loop(), []).append(job)
    for loop, jobs in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, jobs)


def _resolve(jobs: list[_Job]) -> None:
    for job in jobs:
        if job.future.done():
            continue
        if job.error is None:
            job.future.set_result(job.result)
        else:
            job.future.set_exception(job.error)


def _encoded(events: Sequence[Event]) -> list[str]:
    return [dumps(event) for event in events]


def _number(connection: sqlite3.Connection, table: str) -> int | None:
    row = connection.execute("SELECT n FROM tables WHERE id = ?", (table,)).fetchone()
    return None if row is None else int(row[0])


def _append(
    table: str,
    expected: int,
    bodies: list[str],
    summary: Summary | None,
    changed_at: int,
    connection: sqlite3.Connection,
) -> int:
    row = connection.execute(
        "SELECT n, (SELECT max(version) FROM events WHERE table_n = n) FROM tables WHERE id = ?",
        (table,),
    ).fetchone()
    if row is None:
        raise NoSuchTable(say("There is no such table."))
    n, found = row
    if found != expected:
        raise VersionClash(table, expected, found)
    for version, body in enumerate(bodies, expected + 1):
        connection.execute("INSERT INTO events VALUES (?, ?, ?)", (n, version, body))
    if summary is not None:
        connection.execute(
            "UPDATE tables SET taken = ?, host = ?, status = ?, listed = ?, wakes = ?,"
            " changed_at = ? WHERE n = ?",
            (
                summary.taken,
                summary.host,
                summary.status,
                summary.listed,
                summary.wakes,
                changed_at,
                n,
            ),
        )
    return expected + len(bodies)


def _create(connection: sqlite3.Connection, *, new: NewTable, bodies: list[str]) -> int:
    if _number(connection, new.table) is not None:
        raise VersionClash(new.table, 0, 1)
    summary = new.summary
    cursor = connection.execute(
        "INSERT INTO tables (id, game, seats, taken, host, status, listed, wakes, opened_at,"
        " changed_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            new.table,
            summary.game,
            summary.seats,
            summary.taken,
            summary.host,
            summary.status,
            summary.listed,
            summary.wakes,
            new.events[0].at,
            new.events[-1].at,
        ),
    )
    n = cursor.lastrowid
    connection.executemany(
        "INSERT INTO events VALUES (?, ?, ?)",
        [(n, version, body) for version, body in enumerate(bodies, 1)],
    )
    connection.execute("INSERT INTO secrets VALUES (?, ?)", (n, new.secret))
    return len(bodies)
