"""What one viewer of a match may know and remember, written out field by field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from stalas.core.game import DEALER, Json, Outcome, Seat, Viewer
from stalas.games.stick_collection.auction import Auction, Sold
from stalas.games.stick_collection.moves import Move
from stalas.games.stick_collection.pieces import Terms
from stalas.games.stick_collection.scoring import points

if TYPE_CHECKING:
    from stalas.games.stick_collection.state import State


@dataclass(frozen=True, slots=True)
class SeenAuction:
    """An auction as a viewer knows it."""

    glimpse: int | None
    """How long the stick looked to the viewer, in tenths of a millimetre; None for a spectator."""
    first_player: Seat
    calls: tuple[tuple[Seat, int], ...]
    """The bids in order, 0 for a pass; passes that happen by themselves are not among them."""
    high: int
    """The last bid, 0 if nobody has bid: in the end, the price."""
    by: Seat | None
    """Who made it."""
    passed: tuple[Seat, ...]
    """The seats that are out of the auction, rising."""
    winner: Seat | None = None
    """Who took the stick; None while the auction goes on."""
    place: int | None = None
    """Where the stick stands in the winner's row, counted from 0 in the order taken."""
    length: int | None = None
    """The length number, once the match is over."""
    glimpses: tuple[int, ...] = ()
    """How long it looked to each seat, once the match is over."""

    def to_json(self) -> dict[str, Json]:
        """Give the auction as JSON; lengths in millimetres."""
        return {
            "glimpse": _mm(self.glimpse),
            "first_player": self.first_player,
            "calls": [[seat, bid] for seat, bid in self.calls],
            "high": self.high,
            "by": self.by,
            "passed": list(self.passed),
            "winner": self.winner,
            "place": self.place,
            "length": self.length,
            "glimpses": [_mm(glimpse) for glimpse in self.glimpses],
        }


@dataclass(frozen=True, slots=True)
class View:
    """All that one viewer may know.

    Its own row it knows exactly, for it holds the sticks side by side. Of other rows it knows how
    the sticks differ from one another, and of each stick that stood in the stand how long it
    looked. Money and bids are public. When the match is over everything is shown.
    """

    seat: Viewer
    terms: Terms
    to_move: tuple[Seat, ...]
    money: tuple[int, ...]
    first_player: Seat | None
    steps: tuple[tuple[int, ...], ...]
    """Each seat's row in the order taken: how many steps of 5 mm each stick is longer than the
    shortest of that row."""
    own: tuple[int, ...]
    """The viewer's own row in the order taken, in millimetres; empty for a spectator."""
    lengths: tuple[tuple[int, ...], ...]
    """Each seat's length numbers in the order taken, once the match is over; empty before."""
    auction: SeenAuction | None
    """The auction going on."""
    auctions: tuple[SeenAuction, ...]
    """The finished auctions in order."""
    box: int
    """How many sticks are in the box."""
    outcome: Outcome | None
    legal: tuple[Move, ...]

    @property
    def scores(self) -> tuple[int, ...]:
        """What each seat scores if the match ends now (SC-8), which the steps tell."""
        return tuple(points(row, left) for row, left in zip(self.steps, self.money, strict=True))

    def to_json(self) -> Mapping[str, Json]:
        """Give the view as JSON, keys in a fixed order; lengths in millimetres."""
        outcome = self.outcome
        return {
            "game": "stick-collection",
            "seat": "spectator" if self.seat is None else self.seat,
            "to_move": ["*" if seat == DEALER else seat for seat in self.to_move],
            "over": outcome is not None,
            "scores": list(self.scores),
            "winners": None if outcome is None else list(outcome.winners),
            "reason": None if outcome is None else outcome.reason,
            "options": self.terms.to_json(),
            "money": list(self.money),
            "first_player": self.first_player,
            "steps": [list(row) for row in self.steps],
            "own": list(self.own),
            "lengths": [list(row) for row in self.lengths],
            "auction": None if self.auction is None else self.auction.to_json(),
            "auctions": [auction.to_json() for auction in self.auctions],
            "box": self.box,
            "legal": [str(move) for move in self.legal],
        }


def view_of(state: State, viewer: Viewer) -> View:
    """All that the viewer may know of a position."""
    over = not state.to_move
    terms = state.terms

    def seen(auction: Auction, sold: Sold | None = None) -> SeenAuction:
        true = terms.tenths(auction.length)
        return SeenAuction(
            None if viewer is None else true + auction.errors[viewer],
            auction.first_player,
            auction.told_calls(),
            auction.high,
            auction.by,
            tuple(auction.passed_seats()),
            None if sold is None else sold.winner,
            None if sold is None else sold.place,
            auction.length if over else None,
            tuple(true + error for error in auction.errors) if over else (),
        )

    return View(
        viewer,
        terms,
        state.to_move,
        state.money,
        state.first_player,
        tuple(steps_of(row) for row in state.rows),
        ()
        if viewer is None
        else tuple(terms.tenths(length) // 10 for length in state.rows[viewer]),
        state.rows if over else (),
        None if state.auction is None else seen(state.auction),
        tuple(seen(sold.auction, sold) for sold in state.sold),
        state.in_box(),
        state.outcome(),
        () if viewer is None else tuple(state.legal_moves(viewer)),
    )


def steps_of(row: Sequence[int]) -> tuple[int, ...]:
    """How many steps each stick of a row is longer than the shortest one."""
    shortest = min(row, default=0)
    return tuple(length - shortest for length in row)


def _mm(tenths: int | None) -> float | None:
    return None if tenths is None else tenths / 10
