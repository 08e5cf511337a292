"""Who looks at a table: which seats a browser holds there, and which of them it may see now."""

from __future__ import annotations

from dataclasses import dataclass

from stalas.core.game import Seat, Viewer
from stalas.table.project import Projection
from stalas.table.tables import Tables
from stalas.web.guests import Guest


@dataclass(frozen=True, slots=True)
class Looker:
    """A guest at a table."""

    seats: tuple[Seat, ...]
    """The seats it holds."""
    host: bool
    viewer: Viewer
    """The seat whose knowledge it is shown now; None for what everybody may see."""
    curtain: Seat | None
    """On a shared device: whose turn it is to say “I am …”."""

    acting: tuple[Seat, ...]
    """The seats it may act for without saying “I am …” first."""


async def look(tables: Tables, table: str, guest: Guest) -> tuple[Looker, Projection]:
    """Give who a guest is at a table, and what it is shown.

    On a shared device the page holds a seat's knowledge only while that seat is to move and its
    holder has said “I am …”; at any other time it holds what a spectator sees.
    """
    seats = await tables.seats(table, guest.key)
    host = await tables.hosts(table, guest.key)
    if len(seats) <= 1:
        viewer = seats[0] if seats else None
        return Looker(seats, host, viewer, None, seats), await tables.projection(table, viewer)
    public = await tables.projection(table, None)
    waiting = [seat.seat for seat in public.seats if seat.to_move and seat.seat in seats]
    if not waiting or public.status != "playing":
        return Looker(seats, host, None, None, () if public.status == "playing" else seats), public
    if guest.shows is not None and guest.shows[0] == table and guest.shows[1] in waiting:
        viewer = guest.shows[1]
        looker = Looker(seats, host, viewer, None, (viewer,))
        return looker, await tables.projection(table, viewer)
    return Looker(seats, host, None, waiting[0], ()), public
