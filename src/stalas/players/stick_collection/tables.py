"""Numbers for the kernel: positions and tables, as arrays or, where nothing compiles, as lists.

A seat's limit for a stick is what its row and the rows of others make of it, seen by an eye that
may be a length off, with the weights of the club player.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from typing import Any, Final

from stalas.core.compiled import COMPILED
from stalas.core.game import Seat
from stalas.games.stick_collection.pieces import (
    CHAIN_POINTS,
    HIGHEST_BID,
    LENGTHS,
    MONEY_POINTS,
    START_MONEY,
)
from stalas.games.stick_collection.scoring import CHAINS
from stalas.players.stick_collection.appraiser import CLUB, Weights
from stalas.players.stick_collection.kernel import OFF, SETS, WIDTH, WORTHS
from stalas.players.stick_collection.prospects import EVERY, prospects

SHARE: Final = 0.75
"""How much the share of the victory counts; the rest is by how many points one is ahead."""


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
        *(row.count(length) for row in rows for length in range(WIDTH)),
    ]


@cache
def gains_table() -> Any:
    """What each length adds to each set of lengths, as an eye that may be off values it.

    By how many sticks one looks ahead, the set, and the length.
    """
    table: list[float] = []
    for more in range(CLUB.ahead + 1):
        grown = prospects(more)
        for lengths in range(SETS):
            true = [0.0] + [
                CHAIN_POINTS * (grown[lengths | 1 << length] - grown[lengths]) for length in EVERY
            ]
            table.append(0.0)
            table += (
                (
                    (100 - 2 * OFF) * true[length]
                    + OFF * true[max(1, length - 1)]
                    + OFF * true[min(LENGTHS, length + 1)]
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
            for worth in range(WORTHS)
        )
    return array(table, whole=True)


@cache
def chains_table() -> Any:
    """The longest chain of each set of lengths."""
    return array(CHAINS, whole=True)


@cache
def cares(weights: Weights = CLUB) -> Any:
    """The weights as numbers: any, own, other, ending, how far to look ahead; then `SHARE`."""
    return array(
        (weights.any, weights.own, weights.other, weights.ending, weights.ahead, SHARE),
        whole=False,
    )
