"""The JSON API for bots and other clients, described by `/api/openapi.json`.

Like the pages it is given a viewer's projection and nothing else. A move carries the version that
it answers, so that a stale one is refused.
"""

from __future__ import annotations

import json
from collections.abc import AsyncGenerator, Awaitable, Callable, Mapping
from itertools import islice
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response
from starlette.types import Receive, Scope, Send

from stalas.core.errors import GameError, RecordError
from stalas.core.game import DEALER, Json, Seat, Viewer
from stalas.core.records import read_json
from stalas.games import SHELF, find
from stalas.players import levels
from stalas.table.clock import TimeControl
from stalas.table.commands import (
    AddEntropy,
    AnswerUndo,
    AskUndo,
    BeReady,
    ClaimWin,
    CloseTable,
    Command,
    HandOver,
    LetBotFinish,
    Play,
    SeatBot,
    StandUp,
    TakeBack,
)
from stalas.table.errors import NoSuchTable, NotSeated, StaleCommand, StoreError
from stalas.table.feed import FeedClosed
from stalas.table.project import Change, Entry, Projection
from stalas.table.setup import Person, Setup, clean_name
from stalas.web.openapi import LEGAL_MOST, description
from stalas.web.security import TooLarge
from stalas.web.stream import COMMENT, HEARTBEAT, EventStream, frame
from stalas.web.tokens import SCOPES, Holder

if TYPE_CHECKING:
    from stalas.web.app import Site

Body: TypeAlias = Mapping[str, Any]
Handler: TypeAlias = Callable[[Request], Awaitable[Response]]

NOTHING: Final = object()
_compact: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode


class ApiError(Exception):
    """A request that is refused before any table is asked."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


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


async def _body(request: Request, fields: Mapping[str, type | tuple[type, ...]]) -> Body:
    """Read a JSON object whose fields are known and of the right type."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise ApiError(415, "media_type", "Send JSON: Content-Type: application/json.")
    try:
        body = read_json(await request.body())
    except RecordError as error:
        raise ApiError(400, "json", str(error)) from None
    if not isinstance(body, dict):
        raise ApiError(400, "json", "The body must be a JSON object.")
    for name, value in body.items():
        if name not in fields:
            raise ApiError(400, "field", f"There is no field “{name[:40]}” here.")
        wanted = fields[name]
        wrong_bool = isinstance(value, bool) and bool not in (
            wanted if isinstance(wanted, tuple) else (wanted,)
        )
        if wrong_bool or not isinstance(value, wanted):
            raise ApiError(400, "field", f"The field “{name}” is of the wrong type.")
        if isinstance(value, int) and not -1 < value < 2**31:
            raise ApiError(400, "field", f"The field “{name}” is out of range.")
    return body


