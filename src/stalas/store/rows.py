"""Reading and writing the rows of tables and events, inside a transaction that others hold."""

from __future__ import annotations

import sqlite3

from stalas.core.words import say
from stalas.table.errors import NoSuchTable, VersionClash
from stalas.table.storage import NewTable, Summary


def number(connection: sqlite3.Connection, table: str) -> int | None:
    """Give the number under which a table's rows stand, or None if there is no such table."""
    row = connection.execute("SELECT n FROM tables WHERE id = ?", (table,)).fetchone()
    return None if row is None else int(row[0])


def append(
    table: str,
    expected: int,
    bodies: list[str],
    summary: Summary | None,
    changed_at: int,
    connection: sqlite3.Connection,
) -> int:
    """Append events, given as JSON; gives the new version. Looks before it writes.

    Raises VersionClash or NoSuchTable, and then has written nothing.
    """
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


def create(connection: sqlite3.Connection, *, new: NewTable, bodies: list[str]) -> int:
    """Create a table with its first events, given as JSON; gives its version.

    Raises VersionClash if it is there already, and then has written nothing.
    """
    if number(connection, new.table) is not None:
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
