"""The shape of the SQLite database, and how an older one becomes the present one.

Each step of MIGRATIONS leads from one `user_version` to the next; steps are never edited, only
added. A database that is newer than this program is refused and left alone.
"""

from __future__ import annotations

import sqlite3
from typing import Final

from stalas.core.words import say
from stalas.table.errors import StoreError

APPLICATION: Final = 0x57A1A5
"""Marks the file as ours (`PRAGMA application_id`)."""

MIGRATIONS: Final[tuple[tuple[str, ...], ...]] = (
    (
        """
        CREATE TABLE tables (
          n INTEGER PRIMARY KEY,
          id TEXT NOT NULL UNIQUE,
          game TEXT NOT NULL,
          seats INTEGER NOT NULL,
          taken INTEGER NOT NULL,
          host TEXT NOT NULL,
          status TEXT NOT NULL,
          listed INTEGER NOT NULL,
          wakes INTEGER NOT NULL,
          opened_at INTEGER NOT NULL,
          changed_at INTEGER NOT NULL
        ) STRICT
        """,
        "CREATE INDEX tables_by_status ON tables (status, listed, n)",
        "CREATE INDEX tables_that_wake ON tables (n) WHERE wakes = 1",
        """
        CREATE TABLE events (
          table_n INTEGER NOT NULL REFERENCES tables (n),
          version INTEGER NOT NULL,
          body TEXT NOT NULL,
          PRIMARY KEY (table_n, version)
        ) STRICT, WITHOUT ROWID
        """,
        """
        CREATE TABLE secrets (
          table_n INTEGER PRIMARY KEY REFERENCES tables (n),
          seed BLOB NOT NULL
        ) STRICT
        """,
        """
        CREATE TABLE alive (
          one INTEGER PRIMARY KEY CHECK (one = 1),
          at INTEGER NOT NULL
        ) STRICT
        """,
    ),
)


def migrate(connection: sqlite3.Connection) -> None:
    """Bring a database to the present shape, all steps in one transaction.

    Raises StoreError if the file belongs to another program or to a newer version of this one.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        (version,) = connection.execute("PRAGMA user_version").fetchone()
        (application,) = connection.execute("PRAGMA application_id").fetchone()
        (objects,) = connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()
        if application != APPLICATION and (application or version or objects):
            raise StoreError(say("The database file belongs to another program."))
        if version > len(MIGRATIONS):
            raise StoreError(
                say("The database was written by a newer version of this program; use that one.")
            )
        for step in MIGRATIONS[version:]:
            for statement in step:
                connection.execute(statement)
        if version < len(MIGRATIONS):
            connection.execute(f"PRAGMA application_id = {APPLICATION}")
            connection.execute(f"PRAGMA user_version = {len(MIGRATIONS)}")
    except BaseException:
        connection.execute("ROLLBACK")
        raise
    connection.execute("COMMIT")
