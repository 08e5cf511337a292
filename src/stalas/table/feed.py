"""Wake-ups for those who follow a table. No data travels here, so nothing can leak here.

A follower asks for the newest version above the one it has; what it missed in between it sees at
once in the present projection. A follower that is slow misses wake-ups, never the present.
"""

from __future__ import annotations

import asyncio
from types import TracebackType
from typing import Self


class FeedClosed(Exception):
    """The server is stopping; come back later."""


class Feed:
    """Those who follow one table."""

    __slots__ = ("_closed", "_followers", "version")

    def __init__(self, version: int) -> None:
        self.version = version
        self._followers: set[Follower] = set()
        self._closed = False

    def __len__(self) -> int:
        return len(self._followers)

    @property
    def closed(self) -> bool:
        """Whether the feed has ended."""
        return self._closed

    def publish(self, version: int) -> None:
        """Wake everybody, because the table has a new version."""
        self.version = version
        for follower in self._followers:
            follower.wake()

    def close(self) -> None:
        """End every stream."""
        self._closed = True
        for follower in self._followers:
            follower.wake()

    def add(self, follower: Follower) -> None:
        """Take a follower in."""
        self._followers.add(follower)

    def remove(self, follower: Follower) -> None:
        """Forget a follower."""
        self._followers.discard(follower)


class Follower:
    """One stream's place in a feed: `async with Follower(feed) as stream`."""

    __slots__ = ("_feed", "_timer", "_waiting")

    def __init__(self, feed: Feed) -> None:
        self._feed = feed
        self._waiting: asyncio.Future[None] | None = None
        self._timer: asyncio.TimerHandle | None = None

    async def __aenter__(self) -> Self:
        self._feed.add(self)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._feed.remove(self)
        if self._timer is not None:
            self._timer.cancel()

    async def next(self, after: int, within: float | None = None) -> int | None:
        """Wait for a version that is not `after`, and give the newest; None if none comes.

        `within` is how many seconds to wait at most; None waits for ever. One timer serves many
        waits, so a wait that begins while it runs may end without a version before its time. A
        client that is ahead (of a table restored from an old copy) is answered at once, too.
        Raises FeedClosed when the server stops.
        """
        feed = self._feed
        if feed.version == after and not feed.closed:
            loop = asyncio.get_running_loop()
            if within is not None and self._timer is None:
                self._timer = loop.call_later(within, self._ring)
            self._waiting = loop.create_future()
            try:
                await self._waiting
            finally:
                self._waiting = None
        if feed.closed:
            raise FeedClosed
        return feed.version if feed.version != after else None

    def wake(self) -> None:
        """Let a waiting `next` look again."""
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def _ring(self) -> None:
        self._timer = None
        self.wake()
