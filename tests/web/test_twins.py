"""The twin test: what a viewer cannot know changes no byte that reaches it, on any channel.

Two sites are given the same table, once with the match as it was and once with its twin: a match
that differs only in what the viewer cannot know. At every version both are asked everything.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import Any
from zlib import crc32

import pytest
from markupsafe import Markup

from stalas.core.game import Viewer
from stalas.games import SHELF, find
from stalas.store import MemoryStore
from stalas.table.commands import Play, Sit
from stalas.table.decide import decide
from stalas.table.events import ChanceFell, Event, MovePlayed
from stalas.table.evolve import fold
from stalas.table.opening import open_table
from stalas.table.setup import Person, Setup, hash_key
from stalas.table.storage import NewTable
from stalas.web import api, api_json, render
from tests.web.conftest import SECRET, T0, Browser, World

Run = Callable[..., Any]
NAME = "twin"
KEYS = ("k" * 43, "l" * 43, "m" * 43)


def match_of(game: str, rng: Random, plies: int) -> list[Event]:
    """A table's events up to so many plies of a random match."""
    seats = 3 if game == "stick-collection" else 2
    opened = open_table(
        Setup(game, seats=seats, leave_after=None), T0, SECRET, host=Person("P0", KEYS[0])
    )
    events, table = list(opened.events), opened.table
    for seat in range(1, seats):
        decided = decide(table, Sit(seat, f"P{seat}", hash_key(KEYS[seat])), T0, SECRET)
        events += decided.events
        table = decided.table
    for _ in range(plies):
        if not table.to_move:
            break
        mover = rng.choice(table.to_move)
        legal = table.state.legal_moves(mover)
        text = str(legal[rng.randrange(len(legal))])
        decided = decide(table, Play(mover, text, table.version), T0, SECRET)
        events += decided.events
        table = decided.table
    return events


def twin_of(game: str, events: Sequence[Event], viewer: Viewer, rng: Random) -> list[Event]:
    """The same events in another world."""
    rules = find(game)
    table = fold(events)
    start = table.plies[0].before
    twins = iter(rules.twin(start, [ply.move for ply in table.plies], viewer, rng))
    return [
        replace(event, text=str(next(twins)))
        if isinstance(event, MovePlayed | ChanceFell)
        else event
        for event in events
    ]


async def everything(world: World, events: Sequence[Event], viewer: Viewer) -> list[str]:
    """All that reaches a viewer of a table at this version."""
    store = MemoryStore()
    table = fold(events)
    await store.create(NewTable(NAME, list(events), SECRET, table.summary()))
    world.tables.store = store
    browser = Browser(world.app)
    if viewer is not None:
        guests = world.app.state.site.guests
        browser.cookies["stalas"] = guests._serializer.dumps([KEYS[viewer], f"P{viewer}", None])
    else:
        browser.cookies["stalas"] = world.app.state.site.guests._serializer.dumps(
            ["s" * 43, "", None]
        )
    said = []
    for path in ("", "/record", "/replay", "/replay?ply=3", "/replay?as=1&ply=2", "/dice"):
        answer = await browser.get(f"/t/{NAME}{path}")
        said.append(f"{path} {answer.status} {sorted(answer.headers.items())} {answer.body}")
    said += await browser.frames(f"/t/{NAME}/stream", 1)
    holder = KEYS[viewer] if viewer is not None else "s" * 43
    token = world.app.state.site.tokens._serializer.dumps([holder, "P", "play"])
    asked = {"authorization": f"Bearer {token}", "content_type": "application/json"}
    for path in ("", "/legal?limit=50", "/record"):
        answer = await browser.get(f"/api/tables/{NAME}{path}", **asked)
        said.append(f"api {path} {answer.status} {answer.headers} {answer.body}")
    said += await browser.frames(f"/api/tables/{NAME}/stream", 1, **asked)
    for move in ("0 dig 1@1", "1 mark 3", "0 stack 1/2/3", "junk"):
        body = json.dumps({"move": move, "version": 1}).encode()
        answer = await browser.send(f"/api/tables/{NAME}/moves", body, **asked)
        said.append(f"api {move} {answer.status} {answer.body}")
    for move in ("0 dig 1@1", "1 mark 3", "2 bid 99", "0 stack 1/2/3", "* first 0", "junk"):
        answer = await browser.post(f"/t/{NAME}/move", {"move": move, "version": "1"})
        if answer.status == 303:
            raise AssertionError("the probes change nothing")
        said.append(f"{move} {answer.status} {answer.body}")
    world.tables._live.clear()
    world.app.state.site.fragments = render.Fragments()  # both worlds' tables have one name
    return said


def differences(world: World, game: str, seed: int, run: Run) -> int:
    """How many answers differ between twin worlds, over all viewers and versions."""
    rng = Random(seed)
    events = match_of(game, rng, 14)
    seats = 3 if game == "stick-collection" else 2
    found = 0

    async def compare() -> None:
        nonlocal found
        for viewer in (*range(seats), None):
            twins = twin_of(game, events, viewer, rng)
            began = next(i for i, e in enumerate(events) if isinstance(e, ChanceFell))
            for version in range(began + 1, len(events) + 1, 3):
                if fold(events[:version]).status == "ended":
                    break
                a = await everything(world, events[:version], viewer)
                b = await everything(world, twins[:version], viewer)
                assert len(a) == len(b)
                found += sum(x != y for x, y in zip(a, b, strict=True))

    run(compare())
    return found


@pytest.mark.parametrize("game", SHELF)
def test_twin_worlds_look_alike_on_every_channel(
    game: str, make_world: type[World], run: Run
) -> None:
    world = make_world(posts_a_minute=1_000_000, api_posts_a_minute=1_000_000)
    assert differences(world, game, 1, run) == 0


def test_a_planted_leak_in_the_api_is_caught(
    make_world: type[World], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make_world(posts_a_minute=1_000_000, api_posts_a_minute=1_000_000)
    honest = api_json.table_json

    def leaky(shown: Any, seats: Any) -> dict[str, Any]:
        state = next(iter(world.tables._live.values())).table.state
        return {**honest(shown, seats), "total": crc32(str(state.truth()).encode())}

    monkeypatch.setattr(api, "table_json", leaky)
    assert differences(world, "gold-hunting", 0, run) > 0


def test_a_planted_leak_in_the_drawing_is_caught(
    make_world: type[World], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fragment made from the state, not from the view, must not go unnoticed."""
    world = make_world(posts_a_minute=1_000_000, api_posts_a_minute=1_000_000)
    honest = render.fragment

    def leaky(shown: Any, *args: Any, **kwargs: Any) -> str:
        state = next(iter(world.tables._live.values())).table.state
        return honest(shown, *args, **kwargs) + f"<!-- {crc32(str(state.truth()).encode())} -->"

    monkeypatch.setattr(render, "fragment", leaky)
    assert differences(world, "gold-hunting", 0, run) > 0


def test_a_key_made_of_hidden_data_is_caught(
    make_world: type[World], run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    world = make_world(posts_a_minute=1_000_000, api_posts_a_minute=1_000_000)
    honest = render.board

    def leaky(game: Any, view: Any, speak: Any) -> str:
        state = next(iter(world.tables._live.values())).table.state
        key = crc32(str(state.truth()).encode())
        return Markup('<g data-key="{}"></g>').format(key) + honest(game, view, speak)

    monkeypatch.setattr("stalas.web.render.board", leaky)
    assert differences(world, "gold-hunting", 0, run) > 0
