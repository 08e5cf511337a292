"""What a command leads to: pure decisions, or a refusal with a sentence.

`decide` looks at nothing but its arguments. The dealer's draws follow from its seed, the seats'
entropies and the ply, so the same command at the same table always leads to the same events.
"""

from __future__ import annotations

from stalas.core.errors import BadNotation, GameOver, NotYourTurn
from stalas.core.game import Seat
from stalas.core.moves import Flag, Resign
from stalas.core.words import say
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
    NoteAbsence,
    NoteRestart,
    NoteReturn,
    OfferRematch,
    Play,
    ReplaceBot,
    SeatBot,
    Sit,
    StandUp,
    TakeBack,
    Tick,
)
from stalas.table.draft import Decided, Draft
from stalas.table.errors import BadSetup, NotSeated, StaleCommand, TableError
from stalas.table.events import (
    BotFailed,
    ClockResumed,
    EntropyAdded,
    FlagFell,
    MatchBrokenOff,
    RematchAgreed,
    RematchOffered,
    SeatLeft,
    SeatReady,
    SeatReturned,
    SeatTaken,
    SeatTakenBack,
    SeatVacated,
    StandInTook,
    TableClosed,
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
    WinClaimed,
)
from stalas.table.project import asked_for_undo, claimable, may_take_back
from stalas.table.setup import STAND_IN, check_entropy, check_level, clean_name
from stalas.table.table import Sitter, Table
from stalas.table.undo import why_no_undo


def decide(table: Table, command: Command, now: int, seed: bytes) -> Decided:
    """Give the events that a command leads to, none if there is nothing to do.

    `now` is in milliseconds, `seed` is the dealer's. Raises a GameError with a sentence if the
    command is refused.
    """
    draft = Draft(table, now, seed)
    match command:
        case Play():
            _play(draft, command)
        case Tick():
            _tick(draft)
        case Sit() | StandUp() | SeatBot() | AddEntropy() | BeReady() | CloseTable():
            _prepare(draft, command)
        case AskUndo():
            _ask_undo(draft, command)
        case AnswerUndo():
            _answer_undo(draft, command)
        case ClaimWin(seat=seat):
            _claim_win(draft, seat)
        case LetBotFinish(seat=seat, absent=absent):
            _let_bot_finish(draft, seat, absent)
        case HandOver(seat=seat):
            _hand_over(draft, seat)
        case TakeBack(seat=seat):
            _take_back(draft, seat)
        case OfferRematch(seat=seat, table=next_table):
            _offer_rematch(draft, seat, next_table)
        case NoteAbsence() | NoteReturn() | NoteRestart() | ReplaceBot():
            _note(draft, command)
    return draft.done()


def _play(draft: Draft, command: Play) -> None:
    table, seat = draft.table, command.seat
    sitter = _person_or_bot(table, seat)
    move = table.game.parse(command.text)
    if table.status == "open":
        raise TableError(say("The match has not begun yet."))
    if table.status != "playing":
        over = None if table.broken_off else table.state.why_illegal(move)
        raise over or GameOver(say("The match is over."))
    if (sitter.bot_level is not None) != command.by_bot:
        raise TableError(say("A bot plays on for you; take your seat back first."))
    if isinstance(move, Flag):
        raise BadNotation(say("Only the clock says that somebody has run out of time."))
    if move.seat != seat:
        raise NotYourTurn(say("You sit at seat {seat} and move for it only.", seat=seat))
    if not isinstance(move, Resign):
        _refuse_stale(table, seat, command.version)
    clock = table.match.clock
    if clock is not None and seat in clock.running and clock.left_at(seat, draft.now) == 0:
        raise TableError(say("Your time is up."))
    draft.play(move)


def _tick(draft: Draft) -> None:
    clock = draft.table.match.clock
    if draft.table.status != "playing" or clock is None:
        return
    fallen = clock.fallen(draft.now)
    if draft.table.opened.seats == 2:
        if len(fallen) == 2:
            draft.emit(MatchBrokenOff(draft.now, draft.seed.hex()))
        elif fallen:
            draft.play(Flag(fallen[0]))
        return
    for seat in fallen:
        draft.emit(FlagFell(draft.now, seat))
        draft.emit(StandInTook(draft.now, seat, STAND_IN, "time"))


def _prepare(
    draft: Draft, command: Sit | StandUp | SeatBot | AddEntropy | BeReady | CloseTable
) -> None:
    table, now = draft.table, draft.now
    if table.status != "open":
        raise TableError(say("The match has begun already."))
    match command:
        case Sit(seat=seat, name=name, key_hash=key_hash, entropy=entropy):
            _refuse_taken(table, seat)
            if table.seats_of(key_hash) and not table.opened.same_device:
                raise TableError(say("You sit at this table already."))
            name = clean_name(name)
            check_entropy(entropy)
            draft.emit(SeatTaken(now, seat, "person", name, key_hash=key_hash))
            if entropy:
                draft.emit(EntropyAdded(now, seat, entropy))
        case StandUp(seat=seat):
            _person_or_bot(table, seat)
            draft.emit(SeatVacated(now, seat))
        case SeatBot(seat=seat, level=level):
            _refuse_taken(table, seat)
            check_level(table.opened.game, level)
            draft.emit(SeatTaken(now, seat, "bot", level, level=level))
        case AddEntropy(seat=seat, text=text):
            _person_or_bot(table, seat)
            check_entropy(text)
            draft.emit(EntropyAdded(now, seat, text))
        case BeReady(seat=seat):
            if not _person_or_bot(table, seat).ready:
                draft.emit(SeatReady(now, seat))
        case CloseTable():
            draft.emit(TableClosed(now))
    draft.begin_if_full()


