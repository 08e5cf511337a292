"""Playing a match out in the mind, auction by auction, with every seat an appraiser.

A seat's limit for a stick is what its row and the rows of others make of it, seen by an eye that
may be a length off; the highest limit wins, at one more than the next one. All is kept in flat
sequences of numbers, so that it runs compiled on arrays and plainly on lists.

A position of n seats is a sequence of whole numbers: the First Player, whether the match is over,
n masks of lengths, n row sizes, n times money, n limits, then 10 counts of lengths a seat.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

from stalas.core.compiled import COMPILED, compiled
from stalas.core.game import Seat
from stalas.games.stick_collection.pieces import (
    ALIKE,
    CHAIN_POINTS,
    FULL_ROW,
    HIGHEST_BID,
    LENGTHS,
    MONEY_POINTS,
    START_MONEY,
)
from stalas.games.stick_collection.scoring import CHAINS
from stalas.players.stick_collection.appraiser import CLUB, Weights
from stalas.players.stick_collection.prospects import EVERY, prospects

_OFF: Final = 16
"""How often in 100 an eye takes a length for the next shorter one; as often for the next longer."""
SHARE: Final = 0.75
"""How much the share of the victory counts; the rest is by how many points one is ahead."""

_FOUR: Final = 40.0
_HEAD: Final = 2
_SETS: Final = len(CHAINS)
_WIDTH: Final = LENGTHS + 1
_WORTHS: Final = 121
"""Worths in halves; above they all mean the highest bid."""


def array(numbers: Iterable[float], *, whole: bool) -> Any:
    """Numbers as kernels take them: an array if they are compiled, else a list."""
    if not COMPILED:
        return list(numbers)
    numpy = import_module("numpy")
    return numpy.array(list(numbers), dtype=numpy.int64 if whole else numpy.float64)


def position(rows: Sequence[Sequence[int]], money: Sequence[int], first_player: Seat) -> list[int]:
    """Lay a position between two auctions out as numbers."""
    return [
        first_player,
        0,
        *(sum(1 << length for length in set(row)) for row in rows),
        *map(len, rows),
        *money,
        *(0 for _ in rows),
        *(row.count(length) for row in rows for length in range(_WIDTH)),
    ]


@cache
def gains_table() -> Any:
    """What each length adds to each set of lengths, as an eye that may be off values it.

    By how many sticks one looks ahead, the set, and the length.
    """
    table: list[float] = []
    for more in range(CLUB.ahead + 1):
        grown = prospects(more)
        for lengths in range(_SETS):
            true = [0.0] + [
                CHAIN_POINTS * (grown[lengths | 1 << length] - grown[lengths]) for length in EVERY
            ]
            table.append(0.0)
            table += (
                (
                    (100 - 2 * _OFF) * true[length]
                    + _OFF * true[max(1, length - 1)]
                    + _OFF * true[min(LENGTHS, length + 1)]
                )
                / 100
                for length in EVERY
            )
    return array(table, whole=False)


@cache
def limits_table(weights: Weights = CLUB) -> Any:
    """The highest bid for each amount of money and each worth in halves."""
    table: list[int] = []
    for money in range(START_MONEY + 1):
        spare = max(0, money - MONEY_POINTS)
        costs = [
            weights.light * min(price, spare)
            + weights.heavy * max(0, price - spare)
            + (weights.last if price == money else 0)
            for price in range(1, min(HIGHEST_BID, money) + 1)
        ]
        table += (
            max((bid for bid, cost in enumerate(costs, 1) if cost < worth / 2), default=0)
            for worth in range(_WORTHS)
        )
    return array(table, whole=True)


@cache
def chains_table() -> Any:
    """The longest chain of each set of lengths."""
    return array(CHAINS, whole=True)


@cache
def cares(weights: Weights = CLUB) -> Any:
    """The weights as numbers: any, own, other, ending, and how far to look ahead."""
    return array(
        (weights.any, weights.own, weights.other, weights.ending, weights.ahead), whole=False
    )


@compiled
def score(at: Any, seats: int, seat: int, chains: Any) -> int:
    """What a seat scores now."""
    money = at[_HEAD + 2 * seats + seat]
    return int(CHAIN_POINTS * chains[at[_HEAD + seat]] + min(MONEY_POINTS, money))


@compiled
def gain(at: Any, seats: int, seat: int, length: int, gains: Any, cares: Any) -> float:
    """What a stick that looks as of this length adds to a seat's row."""
    more = max(0, min(int(cares[4]), FULL_ROW - 1 - at[_HEAD + seats + seat]))
    worth = float(gains[(more * _SETS + at[_HEAD + seat]) * _WIDTH + length])
    if at[_HEAD + 4 * seats + _WIDTH * seat + length] == ALIKE - 1:
        worth += _FOUR
    return worth


