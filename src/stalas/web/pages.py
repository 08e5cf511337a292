"""Pages that are looked at: home, a new table, a table and its stream, rules, the dice."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stalas.core.errors import GameError
from stalas.core.game import AnyGame
from stalas.games import SHELF, find
from stalas.table.feed import FeedClosed
from stalas.web.render import qr_code
from stalas.web.seating import look
from stalas.web.stream import COMMENT, HEARTBEAT, EventStream, frame

if TYPE_CHECKING:
    from stalas.web.app import Site


def site_of(request: Request) -> Site:
    """Give the site that a request came to."""
    site: Site = request.app.state.site
    return site


def game_of(request: Request) -> AnyGame:
    """Give the game that an address names; 404 if there is none."""
    name = request.path_params["game"]
    if name not in SHELF:
        raise HTTPException(404)
    return find(name)


async def home(request: Request) -> Response:
    """The four games, and tables that wait for somebody."""
    site = site_of(request)
    listed = await site.tables.lobby(30)
    return site.answer(request, "home.html", lobby=listed, find=find)


async def new(request: Request) -> Response:
    """The form for a table of one's own."""
    return site_of(request).answer(request, "new.html", game=game_of(request))


async def rules(request: Request) -> Response:
    """The rules of a game in our own words."""
    return site_of(request).answer(request, "rules.html", game=game_of(request))


async def table(request: Request) -> Response:
    """A table, as whoever asks may see it."""
    site = site_of(request)
    name = request.path_params["table"]
    guest = site.guests.of(request)
    looker, shown = await look(site.tables, name, guest)
    if looker.viewer is not None:
        await site.tables.seen(name, looker.viewer)
    address = str(request.url.replace(path=f"/t/{name}", query="", fragment=""))
    return site.answer(
        request,
        "table.html",
        table=name,
        shown=shown,
        address=address,
        qr=qr_code(address),
        looker=looker,
        game=find(shown.game),
        body=site.fragments.render(
            shown,
            site.reader(request),
            table=name,
            seats=looker.acting,
            host=looker.host,
            curtain=looker.curtain,
        ),
    )


async def stream(request: Request) -> Response:
    """The table's changes, as fragments for whoever asks; resumes with the present."""
    site = site_of(request)
    name = request.path_params["table"]
    guest = site.guests.of(request)
    reader = site.reader(request)
    looker, _shown = await look(site.tables, name, guest)
    last = request.headers.get("last-event-id", request.query_params.get("after", ""))
    after = int(last) if last.isascii() and last.isdigit() and len(last) < 12 else -1

    async def frames() -> AsyncGenerator[str, None]:
        seen = after
        yield "retry: 1000\n\n"
        try:
            async with site.tables.follow(name, looker.viewer) as following:
                while True:
                    version = await following.next(seen, HEARTBEAT)
                    if version is None:
                        yield COMMENT
                        continue
                    now, shown = await look(site.tables, name, guest)
                    seen = shown.version
                    body = site.fragments.render(
                        shown,
                        reader,
                        table=name,
                        seats=now.acting,
                        host=now.host,
                        curtain=now.curtain,
                    )
                    yield frame(body, event="patch", number=seen)
        except (FeedClosed, GameError):
            return

    return EventStream(frames())


async def dice(request: Request) -> Response:
    """How the dealer's draws can be checked, with this table's commitment and seed."""
    site = site_of(request)
    name = request.path_params["table"]
    looker, shown = await look(site.tables, name, site.guests.of(request))
    return site.answer(
        request, "dice.html", table=name, shown=shown, game=find(shown.game), looker=looker
    )
