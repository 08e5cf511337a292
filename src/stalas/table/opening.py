"""How tables begin: opened by a host, or as a rematch with the seats rotated."""

from __future__ import annotations

from collections.abc import Mapping

from stalas.core.dealer import Dealer
from stalas.core.game import Seat
from stalas.core.words import say
from stalas.games import find
from stalas.table.draft import Decided, Draft
from stalas.table.errors import BadSetup
from stalas.table.events import EntropyAdded, Event, SeatTaken, TableOpened
from stalas.table.evolve import opened
from stalas.table.setup import (
    Person,
    Setup,
    check_entropy,
    check_level,
    check_setup,
    clean_name,
    hash_key,
)
from stalas.table.table import Table


def open_table(
    setup: Setup,
    now: int,
    seed: bytes,
    *,
    host: Person | None = None,
    seat: Seat | None = 0,
    bots: Mapping[Seat, str] | None = None,
) -> Decided:
    """Give the first events of a table: opened, the host seated, bots seated, perhaps begun.

    With `seat` None the host keeps its rights but takes no seat. Raises a GameError with a
    sentence if there can be no such table.
    """
    check_setup(setup)
    game = find(setup.game)
    first = TableOpened(
        now,
        setup.game,
        game.rules_version,
        dict(setup.options),
        setup.seats,
        setup.control,
        setup.listed,
        setup.same_device,
        setup.wait_ready,
        setup.leave_after,
        Dealer(seed, ()).commitment,
        hash_key(host.key) if host is not None else None,
    )
    seating: list[Event] = []
    if host is not None and seat is not None:
        _refuse_missing(setup.seats, seat)
        check_entropy(host.entropy)
        key_hash = hash_key(host.key)
        seating.append(SeatTaken(now, seat, "person", clean_name(host.name), key_hash=key_hash))
        if host.entropy:
            seating.append(EntropyAdded(now, seat, host.entropy))
    for at, level in sorted((bots or {}).items()):
        _refuse_missing(setup.seats, at)
        check_level(setup.game, level)
        if host is not None and at == seat:
            raise BadSetup(say("Seat {seat} is taken.", seat=at))
        seating.append(SeatTaken(now, at, "bot", level, level=level))
    return _begun(first, seating, now, seed)


def rematch(table: Table, table_id: str, now: int, seed: bytes) -> Decided:
    """Give the first events of a rematch: each seat's sitter moves on by one seat.

    With two seats that is a swap. A bot that played on for a person keeps its seat as a bot.
    """
    old = table.opened
    first = TableOpened(
        now,
        old.game,
        old.rules_version,
        old.options,
        old.seats,
        old.control,
        old.listed,
        old.same_device,
        old.wait_ready,
        old.leave_after,
        Dealer(seed, ()).commitment,
        old.host_hash,
        table_id,
    )
    seating: list[Event] = []
    for seat in range(old.seats):
        sitter = table.sitters[seat - 1]
        if sitter is None:
            continue
        if sitter.bot_level is not None:
            level = sitter.bot_level
            seating.append(SeatTaken(now, seat, "bot", level, level=level))
        else:
            seating.append(SeatTaken(now, seat, "person", sitter.name, key_hash=sitter.key_hash))
    return _begun(first, seating, now, seed)


def _begun(first: TableOpened, seating: list[Event], now: int, seed: bytes) -> Decided:
    draft = Draft(opened(first), now, seed)
    draft.events.append(first)
    for event in seating:
        draft.emit(event)
    draft.begin_if_full()
    return draft.done()


def _refuse_missing(seats: int, seat: Seat) -> None:
    if not 0 <= seat < seats:
        raise BadSetup(say("There is no seat {seat} at this table.", seat=seat))
