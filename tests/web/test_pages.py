"""What people do with pages and forms, without a script."""

from __future__ import annotations

import gc
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stalas.games import SHELF
from stalas.web import render
from tests.web.conftest import Answer, Browser, World

Run = Callable[..., Any]
STACK = "stack 112/231/2/132"


async def move(browser: Browser, table: str, page: Answer, rng: Random, seat: int) -> Answer:
    """Make any move that the page offers."""
    if page.moves:
        form = {"move": rng.choice(page.moves)}
    else:
        assert 'name="typed"' in page.body
        form = {"typed": STACK, "seat": str(seat)}
    answer = await browser.post(f"{table}/move", form)
    assert answer.status == 303, answer.problem
    return answer


@pytest.mark.parametrize("game", SHELF)
def test_two_browsers_play_a_whole_match_by_forms(
    game: str, make_world: type[World], run: Run
) -> None:
    async def play() -> None:
        world, rng = make_world(posts_a_minute=100_000), Random(game)
        ona, jonas = world.browser(), world.browser("10.0.0.2")
        opened = await ona.post("/open", {"game": game, "mode": "invite", "name": "Ona"})
        assert opened.status == 303
        table = opened.headers["location"]
        sat = await jonas.post(f"{table}/sit", {"seat": "1", "name": "Jonas"})
        assert sat.status == 303
        for _ in range(1000):
            for seat, browser in enumerate((ona, jonas)):
                page = await browser.get(table)
                if page.moves or 'name="typed"' in page.body:
                    await move(browser, table, page, rng, seat)
                    break
            else:
                break
        page = await ona.get(table)
        assert "won" in page.turn or "shared" in page.turn
        record = await jonas.get(f"{table}/record")
        assert '"seed"' in record.body
        assert "Play again" in page.body

    run(play())


@pytest.mark.parametrize("game", SHELF)
def test_a_table_is_drawn_without_leaving_cycles_behind(
    game: str, make_world: type[World], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What only the collector could free would make everybody wait for the collector."""
    left: list[int] = []
    page = render.page

    def watched(template: str, reader: render.Reader, **context: Any) -> str:
        page(template, reader, **context)  # what is made once is made now
        gc.collect()
        text = page(template, reader, **context)
        if template == "_table.html":
            left.append(gc.collect())
        return text

    async def play() -> None:
        world, rng = make_world(), Random(game)
        ona, jonas = world.browser(), world.browser("10.0.0.2")
        opened = await ona.post("/open", {"game": game, "mode": "invite", "name": "Ona"})
        table = opened.headers["location"]
        await jonas.post(f"{table}/sit", {"seat": "1", "name": "Jonas"})
        monkeypatch.setattr(render, "page", watched)
        for seat, browser in enumerate((ona, jonas)):
            answer = await browser.get(table)
            if answer.moves or 'name="typed"' in answer.body:
                await move(browser, table, answer, rng, seat)
            await browser.get(table)

    run(play())
    assert len(left) >= 3
    assert set(left) == {0}


def test_a_bot_answers_at_once(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world = make_world()
        ona = world.browser()
        opened = await ona.post(
            "/open", {"game": "tower-of-doubt", "mode": "bot", "level": "greedy", "name": "Ona"}
        )
        page = await ona.get(opened.headers["location"])
        assert page.status == 200
        assert "greedy" in page.body or "Greedy" in page.body

    run(play())


def test_a_stale_page_is_refused_with_a_sentence(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world = make_world()
        ona, jonas = world.browser(), world.browser("10.0.0.2")
        opened = await ona.post(
            "/open",
            {"game": "tower-of-doubt", "mode": "invite", "name": "Ona", "option.first": "0"},
        )
        table = opened.headers["location"]
        await jonas.post(f"{table}/sit", {"seat": "1", "name": "Jonas"})
        assert (await ona.post(f"{table}/move", {"move": "0 peek 1", "version": "1"})).status == 409
        page = await ona.get(table)
        first = await ona.post(f"{table}/move", {"move": page.moves[0]})
        again = await ona.post(f"{table}/move", {"move": page.moves[0]})
        assert first.status == 303
        assert again.status in (409, 422)
        assert again.problem

    run(play())


def test_others_moves_cannot_be_made(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world = make_world()
        ona, jonas, eve = (world.browser(f"10.0.0.{i}") for i in range(3))
        opened = await ona.post(
            "/open",
            {"game": "tower-of-doubt", "mode": "invite", "name": "Ona", "option.first": "0"},
        )
        table = opened.headers["location"]
        await jonas.post(f"{table}/sit", {"seat": "1", "name": "Jonas"})
        for browser in (jonas, eve):
            answer = await browser.post(f"{table}/move", {"move": "0 peek 1", "seat": "0"})
            assert answer.status == 403
            assert answer.problem

    run(play())


def test_the_curtain_shows_nothing_until_somebody_says_i_am(
    make_world: type[World], run: Run
) -> None:
    async def play() -> None:
        world = make_world()
        shared = world.browser()
        opened = await shared.post("/open", {"game": "gold-hunting", "mode": "device"})
        table = opened.headers["location"]
        page = await shared.get(table)
        assert "I am" in page.body
        assert 'name="typed"' not in page.body
        await shared.post(f"{table}/i-am", {"seat": "0"})
        assert 'name="typed"' in (await shared.get(table)).body
        await shared.post(f"{table}/move", {"typed": STACK})
        page = await shared.get(table)
        assert "I am" in page.body
        assert "112" not in page.body.replace(page.headers.get("x", ""), "").split("dealer")[0]

    run(play())


@pytest.mark.parametrize("path", ["/", "/replay", "/nowhere", "/t/none", "/rules/china-gold"])
def test_every_page_comes_in_both_languages_with_its_headers(
    path: str, make_world: type[World], run: Run
) -> None:
    async def play() -> None:
        world = make_world()
        for code in ("lt", "en"):
            browser = world.browser()
            browser.cookies["lang"] = code
            page = await browser.get(path)
            assert page.status in (200, 404)
            assert f'<html lang="{code}">' in page.body
            assert "default-src 'none'" in page.headers["content-security-policy"]
            assert " style=" not in page.body

    run(play())


def test_a_record_is_replayed_from_its_text(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world = make_world()
        browser = world.browser()
        record = (
            '{"format":"stalas/1","game":"tower-of-doubt","seats":["a","b"],"options":{},'
            '"moves":["* first 0"]}'
        )
        page = await browser.post("/replay", {"record": record})
        assert page.status == 200
        assert "Ply 1 of 1" in page.body
        broken = await browser.post("/replay", {"record": record[:-9]})
        assert broken.status == 422
        refused = await browser.post("/replay", {"record": record.replace("* first 0", "0 mark 1")})
        assert refused.status == 422
        assert "Move 0" in refused.body

    run(play())
