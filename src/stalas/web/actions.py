"""What forms do: open a table, sit, move, ask, answer. Every form ends in a redirect or a page."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from stalas.core.errors import GameError
from stalas.core.game import AnyGame, Json
from stalas.core.words import say
from stalas.games import find
from stalas.locale import LANGUAGES
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
from stalas.table.errors import BadSetup, NotSeated
from stalas.table.setup import Person, Setup, clean_name
from stalas.web.guests import TOKEN_FIELD, YEAR, Guest
from stalas.web.language import COOKIE as LANGUAGE_COOKIE
from stalas.web.seating import look

if TYPE_CHECKING:
    from stalas.web.app import Site

MOST_FIELDS: Final = 60
QUIET: Final = "x-stalas"
"""The header with which the page's own script asks for a fragment instead of a redirect."""

Form = Mapping[str, str]


async def form_of(request: Request) -> Form:
    """Read a form and check that it is one of ours. Raises HTTPException 400 or 403."""
    site: Site = request.app.state.site
    async with request.form(max_files=1, max_fields=MOST_FIELDS) as data:
        form = {name: value for name, value in data.multi_items() if isinstance(value, str)}
    origin = request.headers.get("origin")
    if origin not in (None, "null") and origin.partition("://")[2] != request.headers.get("host"):
        raise HTTPException(403)
    if not site.guests.accepts(site.guests.of(request), form.get(TOKEN_FIELD, "")):
        raise HTTPException(403)
    return form


async def language(request: Request) -> Response:
    """Choose a language and stay on the page."""
    site: Site = request.app.state.site
    form = await form_of(request)
    code = form.get("code", "")
    back = form.get("back", "/")
    if not back.startswith("/") or back.startswith(("//", "/\\")) or not back.isprintable():
        back = "/"
    response = RedirectResponse(back, 303)
    if code in LANGUAGES:
        response.set_cookie(
            LANGUAGE_COOKIE,
            code,
            max_age=YEAR,
            samesite="lax",
            httponly=True,
            secure=site.settings.behind_tls,
        )
    return response


async def open_table(request: Request) -> Response:
    """Open a table: against bots, for a friend with the link, or on one device."""
    site: Site = request.app.state.site
    form = await form_of(request)
    if site.openings.wait(request.client.host if request.client else ""):
        raise HTTPException(429)
    guest = _named(site, request, form)
    game = find(form.get("game", ""))
    mode = form.get("mode", "bot")
    seats = _whole(form.get("seats") or str(game.seats[0]))
    setup = Setup(
        game=game.name,
        seats=seats,
        options=_options(game, form),
        control=_control(form),
        listed=mode == "invite" and form.get("listed") == "on",
        same_device=mode == "device",
        wait_ready=form.get("wait_ready") == "on",
        leave_after=site.settings.leave_after,
    )
    name = guest.name or site.reader(request).say(say("Guest"))
    host = Person(clean_name(name), guest.key, form.get("entropy", ""))
    seat = _whole(form.get("seat") or "0")
    bots: dict[int, str] = {}
    if mode == "bot":
        level = form.get("level") or default_level(game.name)
        bots = {other: level for other in range(seats) if other != seat}
    table = await site.tables.open(setup, host=host, seat=seat, bots=bots)
    if mode == "device":
        for other in range(seats):
            if other != seat:
                label = form.get(f"name{other}") or f"{name} {other + 1}"
                await site.tables.sit(table, other, Person(clean_name(label), guest.key))
    return _go(site, request, f"/t/{table}")


def default_level(game: str) -> str:
    """The level of a bot where none is chosen: the best club player there is."""
    known = levels(game)
    return next(name for name in ("club", "greedy", "random") if name in known)


async def act(request: Request) -> Response:
    """Carry out a table's form; a refusal is shown on the table's page."""
    site: Site = request.app.state.site
    table, what = request.path_params["table"], request.path_params["what"]
    form = await form_of(request)
    problem = ""
    status = 200
    try:
        await _act(site, request, table, what, form)
    except GameError as error:
        from stalas.web.app import status_of

        rule = f" ({error.rule})" if error.rule else ""
        problem = site.reader(request).say(error.sentence) + rule
        status = status_of(error)
    if not problem and QUIET not in request.headers:
        return _go(site, request, f"/t/{table}")
    looker, shown = await look(site.tables, table, site.guests.of(request))
    body = site.fragments.render(
        shown,
        site.reader(request),
        table=table,
        seats=looker.acting,
        host=looker.host,
        curtain=looker.curtain,
        problem=problem,
    )
    if QUIET in request.headers:
        response: Response = HTMLResponse(body, status)
        site.guests.write(request, response)
        return response
    return site.answer(
        request,
        "table.html",
        status,
        table=table,
        shown=shown,
        address="",
        qr="",
        looker=looker,
        game=find(shown.game),
        body=body,
    )


