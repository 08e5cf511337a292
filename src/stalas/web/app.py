"""The application: routes, the life of a server, and what becomes of errors."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from http import HTTPStatus
from pathlib import Path
from typing import Any, Final

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from stalas.core.errors import GameError
from stalas.core.words import say
from stalas.table.errors import NoSuchTable, NotSeated, StaleCommand, StoreError
from stalas.table.tables import Tables
from stalas.web import actions, api, pages, replays
from stalas.web.guests import Guests
from stalas.web.language import code_of
from stalas.web.render import Fragments, Reader, page
from stalas.web.security import Guard, Rates, TooLarge
from stalas.web.settings import Settings
from stalas.web.tokens import Tokens

STATIC: Final = Path(__file__).parent / "static"
_log = logging.getLogger(__name__)


class Site:
    """What every request handler needs; kept as `app.state.site`."""

    def __init__(self, tables: Tables, settings: Settings) -> None:
        self.tables = tables
        self.settings = settings
        self.guests = Guests(settings)
        self.tokens = Tokens(settings)
        self.fragments = Fragments()
        self.openings = Rates(settings.opens_an_hour, 3600)

    def reader(self, request: Request) -> Reader:
        """Give who reads the answer to a request."""
        guest = self.guests.of(request)
        return Reader(code_of(request, self.settings), self.guests.token(guest), guest.name)

    def answer(
        self, request: Request, template: str, status: int = 200, **context: Any
    ) -> Response:
        """Answer with a page."""
        response = HTMLResponse(page(template, self.reader(request), **context), status)
        self.guests.write(request, response)
        return response


def site_of(request: Request) -> Site:
    """Give the site that a request came to."""
    site: Site = request.app.state.site
    return site


def status_of(error: GameError) -> int:
    """The HTTP status of an error that may be told to a person."""
    if isinstance(error, NoSuchTable):
        return HTTPStatus.NOT_FOUND
    if isinstance(error, NotSeated):
        return HTTPStatus.FORBIDDEN
    if isinstance(error, StaleCommand):
        return HTTPStatus.CONFLICT
    if isinstance(error, StoreError):
        return HTTPStatus.SERVICE_UNAVAILABLE
    return HTTPStatus.UNPROCESSABLE_ENTITY


async def _refused(request: Request, error: Exception) -> Response:
    if isinstance(error, GameError):
        return site_of(request).answer(
            request, "error.html", status_of(error), sentence=error.sentence, rule=error.rule
        )
    if isinstance(error, TooLarge):
        return Response("That is too large.\n", 413, media_type="text/plain")
    if isinstance(error, HTTPException):
        sentence = _SAID.get(error.status_code, say("That cannot be done here."))
        return site_of(request).answer(
            request, "error.html", error.status_code, sentence=sentence, rule=None
        )
    _log.error("a request failed", exc_info=error)
    return Response("Something went wrong here; it was noted. Please reload.\n", 500)


_SAID: Final = {
    400: say("The form could not be read."),
    403: say("This form came from another page, or the page was too old. Go back and reload."),
    404: say("There is no such page."),
    405: say("That page cannot be used like this."),
    429: say("Too many tables were opened from your address; please try again later."),
}


def create_app(
    tables: Tables, settings: Settings, *, closing: Callable[[], Awaitable[None]] | None = None
) -> Starlette:
    """Make the application around tables, which it starts and closes with itself.

    `closing` is awaited after that, for what the tables stood on.
    """

    @asynccontextmanager
    async def life(app: Starlette) -> AsyncIterator[None]:
        await tables.start()
        try:
            yield
        finally:
            await tables.close()
            if closing is not None:
                await closing()

    routes = [
        Route("/", pages.home),
        Route("/new/{game}", pages.new),
        Route("/rules/{game}", pages.rules),
        Route("/language", actions.language, methods=["POST"]),
        Route("/open", actions.open_table, methods=["POST"]),
        Route("/t/{table}", pages.table),
        Route("/t/{table}/stream", pages.stream),
        Route("/t/{table}/dice", pages.dice),
        Route("/t/{table}/record", replays.download),
        Route("/t/{table}/replay", replays.table_replay),
        Route("/t/{table}/{what}", actions.act, methods=["POST"]),
        Route("/replay", replays.record_form),
        Route("/replay", replays.record_replay, methods=["POST"]),
        Mount("/static", StaticFiles(directory=STATIC)),
    ]
    app = Starlette(
        routes=routes,
        lifespan=life,
        middleware=[Middleware(Guard, settings=settings, api=api.Api())],
        exception_handlers={
            GameError: _refused,
            TooLarge: _refused,
            HTTPException: _refused,
            Exception: _refused,
        },
    )
    app.state.site = Site(tables, settings)
    return app
