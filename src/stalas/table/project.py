"""What one viewer is shown of a table: the only thing that pages, streams and the API are given.

A projection is written out field by field. Its bytes are the same for tables that the viewer
cannot tell apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from stalas.core.game import DEALER, AnyView, Json, Seat, Viewer
from stalas.core.words import Sentence
from stalas.table.clock import TimeControl
from stalas.table.events import Kind
from stalas.table.storage import Status
from stalas.table.table import Ply, Table


@dataclass(frozen=True, slots=True)
class SeatShown:
    """A seat as everybody sees it."""

    seat: Seat
    kind: Kind | None
    """None while the seat is free."""
    name: str
    level: str | None
    """The bot's level; None for a person."""
    ready: bool
    left_at: int | None
    """When a person who has gone was last seen."""
    stand_in: str | None
    """The level of the bot that plays on for a person."""
    to_move: bool
    clock: int | None
    """Milliseconds left at `Projection.now`, or None without a clock."""
    running: bool
    """Whether its time is running."""
    wants_rematch: bool


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the log: a move as the viewer may see it, or a notice."""

    version: int
    at: int
    ply: int | None
    """The move's number from 0, or None for a notice."""
    seat: Seat | None
    """Who moved (DEALER for chance), or None for a notice."""
    text: str | None
    """The notation with `?` for what is hidden, or None for a notice."""
    sentences: tuple[Sentence, ...]
    """In words; seats are numbers under the names `seat` and `other`."""


@dataclass(frozen=True, slots=True)
class UndoShown:
    """A question that waits for answers."""

    asker: Seat
    agreed: tuple[Seat, ...]
    waiting_for: tuple[Seat, ...]


@dataclass(frozen=True, slots=True)
class Projection:
    """A table as one viewer sees it, as of a version."""

    version: int
    viewer: Viewer
    now: int
    game: str
    options: Mapping[str, Json]
    control: TimeControl | None
    listed: bool
    same_device: bool
    wait_ready: bool
    leave_after: int | None
    status: Status
    broken_off: bool
    """Whether the match ended without a result."""
    seats: tuple[SeatShown, ...]
    view: AnyView | None
    """What the viewer knows of the match; None until it begins."""
    log: tuple[Entry, ...]
    commitment: str
    entropies: tuple[str, ...]
    seed: str | None
    """The dealer's seed in hex, once the match is over."""
    undo: UndoShown | None
    can_ask_undo: bool
    """Whether the viewer may ask the others to let it take its last move back."""
    claims: tuple[tuple[Seat, int], ...]
    """Seats that left while to move, and from when on the viewer may claim or call a bot."""
    can_claim_win: bool
    """Whether a claim wins (two seats) or only a bot can be called (more)."""
    can_take_back: bool
    """Whether the viewer may take its seat over again from a bot."""
    next_table: str | None
    """The table of the rematch; told to seats only."""
    rematch_of: str | None
    """The table that this one is the rematch of; told to seats only."""


class Log:
    """The log of one viewer, kept up to date without telling every move again."""

    __slots__ = ("_entries", "_viewer")

    def __init__(self, viewer: Viewer) -> None:
        self._viewer = viewer
        self._entries: list[Entry] = []

    def entries(self, table: Table) -> tuple[Entry, ...]:
        """Give moves and notices in the order in which they happened."""
        kept, plies = self._entries, table.plies
        while kept and (len(kept) > len(plies) or kept[-1].version != plies[len(kept) - 1].version):
            kept.pop()
        for number in range(len(kept), len(plies)):
            kept.append(move_entry(number, plies[number], self._viewer))
        if not table.notices:
            return tuple(kept)
        notices = [Entry(n.version, n.at, None, None, None, (n.sentence,)) for n in table.notices]
        return tuple(sorted([*kept, *notices], key=lambda entry: entry.version))


@dataclass(frozen=True, slots=True)
class Change:
    """What is new at a table for a viewer who has seen a version, and no more than that."""

    version: int
    status: Status
    to_move: tuple[Seat, ...]
    plies: int
    """How many moves have been made; fewer than before if some were taken back."""
    entries: tuple[Entry, ...]
    """New lines of the log, oldest first; moves without their words."""


def change(table: Table, viewer: Viewer, after: int) -> Change:
    """Give what a program that follows a table needs, at a small part of a projection's cost."""
    fresh = []
    for number in range(len(table.plies) - 1, -1, -1):
        ply = table.plies[number]
        if ply.version <= after:
            break
        seen = ply.before.seen(ply.move, viewer)
        fresh.append(Entry(ply.version, ply.at, number, ply.move.seat, seen, ()))
    fresh.reverse()
    fresh += [
        Entry(notice.version, notice.at, None, None, None, (notice.sentence,))
        for notice in table.notices
        if notice.version > after
    ]
    to_move = tuple(seat for seat in table.to_move if seat != DEALER)
    return Change(table.version, table.status, to_move, len(table.plies), tuple(fresh))


