"""Workers: what dies with its worker is done again, what is done is kept."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from stalas.players.workers import Workers, WorkersLost

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def _workers_find_this_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(ROOT)


def _square_or_die(task: tuple[int, str]) -> int:
    """Kill the own process the first time that a task divisible by three comes up."""
    number, folder = task
    mark = Path(folder) / str(number)
    if number % 3 == 0 and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def _die(task: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return task


def _double(task: int) -> int:
    return 2 * task


def _fail(task: int) -> int:
    raise ArithmeticError(str(task))


def test_killed_workers_lose_no_finished_work(tmp_path: Path) -> None:
    tasks = [(number, str(tmp_path)) for number in range(1, 13)]
    answers = list(Workers(2).run(_square_or_die, tasks))
    assert len(answers) == len(tasks)
    assert dict(answers) == {task: task[0] ** 2 for task in tasks}


def test_workers_that_only_die_are_given_up() -> None:
    with pytest.raises(WorkersLost, match="died"):
        list(Workers(1).run(_die, [1]))


def test_an_error_of_the_work_passes_through() -> None:
    with pytest.raises(ArithmeticError, match="7"):
        list(Workers(1).run(_fail, [7]))


def test_tasks_are_taken_as_workers_become_free() -> None:
    taken = []

    def tasks() -> Iterator[int]:
        for number in range(1, 10):
            taken.append(number)
            yield number

    answers = Workers(1).run(_double, tasks())
    assert next(answers) == (1, 2)
    assert len(taken) < 5
