"""Heavy computing through `concurrent.futures`: processes here, or an existing Dask cluster.

A worker that is killed costs only what it was doing: finished results are kept, the pool is made
anew and the rest is given out again.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    wait,
)
from dataclasses import dataclass
from typing import Any, Final, TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")

MAX_BREAKS: Final = 5
"""How often the pool may break in a row with nothing finished in between."""


class WorkersLost(Exception):
    """The workers keep dying before they finish anything, or the cluster cannot be reached."""


@dataclass(frozen=True, slots=True)
class Workers:
    """Where work is done: `jobs` local processes, or the Dask scheduler at `cluster`."""

    jobs: int = 1
    cluster: str | None = None

    @classmethod
    def local(cls, jobs: int | None = None) -> Workers:
        """Use this machine's processors, all but none left idle."""
        return cls(jobs or os.cpu_count() or 1)

    def executor(self) -> Executor:
        """Open an executor. Raises WorkersLost if the cluster cannot be reached."""
        if self.cluster is None:
            return ProcessPoolExecutor(
                self.jobs, mp_context=multiprocessing.get_context("forkserver")
            )
        try:
            from distributed import Client
        except ImportError:
            raise WorkersLost(
                "a Dask cluster needs the extra: pip install 'stalas[cluster]'"
            ) from None
        try:
            client: Any = Client
            executor: Executor = client(self.cluster, timeout="10s").get_executor()
        except (OSError, ValueError) as error:
            raise WorkersLost(f"no Dask scheduler answers at {self.cluster}: {error}") from None
        return executor

    def run(
        self, function: Callable[[Task], Answer], tasks: Iterable[Task]
    ) -> Iterator[tuple[Task, Answer]]:
        """Give each task with its answer, in the order in which they finish.

        Tasks are taken as workers become free, so that a caller who learns from answers may stop
        early or decide late what comes next. Errors of the function pass through; work that died
        with its worker is done again. Raises WorkersLost after MAX_BREAKS breaks in a row.
        """
        waiting = iter(tasks)
        again: list[Task] = []
        breaks = 0
        while True:
            executor = self.executor()
            running: dict[Future[Answer], Task] = {}
            try:
                while True:
                    while len(running) < 2 * self._width(executor):
                        task = again.pop() if again else next(waiting, None)
                        if task is None:
                            break
                        again.append(task)  # until it is safely handed over
                        running[executor.submit(function, task)] = task
                        again.pop()
                    if not running:
                        return
                    done, _ = wait(running, return_when=FIRST_COMPLETED)
                    for future in done:
                        answer = future.result()
                        breaks = 0
                        yield running.pop(future), answer
            except (BrokenExecutor, CancelledError):
                for future, task in running.items():
                    if future.done() and not future.cancelled() and future.exception() is None:
                        breaks = -1
                        yield task, future.result()
                    else:
                        again.append(task)
                breaks += 1
                if breaks >= MAX_BREAKS:
                    raise WorkersLost(
                        f"the workers died {breaks} times in a row before finishing anything"
                    ) from None
            finally:
                executor.shutdown(wait=False, cancel_futures=True)

    def _width(self, executor: Executor) -> int:
        if self.cluster is None:
            return self.jobs
        client = getattr(executor, "_client", None)
        return max(1, sum(client.ncores().values())) if client is not None else self.jobs
