"""The log of a match: notation and sentences, as a viewer may see them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from stalas.core.game import Outcome, Viewer
from stalas.core.moves import First, Flag, Resign, tell_forfeit
from stalas.core.words import Sentence, say, say_many
from stalas.games.stick_collection.auction import Auction
from stalas.games.stick_collection.moves import Bid, Move, Pass, Stick, Sticks
from stalas.games.stick_collection.pieces import FULL_ROW

if TYPE_CHECKING:
    from stalas.games.stick_collection.state import State


def seen(move: Move, viewer: Viewer) -> str:
    """The notation of a move as the viewer may see it: no length is told as a number.

    Not even the own stick's: it is held, not measured.
    """
    del viewer
    if isinstance(move, Sticks):
        return "* sticks" + " ?" * len(move.lengths)
    if isinstance(move, Stick):
        return "* stick ?" + " ?" * len(move.errors)
    return str(move)


def tell(before: State, move: Move, after: State) -> tuple[Sentence, ...]:
    """Put a move and its results into words."""
    match move:
        case Resign() | Flag():
            return tell_forfeit(move)
        case First():
            return (say("Seat {seat} is the First Player.", seat=move.beginner),)
        case Sticks():
            return (say("Every seat draws a starting stick."),)
        case Stick():
            number = len(after.sold) + 1
            return (say("Stick {number} stands in the stand.", number=number),)
        case Bid():
            told = say("Seat {seat} bids {bid}.", seat=move.seat, bid=move.amount)
            return told, *_tell_results(before, move, after)
        case Pass():
            told = say("Seat {seat} passes.", seat=move.seat)
            return told, *_tell_results(before, move, after)


def _tell_results(before: State, move: Bid | Pass, after: State) -> tuple[Sentence, ...]:
    finished = len(after.sold) > len(before.sold)
    auction = after.sold[-1].auction if finished else after.auction
    if before.auction is None or auction is None:
        raise AssertionError("bids and passes are made in an auction")
    silent = auction.passed & ~before.auction.passed & ~(1 << move.seat)
    told = [
        say("Seat {seat} cannot raise and passes by itself.", seat=seat)
        for seat in range(len(after.money))
        if silent >> seat & 1
    ]
    if finished:
        told += _tell_sale(before, auction, after)
    return tuple(told)


def _tell_sale(before: State, auction: Auction, after: State) -> list[Sentence]:
    winner = after.sold[-1].winner
    price, left = auction.high, after.money[winner]
    if price == 0:
        told = [
            say("Nobody has bid: seat {seat}, First Player, gets the stick for free.", seat=winner)
        ]
    else:
        told = [
            say(
                "Seat {seat} takes the stick for {price} and becomes First Player.",
                seat=winner,
                price=price,
            )
        ]
        landed = before.money[winner] - price
        if left != landed:
            told.append(
                say(
                    "Square {square} is lucky: seat {seat} moves up to {target}.",
                    square=landed,
                    seat=winner,
                    target=left,
                )
            )
    if after.ended is not None:
        told += _tell_end(after, winner, after.ended)
    return told


def _tell_end(after: State, seat: int, outcome: Outcome) -> list[Sentence]:
    told = []
    if len(after.rows[seat]) == FULL_ROW:
        told.append(say("Seat {seat} has eight sticks: the match is over.", seat=seat))
    elif after.money[seat] == 0:
        told.append(say("Seat {seat} has no money left: the match is over.", seat=seat))
    told += tell_outcome(outcome)
    return told


def tell_outcome(outcome: Outcome) -> list[Sentence]:
    """Say who won, and by what (SC-9)."""
    first = outcome.winners[0]
    if outcome.reason == "four-alike":
        return [say("Seat {seat} has four sticks of one length and wins outright.", seat=first)]
    if outcome.reason in ("resigned", "time"):
        return [say("Seat {seat} wins the match.", seat=first)]
    scored = outcome.scores[first]
    if outcome.reason == "shared":
        seats = ", ".join(map(str, outcome.winners))
        return [
            say_many(
                "Seats {seats} share the victory with {count} point each.",
                "Seats {seats} share the victory with {count} points each.",
                scored,
                seats=seats,
            )
        ]
    if outcome.reason == "tie-break":
        return [
            say_many(
                "Seat {seat} wins the tie at {count} point by more sticks or more money.",
                "Seat {seat} wins the tie at {count} points by more sticks or more money.",
                scored,
                seat=first,
            )
        ]
    return [
        say_many(
            "Seat {seat} wins with {count} point.",
            "Seat {seat} wins with {count} points.",
            scored,
            seat=first,
        )
    ]
