"""The law of Stick Collection: what may be done, and what becomes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from random import Random
from typing import Final

from stalas.core.chance import Source, normal
from stalas.core.errors import GameError, IllegalMove, NotYourTurn
from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.core.moves import First, Flag, Forfeit, Resign, forfeited, refuse_early
from stalas.core.words import Sentence, say
from stalas.games.stick_collection.auction import Auction, Sold
from stalas.games.stick_collection.log import seen, tell
from stalas.games.stick_collection.moves import (
    BIDS,
    PASSES,
    Bid,
    Move,
    Pass,
    Stick,
    Sticks,
)
from stalas.games.stick_collection.pieces import (
    ALIKE,
    FULL_ROW,
    HIGHEST_BID,
    LENGTHS,
    START_MONEY,
    STICKS,
    Terms,
)
from stalas.games.stick_collection.scoring import four_alike, judge, points
from stalas.games.stick_collection.view import View, view_of
from stalas.games.stick_collection.worlds import redealt

_BY_DEALER: Final = (DEALER,)
_BY_SEAT: Final = tuple((seat,) for seat in range(10))
_NOBODY: Final = ()


@dataclass(frozen=True, slots=True)
class State:
    """A position of a match.

    The box cannot run empty: while the match goes on every row has seven sticks at most, so five
    seats hold 35 of the 36, and whoever takes the last one has eight.
    """

    terms: Terms
    money: tuple[int, ...]
    rows: tuple[tuple[int, ...], ...]
    """Each seat's length numbers in the order taken; empty before the starting sticks (SC-1)."""
    first_player: Seat | None = None
    """Who bids last (SC-3); None before the dealer has picked."""
    to_move: tuple[Seat, ...] = _BY_DEALER
    auction: Auction | None = None
    """The auction going on, or None while the stand is empty."""
    sold: tuple[Sold, ...] = ()
    """The finished auctions in order."""
    ended: Outcome | None = None
    """The outcome by the rules; a forfeit has its own."""
    forfeit: Forfeit | None = None

    # What may be done

    def legal_moves(self, seat: Seat) -> Sequence[Move]:
        """The bids, rising, then passing."""
        if self.auction is None or self.to_move != (seat,):
            return ()
        most = min(HIGHEST_BID, self.money[seat])
        return (*BIDS[seat][self.auction.high : most], PASSES[seat])

    def why_illegal(self, move: Move) -> GameError | None:
        """The error that `play` would raise, or None if the move is legal."""
        early = refuse_early(move, len(self.money), self.outcome(), "SC-7")
        if early is not None or isinstance(move, Resign | Flag):
            return early
        if isinstance(move, Bid | Pass):
            return self._why_no_call(move)
        if isinstance(move, Stick):
            return self._why_no_stick(move)
        if isinstance(move, Sticks):
            return self._why_no_start(move)
        return self._why_not_first(move)

    def _why_no_call(self, move: Bid | Pass) -> GameError | None:
        auction, seat = self.auction, move.seat
        if auction is None:
            return self._dealer_first() or NotYourTurn(
                say("The dealer must first stand a stick in the stand."), "SC-2"
            )
        if self.to_move != (seat,):
            if auction.has_passed(seat):
                return NotYourTurn(
                    say("Seat {seat} has passed; a pass is final for this stick.", seat=seat),
                    "SC-3",
                )
            return NotYourTurn(
                say("It is seat {seat}'s turn to bid.", seat=self.to_move[0]), "SC-3"
            )
        if isinstance(move, Pass):
            return None
        if not 1 <= move.amount <= HIGHEST_BID:
            return IllegalMove(say("A bid is 1 to {most}.", most=HIGHEST_BID), "SC-3")
        if move.amount <= auction.high:
            return IllegalMove(
                say("Bid more than the last bid, which is {high}.", high=auction.high), "SC-3"
            )
        if move.amount > self.money[seat]:
            return IllegalMove(
                say("Seat {seat} has only {money} money.", seat=seat, money=self.money[seat]),
                "SC-3",
            )
        return None

    def _why_no_stick(self, move: Stick) -> GameError | None:
        if self.auction is not None:
            return NotYourTurn(say("A stick stands in the stand already."), "SC-2")
        early = self._dealer_first()
        if early is not None:
            return NotYourTurn(early.sentence, "SC-2")
        if not 1 <= move.length <= LENGTHS:
            return IllegalMove(_no_such_length(move.length), "SC-2")
        if sum(row.count(move.length) for row in self.rows) == ALIKE:
            return IllegalMove(
                say("No stick of length {length} is left in the box.", length=move.length), "SC-2"
            )
        if len(move.errors) != len(self.money):
            return IllegalMove(
                say(
                    "Each of the {seats} seats needs one eye error.",
                    seats=len(self.money),
                ),
                "SC-2",
            )
        return None

    def _why_no_start(self, move: Sticks) -> GameError | None:
        if self.rows[0]:
            return NotYourTurn(say("The starting sticks are drawn already."), "SC-1")
        if len(move.lengths) != len(self.money):
            return IllegalMove(
                say(
                    "Each of the {seats} seats draws one starting stick.",
                    seats=len(self.money),
                ),
                "SC-1",
            )
        for length in move.lengths:
            if not 1 <= length <= LENGTHS:
                return IllegalMove(_no_such_length(length), "SC-1")
            if move.lengths.count(length) > ALIKE:
                return IllegalMove(
                    say("There are only {most} sticks of each length.", most=ALIKE), "SC-1"
                )
        return None

    def _why_not_first(self, move: First) -> GameError | None:
        if self.first_player is not None:
            return NotYourTurn(say("The First Player is picked already."), "SC-1")
        if not self.rows[0]:
            return self._dealer_first()
        if move.beginner >= len(self.money):
            return IllegalMove(
                say("There is no seat {seat} in this match.", seat=move.beginner), "SC-1"
            )
        return None

    def _dealer_first(self) -> GameError | None:
        """What the dealer must do before any stick can be auctioned (SC-1)."""
        if not self.rows[0]:
            return NotYourTurn(say("The starting sticks must be drawn first."), "SC-1")
        if self.first_player is None:
            return NotYourTurn(say("The dealer must first pick the First Player."), "SC-1")
        return None

    # What becomes of it

    def play(self, move: Move) -> State:
        """Make the move. Raises what `why_illegal` tells."""
        error = self.why_illegal(move)
        if error is not None:
            raise error
        if isinstance(move, Bid | Pass):
            return self._called(move)
        if isinstance(move, Stick):
            return self._stood(move)
        if isinstance(move, Sticks):
            return State(self.terms, self.money, tuple((length,) for length in move.lengths))
        if isinstance(move, First):
            return State(self.terms, self.money, self.rows, move.beginner)
        return self._given_up(move)

    def _stood(self, move: Stick) -> State:
        first_player = self.first_player or 0
        auction = Auction(move.length, move.errors, first_player, ())
        # SC-3: the seat left of the First Player begins. Nobody has bid, so anybody can.
        beginner = _BY_SEAT[(first_player + 1) % len(self.money)]
        return State(self.terms, self.money, self.rows, first_player, beginner, auction, self.sold)

    def _called(self, move: Bid | Pass) -> State:
        before = self.auction
        assert before is not None  # noqa: S101 - a call is legal in an auction only
        auction = before.after(move)
        if auction.high == HIGHEST_BID:  # SC-3: ten wins at once
            return self._won(auction, move.seat)
        return self._go_round(auction, move.seat)

    def _go_round(self, auction: Auction, seat: Seat) -> State:
        """Find whose turn it is after a seat's; whoever cannot raise passes by itself (SC-3)."""
        seats = len(self.money)
        everybody = (1 << seats) - 1
        while True:
            left = everybody & ~auction.passed
            if not left & (left - 1):  # SC-3: one seat is left; SC-4: even if nobody has bid
                return self._won(auction, left.bit_length() - 1)
            seat = (seat + 1) % seats
            if auction.passed >> seat & 1:
                continue
            if self.money[seat] > auction.high:
                return State(
                    self.terms,
                    self.money,
                    self.rows,
                    self.first_player,
                    _BY_SEAT[seat],
                    auction,
                    self.sold,
                )
            auction = auction.without(seat)

    def _won(self, auction: Auction, seat: Seat) -> State:
        price = auction.high
        left = self.money[seat]
        if price:  # SC-5: who pays nothing does not move, so lands nowhere
            left = self.terms.track.squares[left - price]
        money = (*self.money[:seat], left, *self.money[seat + 1 :])
        row = (*self.rows[seat], auction.length)  # SC-6
        rows = (*self.rows[:seat], row, *self.rows[seat + 1 :])
        sold = (*self.sold, Sold(auction, seat, len(row) - 1))
        if row.count(auction.length) == ALIKE:  # SC-9
            ended = four_alike(rows, money, seat)
        elif len(row) == FULL_ROW or left == 0:  # SC-7
            ended = judge(rows, money)
        else:
            return State(self.terms, money, rows, seat, _BY_DEALER, None, sold)
        return State(self.terms, money, rows, seat, _NOBODY, None, sold, ended)

    def _given_up(self, move: Forfeit) -> State:
        return State(
            self.terms,
            self.money,
            self.rows,
            self.first_player,
            _NOBODY,
            self.auction,
            self.sold,
            None,
            move,
        )

    # The dealer

    def chances(self) -> Sequence[tuple[Move, Fraction]]:
        """The choice of the First Player; sticks and eye errors are too many to list."""
        if self.to_move != _BY_DEALER or not self.rows[0] or self.first_player is not None:
            return ()
        seats = len(self.money)
        return tuple((First(seat), Fraction(1, seats)) for seat in range(seats))

    def draw(self, source: Source) -> Move:
        """Sample the dealer's move.

        Sticks come from the box uniformly without replacement; then, for a stick in the stand,
        each seat in order gets a normal error, rounded to a tenth of a millimetre.
        """
        if not self.rows[0]:
            box = [ALIKE] * LENGTHS
            return Sticks(tuple(_take(box, source) for _ in self.money))
        if self.first_player is None:
            return First(source.below(len(self.money)))
        length = _take(self.box(), source)
        eye = 10 * self.terms.eye_mm
        return Stick(length, tuple(round(normal(source, eye)) for _ in self.money))

    def box(self) -> list[int]:
        """How many sticks of each length from the shortest are neither in a row nor the stand."""
        left = [ALIKE] * LENGTHS
        for row in self.rows:
            for length in row:
                left[length - 1] -= 1
        if self.auction is not None:
            left[self.auction.length - 1] -= 1
        return left

    # How it stands

    def scores(self) -> tuple[int, ...]:
        """What each seat scores if the match ends now (SC-8)."""
        return tuple(points(row, left) for row, left in zip(self.rows, self.money, strict=True))

    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        if self.forfeit is not None:
            return forfeited(self.forfeit, self.scores())
        return self.ended

    def truth(self) -> Mapping[str, Json]:
        """Everything, for the referee."""
        auction = self.auction
        return {
            "money": list(self.money),
            "rows": [list(row) for row in self.rows],
            "first_player": self.first_player,
            "auction": None
            if auction is None
            else {
                "stick": auction.length,
                "high": auction.high,
                "by": auction.by,
                "passed": auction.passed_seats(),
            },
        }

    # What a viewer knows

    def view(self, viewer: Viewer) -> View:
        """All that the viewer may know."""
        return view_of(self, viewer)

    def redeal(self, viewer: Viewer, rng: Random) -> State:
        """Other lengths and eye errors that the viewer cannot tell apart from these."""
        if not self.to_move or not self.rows[0]:
            return self
        return redealt(self, viewer, rng)

    def seen(self, move: Move, viewer: Viewer) -> str:
        """The notation of a legal move as the viewer may see it, `?` for what stays hidden."""
        return seen(move, viewer)

    def tell(self, move: Move, viewer: Viewer) -> tuple[Sentence, ...]:
        """The log in words; everybody is told the same, for lengths are never told."""
        return tell(self, move, self.play(move))

    def in_box(self) -> int:
        """How many sticks are in the box, which everybody knows."""
        out = sum(map(len, self.rows)) + (self.auction is not None)
        return STICKS - out


def first_state(terms: Terms, seats: int) -> State:
    """The first position of a match."""
    return State(terms, (START_MONEY,) * seats, ((),) * seats)


def _take(box: list[int], source: Source) -> int:
    """Take a random stick out of a box of so many of each length; gives the length number."""
    index = source.below(sum(box))
    for at, count in enumerate(box):
        if index < count:
            box[at] -= 1
            return at + 1
        index -= count
    raise AssertionError("the index is below the number of sticks")


def _no_such_length(length: int) -> Sentence:
    return say(
        "There is no stick of length {length}: lengths are 1 to {most}.",
        length=length,
        most=LENGTHS,
    )
