"""All tables of one server: opened, found, followed and looked after.

This is what pages, the API and other clients talk to. Keys come in here and are turned into seats;
inside there are only seats.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import logging
import secrets
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from typing import Final

from stalas.core.errors import GameError
from stalas.core.game import Seat, Viewer
from stalas.core.records import Record
from stalas.core.words import say
from stalas.table import export
from stalas.table.bots import Bots
from stalas.table.clock import DAY, MINUTE
from stalas.table.commands import (
    AddEntropy,
    AnswerUndo,
    AskUndo,
    BeReady,
    ClaimWin,
    CloseTable,
    Command,
    HandOver,
    LetBotFinish,
    OfferRematch,
    Play,
    SeatBot,
    Sit,
    StandUp,
    TakeBack,
)
from stalas.table.errors import NoSuchTable, NotSeated, StoreError
from stalas.table.evolve import fold
from stalas.table.feed import Follower
from stalas.table.live import WRITING, LiveTable
from stalas.table.opening import open_table
from stalas.table.project import Change, Projection
from stalas.table.replay import Replay
from stalas.table.setup import Person, Setup, hash_key
from stalas.table.storage import Listing, NewTable, Store
from stalas.table.surroundings import Timer

TEND_EVERY: Final = 5.0
"""Seconds between two looks at which tables may leave memory; also between two heartbeats."""

IDLE_AFTER: Final = 1 * MINUTE
"""Milliseconds after which a table that nobody needs leaves memory."""

_BY_SEATS: Final = (
    StandUp,
    AddEntropy,
    BeReady,
    Play,
    AskUndo,
    AnswerUndo,
    ClaimWin,
    LetBotFinish,
    HandOver,
    TakeBack,
)
"""What whoever holds a seat may say for it."""

WRITING_SECONDS: Final = 1.0
"""How long a server that stops waits for what is being written."""

_log = logging.getLogger(__name__)


def wall_clock() -> int:
    """Milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class Tables:
    """The tables of one server, kept in a store and brought into memory while they are needed."""

    def __init__(
        self,
        store: Store,
        bots: Bots,
        *,
        now: Callable[[], int] = wall_clock,
        call_later: Callable[[float, Callable[[], None]], Timer] | None = None,
        new_seed: Callable[[], bytes] = lambda: secrets.token_bytes(32),
        new_name: Callable[[], str] | None = None,
        idle_after: int = IDLE_AFTER,
    ) -> None:
        """Use a store and bots; time and chance may be given for tests."""
        self.store = store
        self.bots = bots
        self.now = now
        self.new_seed = new_seed
        self._call_later = call_later
        self._new_name = new_name or _fresh_name
        self._idle_after = idle_after
        self._live: dict[str, LiveTable] = {}
        self._loading: dict[str, asyncio.Future[LiveTable]] = {}
        self._due: dict[str, int] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._started_at = now()
        self._down_from: int | None = None
        self._closed = False

    # The server's life

    async def start(self, *, tending: bool = True) -> None:
        """Begin: note how long no server was there, and wake the tables that act by themselves.

        With `tending` False nothing is done by itself later on; call `tend` instead.
        """
        self._started_at = self.now()
        self._down_from = await self.store.last_beat()
        with contextlib.suppress(StoreError):
            await self.store.beat(self._started_at)
        if tending:
            self.start_task(asyncio.create_task(self._wake_all()))
            self.start_task(asyncio.create_task(self._keep_tending()))
        else:
            await self._wake_all()

    async def close(self) -> None:
        """End all streams, let what is being written be written, and end the bots.

        The store stays open: it belongs to whoever opened it.
        """
        self._closed = True
        for live in self._live.values():
            live.close()
        self.bots.close()
        writing = [task for task in self._tasks if task.get_name() == WRITING]
        if writing:
            await asyncio.wait(writing, timeout=WRITING_SECONDS)
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self._live.clear()
        with contextlib.suppress(StoreError):
            await self.store.beat(self.now())

    def end_streams(self) -> None:
        """End all streams, because the server is about to stop; tables go on until `close`."""
        for live in self._live.values():
            live.feed.close()

    async def tend(self) -> None:
        """Let idle tables leave memory, bring back those whose clock needs them, beat."""
        now = self.now()
        for name, live in list(self._live.items()):
            if live.idle(now - self._idle_after):
                if live.deadline is not None:
                    self._due[name] = live.deadline
                live.close()
                del self._live[name]
        for name in [name for name, at in self._due.items() if at <= now]:
            with contextlib.suppress(GameError):
                (await self.live(name)).tend()
        with contextlib.suppress(StoreError):
            await self.store.beat(now)

    def __len__(self) -> int:
        """How many tables are in memory."""
        return len(self._live)

    # Opening and finding

    async def open(
        self,
        setup: Setup,
        *,
        host: Person | None = None,
        seat: Seat | None = 0,
        bots: Mapping[Seat, str] | None = None,
    ) -> str:
        """Open a table and give its name, which is part of its address and cannot be guessed.

        The host sits at `seat`, or nowhere if that is None; `bots` gives the levels of bots by
        seat. Raises a GameError with a sentence if there can be no such table.
        """
        seed = self.new_seed()
        decided = open_table(setup, self.now(), seed, host=host, seat=seat, bots=bots)
        name = self._new_name()
        await self.store.create(NewTable(name, decided.events, seed, decided.table.summary()))
        live = LiveTable(name, decided.table, seed, self)
        self._live[name] = live
        live.tend()
        return name

    async def live(self, name: str) -> LiveTable:
        """Give a table that is in memory, or bring it there. Raises NoSuchTable or StoreError."""
        live = self._live.get(name)
        if live is not None:
            return live
        loading = self._loading.get(name)
        if loading is None:
            loading = asyncio.ensure_future(self._load(name))
            self._loading[name] = loading
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def lobby(self, limit: int = 100) -> list[Listing]:
        """Give the listed tables of the last day that wait for somebody, the newest first."""
        found = await self.store.listings(status="open", listed=True, limit=limit)
        return [listing for listing in found if listing.changed_at > self.now() - DAY]

    # Seats

    async def seats(self, name: str, key: str | None) -> tuple[Seat, ...]:
        """Give the seats that a key holds at a table; none for a stranger."""
        live = await self.live(name)
        return live.table.seats_of(hash_key(key)) if key is not None else ()

    async def hosts(self, name: str, key: str | None) -> bool:
        """Whether the key is the host's."""
        live = await self.live(name)
        return key is not None and live.table.opened.host_hash == hash_key(key)

    async def sit(self, name: str, seat: Seat, person: Person) -> int:
        """Take a free seat; gives the version after it."""
        live = await self.live(name)
        return await live.submit(Sit(seat, person.name, hash_key(person.key), person.entropy))

    async def act(self, name: str, command: Command, key: str) -> int:
        """Carry out a command of whoever holds the key; gives the version after it.

        Raises NotSeated if the key does not hold the command's seat (or is not the host's), and
        whatever the table or the game refuses it with.
        """
        live = await self.live(name)
        table, key_hash = live.table, hash_key(key)
        if isinstance(command, SeatBot | CloseTable):
            if table.opened.host_hash != key_hash:
                raise NotSeated(say("Only the host of the table may do that."))
        elif not isinstance(command, _BY_SEATS) or getattr(command, "by_bot", False):
            raise NotSeated(say("That is not for people to say."))
        elif command.seat not in table.seats_of(key_hash):
            raise NotSeated(say("You do not sit at seat {seat}.", seat=command.seat))
        else:
            live.seen(command.seat)
        return await live.submit(command)

    async def rematch(self, name: str, seat: Seat, key: str) -> int:
        """Offer to play again, or agree to it; gives the version after it.

        When all persons agree there is a new table with the seats rotated; the projection of each
        seat then names it as `next_table`.
        """
        live = await self.live(name)
        if seat not in live.table.seats_of(hash_key(key)):
            raise NotSeated(say("You do not sit at seat {seat}.", seat=seat))
        return await live.submit(OfferRematch(seat, self._new_name()))

    async def seen(self, name: str, seat: Seat) -> None:
        """Note that a person is there, without a stream."""
        (await self.live(name)).seen(seat)

    # Seeing

    async def projection(self, name: str, viewer: Viewer) -> Projection:
        """Give what a viewer is shown of a table now."""
        return (await self.live(name)).projection(viewer)

    async def change(self, name: str, viewer: Viewer, after: int) -> Change:
        """Give what is new at a table for a viewer who has seen a version."""
        return (await self.live(name)).change(viewer, after)

    @asynccontextmanager
    async def follow(self, name: str, viewer: Viewer) -> AsyncIterator[Follower]:
        """Follow a table: `async with tables.follow(name, viewer) as stream`, `stream.next(after)`.

        While a seat's stream is open, its person counts as present.
        """
        live = await self.live(name)
        async with Follower(live.feed) as follower:
            if viewer is not None:
                live.arrive(viewer)
            try:
                yield follower
            finally:
                if viewer is not None:
                    live.depart(viewer)

    async def record(self, name: str, viewer: Viewer) -> Record:
        """Give the record as a viewer may have it: see `stalas.table.export`."""
        return export.record((await self.live(name)).table, viewer)

    async def replay(self, name: str, viewer: Viewer) -> Replay:
        """Give the match to step through; while it goes on, for this viewer only."""
        return Replay.of_table((await self.live(name)).table, viewer)

    # What live tables need

    def call_later(self, seconds: float, what: Callable[[], None]) -> Timer:
        """Call something later."""
        if self._call_later is not None:
            return self._call_later(seconds, what)
        return asyncio.get_running_loop().call_later(seconds, what)

    def start_task(self, work: asyncio.Task[None]) -> None:
        """Keep a task until it is done."""
        self._tasks.add(work)
        work.add_done_callback(self._tasks.discard)

    async def _load(self, name: str) -> LiveTable:
        if self._closed:
            raise StoreError(say("The server is stopping; please try again soon."))
        events = await self.store.read(name)
        if not events:
            raise NoSuchTable(say("There is no such table."))
        table = fold(events)
        seed = await self.store.secret(name)
        down_from = None
        clock = table.match.clock
        if table.at < self._started_at and clock is not None and clock.running:
            down_from = max(table.at, self._down_from or 0)
        live = LiveTable(name, table, seed, self, down_from=down_from)
        if down_from is not None:
            # Give the time back before anybody looks at the clock.
            with contextlib.suppress(StoreError):
                await live.resume()
        self._live[name] = live
        self._due.pop(name, None)
        live.tend()
        return live

    async def _wake_all(self) -> None:
        after = None
        while page := await self.store.listings(wakes=True, limit=100, after=after):
            for listing in page:
                try:
                    await self.live(listing.table)
                except GameError as error:
                    _log.warning("table %s cannot be woken: %s", listing.table, error)
            after = page[-1].table

    async def _keep_tending(self) -> None:
        while not self._closed:
            await asyncio.sleep(TEND_EVERY)
            try:
                await self.tend()
            except Exception:
                _log.exception("looking after the tables failed")


def _fresh_name() -> str:
    return base64.b32encode(secrets.token_bytes(10)).decode().lower()
