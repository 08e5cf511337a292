"""What every request passes: host and size checks, rate limits, and the headers of every answer."""

from __future__ import annotations

import time
from collections import OrderedDict
from collections.abc import Callable
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stalas.web.settings import Settings

MAX_BODY: Final = 300_000
"""The largest body, in bytes: a record to replay fits; nothing sensible is larger."""
REMEMBERED: Final = 20_000
"""Addresses whose rate is remembered; the ones unseen for longest are forgotten."""

POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'; "
    "manifest-src 'self'"
)
HEADERS: Final = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Rates:
    """Counts what each address does, as buckets that refill steadily."""

    def __init__(self, most: int, seconds: float, now: Callable[[], float] = time.monotonic):
        """Allow `most` in `seconds`, all at once or spread."""
        self._most = most
        self._refill = most / seconds
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def wait(self, who: str) -> float:
        """Take one; give 0 if it was there, else the seconds until there is one."""
        now = self._now()
        left, at = self._buckets.pop(who, (float(self._most), now))
        left = min(float(self._most), left + (now - at) * self._refill)
        wait = 0.0 if left >= 1 else (1 - left) / self._refill
        self._buckets[who] = (left if wait else left - 1, now)
        if len(self._buckets) > REMEMBERED:
            self._buckets.popitem(last=False)
        return wait


class Guard:
    """The outermost layer of the application."""

    def __init__(self, app: ASGIApp, settings: Settings, api: ASGIApp) -> None:
        self.app = app
        self._api = api
        self._hosts = {host.lower() for host in settings.hosts}
        self._posts = Rates(settings.posts_a_minute, 60)
        self._api_posts = Rates(settings.api_posts_a_minute, 60)
        self._headers = [(k.lower().encode(), v.encode()) for k, v in HEADERS.items()]
        if settings.behind_tls:
            self._headers.append((b"strict-transport-security", b"max-age=31536000"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check a request, then pass it on."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = message["headers"]
                headers += self._headers
                if not any(name == b"cache-control" for name, _ in headers):
                    headers.append((b"cache-control", b"no-store"))
            await send(message)

        refusal = self._refusal(scope, headers)
        if refusal is not None:
            await refusal(scope, receive, guarded)
            return
        inner = self._api if scope["path"].startswith("/api/") else self.app
        await inner(scope, _limited(receive), guarded)

    def _refusal(self, scope: Scope, headers: Headers) -> PlainTextResponse | None:
        if "*" not in self._hosts and _host(headers.get("host", "")) not in self._hosts:
            return PlainTextResponse(
                "This server does not go by that name; its host can allow it with --allow-host.\n",
                421,
            )
        length = headers.get("content-length", "0")
        if not length.isdigit() or int(length) > MAX_BODY:
            return PlainTextResponse("That is too large.\n", 413, {"Connection": "close"})
        if scope["method"] not in ("GET", "HEAD", "OPTIONS"):
            client = scope.get("client") or ("", 0)
            rates = self._api_posts if scope["path"].startswith("/api/") else self._posts
            wait = rates.wait(client[0])
            if wait:
                return PlainTextResponse(
                    "Too much at once; please wait a moment.\n",
                    429,
                    {"Retry-After": str(int(wait) + 1)},
                )
        return None


class TooLarge(Exception):
    """A body that goes on beyond the limit."""


def _limited(receive: Receive) -> Receive:
    size = 0

    async def limited() -> Message:
        nonlocal size
        message = await receive()
        size += len(message.get("body", b""))
        if size > MAX_BODY:
            raise TooLarge
        return message

    return limited


def _host(header: str) -> str:
    """The name in a `Host` header, without its port."""
    if header.startswith("["):
        return header[1:].partition("]")[0].lower()
    return header.rpartition(":")[0].lower() if ":" in header else header.lower()
