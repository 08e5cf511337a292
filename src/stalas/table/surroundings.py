"""What a live table needs from around it: a store, bots, the time, timers and fresh secrets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Protocol

from stalas.table.bots import Bots
from stalas.table.storage import Store


class Timer(Protocol):
    """A call that is still to come."""

    def cancel(self) -> None:
        """Forget it."""
        ...


class Surroundings(Protocol):
    """What a live table needs from around it."""

    store: Store
    bots: Bots

    def now(self) -> int:
        """Milliseconds since 1970."""
        ...

    def call_later(self, seconds: float, what: Callable[[], None]) -> Timer:
        """Call something later."""
        ...

    def new_seed(self) -> bytes:
        """A fresh secret for a dealer."""
        ...

    def start_task(self, work: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""
        ...
