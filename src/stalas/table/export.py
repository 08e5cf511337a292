"""Records to take home: the whole match once it is over, before that what one viewer knows."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

from stalas.core.dealer import Dealer
from stalas.core.game import Json, Viewer
from stalas.core.moves import Flag, Resign
from stalas.core.records import Record
from stalas.core.words import say
from stalas.table.errors import TableError
from stalas.table.table import Ply, Table


def record(table: Table, viewer: Viewer) -> Record:
    """Give the record of a table as a viewer may have it.

    Once the match is over it is the whole match with the dealer's seed, the same for everybody.
    While it goes on it is what the viewer has seen, `?` standing for what is hidden, and says so in
    its `meta`. Raises TableError if no match has begun.
    """
    if table.status not in ("playing", "ended"):
        raise TableError(say("The match has not begun yet."))
    over = table.status == "ended"
    plies = in_record_order(table.plies)
    moves = tuple(ply.text if over else ply.before.seen(ply.move, viewer) for ply in plies)
    return Record(
        table.opened.game,
        tuple(_name(table, seat) for seat in range(table.opened.seats)),
        table.opened.options,
        moves,
        _meta(table, viewer, over),
    )


def in_record_order(plies: Sequence[Ply]) -> list[Ply]:
    """Put simultaneous choices into the order of seats, in which a record has them."""
    ordered: list[Ply] = []
    place = 0
    while place < len(plies):
        end = place + max(1, _together(plies, place))
        ordered += sorted(plies[place:end], key=lambda ply: ply.move.seat)
        place = end
    return ordered


def _together(plies: Sequence[Ply], place: int) -> int:
    """Count the moves from a place on that belong to one simultaneous choice."""
    choosing = set(plies[place].before.to_move)
    if len(choosing) < 2:
        return 0
    count = 0
    for ply in plies[place:]:
        if ply.move.seat not in choosing or isinstance(ply.move, Resign | Flag):
            break
        choosing.remove(ply.move.seat)
        count += 1
    return count


def _meta(table: Table, viewer: Viewer, over: bool) -> dict[str, Json]:
    opened = table.opened
    meta: dict[str, Json] = {"opened": _date(opened.at), "rules_version": opened.rules_version}
    if over:
        meta["ended"] = _date(table.plies[-1].at if table.plies else table.at)
    else:
        meta["seen_by"] = "spectator" if viewer is None else viewer
    if table.broken_off:
        meta["broken_off"] = True
    control = opened.control
    if control is not None:
        meta["clock"] = {
            "kind": control.kind,
            "seconds": control.main / 1000,
            "increment": control.increment / 1000,
        }
    if table.seed is not None:
        seed = bytes.fromhex(table.seed)
        meta["dealer"] = Dealer(seed, table.entropies).to_meta(reveal=True)
    else:
        meta["dealer"] = {
            "commitment": opened.commitment,
            "entropies": list(table.entropies),
        }
    return meta


def _name(table: Table, seat: int) -> str:
    sitter = table.sitters[seat]
    if sitter is None:
        return ""
    return sitter.name if sitter.kind == "person" else f"{sitter.name} (bot)"


def _date(at: int) -> str:
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
