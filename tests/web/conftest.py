"""A site in memory on injected time, and browsers that ask it without a network."""

from __future__ import annotations

import asyncio
import html
import re
from collections.abc import Callable, Mapping
from concurrent.futures import Executor, Future
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

import pytest
from starlette.applications import Starlette
from starlette.types import Message

from stalas.store import MemoryStore
from stalas.table.bots import Bots
from stalas.table.storage import Store
from stalas.table.tables import Tables
from stalas.web.app import create_app
from stalas.web.settings import Settings

T0 = 1_800_000_000_000
SECRET = bytes(range(32))


@dataclass
class Answer:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: str

    @property
    def moves(self) -> list[str]:
        """The moves that the page's buttons make."""
        return [html.unescape(m) for m in re.findall(r'name="move" value="([^"]+)"', self.body)]

    @property
    def turn(self) -> str:
        found = re.search(r'class="turn"[^>]*>([^<]*)<', self.body)
        assert found is not None, self.body
        return html.unescape(found[1])

    @property
    def problem(self) -> str:
        found = re.search(r'class="problem"[^>]*>([^<]*)<', self.body)
        return html.unescape(found[1]) if found else ""


@dataclass
class Browser:
    """Somebody with cookies."""

    app: Starlette
    cookies: dict[str, str] = field(default_factory=dict)
    address: str = "10.0.0.1"

    async def get(self, path: str, **headers: str) -> Answer:
        return await self._ask("GET", path, b"", headers)

    async def post(self, path: str, form: Mapping[str, str], **headers: str) -> Answer:
        """Send a form with this browser's token; follows nothing."""
        if "token" not in form:
            form = {"token": await self.token(), **form}
        headers.setdefault("content-type", "application/x-www-form-urlencoded")
        return await self._ask("POST", path, urlencode(form).encode(), headers)

    async def send(self, path: str, body: bytes, **headers: str) -> Answer:
        return await self._ask("POST", path, body, headers)

    async def token(self) -> str:
        found = re.search(r'name="token" value="([0-9a-f]+)"', (await self.get("/")).body)
        assert found is not None
        return found[1]

    async def frames(self, path: str, count: int, **headers: str) -> list[str]:
        """Follow a stream until so many frames that carry data have come, then leave it."""
        frames: list[str] = []
        enough = asyncio.Event()
        rest = ""

        def got(text: str) -> None:
            nonlocal rest
            *whole, rest = (rest + text).split("\n\n")
            frames.extend(frame for frame in whole if "data:" in frame)
            if len(frames) >= count:
                enough.set()

        await self._ask("GET", path, b"", headers, got, enough)
        return frames

    async def _ask(
        self,
        method: str,
        path: str,
        body: bytes,
        headers: Mapping[str, str],
        got: Callable[[str], None] | None = None,
        enough: asyncio.Event | None = None,
    ) -> Answer:
        path, _, query = path.partition("?")
        sent = {"host": "localhost", **{k.replace("_", "-"): v for k, v in headers.items()}}
        if self.cookies:
            sent["cookie"] = "; ".join(f"{k}={v}" for k, v in self.cookies.items())
        if method == "POST":
            sent.setdefault("content-length", str(len(body)))
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.4"},
            "http_version": "1.1",
            "method": method,
            "scheme": "http",
            "path": path,
            "raw_path": path.encode(),
            "query_string": query.encode(),
            "root_path": "",
            "headers": [(k.lower().encode(), v.encode()) for k, v in sent.items()],
            "client": (self.address, 1234),
            "server": ("localhost", 80),
        }
        answer = Answer(0, {}, "")
        told = False

        async def receive() -> Message:
            nonlocal told
            if not told:
                told = True
                return {"type": "http.request", "body": body, "more_body": False}
            await (enough or asyncio.Event()).wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            if message["type"] == "http.response.start":
                answer.status = message["status"]
                for raw, value in message["headers"]:
                    name = raw.decode()
                    if name == "set-cookie":
                        cookie, _, kept = value.decode().partition(";")[0].partition("=")
                        self.cookies[cookie] = kept.strip('"')
                    answer.headers[name] = value.decode()
            else:
                text = message.get("body", b"").decode()
                answer.body += text
                if got is not None:
                    got(text)

        await self.app(scope, receive, send)
        return answer


class Here(Executor):
    """An executor that answers at once, in this very thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class World:
    """A site on injected time: everything that could differ between two of them is given."""

    def __init__(self, store: Store | None = None, **settings: Any) -> None:
        self.now = T0
        names = iter(range(1000))
        self.store = store or MemoryStore()
        self.tables = Tables(
            self.store,
            Bots(lambda _: Here(), seeds=lambda _table, ply: ply),
            now=lambda: self.now,
            new_seed=lambda: SECRET,
            new_name=lambda: f"table{next(names)}",
        )
        self.app = create_app(self.tables, Settings(SECRET, **settings))

    def browser(self, address: str = "10.0.0.1") -> Browser:
        return Browser(self.app, address=address)


@pytest.fixture
def make_world() -> type[World]:
    """Make a site."""
    return World


@pytest.fixture
def run() -> Callable[..., Any]:
    """Run a coroutine to its end."""
    return asyncio.run
