"""The JSON API for bots and other clients, described by `/api/openapi.json`.

Like the pages it is given a viewer's projection and nothing else. A move carries the version that
it answers, so that a stale one is refused.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Final, TypeAlias

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from stalas.core.errors import GameError
from stalas.core.game import Seat, Viewer
from stalas.games import SHELF, find
from stalas.players import levels
from stalas.table.commands import Play
from stalas.table.errors import NoSuchTable, NotSeated, StaleCommand, StoreError
from stalas.table.feed import FeedClosed
from stalas.table.setup import Person, Setup, clean_name
from stalas.web.api_json import (
    ApiError,
    change_json,
    need,
    query_number,
    read_body,
    read_command,
    read_control,
    table_json,
)
from stalas.web.openapi import LEGAL_MOST, description
from stalas.web.security import TooLarge
from stalas.web.stream import COMMENT, HEARTBEAT, EventStream, frame
from stalas.web.tokens import SCOPES, Holder

if TYPE_CHECKING:
    from stalas.web.app import Site

_compact: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

Handler: TypeAlias = Callable[[Request], Awaitable[Response]]


def refusal(status: int, code: str, message: str, rule: str | None = None) -> JSONResponse:
    """Answer with an error."""
    return JSONResponse({"error": {"code": code, "message": message, "rule": rule}}, status)


def _site(request: Request) -> Site:
    site: Site = request.scope["app"].state.site
    return site


def _holder(request: Request, scope: str = "watch") -> Holder:
    holder = _site(request).tokens.read(request.headers.get("authorization", ""))
    if holder is None:
        raise ApiError(401, "no_token", "Send a token: Authorization: Bearer …")
    if scope == "play" and holder.scope != "play":
        raise ApiError(403, "scope", "This token may only watch.")
    return holder


async def _viewer(request: Request, table: str, holder: Holder) -> tuple[Viewer, tuple[Seat, ...]]:
    """Whose knowledge the holder gets: its seat's; with several seats the one it names."""
    seats = await _site(request).tables.seats(table, holder.key)
    wanted = request.query_params.get("seat")
    if wanted is not None:
        if not (wanted.isascii() and wanted.isdigit() and int(wanted[:3]) in seats):
            raise ApiError(403, "not_seated", "You do not sit there.")
        return int(wanted), seats
    return (seats[0] if seats else None), seats


async def tokens(request: Request) -> Response:
    """Make a token."""
    body = await read_body(request, {"name": str, "scope": str})
    scope = body.get("scope", "play")
    if scope not in SCOPES:
        raise ApiError(400, "field", "The scope is play or watch.")
    name = clean_name(body.get("name", "Bot"))
    return JSONResponse(
        {"token": _site(request).tokens.make(name, scope), "name": name, "scope": scope}, 201
    )


async def games(request: Request) -> Response:
    """The games with their options and levels."""
    del request
    return JSONResponse(
        [
            {
                "name": game.name,
                "title": str(game.title),
                "seats": list(game.seats),
                "options": [{"name": o.name, "default": o.default} for o in game.options],
                "levels": list(levels(game.name)),
            }
            for game in map(find, SHELF)
        ]
    )


async def lobby(request: Request) -> Response:
    """The listed tables that wait for somebody."""
    listed = await _site(request).tables.lobby()
    return JSONResponse(
        [
            {
                "table": listing.table,
                "game": listing.summary.game,
                "seats": listing.summary.seats,
                "taken": listing.summary.taken,
                "host": listing.summary.host,
            }
            for listing in listed
        ]
    )


async def open_table(request: Request) -> Response:
    """Open a table."""
    site = _site(request)
    holder = _holder(request, "play")
    body = await read_body(
        request,
        {
            "game": str,
            "seats": int,
            "options": dict,
            "seat": (int, type(None)),
            "bots": dict,
            "listed": bool,
            "wait_ready": bool,
            "clock": (dict, type(None)),
            "entropy": str,
        },
    )
    bots: dict[int, str] = {}
    for seat, level in body.get("bots", {}).items():
        if not (seat.isascii() and seat.isdigit() and len(seat) == 1 and isinstance(level, str)):
            raise ApiError(400, "field", '“bots” gives a level for each seat: {"1": "greedy"}.')
        bots[int(seat)] = level
    game = find(need(body, "game"))
    setup = Setup(
        game=game.name,
        seats=body.get("seats", game.seats[0]),
        options=body.get("options", {}),
        control=read_control(body.get("clock")),
        listed=body.get("listed", False),
        wait_ready=body.get("wait_ready", False),
        leave_after=site.settings.leave_after,
    )
    person = Person(holder.name, holder.key, body.get("entropy", ""))
    table = await site.tables.open(setup, host=person, seat=body.get("seat", 0), bots=bots)
    return JSONResponse({"table": table}, 201)


async def sit(request: Request) -> Response:
    """Take a free seat."""
    holder = _holder(request, "play")
    body = await read_body(request, {"seat": int, "entropy": str})
    person = Person(holder.name, holder.key, body.get("entropy", ""))
    version = await _site(request).tables.sit(
        request.path_params["table"], need(body, "seat"), person
    )
    return JSONResponse({"version": version})


async def view(request: Request) -> Response:
    """The table as the holder may see it."""
    table = request.path_params["table"]
    viewer, seats = await _viewer(request, table, _holder(request))
    shown = await _site(request).tables.projection(table, viewer)
    return JSONResponse(table_json(shown, seats))


