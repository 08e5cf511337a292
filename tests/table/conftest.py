"""Factories for tests of tables: scripted decisions, and whole servers on injected time."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from random import Random
from typing import Any

import pytest

from stalas.core.errors import GameError
from stalas.core.game import Seat
from stalas.store import MemoryStore
from stalas.table.bots import Bots
from stalas.table.commands import Command, Play, Sit
from stalas.table.decide import decide
from stalas.table.events import Event
from stalas.table.evolve import fold
from stalas.table.opening import open_table
from stalas.table.setup import Person, Setup, hash_key
from stalas.table.storage import Store
from stalas.table.table import Table
from stalas.table.tables import Tables

T0 = 1_800_000_000_000
SEED = bytes(range(32))


def person(seat: int) -> Person:
    return Person(f"Player {seat}", f"key {seat}")


class Script:
    """A table driven by commands, without a server: given events, when a command, then events."""

    def __init__(self, setup: Setup, *, bots: dict[Seat, str] | None = None) -> None:
        self.now = T0
        self.events: list[Event] = []
        opened = open_table(setup, T0, SEED, host=person(0), bots=bots)
        self.events += opened.events
        self.table: Table = opened.table

    def do(self, command: Command, *, after: int = 0) -> list[Event]:
        """Carry a command out, `after` milliseconds from now; gives the new events."""
        self.now += after
        decided = decide(self.table, command, self.now, SEED)
        self.events += decided.events
        self.table = decided.table
        assert fold(self.events) == self.table
        return list(decided.events)

    def refused(self, command: Command, *, after: int = 0) -> GameError:
        """Give the error with which a command is refused."""
        with pytest.raises(GameError) as refusal:
            decide(self.table, command, self.now + after, SEED)
        return refusal.value

    def play(self, text: str, *, after: int = 0) -> list[Event]:
        """Play a move for whoever makes it, having seen the present version."""
        return self.do(Play(int(text[0]), text, self.table.version), after=after)

    def play_any(self, rng: Random, seat: Seat | None = None, *, after: int = 0) -> list[Event]:
        """Play a random legal move."""
        mover = self.table.to_move[0] if seat is None else seat
        legal = self.table.state.legal_moves(mover)
        return self.play(str(legal[rng.randrange(len(legal))]), after=after)

    def play_on(self, rng: Random, until: Callable[[Table], bool] = lambda table: False) -> None:
        """Play random moves until the match is over or a condition holds."""
        while self.table.to_move and not until(self.table):
            self.play_any(rng, rng.choice(self.table.to_move))


@dataclass(order=True)
class _Call:
    at: int
    number: int
    what: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.cancelled = True


class Time:
    """Time that passes only when told to."""

    def __init__(self) -> None:
        self.at = T0
        self.calls: list[_Call] = []
        self._number = 0

    def now(self) -> int:
        return self.at

    def call_later(self, seconds: float, what: Callable[[], None]) -> _Call:
        self._number += 1
        call = _Call(self.at + round(seconds * 1000), self._number, what)
        self.calls.append(call)
        return call

    @property
    def waiting(self) -> int:
        """How many calls are still to come."""
        self.calls = [call for call in self.calls if not call.cancelled]
        return len(self.calls)

    async def pass_by(self, milliseconds: int) -> None:
        """Let time pass, and everything happen that is due meanwhile."""
        end = self.at + milliseconds
        while due := [call for call in self.calls if not call.cancelled and call.at <= end]:
            call = min(due)
            self.calls.remove(call)
            self.at = max(self.at, call.at)
            call.what()
            await settle()
        self.at = end
        await settle()


async def settle() -> None:
    """Let everything happen that can happen without time passing."""
    for _ in range(50):
        await asyncio.sleep(0)


class Here(Executor):
    """An executor that answers at once, in this very thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


def bots_here() -> Bots:
    return Bots(lambda _: Here(), seeds=lambda _table, ply: ply)


class Server:
    """Tables on a store, with injected time."""

    def __init__(self, store: Store | None = None, bots: Bots | None = None) -> None:
        self.time = Time()
        self.store = store or MemoryStore()
        self.tables = self.restarted(bots)

    def restarted(self, bots: Bots | None = None) -> Tables:
        """Give new tables on the same store, as after a crash."""
        names = iter(range(10_000))
        self.tables = Tables(
            self.store,
            bots or bots_here(),
            now=self.time.now,
            call_later=self.time.call_later,
            new_seed=lambda: SEED,
            new_name=lambda: f"table-{self.time.at}-{next(names)}",
        )
        return self.tables


@pytest.fixture
def make_script() -> Callable[..., Script]:
    """Make a scripted table, with persons on all seats that are no bots' (unless `alone`)."""

    def make(
        game: str = "tower-of-doubt",
        *,
        seats: int = 2,
        bots: dict[Seat, str] | None = None,
        alone: bool = False,
        **setup: Any,
    ) -> Script:
        script = Script(Setup(game, seats=seats, **setup), bots=bots)
        for seat in range(1, seats):
            if not alone and script.table.sitters[seat] is None:
                somebody = person(seat)
                script.do(Sit(seat, somebody.name, hash_key(somebody.key)))
        return script

    return make


@pytest.fixture
def make_server() -> Callable[..., Server]:
    """Make a server on injected time."""
    return Server


@pytest.fixture
def run() -> Callable[..., Any]:
    """Run a coroutine to its end."""
    return asyncio.run


@pytest.fixture
def quiet() -> Callable[[], Any]:
    """Let everything happen that can happen without time passing."""
    return settle
