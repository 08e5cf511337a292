"""Stepping through a match, at a table or from a record's file, and downloading records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response

from stalas.core.errors import RecordError
from stalas.core.records import ReplayError, read_record
from stalas.core.words import say
from stalas.table.replay import Replay
from stalas.web.guests import TOKEN_FIELD
from stalas.web.seating import look

if TYPE_CHECKING:
    from stalas.web.app import Site


async def download(request: Request) -> Response:
    """The record: everything once the match is over, before that one's own seat's knowledge."""
    site: Site = request.app.state.site
    name = request.path_params["table"]
    looker, _shown = await look(site.tables, name, site.guests.of(request))
    record = await site.tables.record(name, looker.viewer)
    return Response(
        record.dumps() + "\n",
        media_type="application/json",
        headers={"Content-Disposition": f'attachment; filename="{record.game}-{name[:6]}.json"'},
    )


async def table_replay(request: Request) -> Response:
    """A table's match by ply."""
    site: Site = request.app.state.site
    name = request.path_params["table"]
    looker, _shown = await look(site.tables, name, site.guests.of(request))
    replay = await site.tables.replay(name, looker.viewer)
    chosen = _viewer(request.query_params.get("as", ""), replay, looker.viewer)
    return site.answer(
        request,
        "replay.html",
        table=name,
        record=None,
        **_steps(replay, request.query_params.get("ply", ""), chosen, looker.viewer),
    )


async def record_form(request: Request) -> Response:
    """The form to open a record's file."""
    site: Site = request.app.state.site
    return site.answer(request, "open.html", problem="")


async def record_replay(request: Request) -> Response:
    """A record's match by ply; the record travels in the form, nothing is kept."""
    site: Site = request.app.state.site
    async with request.form(max_files=1, max_fields=10) as data:
        fields = {name: value for name, value in data.multi_items() if isinstance(value, str)}
        upload = data.get("file")
        text = fields.get("record", "")
        if upload is not None and not isinstance(upload, str) and upload.filename:
            raw = await upload.read()
        else:
            raw = text.encode("utf-8", "surrogatepass")
    if not site.guests.accepts(site.guests.of(request), fields.get(TOKEN_FIELD, "")):
        raise HTTPException(403)
    try:
        record = read_record(raw)
        replay = Replay.of_record(record)
    except RecordError as error:
        problem = site.reader(request).say(error.sentence)
        return site.answer(request, "open.html", 422, problem=problem)
    except ReplayError as error:
        refused = say(
            "Move {index} of the record, “{move}”, is refused: {reason}",
            index=error.index,
            move=error.move[:60],
            reason=error.error.sentence,
        )
        return site.answer(request, "open.html", 422, problem=site.reader(request).say(refused))
    chosen = _viewer(fields.get("as", ""), replay, None)
    return site.answer(
        request,
        "replay.html",
        table=None,
        record=record.dumps(),
        **_steps(replay, fields.get("ply", ""), chosen, None),
    )


def _viewer(text: str, replay: Replay, default: int | None) -> int | str | None:
    """Whose knowledge is shown: a seat, None for a spectator, or `all`."""
    if text == "all" and replay.over:
        return "all"
    if text == "spectator" and replay.over:
        return None
    if text.isascii() and text.isdigit() and len(text) == 1 and int(text) < len(replay.names):
        return int(text) if replay.over else default
    return "all" if replay.over and not text else default


def _steps(
    replay: Replay, text: str, chosen: int | str | None, viewer: int | None
) -> dict[str, Any]:
    """What the replay page shows: one view, or every seat's."""
    ply = int(text) if text.isascii() and text.isdigit() and len(text) < 7 else replay.plies
    ply = min(ply, replay.plies)
    if chosen == "all":
        whole = replay.everything(ply)
        views, seat, notation, told = whole.views, whole.seat, whole.text, whole.sentences
    else:
        one = replay.frame(ply, None if isinstance(chosen, str) else chosen)
        views, seat, notation, told = (one.view,), one.seat, one.text, one.sentences
    return {
        "game": replay.game,
        "names": replay.names,
        "over": replay.over,
        "ply": ply,
        "plies": replay.plies,
        "views": views,
        "seat": seat,
        "notation": notation,
        "told": told,
        "chosen": chosen,
        "viewer": viewer,
    }