def _need(body: Body, name: str) -> Any:
    value = body.get(name, NOTHING)
    if value is NOTHING:
        raise ApiError(400, "field", f"The field “{name}” is missing.")
    return value


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
    body = await _body(request, {"name": str, "scope": str})
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
    body = await _body(
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
    game = find(_need(body, "game"))
    setup = Setup(
        game=game.name,
        seats=body.get("seats", game.seats[0]),
        options=body.get("options", {}),
        control=_control(body.get("clock")),
        listed=body.get("listed", False),
        wait_ready=body.get("wait_ready", False),
        leave_after=site.settings.leave_after,
    )
    person = Person(holder.name, holder.key, body.get("entropy", ""))
    table = await site.tables.open(setup, host=person, seat=body.get("seat", 0), bots=bots)
    return JSONResponse({"table": table}, 201)


def _control(clock: Any) -> TimeControl | None:
    if clock is None:
        return None
    numbers = {
        name: value
        for name, value in clock.items()
        if name in ("minutes", "increment", "days")
        and isinstance(value, int | float)
        and not isinstance(value, bool)
        and 0 <= value < 10_000
    }
    if set(numbers) == set(clock) == {"days"}:
        return TimeControl.days(numbers["days"])
    if set(numbers) == set(clock) and "minutes" in numbers and "days" not in numbers:
        return TimeControl.live(numbers["minutes"], numbers.get("increment", 0))
    raise ApiError(400, "field", '“clock” is {"minutes": 10, "increment": 5} or {"days": 3}.')


async def sit(request: Request) -> Response:
    """Take a free seat."""
    holder = _holder(request, "play")
    body = await _body(request, {"seat": int, "entropy": str})
    person = Person(holder.name, holder.key, body.get("entropy", ""))
    version = await _site(request).tables.sit(
        request.path_params["table"], _need(body, "seat"), person
    )
    return JSONResponse({"version": version})


async def view(request: Request) -> Response:
    """The table as the holder may see it."""
    table = request.path_params["table"]
    viewer, seats = await _viewer(request, table, _holder(request))
    shown = await _site(request).tables.projection(table, viewer)
    return JSONResponse(table_json(shown, seats))


def table_json(shown: Projection, seats: tuple[Seat, ...]) -> dict[str, Json]:
    """A projection as JSON."""
    return {
        "version": shown.version,
        "game": shown.game,
        "status": shown.status,
        "you": list(seats),
        "seats": [
            {
                "seat": seat.seat,
                "kind": seat.kind,
                "name": seat.name,
                "level": seat.level,
                "to_move": seat.to_move,
                "ready": seat.ready,
                "away": seat.left_at is not None,
                "stand_in": seat.stand_in,
                "clock": seat.clock,
                "wants_rematch": seat.wants_rematch,
            }
            for seat in shown.seats
        ],
        "view": shown.view.to_json() if shown.view is not None else None,
        "undo": None
        if shown.undo is None
        else {"asker": shown.undo.asker, "waiting_for": list(shown.undo.waiting_for)},
        "commitment": shown.commitment,
        "entropies": list(shown.entropies),
        "seed": shown.seed,
        "next_table": shown.next_table,
        "log": [entry_json(entry) for entry in shown.log],
    }


def entry_json(entry: Entry) -> dict[str, Json]:
    """A line of the log as JSON."""
    return {
        "version": entry.version,
        "ply": entry.ply,
        "seat": "*" if entry.seat == DEALER else entry.seat,
        "text": entry.text,
        "words": [str(sentence) for sentence in entry.sentences],
    }


async def legal(request: Request) -> Response:
    """The holder's legal moves, a part of them where they are many."""
    table = request.path_params["table"]
    viewer, _seats = await _viewer(request, table, _holder(request))
    shown = await _site(request).tables.projection(table, viewer)
    moves = shown.view.legal if shown.view is not None else ()
    offset = _query_number(request, "offset", 0, 10**9)
    limit = _query_number(request, "limit", LEGAL_MOST, LEGAL_MOST)
    part = [str(moves[i]) for i in islice(range(offset, len(moves)), limit)]
    return JSONResponse({"version": shown.version, "count": len(moves), "moves": part})


def _query_number(request: Request, name: str, default: int, most: int) -> int:
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        raise ApiError(400, "query", f"“{name}” is a whole number up to {most}.")
    return int(text)


async def move(request: Request) -> Response:
    """Make a move, which answers a version of the table."""
    holder = _holder(request, "play")
    body = await _body(request, {"move": str, "version": int})
    text = _need(body, "move")
    if not (text[:1].isascii() and text[:1].isdigit()):
        raise ApiError(422, "refused", "A move begins with the number of your seat.")
    version = await _site(request).tables.act(
        request.path_params["table"], Play(int(text[0]), text, _need(body, "version")), holder.key
    )
    return JSONResponse({"version": version})


async def act(request: Request) -> Response:
    """Everything else that a seat or the host may say: see `ACTS`."""
    holder = _holder(request, "play")
    body = await _body(
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
    what = _need(body, "do")
    if what == "rematch":
        version = await tables.rematch(table, _need(body, "seat"), holder.key)
    else:
        version = await tables.act(table, _command(what, body), holder.key)
    return JSONResponse({"version": version})


def _command(what: str, body: Body) -> Command:
    if what == "close":
        return CloseTable()
    seat = _need(body, "seat")
    match what:
        case "resign":
            return Play(seat, f"{seat} resign", 0)
        case "stand-up":
            return StandUp(seat)
        case "seat-bot":
            return SeatBot(seat, _need(body, "level"))
        case "entropy":
            return AddEntropy(seat, _need(body, "entropy"))
        case "ready":
            return BeReady(seat)
        case "undo":
            return AskUndo(seat, _need(body, "version"))
        case "answer":
            return AnswerUndo(seat, _need(body, "agree"), _need(body, "version"))
        case "claim":
            return ClaimWin(seat)
        case "call-bot":
            return LetBotFinish(seat, _need(body, "absent"))
        case "hand-over":
            return HandOver(seat)
        case "take-back":
            return TakeBack(seat)
        case _:
            raise ApiError(400, "field", f"There is nothing to do called “{what[:40]}”.")


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


def change_json(news: Change) -> dict[str, Json]:
    """What a follower is told: where the table is, and what is new since the last event."""
    return {
        "version": news.version,
        "status": news.status,
        "to_move": list(news.to_move),
        "plies": news.plies,
        "log": [entry_json(entry) for entry in news.entries],
    }


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