def _ask_undo(draft: Draft, command: AskUndo) -> None:
    table, seat = draft.table, command.seat
    _person_playing(table, seat)
    _refuse_stale(table, seat, command.version)
    reason = why_no_undo(table, seat)
    if reason is not None:
        raise TableError(reason)
    draft.emit(UndoAsked(draft.now, seat))
    _undo_if_agreed(draft)


def _answer_undo(draft: Draft, command: AnswerUndo) -> None:
    table, seat = draft.table, command.seat
    _person_playing(table, seat)
    undo = table.match.undo
    if undo is None or command.version < undo.version:
        raise StaleCommand(say("Nobody asks to take a move back any more."))
    if not command.agree:
        draft.emit(UndoRefused(draft.now, seat))
        return
    if seat not in asked_for_undo(table):
        raise TableError(say("You are not asked."))
    draft.emit(UndoAgreed(draft.now, seat))
    _undo_if_agreed(draft)


def _undo_if_agreed(draft: Draft) -> None:
    # Bots always agree: nothing was revealed, so nothing is lost to them.
    if not asked_for_undo(draft.table):
        draft.emit(Undone(draft.now, len(draft.table.plies) - 1))


def _claim_win(draft: Draft, seat: Seat) -> None:
    table = draft.table
    _person_playing(table, seat)
    if table.opened.seats != 2:
        raise TableError(say("With more than two seats a bot can play on, but nobody can claim."))
    _refuse_claim(table, 1 - seat, draft.now)
    draft.emit(WinClaimed(draft.now, seat))
    draft.play(Flag(1 - seat))


def _let_bot_finish(draft: Draft, seat: Seat, absent: Seat) -> None:
    _person_playing(draft.table, seat)
    if absent == seat or not 0 <= absent < draft.table.opened.seats:
        raise TableError(say("A bot can play on only for somebody else who left."))
    _refuse_claim(draft.table, absent, draft.now)
    draft.emit(StandInTook(draft.now, absent, STAND_IN, "left"))


def _hand_over(draft: Draft, seat: Seat) -> None:
    _person_playing(draft.table, seat)
    draft.emit(StandInTook(draft.now, seat, STAND_IN, "left"))


def _take_back(draft: Draft, seat: Seat) -> None:
    _person_or_bot(draft.table, seat)
    if not may_take_back(draft.table, seat):
        raise TableError(say("There is no seat for you to take back."))
    draft.emit(SeatTakenBack(draft.now, seat))


def _offer_rematch(draft: Draft, seat: Seat, next_table: str) -> None:
    table = draft.table
    if table.status != "ended":
        raise TableError(say("A rematch can be offered once the match is over."))
    if seat not in table.persons():
        raise NotSeated(say("Only those who played can play again."))
    if table.next_table is not None or seat in table.rematch:
        return
    draft.emit(RematchOffered(draft.now, seat))
    if draft.table.rematch.issuperset(table.persons()):
        draft.emit(RematchAgreed(draft.now, next_table))


def _note(draft: Draft, command: NoteAbsence | NoteReturn | NoteRestart | ReplaceBot) -> None:
    table, now = draft.table, draft.now
    if table.status != "playing":
        return
    match command:
        case NoteAbsence(seat=seat, last_seen=last_seen):
            gone = seat in table.persons() and _person_or_bot(table, seat).left_at is None
            if gone and table.opened.leave_after is not None:
                draft.emit(SeatLeft(last_seen, seat))
        case NoteReturn(seat=seat):
            if _person_or_bot(table, seat).left_at is not None:
                draft.emit(SeatReturned(now, seat))
        case NoteRestart(down_from=down_from):
            clock = table.match.clock
            if clock is not None and clock.running:
                draft.emit(ClockResumed(now, max(down_from, table.at)))
        case ReplaceBot(seat=seat, instead=instead, trouble=trouble, version=version):
            level = _person_or_bot(table, seat).bot_level
            if seat not in table.bots_to_move() or version < table.match.since[seat]:
                return
            if level is not None and level != instead:
                draft.emit(BotFailed(now, seat, level, instead, trouble))


def _refuse_stale(table: Table, seat: Seat, version: int) -> None:
    if not table.match.since[seat] <= version <= table.version:
        raise StaleCommand(
            say("The table has moved on since you looked; look again and decide anew.")
        )


def _refuse_taken(table: Table, seat: Seat) -> None:
    if not 0 <= seat < table.opened.seats:
        raise BadSetup(say("There is no seat {seat} at this table.", seat=seat))
    if table.sitters[seat] is not None:
        raise TableError(say("Seat {seat} is taken.", seat=seat))


def _refuse_claim(table: Table, absent: Seat, now: int) -> None:
    since = claimable(table, absent)
    if since is None or now < since:
        raise TableError(say("Seat {seat} has not been away for long enough.", seat=absent))


def _person_or_bot(table: Table, seat: Seat) -> Sitter:
    sitter = table.sitters[seat] if 0 <= seat < table.opened.seats else None
    if sitter is None:
        raise NotSeated(say("Nobody sits at seat {seat}.", seat=seat))
    return sitter


def _person_playing(table: Table, seat: Seat) -> Sitter:
    sitter = _person_or_bot(table, seat)
    if table.status == "open":
        raise TableError(say("The match has not begun yet."))
    if table.status != "playing":
        raise GameOver(say("The match is over."))
    if sitter.bot_level is not None:
        raise TableError(say("A bot plays on for you; take your seat back first."))
    return sitter
