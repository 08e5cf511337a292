"""The clock: pure, on injected time. Times are whole milliseconds since 1970 (UTC).

- The clocks of all persons who may act run; in a simultaneous choice several run at once, and each
  stops when its seat has chosen. The dealer uses no time, and bots have no clock: their answer has
  a limit of its own.
- A live clock has main time for the whole match and an increment after each decision; a clock of
  days gives each decision its own time.
- A flag falls when the time of a running seat is gone. What follows is decided by the table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

from stalas.core.game import Seat

SECOND: Final = 1_000
MINUTE: Final = 60 * SECOND
DAY: Final = 24 * 60 * MINUTE


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time there is."""

    kind: Literal["live", "days"]
    main: int
    """Milliseconds for the whole match (live) or for each decision (days)."""
    increment: int = 0
    """Milliseconds added after each decision (live)."""

    @classmethod
    def live(cls, minutes: float, increment: float = 0) -> TimeControl:
        """Give each seat minutes for the match, and an increment in seconds a decision."""
        return cls("live", round(minutes * MINUTE), round(increment * SECOND))

    @classmethod
    def days(cls, days: float) -> TimeControl:
        """Give each decision its days."""
        return cls("days", round(days * DAY))


@dataclass(frozen=True, slots=True)
class Clock:
    """The time that each seat has, as of `since`, and which seats' time is running."""

    control: TimeControl
    left: tuple[int | None, ...]
    """Milliseconds for each seat at `since`; None for a bot, which has no clock."""
    running: tuple[Seat, ...] = ()
    since: int = 0
    resting: tuple[Seat, ...] = ()
    """Persons for whom a bot plays on: their time stands still."""

    @classmethod
    def start(cls, control: TimeControl, timed: tuple[bool, ...]) -> Clock:
        """Give the clock before the first decision; `timed` says which seats have one."""
        return cls(control, tuple(control.main if has else None for has in timed))

    def left_at(self, seat: Seat, now: int) -> int | None:
        """The milliseconds that a seat has at a moment: never below 0; None if it has no clock."""
        left = self.left[seat]
        if left is None or seat not in self.running:
            return left
        return max(0, left - max(0, now - self.since))

    def advance(self, now: int) -> Clock:
        """Take the time since `since` from those whose clock runs."""
        left = tuple(self.left_at(seat, now) for seat in range(len(self.left)))
        return Clock(self.control, left, self.running, max(now, self.since), self.resting)

    def decided(self, seat: Seat, now: int) -> Clock:
        """Stop a seat's clock after its decision: add the increment, or restore its days."""
        clock = self.advance(now)
        before = clock.left[seat]
        if before is None or seat in clock.resting:
            return clock
        control = self.control
        after = control.main if control.kind == "days" else before + control.increment
        left = (*clock.left[:seat], after, *clock.left[seat + 1 :])
        running = tuple(other for other in clock.running if other != seat)
        return Clock(control, left, running, clock.since, clock.resting)

    def run(self, seats: tuple[Seat, ...], now: int) -> Clock:
        """Let the time of these seats run, and of no other, from a moment on."""
        clock = self.advance(now)
        running = tuple(
            seat
            for seat in seats
            if seat >= 0 and clock.left[seat] is not None and seat not in clock.resting
        )
        return Clock(self.control, clock.left, running, clock.since, clock.resting)

    def rest(self, seat: Seat, now: int) -> Clock:
        """Let a seat's time stand still, because a bot plays on for it."""
        clock = self.advance(now)
        running = tuple(other for other in clock.running if other != seat)
        return Clock(self.control, clock.left, running, clock.since, (*clock.resting, seat))

    def wake(self, seat: Seat, now: int) -> Clock:
        """End a seat's rest; its time runs again from the next `run` on."""
        clock = self.advance(now)
        resting = tuple(other for other in clock.resting if other != seat)
        return Clock(self.control, clock.left, clock.running, clock.since, resting)

    def skip(self, start: int, end: int) -> Clock:
        """Count the time from start to end for nobody: the server was down."""
        clock = self.advance(start)
        since = max(end, clock.since)
        return Clock(self.control, clock.left, clock.running, since, clock.resting)

    @property
    def deadline(self) -> int | None:
        """When the next flag falls if nobody acts, or None."""
        times = [left for seat in self.running if (left := self.left[seat]) is not None]
        return self.since + min(times) if times else None

    def fallen(self, now: int) -> tuple[Seat, ...]:
        """The seats whose time is gone, those that ran out first; several if at the same moment.

        A moment is a millisecond: only seats that started equal and ran together can tie.
        """
        gone = [
            (left, seat)
            for seat in self.running
            if (left := self.left[seat]) is not None and self.left_at(seat, now) == 0
        ]
        if not gone:
            return ()
        first = min(left for left, _ in gone)
        return tuple(seat for left, seat in gone if left == first)
