"""The description of the JSON API in OpenAPI 3.1, served at `/api/openapi.json`."""

from __future__ import annotations

from functools import cache
from typing import Any, Final

from stalas import __version__
from stalas.games import SHELF

LEGAL_MOST: Final = 500
"""The most legal moves that one answer lists."""

ACTS: Final = (
    "resign",
    "stand-up",
    "seat-bot",
    "close",
    "entropy",
    "ready",
    "undo",
    "answer",
    "claim",
    "call-bot",
    "hand-over",
    "take-back",
    "rematch",
)

_TEXT: Final = {"type": "string"}
_WHOLE: Final = {"type": "integer", "minimum": 0, "maximum": 2**31 - 1}
_FLAG: Final = {"type": "boolean"}


@cache
def description() -> dict[str, Any]:
    """Give the whole description."""
    table = {"name": "table", "in": "path", "required": True, "schema": _TEXT}
    seat = {
        "name": "seat",
        "in": "query",
        "description": "Which of your seats looks, if you hold several.",
        "schema": _WHOLE,
    }
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Stalas",
            "version": __version__,
            "description": (
                "Play at tables from a program. A client is told exactly what its seat may know. "
                "Limits: a body of 300,000 bytes; 6,000 requests with a body a minute from one "
                "address, then 429 with Retry-After; 120 tables opened an hour by pages. A move "
                "answers a version of the table: if the decision has changed since, it is refused "
                "with 409. Seats are numbered from 0; the notation of moves is that of records."
            ),
        },
        "servers": [{"url": "/"}],
        "security": [{"token": []}],
        "paths": {
            "/api/openapi.json": {
                "get": _does("This description.", {"type": "object"}, open_=True)
            },
            "/api/games": {"get": _does("The games.", {"type": "array"}, open_=True)},
            "/api/tokens": {
                "post": _does(
                    "Make a token; the scope play may sit and move, watch may only look.",
                    _object(("token", "name", "scope"), token=_TEXT, name=_TEXT, scope=_TEXT),
                    body=_object((), name=_TEXT, scope={"enum": ["play", "watch"]}),
                    status=201,
                    open_=True,
                )
            },
            "/api/tables": {
                "get": _does(
                    "Listed tables that wait for somebody.", {"type": "array"}, open_=True
                ),
                "post": _does(
                    "Open a table and sit down at it.",
                    _object(("table",), table=_TEXT),
                    body=_object(
                        ("game",),
                        game={"enum": list(SHELF)},
                        seats=_WHOLE,
                        options={"type": "object"},
                        seat={"type": ["integer", "null"], "minimum": 0},
                        bots={"type": "object", "additionalProperties": _TEXT},
                        listed=_FLAG,
                        wait_ready=_FLAG,
                        clock={"type": ["object", "null"]},
                        entropy=_TEXT,
                    ),
                    status=201,
                ),
            },
            "/api/tables/{table}": {
                "get": _does(
                    "The table as you may see it.",
                    _object(("version", "status", "view"), version=_WHOLE, status=_TEXT),
                    parameters=[table, seat],
                )
            },
            "/api/tables/{table}/sit": {
                "post": _does(
                    "Take a free seat.",
                    _VERSION,
                    body=_object(("seat",), seat=_WHOLE, entropy=_TEXT),
                    parameters=[table],
                )
            },
            "/api/tables/{table}/legal": {
                "get": _does(
                    "Your legal moves; in parts where they are many.",
                    _object(
                        ("version", "count", "moves"),
                        version=_WHOLE,
                        count=_WHOLE,
                        moves={"type": "array", "items": _TEXT},
                    ),
                    parameters=[
                        table,
                        seat,
                        {"name": "offset", "in": "query", "schema": {**_WHOLE, "maximum": 10**9}},
                        {
                            "name": "limit",
                            "in": "query",
                            "schema": {**_WHOLE, "maximum": LEGAL_MOST},
                        },
                    ],
                )
            },
            "/api/tables/{table}/moves": {
                "post": _does(
                    "Make a move in the notation of records.",
                    _VERSION,
                    body=_object(("move", "version"), move=_TEXT, version=_WHOLE),
                    parameters=[table],
                )
            },
            "/api/tables/{table}/acts": {
                "post": _does(
                    "Resign, stand up, add entropy, ask for an undo, claim, call a bot, rematch …",
                    _VERSION,
                    body=_object(
                        ("do",),
                        do={"enum": list(ACTS)},
                        seat=_WHOLE,
                        version=_WHOLE,
                        agree=_FLAG,
                        absent=_WHOLE,
                        level=_TEXT,
                        entropy=_TEXT,
                    ),
                    parameters=[table],
                )
            },
            "/api/tables/{table}/stream": {
                "get": {
                    **_does(
                        "Changes as server-sent events: `table`, with the version as id; send "
                        "Last-Event-ID to resume.",
                        _TEXT,
                        parameters=[table, seat],
                    ),
                    "responses": {
                        "200": {
                            "description": "The stream.",
                            "content": {"text/event-stream": {"schema": _TEXT}},
                        },
                        **_ERRORS,
                    },
                }
            },
            "/api/tables/{table}/record": {
                "get": _does("The record.", {"type": "object"}, parameters=[table, seat])
            },
        },
        "components": {
            "securitySchemes": {"token": {"type": "http", "scheme": "bearer"}},
            "schemas": {
                "Error": _object(
                    ("error",),
                    error=_object(
                        ("code", "message", "rule"),
                        code=_TEXT,
                        message=_TEXT,
                        rule={"type": ["string", "null"]},
                    ),
                )
            },
        },
    }


def _object(required: tuple[str, ...], /, **properties: Any) -> dict[str, Any]:
    shape: dict[str, Any] = {"type": "object", "properties": properties}
    if required:
        shape["required"] = list(required)
    return shape


_VERSION: Final = _object(("version",), version=_WHOLE)

_ERRORS: Final = {
    str(status): {
        "description": text,
        "content": {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}},
    }
    for status, text in {
        400: "The request cannot be read.",
        401: "There is no valid token.",
        403: "The token does not hold that seat, or may only watch.",
        404: "There is no such table.",
        409: "The decision has changed: look again.",
        415: "The body is not JSON.",
        422: "The rules or the table refuse it; `rule` names the rule.",
        503: "Nothing could be written; nothing has happened.",
    }.items()
}


def _does(
    summary: str,
    answer: dict[str, Any],
    *,
    body: dict[str, Any] | None = None,
    parameters: list[dict[str, Any]] | None = None,
    status: int = 200,
    open_: bool = False,
) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": summary,
        "responses": {
            str(status): {
                "description": "Done.",
                "content": {"application/json": {"schema": answer}},
            },
            **_ERRORS,
        },
    }
    if parameters:
        operation["parameters"] = parameters
    if body is not None:
        operation["requestBody"] = {
            "required": True,
            "content": {"application/json": {"schema": {**body, "additionalProperties": False}}},
        }
    if open_:
        operation["security"] = []
    return operation
