"""A live table: takes one command after another, and is the only place where a match waits.

It decides, has the events written, and only then lets anybody see what they lead to. One task works
while there is work; a quiet table has no task and at most one timer.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from dataclasses import replace
from random import SystemRandom
from typing import Final

from stalas.core.errors import GameError
from stalas.core.game import Seat, Viewer
from stalas.core.words import say
from stalas.players.player import RandomPlayer
from stalas.table.bots import NoAnswer, simpler
from stalas.table.commands import (
    Command,
    NoteAbsence,
    NoteRestart,
    NoteReturn,
    Play,
    ReplaceBot,
    Tick,
)
from stalas.table.decide import decide
from stalas.table.draft import Decided
from stalas.table.errors import StaleCommand, StoreError, VersionClash
from stalas.table.events import BotTrouble, Event, RematchAgreed
from stalas.table.evolve import fold
from stalas.table.feed import Feed
from stalas.table.opening import rematch
from stalas.table.presence import Presence
from stalas.table.project import Change, Log, Projection, change, project
from stalas.table.storage import NewTable
from stalas.table.surroundings import Surroundings, Timer
from stalas.table.table import Table

MAX_CLASHES: Final = 20
"""How often a command is decided anew because another process was faster."""

WRITING: Final = "stalas writing"
"""The name of tasks that a server which stops should wait for."""

RETRY_AFTER: Final = 5.0
"""Seconds until the table tries again by itself what could not be written."""

_log = logging.getLogger(__name__)


class LiveTable:
    """A table in memory with its queue, its followers, its bots and its timer."""

    def __init__(
        self,
        name: str,
        table: Table,
        seed: bytes,
        around: Surroundings,
        *,
        down_from: int | None = None,
    ) -> None:
        """Take a table over; `down_from` says since when no server looked after it, if so."""
        self.name = name
        self.table = table
        self.feed = Feed(table.version)
        self.used_at = around.now()
        self._seed = seed
        self._around = around
        self._down_from = down_from
        self._queue: deque[tuple[Command, asyncio.Future[int]]] = deque()
        self._working = False
        self._unsure = False
        self._thinking: dict[Seat, int] = {}
        self._timer: Timer | None = None
        self._timer_at = 0
        self._presence = Presence(table.opened.seats, self.used_at)
        self._logs: dict[Viewer, Log] = {}
        self._shown: dict[Viewer, Projection] = {}

    # Commands

    async def submit(self, command: Command) -> int:
        """Have a command decided and written; gives the version after it.

        Goes on even if whoever asked is cancelled. Raises a GameError if it is refused.
        """
        if self.feed.closed:
            raise StoreError(say("The server is stopping; please try again soon."))
        return await self._enqueue(command)

    def _enqueue(self, command: Command) -> asyncio.Future[int]:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._queue.append((command, future))
        self.used_at = self._around.now()
        if not self._working:
            self._working = True
            work = asyncio.get_running_loop().create_task(self._work(), name=WRITING)
            self._around.start_task(work)
        return future

    async def _work(self) -> None:
        try:
            while self._queue:
                command, future = self._queue.popleft()
                try:
                    version = await self._carry_out(command)
                except GameError as error:
                    if not future.done():
                        future.set_exception(error)
                except Exception:
                    _log.exception("table %s: a command failed", self.name)
                    self._unsure = True
                    if not future.done():
                        future.set_exception(
                            StoreError(say("Something went wrong inside; please try again."))
                        )
                else:
                    if not future.done():
                        future.set_result(version)
                # A refusal that nobody waits for any more is no news.
                if future.done() and not future.cancelled():
                    future.exception()
        finally:
            self._working = False

    async def _carry_out(self, command: Command) -> int:
        for _ in range(MAX_CLASHES):
            if self._unsure:
                await self._catch_up()
            try:
                if self._down_from is not None:
                    await self._write(self._decide(NoteRestart(self._down_from)))
                    self._down_from = None
                deadline = self._deadline()
                if deadline is not None and deadline <= self._around.now():
                    await self._write(self._decide(Tick()))
                return await self._write(self._decide(command))
            except VersionClash:
                self._unsure = True
        raise StoreError(say("The table is too busy; please try again."))

    def _decide(self, command: Command) -> Decided:
        return decide(self.table, command, self._around.now(), self._seed)

    async def _write(self, decided: Decided) -> int:
        events, after = decided.events, decided.table
        if not events:
            return self.table.version
        before = self.table
        changed = before.status != after.status or before.sitters is not after.sitters
        try:
            await self._around.store.append(
                self.name,
                before.version,
                events,
                summary=after.summary() if changed else None,
                also=self._rematch(after, events),
            )
        except StoreError:
            self._unsure = True
            raise
        self._show(after)
        return after.version

    def _rematch(self, after: Table, events: tuple[Event, ...]) -> NewTable | None:
        agreed = next((event for event in events if isinstance(event, RematchAgreed)), None)
        if agreed is None:
            return None
        seed = self._around.new_seed()
        begun = rematch(after, self.name, self._around.now(), seed)
        return NewTable(agreed.table, begun.events, seed, begun.table.summary())

    async def _catch_up(self) -> None:
        """Read what others appended, or what was written although it seemed to fail."""
        events = await self._around.store.read(self.name, self.table.version)
        self._unsure = False
        if events:
            self._show(fold(events, self.table))

    def _show(self, table: Table) -> None:
        """Let everybody see the table as it now is."""
        self.table = table
        self.feed.publish(table.version)
        self.tend()

    async def resume(self) -> None:
        """Give back the time in which no server was there. Raises StoreError."""
        await self.submit(Tick())

    # Seeing

    def projection(self, viewer: Viewer) -> Projection:
        """Give what a viewer is shown now."""
        now = self._around.now()
        self.used_at = now
        shown = self._shown.get(viewer)
        clock = self.table.match.clock
        if shown is not None and shown.version == self.table.version:
            if clock is None:
                return shown
            seats = tuple(
                replace(seat, clock=clock.left_at(seat.seat, now)) for seat in shown.seats
            )
            shown = replace(shown, now=now, seats=seats)
        else:
            log = self._logs.setdefault(viewer, Log(viewer))
            shown = project(self.table, viewer, now, log)
        self._shown[viewer] = shown
        return shown

    def change(self, viewer: Viewer, after: int) -> Change:
        """Give what is new for a viewer who has seen a version."""
        self.used_at = self._around.now()
        return change(self.table, viewer, after)

    # Presence

    def arrive(self, seat: Seat) -> None:
        """A person's stream has opened."""
        self._presence.arrive(seat)
        self.seen(seat)

    def depart(self, seat: Seat) -> None:
        """A person's stream has ended."""
        self._presence.depart(seat, self._around.now())
        self.tend()

    def seen(self, seat: Seat) -> None:
        """A person has asked for something."""
        self._presence.seen(seat, self._around.now())
        sitter = self.table.sitters[seat]
        if sitter is not None and sitter.left_at is not None and self.table.status == "playing":
            self._enqueue(NoteReturn(seat))

    # What the table does by itself

    def tend(self) -> None:
        """Ask the bots that are to move, and set the timer for what comes next."""
        for seat in self.table.bots_to_move():
            since = self.table.match.since[seat]
            if self._thinking.get(seat) != since:
                self._thinking[seat] = since
                work = asyncio.get_running_loop().create_task(self._think(seat, since))
                self._around.start_task(work)
        due = [absence.at for absence in self._presence.absences(self.table)]
        deadline = self._deadline()
        if deadline is not None:
            due.append(deadline)
        if due:
            self._set_timer(min(due))

    def _deadline(self) -> int | None:
        clock = self.table.match.clock
        return clock.deadline if clock is not None and self.table.status == "playing" else None

    def _set_timer(self, at: int) -> None:
        # A timer that is early only looks again, so moving it later is not worth the trouble.
        if self._timer is not None:
            if self._timer_at <= at:
                return
            self._timer.cancel()
        self._timer_at = at
        delay = max(0, at - self._around.now()) / 1000
        self._timer = self._around.call_later(delay, self._ring)

    def _ring(self) -> None:
        self._timer = None
        if self.feed.closed:
            return
        now = self._around.now()
        commands: list[Command] = [
            NoteAbsence(absence.seat, absence.last_seen)
            for absence in self._presence.absences(self.table)
            if absence.at <= now
        ]
        deadline = self._deadline()
        if deadline is not None and deadline <= now:
            commands.append(Tick())
        used_at = self.used_at
        for command in commands:
            self._enqueue(command).add_done_callback(self._rang)
        self.used_at = used_at
        if not commands:
            self.tend()

    def _rang(self, done: asyncio.Future[int]) -> None:
        if done.cancelled() or self.feed.closed:
            return
        if done.exception() is None:
            self.tend()
        elif self._timer is None:
            self._timer_at = self._around.now() + round(RETRY_AFTER * 1000)
            self._timer = self._around.call_later(RETRY_AFTER, self._ring)

    async def _think(self, seat: Seat, since: int) -> None:
        """Ask a bot until its seat has moved; late answers are dropped by their version."""
        alone = False
        while not self.feed.closed and self._still(seat, since):
            table = self.table
            sitter = table.sitters[seat]
            level = None if sitter is None else sitter.bot_level
            if level is None:
                break
            trouble: BotTrouble
            try:
                if alone:
                    text = self._any_move(seat)
                else:
                    text = await self._around.bots.ask(
                        self.name,
                        len(table.plies),
                        table.opened.game,
                        level,
                        table.state.view(seat),
                    )
                await self.submit(Play(seat, text, table.version, by_bot=True))
                break
            except NoAnswer as error:
                trouble = error.trouble
            except StaleCommand:
                break
            except StoreError:
                await asyncio.sleep(RETRY_AFTER)
                continue
            except GameError:
                trouble = "illegal"
            alone = level == simpler(level)
            _log.warning("table %s: the bot %s at seat %d: %s", self.name, level, seat, trouble)
            instead = ReplaceBot(seat, simpler(level), trouble, table.version)
            try:
                await self.submit(instead)
            except GameError:
                await asyncio.sleep(RETRY_AFTER)
        if self._thinking.get(seat) == since:
            del self._thinking[seat]

    def _still(self, seat: Seat, since: int) -> bool:
        return seat in self.table.bots_to_move() and self.table.match.since[seat] == since

    def _any_move(self, seat: Seat) -> str:
        """Choose any legal move right here: the last resort when no worker answers."""
        return str(RandomPlayer().decide(self.table.state.view(seat), SystemRandom()).move)

    # Leaving memory

    def idle(self, since: int) -> bool:
        """Whether nobody has needed the table in memory since a moment."""
        return (
            self.used_at <= since
            and not self.feed
            and not self._working
            and not self._thinking
            and not self._presence.absences(self.table)
            and self._down_from is None
        )

    @property
    def deadline(self) -> int | None:
        """When the clock needs the table in memory again."""
        return self._deadline()

    def close(self) -> None:
        """End the streams and the timer; what is being written is written."""
        self.feed.close()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
