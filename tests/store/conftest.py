"""Factories for tests of stores."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from stalas.store import MemoryStore, SqliteStore, database_path


@pytest.fixture
def run() -> Callable[..., Any]:
    """Run a coroutine to its end."""
    return asyncio.run


@pytest.fixture(params=["memory", "sqlite"])
def make_store(request: pytest.FixtureRequest, tmp_path: Path) -> Callable[[], Any]:
    """Make a store of each kind; another back end only has to be added here."""

    def make() -> Any:
        return MemoryStore() if request.param == "memory" else SqliteStore(database_path(tmp_path))

    return make
