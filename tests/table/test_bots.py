"""Bots in worker processes: killed or hanging workers cost an answer, never the table."""

from __future__ import annotations

import asyncio
import os
import signal
from typing import Any

import pytest

from stalas.games import find
from stalas.table.bots import LEAST_BUDGET, Bots, NoAnswer, process_pool, simpler


def question(ply: int = 0) -> tuple[Any, ...]:
    game = find("tower-of-doubt")
    state = game.start(2, {"first": 0}).play(game.parse("* first 0"))
    state = state.play(game.parse("* towers bbbb bbbw bbww bwbw wwwb wwww"))
    return ("table", ply, "tower-of-doubt", "random", state.view(0))


def test_a_bot_with_the_same_seed_gives_the_same_answer(run: Any) -> None:
    async def story() -> None:
        bots = Bots(jobs=1, seeds=lambda _table, ply: ply)
        first = await bots.ask(*question(5))
        assert [await bots.ask(*question(5)) for _ in range(3)] == [first] * 3
        assert len({await bots.ask(*question(ply)) for ply in range(12)}) > 1
        bots.close()

    run(story())


def test_another_bots_crash_costs_nothing(run: Any) -> None:
    async def story() -> None:
        bots = Bots(jobs=1)
        bots._executor = process_pool(1)
        bots._executor.submit(os._exit, 1)
        assert (await bots.ask(*question())).startswith("0 ")
        bots.close()

    run(story())


def test_a_worker_that_hangs_is_ended_and_replaced(run: Any) -> None:
    async def story() -> None:
        bots = Bots(jobs=1, budget=0.05, grace=0.05)
        pool = process_pool(1)
        bots._executor = pool
        bots._answered["tower-of-doubt", "random"] = 1
        hanging = pool.submit(signal.pause)
        with pytest.raises(NoAnswer) as trouble:
            await bots.ask(*question())
        assert trouble.value.trouble == "overdue"
        assert isinstance(await asyncio.to_thread(hanging.exception), Exception)
        assert (await bots.ask(*question())).startswith("0 ")
        bots.close()

    run(story())


def test_each_levels_first_answer_may_have_to_compile(run: Any) -> None:
    """The time for that is not used up by another level's answers."""

    async def story() -> None:
        bots = Bots(jobs=1, budget=0.05, grace=0.05)
        assert (await bots.ask(*question())).startswith("0 ")
        table, ply, game, _, view = question()
        answered = set(bots._answered)
        assert (await bots.ask(table, ply, game, "perfect", view)).startswith("0 ")
        assert set(bots._answered) - answered == {(game, "perfect")}
        bots.close()

    run(story())


def test_an_error_in_a_bot_is_no_answer(run: Any) -> None:
    async def story() -> None:
        bots = Bots(jobs=1)
        table, ply, game, _, view = question()
        with pytest.raises(NoAnswer) as trouble:
            await bots.ask(table, ply, game, "no such level", view)
        assert trouble.value.trouble == "broken"
        bots.close()

    run(story())


def test_when_many_wait_each_is_given_less_time(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        budgets: list[float] = []
        bots = Bots(jobs=2, budget=1.0)

        async def note(*args: Any) -> str:
            budgets.append(args[-1])
            await asyncio.sleep(0)
            return "0 peek 1"

        monkeypatch.setattr(bots, "_ask", note)
        await bots.ask(*question())
        assert budgets == [1.0]
        await asyncio.gather(*(bots.ask(*question()) for _ in range(100)))
        assert min(budgets) == LEAST_BUDGET
        assert bots._waiting == 0

    run(story())


def test_each_level_has_a_simpler_one_down_to_random() -> None:
    assert simpler("expert") == "greedy"
    assert simpler("greedy") == "random"
    assert simpler("random") == "random"
