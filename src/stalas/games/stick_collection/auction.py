"""An auction for the stick in the stand (SC-3)."""

from __future__ import annotations

from dataclasses import dataclass

from stalas.core.game import Seat
from stalas.games.stick_collection.moves import Bid, Call, Pass


@dataclass(frozen=True, slots=True)
class Auction:
    """An auction, going on or finished, with what only the dealer knows of its stick."""

    length: int
    errors: tuple[int, ...]
    """Each seat's eye error in tenths of a millimetre."""
    first_player: Seat
    """Who bids last in the first round."""
    calls: tuple[Call, ...]
    """The bids and passes in order; passes that happen by themselves are not among them."""
    high: int = 0
    """The last bid, or 0."""
    by: Seat | None = None
    """Who made it."""
    passed: int = 0
    """The seats that have passed, as a mask; those who could not raise included."""

    def after(self, move: Call) -> Auction:
        """The auction after a legal bid or pass."""
        calls = (*self.calls, move)
        if isinstance(move, Pass):
            return Auction(
                self.length,
                self.errors,
                self.first_player,
                calls,
                self.high,
                self.by,
                self.passed | 1 << move.seat,
            )
        return Auction(
            self.length,
            self.errors,
            self.first_player,
            calls,
            move.amount,
            move.seat,
            self.passed,
        )

    def without(self, seat: Seat) -> Auction:
        """The auction after a seat that cannot raise has passed by itself."""
        return Auction(
            self.length,
            self.errors,
            self.first_player,
            self.calls,
            self.high,
            self.by,
            self.passed | 1 << seat,
        )

    def has_passed(self, seat: Seat) -> bool:
        """Whether a seat is out of this auction."""
        return bool(self.passed >> seat & 1)

    def passed_seats(self) -> list[Seat]:
        """The seats that are out of this auction, rising."""
        return [seat for seat in range(self.passed.bit_length()) if self.passed >> seat & 1]

    def told_calls(self) -> tuple[tuple[Seat, int], ...]:
        """The calls as pairs of the seat and its bid, 0 for a pass."""
        return tuple(
            (call.seat, call.amount if isinstance(call, Bid) else 0) for call in self.calls
        )


@dataclass(frozen=True, slots=True)
class Sold:
    """A finished auction: `auction.high` is the price."""

    auction: Auction
    winner: Seat
    place: int
    """Where the stick stands in the winner's row, counted from 0 in the order taken."""