def move_entry(number: int, ply: Ply, viewer: Viewer) -> Entry:
    """Give the line of the log for a move, as a viewer may see it."""
    seen = ply.before.seen(ply.move, viewer)
    told = ply.before.tell(ply.move, viewer)
    return Entry(ply.version, ply.at, number, ply.move.seat, seen, told)


def project(table: Table, viewer: Viewer, now: int, log: Log | None = None) -> Projection:
    """Give what a viewer is shown; `log` saves telling old moves again."""
    opened, match = table.opened, table.match
    begun = table.status in ("playing", "ended")
    state = match.state
    seated = viewer is not None
    return Projection(
        version=table.version,
        viewer=viewer,
        now=now,
        game=opened.game,
        options=opened.options,
        control=opened.control,
        listed=opened.listed,
        same_device=opened.same_device,
        wait_ready=opened.wait_ready,
        leave_after=opened.leave_after,
        status=table.status,
        broken_off=table.broken_off,
        seats=tuple(_seat_shown(table, seat, now) for seat in range(opened.seats)),
        view=state.view(viewer) if begun else None,
        log=(log or Log(viewer)).entries(table),
        commitment=opened.commitment,
        entropies=table.entropies,
        seed=table.seed,
        undo=_undo_shown(table),
        can_ask_undo=seated and may_ask_undo(table, viewer),
        claims=_claims(table, viewer),
        can_claim_win=opened.seats == 2,
        can_take_back=seated and may_take_back(table, viewer),
        next_table=table.next_table if seated else None,
        rematch_of=opened.rematch_of if seated else None,
    )


def may_ask_undo(table: Table, seat: Viewer) -> bool:
    """Whether the last thing that happened in the match is a quiet move of this seat."""
    return (
        table.status == "playing"
        and table.match.undo is None
        and bool(table.plies)
        and table.plies[-1].move.seat == seat
        and isinstance(table.plies[-1].move, table.game.quiet)
    )


def may_take_back(table: Table, seat: Viewer) -> bool:
    """Whether a bot stands in for this person for another reason than a fallen flag."""
    sitter = table.sitters[seat] if seat is not None else None
    return (
        table.status == "playing"
        and sitter is not None
        and sitter.stand_in is not None
        and sitter.stand_in_reason == "left"
    )


def asked_for_undo(table: Table) -> tuple[Seat, ...]:
    """The persons whose consent an open question still needs."""
    undo = table.match.undo
    if undo is None:
        return ()
    return tuple(seat for seat in table.persons() if seat != undo.asker and seat not in undo.agreed)


def claimable(table: Table, absent: Seat) -> int | None:
    """From when on others may claim or call a bot because a seat left, or None."""
    sitter, wait = table.sitters[absent], table.opened.leave_after
    if (
        wait is None
        or sitter is None
        or sitter.bot_level is not None
        or sitter.left_at is None
        or absent not in table.to_move
    ):
        return None
    return sitter.left_at + wait


def _claims(table: Table, viewer: Viewer) -> tuple[tuple[Seat, int], ...]:
    if viewer is None or viewer not in table.persons():
        return ()
    return tuple(
        (seat, since)
        for seat in table.to_move
        if seat not in (viewer, DEALER) and (since := claimable(table, seat)) is not None
    )


def _undo_shown(table: Table) -> UndoShown | None:
    undo = table.match.undo
    if undo is None:
        return None
    return UndoShown(undo.asker, tuple(sorted(undo.agreed)), asked_for_undo(table))


_FREE: Final = ("", None, False, None, None)


def _seat_shown(table: Table, seat: Seat, now: int) -> SeatShown:
    sitter, clock = table.sitters[seat], table.match.clock
    kind = None if sitter is None else sitter.kind
    name, level, ready, left_at, stand_in = (
        _FREE
        if sitter is None
        else (sitter.name, sitter.level, sitter.ready, sitter.left_at, sitter.stand_in)
    )
    return SeatShown(
        seat,
        kind,
        name,
        level,
        ready,
        left_at,
        stand_in,
        to_move=seat in table.to_move,
        clock=None if clock is None else clock.left_at(seat, now),
        running=clock is not None and seat in clock.running,
        wants_rematch=seat in table.rematch,
    )
