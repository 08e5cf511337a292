"""What the API reads and writes: bodies, queries and commands in, JSON out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final, TypeAlias

from starlette.requests import Request

from stalas.core.errors import RecordError
from stalas.core.game import DEALER, Json, Seat
from stalas.core.records import read_json
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
from stalas.table.project import Change, Entry, Projection

Body: TypeAlias = Mapping[str, Any]

NOTHING: Final = object()


class ApiError(Exception):
    """A request that is refused before any table is asked."""

    def __init__(self, status: int, code: str, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.code = code


async def read_body(request: Request, fields: Mapping[str, type | tuple[type, ...]]) -> Body:
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


def need(body: Body, name: str) -> Any:
    """Give a field that must be there. Raises ApiError."""
    value = body.get(name, NOTHING)
    if value is NOTHING:
        raise ApiError(400, "field", f"The field “{name}” is missing.")
    return value


def query_number(request: Request, name: str, default: int, most: int) -> int:
    """Give a number from the address. Raises ApiError if it is none or too large."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not (text.isascii() and text.isdigit() and len(text) < 12 and int(text) <= most):
        raise ApiError(400, "query", f"“{name}” is a whole number up to {most}.")
    return int(text)


def read_control(clock: Any) -> TimeControl | None:
    """Give the clock that a body asks for, if any. Raises ApiError."""
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


def read_command(what: str, body: Body) -> Command:
    """Give the command that an act stands for. Raises ApiError."""
    if what == "close":
        return CloseTable()
    seat = need(body, "seat")
    match what:
        case "resign":
            return Play(seat, f"{seat} resign", 0)
        case "stand-up":
            return StandUp(seat)
        case "seat-bot":
            return SeatBot(seat, need(body, "level"))
        case "entropy":
            return AddEntropy(seat, need(body, "entropy"))
        case "ready":
            return BeReady(seat)
        case "undo":
            return AskUndo(seat, need(body, "version"))
        case "answer":
            return AnswerUndo(seat, need(body, "agree"), need(body, "version"))
        case "claim":
            return ClaimWin(seat)
        case "call-bot":
            return LetBotFinish(seat, need(body, "absent"))
        case "hand-over":
            return HandOver(seat)
        case "take-back":
            return TakeBack(seat)
        case _:
            raise ApiError(400, "field", f"There is nothing to do called “{what[:40]}”.")


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


def change_json(news: Change) -> dict[str, Json]:
    """What a follower is told: where the table is, and what is new since the last event."""
    return {
        "version": news.version,
        "status": news.status,
        "to_move": list(news.to_move),
        "plies": news.plies,
        "log": [entry_json(entry) for entry in news.entries],
    }
