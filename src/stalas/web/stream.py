"""Server-sent events: framing into which nobody can inject, and answers that no cache holds."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Final

from starlette.responses import StreamingResponse

HEARTBEAT: Final = 15.0
"""Seconds of silence after which a comment shows that the stream lives."""

_BREAKS: Final = ("\r", "\n", "\0")


def frame(data: str, *, event: str | None = None, number: int | None = None) -> str:
    r"""Write one event. Raises ValueError for a line break in its name.

    >>> frame("a\r\nb\rc", event="patch", number=3)
    'event: patch\nid: 3\ndata: a\ndata: b\ndata: c\n\n'
    """
    lines = []
    if event is not None:
        if any(mark in event for mark in _BREAKS):
            raise ValueError("an event's name is one line")
        lines.append(f"event: {event}")
    if number is not None:
        lines.append(f"id: {number}")
    whole = data.replace("\r\n", "\n").replace("\r", "\n")
    lines += [f"data: {line}" for line in whole.split("\n")]
    return "\n".join(lines) + "\n\n"


COMMENT: Final = ": here\n\n"


def event_stream(frames: AsyncIterator[str]) -> StreamingResponse:
    """Answer with a stream of frames that no cache or proxy may hold back."""
    return StreamingResponse(
        frames,
        media_type="text/event-stream",
        headers={"Cache-Control": "no-store", "X-Accel-Buffering": "no"},
    )