async def legal(request: Request) -> Response:
    """The holder's legal moves, a part of them where they are many."""
    table = request.path_params["table"]
    viewer, _seats = await _viewer(request, table, _holder(request))
    shown = await _site(request).tables.projection(table, viewer)
    moves = shown.view.legal if shown.view is not None else ()
    offset = query_number(request, "offset", 0, 10**9)
    limit = query_number(request, "limit", LEGAL_MOST, LEGAL_MOST)
    part = [str(moves[i]) for i in islice(range(offset, len(moves)), limit)]
    return JSONResponse({"version": shown.version, "count": len(moves), "moves": part})


async def move(request: Request) -> Response:
    """Make a move, which answers a version of the table."""
    holder = _holder(request, "play")
    body = await read_body(request, {"move": str, "version": int})
    text = need(body, "move")
    if not (text[:1].isascii() and text[:1].isdigit()):
        raise ApiError(422, "refused", "A move begins with the number of your seat.")
    version = await _site(request).tables.act(
        request.path_params["table"], Play(int(text[0]), text, need(body, "version")), holder.key
    )
    return JSONResponse({"version": version})


async def act(request: Request) -> Response:
    """Everything else that a seat or the host may say: see `ACTS`."""
    holder = _holder(request, "play")
    body = await read_body(
        request,
        {
            "do": str,
            "seat": int,
            "version": int,
            "agree": bool,
            "absent": int,
            "level": str,
            "entropy": str,
        },
    )
    tables, table = _site(request).tables, request.path_params["table"]
    what = need(body, "do")
    if what == "rematch":
        version = await tables.rematch(table, need(body, "seat"), holder.key)
    else:
        version = await tables.act(table, read_command(what, body), holder.key)
    return JSONResponse({"version": version})


async def stream(request: Request) -> Response:
    """The table's changes for the holder; resumes after `Last-Event-ID`."""
    site, table = _site(request), request.path_params["table"]
    viewer, seats = await _viewer(request, table, _holder(request))
    await site.tables.live(table)
    last = request.headers.get("last-event-id", "")
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 12 else -1

    async def frames() -> AsyncGenerator[str, None]:
        seen = after
        try:
            async with site.tables.follow(table, viewer) as following:
                while True:
                    version = await following.next(seen, HEARTBEAT)
                    if version is None:
                        yield COMMENT
                        continue
                    news = await site.tables.change(table, viewer, seen)
                    data = _compact(change_json(news))
                    seen = news.version
                    yield frame(data, event="table", number=seen)
        except (FeedClosed, GameError):
            return

    del seats
    return EventStream(frames())


async def record(request: Request) -> Response:
    """The record: everything once the match is over, before that the seat's own knowledge."""
    table = request.path_params["table"]
    viewer, _seats = await _viewer(request, table, _holder(request))
    found = await _site(request).tables.record(table, viewer)
    return Response(found.dumps(), media_type="application/json")


async def openapi(request: Request) -> Response:
    """The description of this API."""
    del request
    return JSONResponse(description())


Path: TypeAlias = "tuple[str, ...]"

HANDLERS: Final[Mapping[Path, Mapping[str, Handler]]] = {
    ("openapi.json",): {"GET": openapi},
    ("tokens",): {"POST": tokens},
    ("games",): {"GET": games},
    ("tables",): {"GET": lobby, "POST": open_table},
    ("tables", "{table}"): {"GET": view},
    ("tables", "{table}", "sit"): {"POST": sit},
    ("tables", "{table}", "legal"): {"GET": legal},
    ("tables", "{table}", "moves"): {"POST": move},
    ("tables", "{table}", "acts"): {"POST": act},
    ("tables", "{table}", "stream"): {"GET": stream},
    ("tables", "{table}", "record"): {"GET": record},
}
"""What answers each path under `/api/` and method."""

PREFIX: Final = "/api/"


class Api:
    """The API as an application of its own, beside the pages.

    Its paths are looked up in `HANDLERS` instead of passing through the pages' routes and error
    layers: those cost more than a third of a move's time.
    """

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        response = await self._answer(Request(scope, receive))
        await response(scope, receive, send)

    async def _answer(self, request: Request) -> Response:
        path = tuple(request.scope["path"][len(PREFIX) :].split("/"))
        if len(path) > 1:
            request.scope["path_params"] = {"table": path[1]}
            path = (path[0], "{table}", *path[2:])
        methods = HANDLERS.get(path)
        if methods is None:
            return refusal(404, "no_such_path", "There is no such path; see /api/openapi.json.")
        handler = methods.get(request.method)
        if handler is None:
            answer = refusal(405, "method", "That path cannot be used like this.")
            answer.headers["Allow"] = ", ".join(methods)
            return answer
        try:
            return await handler(request)
        except ApiError as error:
            return refusal(error.status, error.code, str(error))
        except NoSuchTable as error:
            return refusal(404, "no_such_table", str(error))
        except NotSeated as error:
            return refusal(403, "not_seated", str(error))
        except StaleCommand as error:
            return refusal(409, "stale", str(error))
        except StoreError as error:
            return refusal(503, "store", str(error))
        except GameError as error:
            return refusal(422, "refused", str(error), error.rule)
        except TooLarge:
            return refusal(413, "too_large", "That is too large.")
        except ClientDisconnect:
            return refusal(400, "gone", "The request did not arrive whole.")