async def _act(site: Site, request: Request, table: str, what: str, form: Form) -> None:
    guest = site.guests.of(request)
    tables = site.tables
    if what == "sit":
        guest = _named(site, request, form)
        name = guest.name or site.reader(request).say(say("Guest"))
        person = Person(clean_name(name), guest.key, form.get("entropy", ""))
        await tables.sit(table, _whole(form.get("seat", "")), person)
        return
    looker, shown = await look(tables, table, guest)
    if what == "i-am":
        seat = _whole(form.get("seat", ""))
        if seat not in looker.seats:
            raise NotSeated(say("You do not sit at seat {seat}.", seat=seat))
        site.guests.keep(request, guest.showing(table, seat))
        return
    if what in ("close", "seat-bot"):
        command: Command = (
            CloseTable()
            if what == "close"
            else SeatBot(_whole(form.get("seat", "")), form.get("level", ""))
        )
        await tables.act(table, command, guest.key)
        return
    seat = _whole(form["seat"]) if form.get("seat") else (looker.acting or (-1,))[0]
    if seat not in looker.seats:
        raise NotSeated(say("You do not sit at this table."))
    if what == "rematch":
        await tables.rematch(table, seat, guest.key)
        return
    version = _whole(form.get("version") or str(shown.version))
    await tables.act(table, _command(what, seat, version, form), guest.key)


def _command(what: str, seat: int, version: int, form: Form) -> Command:
    match what:
        case "move":
            text = form.get("move") or f"{seat} {form.get('typed', '').strip()}"
            if not text.startswith(f"{seat} "):
                raise NotSeated(say("That is not a move of your seat."))
            return Play(seat, text, version)
        case "resign":
            return Play(seat, f"{seat} resign", version)
        case "stand-up":
            return StandUp(seat)
        case "entropy":
            return AddEntropy(seat, form.get("entropy", ""))
        case "ready":
            return BeReady(seat)
        case "undo":
            return AskUndo(seat, version)
        case "answer":
            return AnswerUndo(seat, form.get("agree") == "yes", version)
        case "claim":
            return ClaimWin(seat)
        case "call-bot":
            return LetBotFinish(seat, _whole(form.get("absent", "")))
        case "hand-over":
            return HandOver(seat)
        case "take-back":
            return TakeBack(seat)
        case _:
            raise HTTPException(404)


def _named(site: Site, request: Request, form: Form) -> Guest:
    """The guest, under the name that a form gives."""
    guest = site.guests.of(request)
    name = form.get("name", "").strip()
    if name and name != guest.name:
        guest = guest.named(clean_name(name))
        site.guests.keep(request, guest)
    return guest


def _go(site: Site, request: Request, address: str) -> Response:
    response = RedirectResponse(address, 303)
    site.guests.write(request, response)
    return response


def _whole(text: str) -> int:
    if text.isascii() and text.isdigit() and len(text) < 10:
        return int(text)
    raise BadSetup(say("A number is missing in the form; reload the page."))


def _control(form: Form) -> TimeControl | None:
    kind = form.get("clock", "none")
    try:
        if kind == "live":
            return TimeControl.live(
                float(form.get("minutes") or 10), float(form.get("increment") or 0)
            )
        if kind == "days":
            return TimeControl.days(float(form.get("days") or 3))
    except (ValueError, OverflowError):
        raise BadSetup(say("The clock's times are numbers.")) from None
    return None


def _options(game: AnyGame, form: Form) -> dict[str, Json]:
    """The options that a form changes: `option.NAME`, as JSON or as a plain text."""
    chosen: dict[str, Json] = {}
    for option in game.options:
        text = form.get(f"option.{option.name}", "").strip()
        if not text:
            continue
        try:
            value: Any = json.loads(text)
        except (ValueError, RecursionError):
            value = text
        if value != option.default or type(value) is not type(option.default):
            chosen[option.name] = value
    return chosen
