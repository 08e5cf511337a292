"""Bots at tables: asked in other processes, given a View and nothing else, never waited for long.

Whoever asks holds one of `jobs` places, so that the time a bot is given starts when a worker is
free for it. When many wait, each is given less time rather than later.
"""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import secrets
from collections import Counter
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor
from functools import cache
from random import Random
from typing import Final

from stalas.core.game import AnyView
from stalas.players import levels
from stalas.players.player import DEFAULT_BUDGET, Player
from stalas.table.events import BotTrouble

SIMPLER: Final = ("greedy", "random")
"""What takes over, in this order, from a level that fails."""

GRACE: Final = 5.0
"""Seconds beyond its budget after which a bot is overdue."""

START: Final = 30.0
"""Seconds more for a level's first answers in new workers, which start and may have to compile."""

LEAST_BUDGET: Final = 0.05
"""Seconds that a bot is given even when very many wait."""


class NoAnswer(Exception):
    """A bot gave no answer."""

    def __init__(self, trouble: BotTrouble) -> None:
        super().__init__(trouble)
        self.trouble: BotTrouble = trouble


def answer(game: str, level: str, view: AnyView, seed: int, budget: float) -> str:
    """Give the notation of the move that a level plays. Runs in a worker."""
    return str(_player(game, level).decide(view, Random(seed), budget).move)


def simpler(level: str) -> str:
    """Give the level that goes on when this one fails."""
    return SIMPLER[0] if level not in SIMPLER else SIMPLER[-1]


def process_pool(jobs: int) -> Executor:
    """Make a pool of worker processes that share nothing with the server."""
    return ProcessPoolExecutor(jobs, mp_context=multiprocessing.get_context("forkserver"))


class Bots:
    """Asks bots through an executor, which is made anew when it breaks or hangs."""

    def __init__(
        self,
        make: Callable[[int], Executor] = process_pool,
        *,
        jobs: int | None = None,
        budget: float = DEFAULT_BUDGET,
        grace: float = GRACE,
        start: float = START,
        seeds: Callable[[str, int], int] | None = None,
    ) -> None:
        """Ask `jobs` bots at once, each within `budget` seconds and `grace`, new workers `start`.

        `seeds` gives the random seed for a table and a ply; by default nobody can foresee it.
        """
        self._make = make
        self._jobs = jobs or max(1, (os.cpu_count() or 2) - 1)
        self._budget = budget
        self._grace = grace
        self._start = start
        self._seeds = seeds or (lambda _table, _ply: secrets.randbits(64))
        self._places = asyncio.Semaphore(self._jobs)
        self._waiting = 0
        self._executor: Executor | None = None
        self._answered = Counter[tuple[str, str]]()

    async def ask(self, table: str, ply: int, game: str, level: str, view: AnyView) -> str:
        """Give the notation of a bot's move. Raises NoAnswer."""
        self._waiting += 1
        try:
            async with self._places:
                budget = max(LEAST_BUDGET, self._budget / max(1, self._waiting / self._jobs))
                seed = self._seeds(table, ply)
                try:
                    return await self._ask(game, level, view, seed, budget)
                except BrokenExecutor:
                    # Another bot may have broken the pool: one more try in a new one.
                    return await self._ask(game, level, view, seed, budget)
        except BrokenExecutor:
            raise NoAnswer("broken") from None
        finally:
            self._waiting -= 1

    async def _ask(self, game: str, level: str, view: AnyView, seed: int, budget: float) -> str:
        if self._executor is None:
            self._executor = self._make(self._jobs)
            self._answered.clear()
        executor = self._executor
        new = self._answered[game, level] < self._jobs
        limit = budget + self._grace + (self._start if new else 0)
        try:
            asked = executor.submit(answer, game, level, view, seed, budget)
            async with asyncio.timeout(limit):
                text = await asyncio.wrap_future(asked)
        except TimeoutError:
            self._drop(executor)
            raise NoAnswer("overdue") from None
        except BrokenExecutor:
            self._drop(executor)
            raise
        except Exception:
            raise NoAnswer("broken") from None
        self._answered[game, level] += 1
        return text

    def close(self) -> None:
        """End all workers, thinking or not."""
        if self._executor is not None:
            self._drop(self._executor)

    def _drop(self, executor: Executor) -> None:
        """Give an executor up: a worker that hangs would never be free again."""
        if executor is self._executor:
            self._executor = None
        workers = list((getattr(executor, "_processes", None) or {}).values())
        executor.shutdown(wait=False)
        for worker in workers:
            worker.kill()


@cache
def _player(game: str, level: str) -> Player:
    return levels(game)[level].make()
