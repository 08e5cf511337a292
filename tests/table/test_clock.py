"""The clock: pure, on injected time."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from stalas.table.clock import Clock, TimeControl

LIVE = TimeControl.live(minutes=1, increment=2)
DAYS = TimeControl.days(2)
DAY = 86_400_000


def test_time_runs_for_whoever_is_to_move_only() -> None:
    clock = Clock.start(LIVE, (True, True)).run((0,), 1000)
    assert clock.left_at(0, 11_000) == 50_000
    assert clock.left_at(1, 11_000) == 60_000


def test_a_decision_stops_the_clock_and_adds_the_increment() -> None:
    clock = Clock.start(LIVE, (True, True)).run((0,), 0).decided(0, 10_000)
    assert clock.left == (52_000, 60_000)
    assert clock.running == ()
    assert clock.run((1,), 10_000).running == (1,)


def test_days_are_given_anew_for_each_decision() -> None:
    clock = Clock.start(DAYS, (True, True)).run((0,), 0).decided(0, DAY)
    assert clock.left == (2 * DAY, 2 * DAY)


def test_several_clocks_run_in_a_simultaneous_choice() -> None:
    clock = Clock.start(LIVE, (True, True)).run((0, 1), 0)
    clock = clock.decided(1, 5_000).run((0,), 5_000)
    assert clock.left_at(1, 30_000) == 57_000
    assert clock.left_at(0, 30_000) == 30_000


def test_the_dealer_and_bots_use_no_time() -> None:
    clock = Clock.start(LIVE, (True, False)).run((-1,), 0)
    assert clock.running == ()
    assert clock.run((1,), 0).running == ()
    assert clock.decided(1, 5_000).left == (60_000, None)
    assert clock.deadline is None


def test_a_flag_falls_at_the_deadline_and_not_before() -> None:
    clock = Clock.start(LIVE, (True, True)).run((1,), 7)
    assert clock.deadline == 60_007
    assert clock.fallen(60_006) == ()
    assert clock.fallen(60_007) == (1,)
    assert clock.left_at(1, 99_999) == 0


def test_whoever_ran_out_first_has_fallen() -> None:
    uneven = Clock(LIVE, (30_000, 20_000), (0, 1), 0)
    assert uneven.fallen(60_000) == (1,)
    even = Clock(LIVE, (20_000, 20_000), (0, 1), 0)
    assert even.fallen(60_000) == (0, 1)


def test_time_without_a_server_counts_for_nobody() -> None:
    clock = Clock.start(LIVE, (True, True)).run((0,), 0).skip(10_000, 500_000)
    assert clock.left_at(0, 500_000) == 50_000
    assert clock.deadline == 550_000


def test_time_stands_still_while_a_bot_plays_on() -> None:
    clock = Clock.start(LIVE, (True, True)).run((0,), 0).rest(0, 10_000)
    assert clock.run((0,), 10_000).running == ()
    assert clock.decided(0, 20_000).left == (50_000, 60_000)
    assert clock.wake(0, 30_000).run((0,), 30_000).left_at(0, 40_000) == 40_000


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 9_000)), max_size=30))
def test_time_is_conserved(turns: list[tuple[int, int]]) -> None:
    now, used = 0, [0, 0]
    clock = Clock.start(TimeControl.live(60), (True, True))
    for seat, spent in turns:
        clock = clock.run((seat,), now)
        now += spent
        used[seat] += spent
        clock = clock.decided(seat, now)
    assert clock.left == tuple(3_600_000 - spent for spent in used)
