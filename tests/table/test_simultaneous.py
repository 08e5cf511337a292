"""A choice that several seats make at once: Gold Hunting's stacks."""

from __future__ import annotations

from typing import Any

from stalas.core.records import last_state
from stalas.games import find
from stalas.table.clock import TimeControl
from stalas.table.commands import Play, Tick
from stalas.table.errors import StaleCommand
from stalas.table.events import MatchBrokenOff, MovePlayed
from stalas.table.export import record
from stalas.table.project import project

MINUTE = 60_000
STACKS = ("0 stack 1123/123/12/2", "1 stack 3/3/2222/1111")


def test_either_seat_may_choose_first_and_neither_makes_the_other_stale(make_script: Any) -> None:
    for order in ((0, 1), (1, 0)):
        script = make_script("gold-hunting")
        seen = script.table.version
        for seat in order:
            script.do(Play(seat, STACKS[seat], seen))
        assert script.table.plies[-1].text.startswith("* first")


def test_choosing_twice_is_stale(make_script: Any) -> None:
    script = make_script("gold-hunting")
    seen = script.table.version
    script.do(Play(1, STACKS[1], seen))
    assert isinstance(script.refused(Play(1, STACKS[1], seen)), StaleCommand)


def test_the_choice_is_shown_to_its_seat_only(make_script: Any) -> None:
    script = make_script("gold-hunting")
    script.play(STACKS[1])
    for viewer in (0, None):
        shown = project(script.table, viewer, script.now)
        assert shown.log[-1].text == "1 stack ?"
        assert "2222" not in repr(shown)
    assert project(script.table, 1, script.now).log[-1].text == STACKS[1]


def test_records_hold_the_choices_in_seat_order(make_script: Any) -> None:
    script = make_script("gold-hunting")
    script.play(STACKS[1])
    running = record(script.table, 0)
    assert running.moves[1:] == ("1 stack ?",)
    script.play(STACKS[0])
    script.play("0 resign")
    whole = record(script.table, None)
    assert whole.moves[1:3] == STACKS
    assert last_state(find("gold-hunting"), whole) == script.table.state


def test_a_choice_and_a_resignation_keep_their_order(make_script: Any) -> None:
    script = make_script("gold-hunting")
    script.play(STACKS[1])
    script.play("0 resign")
    assert record(script.table, None).moves[1:] == (STACKS[1], "0 resign")


def test_both_clocks_run_and_each_stops_with_its_choice(make_script: Any) -> None:
    script = make_script("gold-hunting", control=TimeControl.live(1))
    assert script.table.match.clock.running == (0, 1)
    script.play(STACKS[1], after=10_000)
    assert script.table.match.clock.running == (0,)
    assert script.table.match.clock.left == (50_000, 50_000)


def test_whoever_has_not_chosen_in_time_loses(make_script: Any) -> None:
    script = make_script("gold-hunting", control=TimeControl.live(1))
    script.play(STACKS[1], after=10_000)
    events = script.do(Tick(), after=MINUTE)
    assert events[0] == MovePlayed(script.now, "0 flag")


def test_if_nobody_chose_in_time_nobody_wins(make_script: Any) -> None:
    script = make_script("gold-hunting", control=TimeControl.live(1))
    (event,) = script.do(Tick(), after=MINUTE)
    assert isinstance(event, MatchBrokenOff)
    assert script.table.status == "ended"
    assert script.table.broken_off
    assert script.table.state.outcome() is None
    assert record(script.table, None).meta["broken_off"] is True
    assert "over" in str(script.refused(Play(0, STACKS[0], script.table.version)))
