"""Where events live: SQLite on disk, or memory. The contract is `stalas.table.storage.Store`."""

from __future__ import annotations

from stalas.store.folder import data_folder, database_path
from stalas.store.memory import MemoryStore
from stalas.store.sqlite import SqliteStore

__all__ = ["MemoryStore", "SqliteStore", "data_folder", "database_path"]
