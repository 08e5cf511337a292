"""Given events, when a command, then events or a refusal."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from stalas.core.dealer import verify
from stalas.core.errors import BadNotation, GameError, GameOver, NotYourTurn, RecordError
from stalas.games import find
from stalas.table.clock import TimeControl
from stalas.table.commands import (
    AddEntropy,
    AnswerUndo,
    AskUndo,
    BeReady,
    ClaimWin,
    CloseTable,
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
from stalas.table.errors import BadSetup, NotSeated, StaleCommand, TableError
from stalas.table.events import (
    BotFailed,
    ChanceFell,
    ClockResumed,
    EntropyAdded,
    FlagFell,
    MatchBegan,
    MatchEnded,
    MovePlayed,
    RematchAgreed,
    RematchOffered,
    SeatReturned,
    SeatTaken,
    SeatTakenBack,
    SeatVacated,
    StandInTook,
    TableClosed,
    WinClaimed,
)
from stalas.table.export import record
from stalas.table.opening import open_table, rematch
from stalas.table.setup import MAX_NAME, Person, Setup

MINUTE = 60_000


def names(events: list[Any]) -> list[str]:
    return [type(event).__name__ for event in events]


# Opening and sitting


def test_the_match_begins_when_the_last_seat_is_taken(make_script: Any) -> None:
    script = make_script(alone=True)
    assert script.table.status == "open"
    events = script.do(Sit(1, "Jonas", "hash"))
    assert names(events) == ["SeatTaken", "MatchBegan", "ChanceFell", "ChanceFell"]
    assert script.table.status == "playing"


def test_against_a_bot_the_match_begins_at_once(make_script: Any) -> None:
    script = make_script(bots={1: "greedy"})
    assert script.table.status == "playing"


def test_a_table_may_wait_until_everybody_is_ready(make_script: Any) -> None:
    script = make_script(wait_ready=True)
    assert script.table.status == "open"
    assert names(script.do(AddEntropy(1, "my own dice"))) == ["EntropyAdded"]
    assert names(script.do(BeReady(0))) == ["SeatReady"]
    assert script.do(BeReady(0)) == []
    assert isinstance(script.do(BeReady(1))[1], MatchBegan)
    assert script.table.entropies == ("", "my own dice")


def test_entropy_comes_before_the_first_draw_and_changes_it(make_script: Any) -> None:
    script, other = make_script(alone=True), make_script(alone=True)
    events = script.do(Sit(1, "Jonas", "hash", entropy="abc"))
    assert events[1] == EntropyAdded(script.now, 1, "abc")
    other.do(Sit(1, "Jonas", "hash"))
    dealt = [event for event in events if isinstance(event, ChanceFell)]
    assert dealt != [event for event in other.events if isinstance(event, ChanceFell)]
    assert "begun already" in str(script.refused(AddEntropy(1, "too late")))


def test_a_taken_seat_cannot_be_taken(make_script: Any) -> None:
    script = make_script(alone=True)
    assert "taken" in str(script.refused(Sit(0, "Jonas", "hash")))
    assert isinstance(script.refused(Sit(2, "Jonas", "hash")), BadSetup)
    assert isinstance(script.refused(Sit(-1, "Jonas", "hash")), BadSetup)


def test_nobody_sits_twice_unless_the_device_is_shared(make_script: Any) -> None:
    script = make_script(alone=True)
    key_hash = script.table.sitters[0].key_hash
    assert "already" in str(script.refused(Sit(1, "Again", key_hash)))
    shared = make_script(alone=True, same_device=True)
    shared.do(Sit(1, "Again", key_hash))
    assert shared.table.seats_of(key_hash) == (0, 1)


def test_names_are_one_clean_line(make_script: Any) -> None:
    script = make_script(alone=True)
    for name in ("", "   ", "\u202e\u200b", "x" * (MAX_NAME + 1)):
        assert isinstance(script.refused(Sit(1, name, "hash")), BadSetup)
    script.do(Sit(1, " Žydrūnė\n\u202e O'Hara\x00 ", "hash"))
    assert script.table.sitters[1].name == "Žydrūnė O'Hara"


@pytest.mark.parametrize("text", ["x" * 201, "two\nlines", "\x00", "\ud800"])
def test_entropy_is_one_short_printable_line(make_script: Any, text: str) -> None:
    script = make_script(alone=True)
    assert isinstance(script.refused(Sit(1, "Jonas", "hash", entropy=text)), BadSetup)
    assert isinstance(script.refused(AddEntropy(0, text)), BadSetup)


def test_standing_up_frees_the_seat_and_forgets_its_entropy(make_script: Any) -> None:
    script = make_script(seats=3, game="stick-collection", alone=True)
    script.do(Sit(1, "Jonas", "hash", entropy="abc"))
    assert script.do(StandUp(1)) == [SeatVacated(script.now, 1)]
    assert script.table.entropies == ("", "", "")
    assert isinstance(script.refused(StandUp(1)), NotSeated)


def test_the_host_may_seat_bots_and_close_the_table(make_script: Any) -> None:
    script = make_script(seats=3, game="stick-collection", alone=True)
    script.do(SeatBot(2, "random"))
    assert isinstance(script.refused(SeatBot(1, "os:system")), BadSetup)
    assert script.do(CloseTable()) == [TableClosed(script.now)]
    assert script.table.status == "closed"
    assert isinstance(script.refused(Sit(1, "Jonas", "hash")), TableError)


def test_a_table_that_cannot_be_is_refused() -> None:
    host = Person("Ona", "key")
    for setup in (
        Setup("chess"),
        Setup("tower-of-doubt", seats=3),
        Setup("tower-of-doubt", options={"colour": "red"}),
        Setup("tower-of-doubt", control=TimeControl("live", 5)),
        Setup("tower-of-doubt", control=TimeControl("live", MINUTE, -1)),
        Setup("tower-of-doubt", control=TimeControl("days", 5)),
        Setup("tower-of-doubt", leave_after=5),
    ):
        with pytest.raises((BadSetup, RecordError)):
            open_table(setup, 0, bytes(32), host=host)
    with pytest.raises(BadSetup, match="taken"):
        open_table(Setup("tower-of-doubt"), 0, bytes(32), host=host, bots={0: "random"})
    with pytest.raises(BadSetup, match="no seat 2"):
        open_table(Setup("tower-of-doubt"), 0, bytes(32), host=host, seat=2)


# Playing


def test_a_move_is_followed_by_what_the_dealer_must_do(make_script: Any) -> None:
    script = make_script("china-gold", options={"first": 0})
    kinds = names(script.play_any(Random(1)))
    assert kinds == ["MovePlayed", "ChanceFell"]


def test_the_dealers_draws_can_be_checked_after_the_end(make_script: Any) -> None:
    for game in ("tower-of-doubt", "china-gold"):
        script = make_script(game)
        script.play_on(Random(7))
        assert isinstance(script.events[-1], MatchEnded)
        whole = record(script.table, None)
        verdict = verify(find(game), whole)
        assert verdict.draws > 0
        assert verdict.differs is None


def test_a_double_click_is_stale(make_script: Any) -> None:
    script = make_script()
    seen, seat = script.table.version, script.table.to_move[0]
    move = str(script.table.state.legal_moves(seat)[0])
    script.do(Play(seat, move, seen))
    assert isinstance(script.refused(Play(seat, move, seen)), StaleCommand)


def test_a_version_from_the_future_is_stale(make_script: Any) -> None:
    script = make_script()
    seat = script.table.to_move[0]
    move = str(script.table.state.legal_moves(seat)[0])
    assert isinstance(script.refused(Play(seat, move, script.table.version + 1)), StaleCommand)


def test_what_does_not_change_the_decision_does_not_make_it_stale(make_script: Any) -> None:
    script = make_script()
    seen, seat = script.table.version, script.table.to_move[0]
    script.do(NoteAbsence(1 - seat, script.now))
    script.do(NoteReturn(1 - seat))
    move = str(script.table.state.legal_moves(seat)[0])
    assert isinstance(script.do(Play(seat, move, seen))[0], MovePlayed)


def test_a_move_for_somebody_else_is_refused(make_script: Any) -> None:
    script = make_script()
    seat = script.table.to_move[0]
    move = str(script.table.state.legal_moves(seat)[0])
    version = script.table.version
    assert isinstance(script.refused(Play(1 - seat, move, version)), NotYourTurn)
    theirs = f"{1 - seat}{move[1:]}"
    assert isinstance(script.refused(Play(1 - seat, theirs, version)), NotYourTurn)
    assert isinstance(script.refused(Play(seat, "* first 0", version)), NotYourTurn)


@pytest.mark.parametrize("text", ["", "mark", "0 mаrk 1", "x" * 10_000, "0 mark 1\n", "9 mark 1"])
def test_what_is_no_move_is_refused(make_script: Any, text: str) -> None:
    script = make_script()
    seat = script.table.to_move[0]
    assert isinstance(script.refused(Play(seat, text, script.table.version)), GameError)


def test_nobody_says_that_a_flag_fell_but_the_clock(make_script: Any) -> None:
    script = make_script(control=TimeControl.live(1))
    for text in ("0 flag", "1 flag"):
        assert isinstance(script.refused(Play(0, text, script.table.version)), BadNotation)


def test_resigning_ends_the_match_even_out_of_turn_and_from_an_old_page(make_script: Any) -> None:
    script = make_script()
    seat = 1 - script.table.to_move[0]
    events = script.do(Play(seat, f"{seat} resign", 1))
    assert names(events) == ["MovePlayed", "MatchEnded"]
    assert script.table.state.outcome().winners == (1 - seat,)
    after = script.refused(Play(0, "0 resign", script.table.version))
    assert isinstance(after, GameOver)


def test_before_the_match_nothing_can_be_played(make_script: Any) -> None:
    script = make_script(alone=True)
    for command in (Play(0, "0 mark 1", 1), AskUndo(0, 1), HandOver(0)):
        assert "not begun" in str(script.refused(command))
    assert isinstance(script.refused(OfferRematch(0, "next")), TableError)


def test_time_never_runs_backwards(make_script: Any) -> None:
    script = make_script(control=TimeControl.live(1))
    (event,) = script.play_any(Random(1), after=-5_000)[:1]
    assert event.at == script.now + 5_000


# The clock


def test_a_fallen_flag_ends_a_match_of_two(make_script: Any) -> None:
    script = make_script(control=TimeControl.live(1))
    seat = script.table.to_move[0]
    assert script.do(Tick(), after=MINUTE - 1) == []
    events = script.do(Tick(), after=1)
    assert events[0] == MovePlayed(script.now, f"{seat} flag")
    assert script.table.state.outcome().reason == "time"
    assert script.table.match.clock.running == ()


def test_a_move_after_the_time_is_refused_even_before_the_flag(make_script: Any) -> None:
    script = make_script(control=TimeControl.live(1))
    seat = script.table.to_move[0]
    move = str(script.table.state.legal_moves(seat)[0])
    late = script.refused(Play(seat, move, script.table.version), after=MINUTE)
    assert "time is up" in str(late)


def test_with_more_seats_a_bot_plays_on_after_a_flag(make_script: Any) -> None:
    script = make_script("stick-collection", seats=3, control=TimeControl.live(1))
    seat = script.table.to_move[0]
    events = script.do(Tick(), after=MINUTE)
    assert events == [
        FlagFell(script.now, seat),
        StandInTook(script.now, seat, "greedy", "time"),
    ]
    assert script.table.bots_to_move() == (seat,)
    assert "take back" in str(script.refused(TakeBack(seat)))
    move = str(script.table.state.legal_moves(seat)[0])
    assert "bot plays on" in str(script.refused(Play(seat, move, script.table.version)))
    script.do(Play(seat, move, script.table.version, by_bot=True))


def test_bots_have_no_clock(make_script: Any) -> None:
    script = make_script(bots={1: "random"}, control=TimeControl.live(1))
    assert script.table.match.clock.left == (MINUTE, None)


def test_a_restart_gives_time_back(make_script: Any) -> None:
    script = make_script(control=TimeControl.live(1))
    seat = script.table.to_move[0]
    down_from = script.now + 10_000
    events = script.do(NoteRestart(down_from), after=10 * MINUTE)
    assert events == [ClockResumed(script.now, down_from)]
    assert script.table.match.clock.left_at(seat, script.now) == MINUTE - 10_000
    assert make_script().do(NoteRestart(0)) == []


# Leaving


def gone(script: Any) -> tuple[int, int]:
    """Let the seat to move leave; gives it and the other one."""
    absent = script.table.to_move[0]
    script.do(NoteAbsence(absent, script.now), after=20_000)
    return absent, 1 - absent


def test_the_opponent_of_a_seat_that_left_may_claim_the_win(make_script: Any) -> None:
    script = make_script(leave_after=MINUTE)
    left_at = script.now
    absent, other = gone(script)
    assert script.table.sitters[absent].left_at >= left_at
    assert "long enough" in str(script.refused(ClaimWin(other)))
    events = script.do(ClaimWin(other), after=MINUTE)
    assert events[:2] == [
        WinClaimed(script.now, other),
        MovePlayed(script.now, f"{absent} flag"),
    ]
    assert script.table.state.outcome().winners == (other,)


def test_nothing_can_be_claimed_from_whoever_is_there(make_script: Any) -> None:
    script = make_script(leave_after=MINUTE)
    absent, other = gone(script)
    assert script.do(NoteReturn(absent)) == [SeatReturned(script.now, absent)]
    assert isinstance(script.refused(ClaimWin(other), after=9 * MINUTE), TableError)
    assert isinstance(script.refused(ClaimWin(absent), after=9 * MINUTE), TableError)


def test_nothing_can_be_claimed_unless_the_absent_seat_is_to_move(make_script: Any) -> None:
    script = make_script(leave_after=MINUTE)
    seat = script.table.to_move[0]
    script.do(NoteAbsence(1 - seat, script.now))
    assert isinstance(script.refused(ClaimWin(seat), after=9 * MINUTE), TableError)


def test_a_host_may_rule_claims_out(make_script: Any) -> None:
    script = make_script(leave_after=None)
    assert script.do(NoteAbsence(0, script.now)) == []


def test_the_opponent_may_let_a_bot_finish_until_the_person_is_back(make_script: Any) -> None:
    script = make_script(leave_after=MINUTE)
    absent, other = gone(script)
    assert isinstance(script.refused(LetBotFinish(other, other)), TableError)
    events = script.do(LetBotFinish(other, absent), after=MINUTE)
    assert events == [StandInTook(script.now, absent, "greedy", "left")]
    assert script.table.bots_to_move() == (absent,)
    script.do(NoteReturn(absent))
    assert script.table.bots_to_move() == (absent,)
    assert script.do(TakeBack(absent)) == [SeatTakenBack(script.now, absent)]
    assert script.table.bots_to_move() == ()
    script.play_any(Random(3))


def test_with_more_seats_nobody_can_claim_the_win(make_script: Any) -> None:
    script = make_script("stick-collection", seats=3, leave_after=MINUTE)
    absent = script.table.to_move[0]
    script.do(NoteAbsence(absent, script.now))
    other = (absent + 1) % 3
    assert "more than two" in str(script.refused(ClaimWin(other), after=9 * MINUTE))
    script.do(LetBotFinish(other, absent), after=9 * MINUTE)


def test_one_may_hand_ones_own_seat_to_a_bot(make_script: Any) -> None:
    script = make_script(control=TimeControl.live(1))
    seat = script.table.to_move[0]
    script.do(HandOver(seat), after=10_000)
    assert script.do(Tick(), after=9 * MINUTE) == []
    script.do(TakeBack(seat))
    assert script.table.match.clock.left_at(seat, script.now) == MINUTE - 10_000


# Bots


def test_a_bot_that_fails_is_replaced_by_a_simpler_one(make_script: Any) -> None:
    script = make_script()
    script.do(HandOver(0))
    script.do(HandOver(1))
    seat = script.table.to_move[0]
    version = script.table.version
    events = script.do(ReplaceBot(seat, "random", "overdue", version))
    assert events == [BotFailed(script.now, seat, "greedy", "random", "overdue")]
    assert script.do(ReplaceBot(seat, "random", "overdue", version)) == []
    script.do(
        Play(
            seat,
            str(script.table.state.legal_moves(seat)[0]),
            script.table.version,
            by_bot=True,
        )
    )
    assert script.do(ReplaceBot(seat, "random", "overdue", version)) == []


def test_a_late_answer_is_stale(make_script: Any) -> None:
    script = make_script(bots={1: "greedy"}, options={"first": 1})
    move = str(script.table.state.legal_moves(1)[0])
    old = script.table.version
    script.do(Play(1, move, old, by_bot=True))
    assert isinstance(script.refused(Play(1, move, old, by_bot=True)), StaleCommand)


# Rematch


def test_a_rematch_needs_everybody_and_rotates_the_seats(make_script: Any) -> None:
    script = make_script()
    assert "over" in str(script.refused(OfferRematch(0, "next")))
    script.play("0 resign")
    assert script.do(OfferRematch(0, "next")) == [RematchOffered(script.now, 0)]
    assert script.do(OfferRematch(0, "next")) == []
    events = script.do(OfferRematch(1, "next"))
    assert events == [RematchOffered(script.now, 1), RematchAgreed(script.now, "next")]
    again = rematch(script.table, "old", script.now, bytes(32))
    seated = [event for event in again.events if isinstance(event, SeatTaken)]
    assert [event.name for event in seated] == ["Player 1", "Player 0"]
    assert [event.key_hash for event in seated] == [
        script.table.sitters[1].key_hash,
        script.table.sitters[0].key_hash,
    ]
    assert again.table.status == "playing"


def test_bots_always_play_again(make_script: Any) -> None:
    script = make_script(bots={1: "greedy"})
    script.play("0 resign")
    events = script.do(OfferRematch(0, "next"))
    assert events[-1] == RematchAgreed(script.now, "next")
    again = rematch(script.table, "old", script.now, bytes(32)).table
    assert [sitter.kind for sitter in again.sitters if sitter] == ["bot", "person"]


def test_three_seats_rotate_by_one(make_script: Any) -> None:
    script = make_script("stick-collection", seats=3)
    script.play_on(Random(2))
    for seat in range(3):
        script.do(OfferRematch(seat, "next"))
    again = rematch(script.table, "old", script.now, bytes(32)).table
    assert [sitter.name for sitter in again.sitters if sitter] == [
        "Player 2",
        "Player 0",
        "Player 1",
    ]


def test_answers_to_no_question_are_refused(make_script: Any) -> None:
    script = make_script()
    version = script.table.version
    assert isinstance(script.refused(AnswerUndo(1, True, version)), StaleCommand)
