"""Where events live: SQLite on disk, or memory."""
