"""What can be wrong with a command to a table, on top of what a game refuses.

Everything that a person may be told is a `GameError`: a class to map (to a page, a status, an exit
code) and a sentence to show.
"""

from __future__ import annotations

from stalas.core.errors import GameError


class TableError(GameError):
    """A command that the table refuses."""


class StaleCommand(TableError):
    """A command that answers a version in which the decision was another one; look again."""


class NotSeated(TableError):
    """A command by somebody who does not hold that seat."""


class BadSetup(TableError):
    """A table that cannot be opened like this, or a name or text that cannot be taken."""


class NoSuchTable(TableError):
    """There is no table of that name."""


class StoreError(GameError):
    """Nothing could be written or read (disk full, read-only, damaged); nothing has happened."""


class VersionClash(Exception):
    """Somebody else appended to the table first: read what is new and decide again."""

    def __init__(self, table: str, expected: int, found: int) -> None:
        super().__init__(table, expected, found)
        self.table = table
        self.expected = expected
        self.found = found
