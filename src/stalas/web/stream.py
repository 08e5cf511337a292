"""Server-sent events: framing into which nobody can inject, and answers that no cache holds."""

from __future__ import annotations

import contextlib
from collections.abc import AsyncGenerator
from typing import Final

import anyio
from starlette.responses import StreamingResponse
from starlette.types import Receive, Scope, Send

HEARTBEAT: Final = 15.0
"""Seconds of silence after which a comment shows that the stream lives."""

_BREAKS: Final = ("\r", "\n", "\0")


def frame(data: str, *, event: str | None = None, number: int | None = None) -> str:
    r"""Write one event. Raises ValueError for a line break in its name.

    >>> frame("a\r\nb\rc", event="patch", number=3)
    'event: patch\nid: 3\ndata: a\ndata: b\ndata: c\n\n'
    """
    head = ""
    if event is not None:
        if any(mark in event for mark in _BREAKS):
            raise ValueError("an event's name is one line")
        head = f"event: {event}\n"
    if number is not None:
        head += f"id: {number}\n"
    whole = data.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\ndata: ")
    return f"{head}data: {whole}\n\n"


COMMENT: Final = ": here\n\n"


class EventStream(StreamingResponse):
    """A stream of frames that no cache or proxy holds back, and that ends when its reader leaves.

    The frames' generator is closed at once, not when memory is next tidied: what it follows must
    learn that nobody is there any more.
    """

    def __init__(self, frames: AsyncGenerator[str, None]) -> None:
        super().__init__(
            frames,
            media_type="text/event-stream",
            headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
        )
        self._frames = frames

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send frames until they end or the reader leaves."""
        async with anyio.create_task_group() as group:

            async def leave() -> None:
                await self.listen_for_disconnect(receive)
                group.cancel_scope.cancel()

            group.start_soon(leave)
            try:
                with contextlib.suppress(OSError):
                    await self.stream_response(send)
            finally:
                with anyio.CancelScope(shield=True):
                    await self._frames.aclose()
            group.cancel_scope.cancel()
