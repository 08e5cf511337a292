"""How a table follows from its events: pure, and the same whenever it is done again."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Final, TypeVar

from stalas.core.game import AnyMove, Seat
from stalas.core.words import Sentence, say
from stalas.games import find
from stalas.table.clock import Clock
from stalas.table.errors import BadSetup
from stalas.table.events import (
    BotFailed,
    ChanceFell,
    ClockResumed,
    EntropyAdded,
    Event,
    FlagFell,
    MatchBegan,
    MatchBrokenOff,
    MatchEnded,
    MovePlayed,
    RematchAgreed,
    RematchOffered,
    SeatLeft,
    SeatReady,
    SeatReturned,
    SeatTaken,
    SeatTakenBack,
    SeatVacated,
    StandInReason,
    StandInTook,
    TableClosed,
    TableOpened,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
    WinClaimed,
)
from stalas.table.table import Match, Notice, Ply, Sitter, Table, Undo

T = TypeVar("T")

MAX_NOTICES: Final = 200
"""How many notices a table remembers, the latest."""


def opened(event: TableOpened) -> Table:
    """Give the table that an opening makes.

    Raises RecordError for an unknown game, seat count or option, BadSetup if the table belongs to
    other rules than those of this version of the game.
    """
    game = find(event.game)
    if event.rules_version != game.rules_version:
        raise BadSetup(
            say(
                "This table was opened under version {theirs} of the rules; this program plays"
                " version {ours}.",
                theirs=event.rules_version,
                ours=game.rules_version,
            )
        )
    state = game.start(event.seats, event.options)
    return Table(
        version=1,
        at=event.at,
        opened=event,
        game=game,
        sitters=(None,) * event.seats,
        entropies=("",) * event.seats,
        match=Match(state, (), None, (1,) * event.seats),
    )


def fold(events: Iterable[Event], table: Table | None = None) -> Table:
    """Give the table after events: all of them, or those that follow `table`."""
    rest = iter(events)
    if table is None:
        first = next(rest, None)
        if not isinstance(first, TableOpened):
            raise ValueError("a table's first event opens it")
        table = opened(first)
    for event in rest:
        table = evolve(table, event)
    return table


def evolve(table: Table, event: Event) -> Table:
    """Give the table after one more event. Pure; expects what `decide` decided."""
    if isinstance(event, MovePlayed | ChanceFell):
        return moved(table, event, table.game.parse(event.text))
    version = table.version + 1
    table = replace(table, version=version, at=max(table.at, event.at))
    match event:
        case TableOpened():
            raise ValueError("a table is opened once")
        case SeatTaken(seat=seat, kind=kind, name=name, level=level, key_hash=key_hash):
            return _with_sitter(table, seat, Sitter(kind, name, level, key_hash))
        case SeatVacated(seat=seat):
            entropies = _put(table.entropies, seat, "")
            return replace(_with_sitter(table, seat, None), entropies=entropies)
        case EntropyAdded(seat=seat, text=text):
            return replace(table, entropies=_put(table.entropies, seat, text))
        case SeatReady(seat=seat):
            return _with_sitter(table, seat, replace(_sitter(table, seat), ready=True))
        case MatchBegan(at=at):
            return _began(table, at)
        case MatchEnded(at=at, seed=seed) | MatchBrokenOff(at=at, seed=seed):
            broken = isinstance(event, MatchBrokenOff)
            if broken:
                table = _notice(table, at, say("All ran out of time at once: nobody wins."))
            clock = table.match.clock.run((), at) if table.match.clock else None
            match = replace(
                table.match, clock=clock, undo=None, since=(version,) * len(table.sitters)
            )
            return replace(table, status="ended", seed=seed, broken_off=broken, match=match)
        case TableClosed():
            return replace(table, status="closed")
        case UndoAsked(at=at, seat=seat):
            table = _notice(
                table, at, say("Seat {seat} asks to take its last move back.", seat=seat)
            )
            return replace(table, match=replace(table.match, undo=Undo(seat, frozenset(), version)))
        case UndoAgreed(seat=seat):
            undo = table.match.undo
            if undo is not None:
                undo = replace(undo, agreed=undo.agreed | {seat})
            return replace(table, match=replace(table.match, undo=undo))
        case UndoRefused(at=at, seat=seat):
            table = _notice(table, at, say("Seat {seat} declines: the move stands.", seat=seat))
            return replace(table, match=replace(table.match, undo=None))
        case Undone(at=at, plies=plies):
            return _undone(table, at, plies)
        case SeatLeft(at=at, seat=seat):
            table = _notice(table, table.at, say("Seat {seat} has left the table.", seat=seat))
            return _with_sitter(table, seat, replace(_sitter(table, seat), left_at=at))
        case SeatReturned(at=at, seat=seat):
            table = _notice(table, at, say("Seat {seat} is back at the table.", seat=seat))
            return _with_sitter(table, seat, replace(_sitter(table, seat), left_at=None))
        case WinClaimed(at=at, seat=seat):
            return _notice(
                table,
                at,
                say("Seat {seat} claims the win, because the other side left.", seat=seat),
            )
        case FlagFell(at=at, seat=seat):
            return _notice(table, at, say("Seat {seat} has run out of time.", seat=seat))
        case StandInTook(at=at, seat=seat, level=level, reason=reason):
            return _stood_in(table, at, seat, level, reason)
        case SeatTakenBack(at=at, seat=seat):
            return _taken_back(table, at, seat)
        case BotFailed(at=at, seat=seat, instead=instead):
            return _bot_failed(table, at, seat, instead)
        case ClockResumed(at=at, down_from=down_from):
            clock = table.match.clock
            if clock is not None:
                clock = clock.skip(down_from, at)
            table = _notice(
                table, at, say("The server was away for a while; that time counts for nobody.")
            )
            return replace(table, match=replace(table.match, clock=clock))
        case RematchOffered(at=at, seat=seat):
            table = _notice(table, at, say("Seat {seat} would like to play again.", seat=seat))
            return replace(table, rematch=table.rematch | {seat})
        case RematchAgreed(table=next_table):
            return replace(table, next_table=next_table)


def moved(table: Table, event: MovePlayed | ChanceFell, move: AnyMove) -> Table:
    """Give the table after a move whose text has been read. Raises like `State.play`."""
    old = table.match
    before = old.state
    state = before.play(move)
    version = table.version + 1
    at = max(table.at, event.at)
    clock = old.clock
    if clock is not None:
        if move.seat >= 0:
            clock = clock.decided(move.seat, at)
        if state.to_move and state.to_move[0] >= 0:
            clock = clock.run(state.to_move, at)
    together = len(before.to_move) > 1
    since = tuple(
        was
        if together and seat != move.seat and seat in before.to_move and seat in state.to_move
        else version
        for seat, was in enumerate(old.since)
    )
    plies = (*old.plies, Ply(move, event.text, before, at, version))
    return Table(
        version,
        at,
        table.opened,
        table.game,
        table.sitters,
        table.entropies,
        Match(state, plies, clock, since),
        table.status,
        table.broken_off,
        table.seed,
        table.rematch,
        table.next_table,
        table.notices,
    )


def _began(table: Table, at: int) -> Table:
    match = table.match
    clock = None
    if table.opened.control is not None:
        timed = tuple(sitter is not None and sitter.kind == "person" for sitter in table.sitters)
        clock = Clock.start(table.opened.control, timed).run(match.state.to_move, at)
    since = (table.version,) * len(table.sitters)
    return replace(table, status="playing", match=Match(match.state, (), clock, since))


def _undone(table: Table, at: int, plies: int) -> Table:
    match = table.match
    taken = match.plies[plies]
    table = _notice(
        table, at, say("Seat {seat} has taken its last move back.", seat=taken.move.seat)
    )
    state = taken.before
    clock = match.clock.run(state.to_move, at) if match.clock is not None else None
    since = tuple(
        was if seat in state.to_move and seat in match.state.to_move else table.version
        for seat, was in enumerate(match.since)
    )
    since = _put(since, taken.move.seat, table.version)
    return replace(table, match=Match(state, match.plies[:plies], clock, since))


def _taken_back(table: Table, at: int, seat: Seat) -> Table:
    clock = table.match.clock
    if clock is not None:
        clock = clock.wake(seat, at).run(table.state.to_move, at)
        table = replace(table, match=replace(table.match, clock=clock))
    table = _notice(table, at, say("Seat {seat} plays for itself again.", seat=seat))
    sitter = replace(_sitter(table, seat), left_at=None, stand_in=None, stand_in_reason=None)
    return _with_sitter(table, seat, sitter)


def _stood_in(table: Table, at: int, seat: Seat, level: str, reason: StandInReason) -> Table:
    clock = table.match.clock
    if clock is not None:
        table = replace(table, match=replace(table.match, clock=clock.rest(seat, at)))
    table = _notice(table, at, say("A bot plays on for seat {seat}.", seat=seat))
    sitter = replace(_sitter(table, seat), stand_in=level, stand_in_reason=reason)
    return _with_sitter(table, seat, sitter)


def _bot_failed(table: Table, at: int, seat: Seat, instead: str) -> Table:
    table = _notice(
        table,
        at,
        say(
            "The bot at seat {seat} gave no answer; it goes on at the level “{level}”.",
            seat=seat,
            level=instead,
        ),
    )
    sitter = _sitter(table, seat)
    if sitter.kind == "bot":
        return _with_sitter(table, seat, replace(sitter, level=instead))
    return _with_sitter(table, seat, replace(sitter, stand_in=instead))


def _sitter(table: Table, seat: Seat) -> Sitter:
    sitter = table.sitters[seat]
    if sitter is None:
        raise ValueError(f"nobody sits at seat {seat}")
    return sitter


def _with_sitter(table: Table, seat: Seat, sitter: Sitter | None) -> Table:
    return replace(table, sitters=_put(table.sitters, seat, sitter))


def _notice(table: Table, at: int, sentence: Sentence) -> Table:
    notices = (*table.notices, Notice(table.version, at, sentence))
    return replace(table, notices=notices[-MAX_NOTICES:])


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