@compiled
def limit(
    at: Any, seats: int, seat: int, length: int, gains: Any, limits: Any, chains: Any, cares: Any
) -> int:
    """The highest bid of a seat for a stick that looks to it as of this length."""
    worth = cares[0] + cares[1] * gain(at, seats, seat, length, gains, cares)
    grudge = 0.0
    for other in range(seats):
        if other != seat:
            grudge = max(grudge, gain(at, seats, other, length, gains, cares))
    worth += cares[2] * grudge
    if at[_HEAD + seats + seat] == FULL_ROW - 1:
        money = at[_HEAD + 2 * seats + seat]
        own = CHAIN_POINTS * chains[at[_HEAD + seat] | 1 << length] + min(MONEY_POINTS, money) - 2
        leads = True
        for other in range(seats):
            if other != seat and score(at, seats, other, chains) >= own:
                leads = False
        worth += cares[3] if leads else -cares[3]
    halves = min(_WORTHS - 1, max(0, int(2 * worth)))
    return int(limits[at[_HEAD + 2 * seats + seat] * _WORTHS + halves])


@compiled
def take(at: Any, seats: int, seat: int, length: int, price: int, squares: Any) -> None:
    """Let a seat take a stick at a price."""
    money = _HEAD + 2 * seats + seat
    if price > 0:
        at[money] = squares[at[money] - price]
    at[_HEAD + seat] |= 1 << length
    at[_HEAD + seats + seat] += 1
    count = _HEAD + 4 * seats + _WIDTH * seat + length
    at[count] += 1
    at[0] = seat
    if at[count] == ALIKE or at[_HEAD + seats + seat] == FULL_ROW or at[money] == 0:
        at[1] = 1


@compiled
def outbid(at: Any, seats: int, seat: int, high: int, by: int, out: int) -> int:
    """Go on with an auction in which each bids one more than the last bid up to its limit.

    The turn is of the seat after `seat`; `high` is the last bid, by `by`; `out` is the mask of the
    seats that have passed. Gives 16 times the price plus the winner.
    """
    limits = _HEAD + 3 * seats
    inside = 0
    for other in range(seats):
        if not out >> other & 1:
            inside += 1
    while inside > 1 and high < HIGHEST_BID:
        seat = (seat + 1) % seats
        if out >> seat & 1:
            continue
        if at[limits + seat] > high:
            high += 1
            by = seat
        else:
            out |= 1 << seat
            inside -= 1
    if high == 0:
        by = at[0]
    return 16 * high + by


@compiled
def value(at: Any, seats: int, me: int, chains: Any) -> float:
    """How good a finished match is to a seat: its share of the victory, and a little by points."""
    four = -1
    for seat in range(seats):
        for length in range(1, _WIDTH):
            if at[_HEAD + 4 * seats + _WIDTH * seat + length] == ALIKE:
                four = seat
    if four >= 0:
        return 1.0 if four == me else 0.0
    best = -1
    rival = -1
    count = 0
    own = 0
    for seat in range(seats):
        rank = score(at, seats, seat, chains)
        if seat != me:
            rival = max(rival, rank)
        rank = (rank * 16 + at[_HEAD + seats + seat]) * 64 + at[_HEAD + 2 * seats + seat]
        if seat == me:
            own = rank
        if rank > best:
            best = rank
            count = 0
        if rank == best:
            count += 1
    share = 1.0 / count if own == best else 0.0
    ahead = (score(at, seats, me, chains) - rival) / 30.0
    return SHARE * share + (1.0 - SHARE) * (0.5 + 0.5 * max(-1.0, min(1.0, ahead)))


@compiled
def next_luck(luck: int) -> int:
    """The next of a row of numbers below 2**31 whose high bits look random."""
    return (luck * 1103515245 + 12345) & 0x7FFFFFFF


@compiled
def looked(length: int, luck: int) -> int:
    """How long a stick looks to an eye with this luck."""
    part = (luck >> 7) % 100
    if part < _OFF:
        return max(1, length - 1)
    return min(LENGTHS, length + 1) if part < 2 * _OFF else length


@compiled
def shuffle(box: Any, luck: int) -> int:
    """Shuffle the box in place; give the luck to go on with."""
    for last in range(len(box) - 1, 0, -1):
        luck = next_luck(luck)
        other = (luck >> 8) % (last + 1)
        box[last], box[other] = box[other], box[last]
    return luck


@compiled
def play_out(
    at: Any,
    seats: int,
    me: int,
    box: Any,
    luck: int,
    squares: Any,
    gains: Any,
    limits: Any,
    chains: Any,
    cares: Any,
) -> float:
    """Play on to the end with the sticks of the box in this order; give the value to a seat."""
    for number in range(len(box)):
        if at[1]:
            break
        length = box[number]
        for seat in range(seats):
            luck = next_luck(luck)
            at[_HEAD + 3 * seats + seat] = limit(
                at, seats, seat, looked(length, luck), gains, limits, chains, cares
            )
        sale = outbid(at, seats, at[0], 0, 0, 0)
        take(at, seats, sale % 16, length, sale // 16, squares)
    return value(at, seats, me, chains)
