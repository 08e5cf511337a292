"""The folder in which a user's tables are kept."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

from stalas.core.words import say
from stalas.table.errors import StoreError

FILE: Final = "tables.sqlite"


def data_folder() -> Path:
    """Give the folder for data: `$XDG_DATA_HOME/stalas`, by default `~/.local/share/stalas`."""
    base = os.environ.get("XDG_DATA_HOME", "")
    if base and Path(base).is_absolute():
        return Path(base) / "stalas"
    try:
        return Path.home() / ".local" / "share" / "stalas"
    except RuntimeError:
        raise StoreError(
            say("There is no home folder to keep tables in; name a folder for the data.")
        ) from None


def database_path(folder: Path | None = None) -> Path:
    """Give the database file in a folder, which is made if it is not there, for its owner only.

    Raises StoreError if it cannot be made.
    """
    folder = folder or data_folder()
    path = folder / FILE
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600))
    except OSError as error:
        raise StoreError(
            say(
                "Tables cannot be kept in “{path}”: {error}.",
                path=str(path),
                error=error.strerror or str(error),
            )
        ) from None
    return path
