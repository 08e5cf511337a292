"""Forms of strangers, wrong hosts, floods and junk."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from stalas.web.security import MAX_BODY, Rates
from stalas.web.stream import frame
from tests.web.conftest import World

Run = Callable[..., Any]


def test_a_form_without_its_token_is_refused(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        browser = make_world().browser()
        for token in ("", "0" * 64, "é"):
            answer = await browser.post("/open", {"token": token, "game": "china-gold"})
            assert answer.status == 403

    run(play())


def test_a_form_from_another_site_is_refused(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        browser = make_world().browser()
        form = {"game": "china-gold"}
        assert (await browser.post("/open", form, origin="https://evil.example")).status == 403
        assert (await browser.post("/open", form, origin="http://localhost")).status == 303

    run(play())


def test_another_host_name_is_refused(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        browser = make_world().browser()
        assert (await browser.get("/", host="evil.example")).status == 421
        assert (await browser.get("/", host="localhost:8321")).status == 200
        assert (await browser.get("/", host="[::1]:8321")).status == 200

    run(play())


def test_too_much_is_refused(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        browser = make_world(posts_a_minute=5).browser()
        big = await browser.send("/open", b"x", content_length=str(MAX_BODY + 1))
        assert big.status == 413
        lying = await browser.send("/replay", b"a=" + b"x" * (MAX_BODY + 1), content_length="5")
        assert lying.status in (413, 400, 403)
        statuses = [(await browser.post("/open", {"token": "x"})).status for _ in range(8)]
        assert statuses[-1] == 429

    run(play())


def test_tables_are_not_opened_without_end(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        browser = make_world(opens_an_hour=3).browser()
        form = {"game": "tower-of-doubt", "mode": "invite"}
        statuses = [(await browser.post("/open", form)).status for _ in range(5)]
        assert statuses == [303, 303, 303, 429, 429]

    run(play())


def test_rates_refill() -> None:
    now = [0.0]
    rates = Rates(2, 10, lambda: now[0])
    assert [rates.wait("a") for _ in range(3)] == [0, 0, 5]
    assert rates.wait("b") == 0
    now[0] = 5
    assert rates.wait("a") == 0


def test_malformed_bodies_never_break_the_server(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world, rng = make_world(posts_a_minute=100_000), Random(1)
        browser = world.browser()
        opened = await browser.post("/open", {"game": "tower-of-doubt", "mode": "bot"})
        table = opened.headers["location"]
        kinds = ("application/x-www-form-urlencoded", "multipart/form-data; boundary=b", "x/y", "")
        paths = ("/open", f"{table}/move", f"{table}/sit", f"{table}/nothing", "/replay")
        for _ in range(120):
            body = rng.randbytes(rng.randrange(80))
            answer = await browser.send(rng.choice(paths), body, content_type=rng.choice(kinds))
            assert 400 <= answer.status < 500

    run(play())


@pytest.mark.parametrize(
    "field",
    ["seat", "seats", "move", "version", "level", "option.first", "minutes", "name", "mode"],
)
@pytest.mark.parametrize(
    "value", ["", "-1", "99999999999", "NaN", "١", "\0", "😀" * 50, "[[[", "1e999"]
)
def test_strange_values_get_a_sentence(
    field: str, value: str, make_world: type[World], run: Run
) -> None:
    async def play() -> None:
        browser = make_world().browser()
        form = {"game": "tower-of-doubt", "mode": "bot", "clock": "live", field: value}
        assert (await browser.post("/open", form)).status in (303, 422)
        opened = await browser.post("/open", {"game": "tower-of-doubt", "mode": "bot"})
        table = opened.headers["location"]
        for what in ("move", "sit", "undo", "answer", "call-bot", "i-am", "seat-bot"):
            answer = await browser.post(f"{table}/{what}", {field: value})
            assert answer.status in (303, 403, 409, 422)

    run(play())


@pytest.mark.parametrize("text", ["a\nb", "a\rb", "a\0b"])
def test_an_event_name_cannot_break_the_frame(text: str) -> None:
    with pytest.raises(ValueError, match="one line"):
        frame("x", event=text)


def test_data_cannot_break_out_of_its_frame() -> None:
    for mark in ("\n", "\r", "\r\n"):
        lines = frame(f"a{mark}event: evil{mark}{mark}b").split("\n")
        assert all(line.startswith("data: ") for line in lines if line)
