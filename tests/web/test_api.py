"""The JSON API: what clients do, how they are refused, and that its description is true."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings

from stalas.games import SHELF
from stalas.web.api import HANDLERS
from stalas.web.openapi import ACTS, description
from tests.web.conftest import Answer, Browser, World

Run = Callable[..., Any]


class Client:
    """A program with a token."""

    def __init__(self, world: World, scope: str = "play") -> None:
        self.browser = Browser(world.app)
        self.scope = scope
        self.token = ""

    async def start(self, name: str = "Bot") -> Client:
        made = await self.post("/api/tokens", {"name": name, "scope": self.scope})
        self.token = json.loads(made.body)["token"]
        return self

    async def get(self, path: str) -> Any:
        answer = await self.browser.get(path, authorization=f"Bearer {self.token}")
        assert answer.headers["content-type"].startswith("application/json")
        return json.loads(answer.body)

    async def post(self, path: str, body: Any) -> Answer:
        return await self.browser.send(
            path,
            json.dumps(body).encode(),
            content_type="application/json",
            authorization=f"Bearer {self.token}",
        )


async def two(world: World, game: str) -> tuple[Client, Client, str]:
    ona, jonas = await Client(world).start("Ona"), await Client(world).start("Jonas")
    opened = await ona.post("/api/tables", {"game": game})
    assert opened.status == 201
    table = json.loads(opened.body)["table"]
    assert (await jonas.post(f"/api/tables/{table}/sit", {"seat": 1})).status == 200
    return ona, jonas, f"/api/tables/{table}"


@pytest.mark.parametrize("game", SHELF)
def test_two_clients_play_a_whole_match(game: str, make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world, rng = make_world(), Random(game)
        ona, jonas, table = await two(world, game)
        for _ in range(1000):
            moved = False
            for client in (ona, jonas):
                legal = await client.get(f"{table}/legal")
                if legal["moves"]:
                    move = rng.choice(legal["moves"])
                    body = {"move": move, "version": legal["version"]}
                    assert (await client.post(f"{table}/moves", body)).status == 200
                    moved = True
            if not moved:
                break
        shown = await ona.get(table)
        assert shown["status"] == "ended"
        assert shown["view"]["over"] is True
        assert shown["seed"] is not None
        assert (await jonas.get(f"{table}/record"))["meta"]["dealer"]["seed"] == shown["seed"]

    run(play())


def test_a_stale_move_is_refused_with_409(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world = make_world()
        ona, jonas, table = await two(world, "tower-of-doubt")
        mover = ona if (await ona.get(f"{table}/legal"))["moves"] else jonas
        legal = await mover.get(f"{table}/legal")
        body = {"move": legal["moves"][0], "version": legal["version"]}
        assert (await mover.post(f"{table}/moves", body)).status == 200
        again = await mover.post(f"{table}/moves", body)
        assert again.status in (409, 422)
        assert json.loads(again.body)["error"]["message"]

    run(play())


def test_a_stream_resumes_after_what_was_seen(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world = make_world()
        ona, jonas, table = await two(world, "tower-of-doubt")
        headers = {"authorization": f"Bearer {ona.token}"}
        first = (await ona.browser.frames(f"{table}/stream", 1, **headers))[0]
        number = first.split("id: ")[1].split("\n")[0]
        mover = ona if (await ona.get(f"{table}/legal"))["moves"] else jonas
        legal = await mover.get(f"{table}/legal")
        await mover.post(f"{table}/moves", {"move": legal["moves"][0], "version": legal["version"]})
        headers["last_event_id"] = number
        second = (await ona.browser.frames(f"{table}/stream", 1, **headers))[0]
        data = json.loads(second.split("data: ")[1])
        assert data["version"] > int(number)
        assert [entry["text"] for entry in data["log"]] == [legal["moves"][0]]

    run(play())


@pytest.mark.parametrize(
    ("path", "body", "status"),
    [
        ("/api/tables", {"game": "go"}, 422),
        ("/api/tables", {"game": "china-gold", "seats": 3}, 422),
        ("/api/tables", {"game": "china-gold", "options": {"first": 7}}, 422),
        ("/api/tables", {"game": 3}, 400),
        ("/api/tables", {"game": "china-gold", "colour": 1}, 400),
        ("/api/tables", {"game": "china-gold", "seat": True}, 400),
        ("/api/tables", {"game": "china-gold", "bots": {"1": "nobody"}}, 422),
        ("/api/tables", {"game": "china-gold", "bots": {"x": "greedy"}}, 400),
        ("/api/tables", {"game": "china-gold", "clock": {"minutes": "9"}}, 400),
        ("/api/tables", [], 400),
        ("/api/tables/none/moves", {"move": "0 peek 1", "version": 1}, 404),
        ("/api/tables/none/acts", {"do": "dance", "seat": 0}, 400),
        ("/api/nowhere", {}, 404),
    ],
)
def test_wrong_requests_get_a_sentence(
    path: str, body: Any, status: int, make_world: type[World], run: Run
) -> None:
    async def play() -> None:
        client = await Client(make_world()).start()
        answer = await client.post(path, body)
        assert answer.status == status, answer.body
        assert json.loads(answer.body)["error"]["message"]

    run(play())


def test_tokens_and_scopes_are_asked_for(make_world: type[World], run: Run) -> None:
    async def play() -> None:
        world = make_world()
        nobody = Client(world)
        assert (await nobody.post("/api/tables", {"game": "china-gold"})).status == 401
        nobody.token = "x" * 500
        assert (await nobody.post("/api/tables", {"game": "china-gold"})).status == 401
        watcher = await Client(world, "watch").start()
        assert (await watcher.post("/api/tables", {"game": "china-gold"})).status == 403
        ona, _jonas, table = await two(world, "gold-hunting")
        eve = await Client(world).start()
        assert (await eve.get(table))["view"]["seat"] == "spectator"
        assert (await ona.get(table))["view"]["seat"] == 0
        stolen = await eve.post(f"{table}/acts", {"do": "resign", "seat": 0})
        assert stolen.status == 403

    run(play())


def test_every_route_is_described_and_nothing_else() -> None:
    described = {
        (path, method.upper())
        for path, methods in description()["paths"].items()
        for method in methods
    }
    served = {
        ("/api/" + "/".join(path), method)
        for path, methods in HANDLERS.items()
        for method in methods
    }
    assert served == described


@pytest.mark.parametrize("what", ACTS)
def test_every_act_is_understood(what: str, make_world: type[World], run: Run) -> None:
    async def play() -> None:
        ona, _jonas, table = await two(make_world(), "tower-of-doubt")
        body = {"do": what, "seat": 0, "version": 1, "agree": True, "absent": 1}
        answer = await ona.post(f"{table}/acts", {**body, "level": "greedy", "entropy": "x"})
        assert answer.status in (200, 403, 409, 422), answer.body

    run(play())


def test_random_requests_by_the_description_never_break_the_server(
    make_world: type[World], run: Run
) -> None:
    world = make_world(api_posts_a_minute=10**9)
    token = world.app.state.site.tokens.make("Fuzz", "play")
    headers = {"host": "localhost", "authorization": f"Bearer {token}"}
    schema = schemathesis.openapi.from_asgi("/api/openapi.json", world.app, headers=headers)
    statuses: list[int] = []
    for found in schema.exclude(path_regex="stream$").get_all_operations():
        operation: Any = found
        ask = settings(
            max_examples=15,
            deadline=None,
            derandomize=True,
            database=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )(given(case=operation.ok().as_strategy())(_probe(headers, statuses)))
        ask()
    assert len(statuses) > 100
    assert max(statuses) < 500
    assert 201 in statuses, "some requests must get through"


def _probe(headers: dict[str, str], statuses: list[int]) -> Callable[..., None]:
    def probe(case: Any) -> None:
        statuses.append(case.call(headers=headers).status_code)

    return probe
