"""The one thread that writes, and how it shares commits.

Whatever is waiting when it is free goes into one transaction; nobody is answered before that is on
the disk.
"""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from queue import Empty, SimpleQueue
from typing import Any, Final, TypeAlias

from stalas.core.errors import GameError
from stalas.core.words import Sentence, say
from stalas.store.rows import number
from stalas.table.errors import StoreError, VersionClash

MAX_GROUP: Final = 500
"""How many jobs one commit takes at most."""

MAX_KNOWN: Final = 20_000
"""How many tables' versions the writer remembers at most."""

Work: TypeAlias = Callable[[sqlite3.Connection], Any]

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
class Job:
    """Something to be done in a transaction, and who waits for it."""

    work: Work
    future: asyncio.Future[Any]
    result: Any = None
    error: BaseException | None = None


@dataclass(slots=True)
class Append(Job):
    """The job that is nearly every job: events for one table and nothing else."""

    table: str = ""
    expected: int = 0
    bodies: list[str] = field(default_factory=list)


class Writer:
    """Does jobs on a connection that nobody else uses."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._connection = connection
        self._known: dict[str, tuple[int, int]] = {}
        self._jobs: SimpleQueue[Job | None] = SimpleQueue()
        self._thread = threading.Thread(target=self._run, name="stalas-writer", daemon=True)
        self._thread.start()

    async def do(self, job: Job) -> Any:
        """Have a job done; gives its result once that is on the disk."""
        self._jobs.put(job)
        return await job.future

    def close(self) -> None:
        """Do what is waiting, then end. Waits."""
        self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        """Take what is waiting, commit it together, answer; until told to stop."""
        stop = False
        while not stop:
            group: list[Job] = []
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

    def _commit(self, group: list[Job]) -> None:
        """Do a group's work in one transaction. If it fails, nothing of the group has happened."""
        connection = self._connection
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

    def _append_all(self, connection: sqlite3.Connection, group: list[Job]) -> bool:
        """Write a group of appends to known tables in a few statements, or leave all to be done.

        Each statement hands the interpreter's lock over and back, which under load costs more than
        the statement. What is known may be outdated by another process; the unique key tells.
        """
        rows: list[Any] = []
        versions: dict[str, int] = {}
        for job in group:
            if not isinstance(job, Append):
                return False
            n, version = self._known.get(job.table, (0, -1))
            version = versions.get(job.table, version)
            if version != job.expected:
                return False
            for body in job.bodies:
                version += 1
                rows += (n, version, body)
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

    def _remember(self, group: list[Job]) -> None:
        """Note the tables' numbers and versions for the next appends."""
        if len(self._known) > MAX_KNOWN:
            self._known.clear()
        for job in group:
            if isinstance(job, Append) and job.error is None:
                n = self._known.get(job.table, (None, 0))[0]
                if n is None:
                    n = number(self._connection, job.table)
                if n is not None:
                    self._known[job.table] = (n, job.result)


def store_error(error: sqlite3.Error) -> StoreError:
    """Put an error of SQLite into a sentence."""
    code = getattr(error, "sqlite_errorcode", None)
    known = _SENTENCES.get(code & 0xFF) if isinstance(code, int) else None
    sentence: Sentence = known or say("The database gives an error: {error}.", error=str(error))
    return StoreError(sentence)


def _answer(group: list[Job]) -> None:
    """Hand the answers to the event loops that wait for them, one call for each loop."""
    loops: dict[asyncio.AbstractEventLoop, list[Job]] = {}
    for job in group:
        loops.setdefault(job.future.get_loop(), []).append(job)
    for loop, jobs in loops.items():
        if not loop.is_closed():
            loop.call_soon_threadsafe(_resolve, jobs)


def _resolve(jobs: list[Job]) -> None:
    for job in jobs:
        if job.future.done():
            continue
        if job.error is None:
            job.future.set_result(job.result)
        else:
            job.future.set_exception(job.error)
